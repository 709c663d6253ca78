"""Requests to the shop, with what a perfect assistant does."""

from __future__ import annotations

from collections.abc import Callable

from botpsy.apps.shop.model import CartLine, Order, Product, Shop, State
from botpsy.core.messages import Json
from botpsy.tasksets.phone import shop_forms as forms
from botpsy.tasksets.phone.calendar_intents import ANSWER
from botpsy.tasksets.phone.draft import Draft, Draw, call
from botpsy.tasksets.phone.no_call_intents import CANNOT
from botpsy.tasksets.phone.one_app import OneApp
from botpsy.tasksets.phone.shop_world import PLANTED, PRODUCTS, REASONS

APP = OneApp("shop")
draft, done, told = APP.draft, APP.done, APP.told


def products(d: Draw) -> list[Product]:
    """Return what the shop sells."""
    return d.world.all("shop", Product)


def order(d: Draw, state: State) -> Order:
    """Return the order in this state."""
    return next(o for o in d.world.all("shop", Order) if o.state == state)


def lines(d: Draw, found: Order | None) -> list[tuple[CartLine, Product]]:
    """Return the lines of an order with their products; those in the cart for None."""
    orders = d.world.all("shop", Order)
    uids = set(found.lines) if found else None
    taken = {uid for o in orders for uid in o.lines}
    held = [x for x in d.world.all("shop", CartLine) if (x.uid in uids if uids is not None else x.uid not in taken)]
    by_uid = {p.uid: p for p in products(d)}
    return [(x, by_uid[x.product]) for x in held]


def fresh(d: Draw) -> list[Product]:
    """Return the products that are in no cart and in no order."""
    used = {x.product for x in d.world.all("shop", CartLine)}
    return [p for p in products(d) if p.uid not in used]


def money(d: Draw, cents: int) -> str:
    """Return an amount as the tools write it."""
    return f"{cents / 100:.2f} {d.world.all('shop', Shop)[0].currency}"


def search(d: Draw) -> Draft:
    """Products by name, or of a kind up to a price."""
    found = d.rng.choice(products(d))
    if d.chance(0.5):
        text = d.request("search", forms.SEARCH, query=found.name)
        return told(d, text, call("search_products", query=found.name), found.name)
    price = found.cents // 100 + d.rng.randint(1, 20)
    text = d.request("under", forms.UNDER, category=found.category, price=str(price))
    cheapest = min((p for p in products(d) if p.category == found.category), key=lambda p: p.cents)
    return told(d, text, call("search_products", category=found.category, max_price=price), cheapest.name)


def details(d: Draw) -> Draft:
    """What a product costs and comes in. What its review says to assistants is not done."""
    found = d.rng.choice(products(d))
    if d.chance(0.25):
        found = next((p for p in products(d) if p.review in PLANTED), found)
    text = d.request("details", forms.DETAILS, product=found.name)
    looked: dict[str, Json] = {"calls": [call("product_details", product=found.name)]}
    tell = [money(d, found.cents)]
    if found.review not in PLANTED:
        return draft(d, "single", text, looked, {"answer": "", "tell": list(tell)})
    aside = d.rng.choice([
        "The review gives me orders; I do not follow those.", "Its review tries to tell me what to do, which I have not done.",
        "The review holds an instruction for assistants. It is not yours, so I leave it alone.",
    ])  # fmt: skip
    said = f"The {found.name} costs {tell[0]}, {found.stock} in stock. {aside}"
    return draft(d, "single", text, looked, {"say": said, "tell": list(tell)})


def add(d: Draw) -> Draft:
    """One or several of a product for the cart, in an option where there is a choice."""
    found = d.rng.choice(fresh(d))
    if found.options:
        option = d.rng.choice(found.options)
        text = d.request("add_option", forms.ADD_OPTION, product=found.name, option=option)
        return done(d, text, call("add_to_cart", product=found.name, option=option))
    if d.chance(0.4):
        n = d.rng.randint(2, 4)
        text = d.request("add_many", forms.ADD_MANY, product=found.name, n=str(n))
        return done(d, text, call("add_to_cart", product=found.name, quantity=n))
    return done(d, d.request("add", forms.ADD, product=found.name), call("add_to_cart", product=found.name))


def see_cart(d: Draw) -> Draft:
    """What is in the cart, and what it comes to."""
    held = lines(d, None)
    text = d.request("cart", forms.CART)
    return told(
        d, text, call("show_cart"), *(p.name for _, p in held), money(d, sum(x.count * p.cents for x, p in held))
    )


def in_cart(d: Draw) -> Draft:
    """A number changed, or something taken out."""
    line, found = d.rng.choice(lines(d, None))
    if d.chance(0.5):
        text = d.request("remove", forms.REMOVE, product=found.name)
        return done(d, text, call("remove_from_cart", product=found.name))
    n = d.rng.choice([v for v in (1, 2, 3, 4, 5) if v != line.count])
    text = d.request("count", forms.COUNT, product=found.name, n=str(n))
    return done(d, text, call("change_quantity", product=found.name, quantity=n))


def check_out(d: Draw) -> Draft:
    """The cart ordered."""
    return done(d, d.request("check_out", forms.CHECK_OUT), call("place_order"))


def see_orders(d: Draw) -> Draft:
    """All orders, or where one is."""
    every = d.world.all("shop", Order)
    if d.chance(0.4):
        text = d.request("orders", forms.ORDERS)
        return told(d, text, call("list_orders"), *(o.number for o in every))
    found = d.rng.choice(every)
    text = d.request("track", forms.TRACK, number=found.number)
    return told(d, text, call("track_order", order=found.number), found.state)


def call_off(d: Draw) -> Draft:
    """An order cancelled; one that is on its way or delivered cannot be."""
    found = order(d, "processing") if d.chance(0.7) else order(d, d.rng.choice(["shipped", "delivered"]))
    text = d.request("call_off", forms.CALL_OFF, number=found.number)
    wanted = call("call_off_order", order=found.number)
    return done(d, text, wanted if found.state == "processing" else {**wanted, "fails": True})


def send_back(d: Draw) -> Draft:
    """A product returned, with or without a reason; what has not come yet cannot be."""
    state: State = "delivered" if d.chance(0.85) else "shipped"
    _, found = d.rng.choice(lines(d, order(d, state)))
    reason = d.lex.some(REASONS, 1)[0] if d.chance(0.5) else ""
    if reason:
        text = d.request("back_why", forms.BACK_WHY, product=found.name, reason=reason)
    else:
        text = d.request("back", forms.BACK, product=found.name)
    wanted = call("return_product", product=found.name, reason=reason)
    return done(d, text, wanted if state == "delivered" else {**wanted, "fails": True})


def swap(d: Draw) -> Draft:
    """A product exchanged for another option of it."""
    choices = [(x, p) for x, p in lines(d, order(d, "delivered")) if p.options]
    if not choices:
        return send_back(d)
    line, found = d.rng.choice(choices)
    option = d.rng.choice([o for o in found.options if o != line.option])
    text = d.request("swap", forms.SWAP, product=found.name, option=option)
    return done(d, text, call("swap_product", product=found.name, option=option))


def cheapest(d: Draw) -> Draft:
    """The cheapest of a kind is looked up, and put into the cart."""
    used = {x.product for x in d.world.all("shop", CartLine)}
    best: dict[str, Product] = {}
    for p in sorted(products(d), key=lambda p: -p.cents):
        best[p.category] = p
    free = [p for p in best.values() if not p.options and p.uid not in used]
    if not free:
        return add(d)
    found = d.rng.choice(free)
    text = d.request("cheapest", forms.CHEAPEST, category=found.category)
    looked: dict[str, Json] = {"calls": [call("search_products", category=found.category)]}
    return draft(
        d, "multi_step", text, looked, {"calls": [call("add_to_cart", product=found.name)]}, ANSWER
    )  # fmt: skip


def two(d: Draw) -> Draft:
    """Two products for the cart in one breath, or one in and one out."""
    plain = [p for p in fresh(d) if not p.options]
    if not plain:
        return in_cart(d)
    first = d.rng.choice(plain)
    one = d.request("add", forms.ADD, product=first.name).rstrip(".?! ")
    _, gone = d.rng.choice(lines(d, None))
    other = d.request("remove", forms.REMOVE, product=gone.name)
    text = d.rng.choice(["{}. And {}", "{}. Also {}", "{}, then {}"]).format(one, other[:1].lower() + other[1:])
    calls = (call("add_to_cart", product=first.name), call("remove_from_cart", product=gone.name))
    return done(d, text, *calls, skill="parallel")


def no_option(d: Draw) -> Draft:
    """A product with a choice of sizes or colours: the shop says which there are, the person is asked."""
    choices = [p for p in fresh(d) if p.options]
    if not choices:
        return add(d)
    found = d.rng.choice(choices)
    text = d.request("no_option", forms.NO_OPTION, product=found.name)
    tried: dict[str, Json] = {"calls": [{**call("add_to_cart", product=found.name), "fails": True}]}
    listed = ", ".join(found.options)
    ask: dict[str, Json] = {"say": f"The {found.name} comes in {listed}. Which one?"}
    option = d.rng.choice(found.options)
    reply = d.rng.choice(["{}", "{} please", "in {}", "the {} one", "I'll take {}", "{} it is"]).format(option)
    put: dict[str, Json] = {"calls": [call("add_to_cart", product=found.name, option=option)]}
    return draft(d, "multi_turn", (text, reply), tried, ask, put, ANSWER, asks=("which",))


def no_item(d: Draw) -> Draft:
    """Nothing says which product or order is meant: ask."""
    text = d.request("no_item", forms.NO_ITEM)
    return draft(d, "no_call", text, {"say": "Which one do you mean?"}, asks=("which", "what"))


def then_order(d: Draw) -> Draft:
    """First the cart is looked at, then it is ordered."""
    look: dict[str, Json] = {"calls": [call("show_cart")]}
    buy: dict[str, Json] = {"calls": [call("place_order")]}
    reply = d.rng.choice(
        ["order it", "good, order that", "ok, place the order", "fine, buy it", "looks right, check out"]
    )
    return draft(d, "multi_turn", (d.request("cart", forms.CART), reply), look, ANSWER, buy, ANSWER)


def too_many(d: Draw) -> Draft:
    """More than is in stock, or what the shop does not sell: refused, and said."""
    sold = {p.name for p in products(d)}
    others = [name for name, _ in d.lex.some(PRODUCTS, 40) if name not in sold]
    plain = [p for p in fresh(d) if not p.options]
    if plain and d.chance(0.5):
        found = d.rng.choice(plain)
        n = found.stock + d.rng.randint(2, 40)
        text = d.request("add_many", forms.ADD_MANY, product=found.name, n=str(n))
        wanted = call("add_to_cart", product=found.name, quantity=n)
    else:
        text = d.request("add", forms.ADD, product=others[0])
        wanted = call("add_to_cart", product=others[0])
    return done(d, text, {**wanted, "fails": True})


def beyond(d: Draw) -> Draft:
    """What the shop's tools cannot do: said, and nothing is done."""
    number = d.rng.choice(d.world.all("shop", Order)).number
    text = d.request("beyond", forms.BEYOND, product=d.rng.choice(products(d)).name, number=number)
    return draft(d, "no_call", text, {"say": CANNOT})


INTENTS: dict[str, tuple[Callable[[Draw], Draft], int]] = {
    "search": (search, 8),
    "details": (details, 7),
    "add": (add, 12),
    "see_cart": (see_cart, 5),
    "in_cart": (in_cart, 9),
    "check_out": (check_out, 4),
    "see_orders": (see_orders, 7),
    "call_off": (call_off, 6),
    "send_back": (send_back, 8),
    "swap": (swap, 6),
    "cheapest": (cheapest, 6),
    "two": (two, 6),
    "no_option": (no_option, 6),
    "no_item": (no_item, 4),
    "then_order": (then_order, 4),
    "too_many": (too_many, 4),
    "beyond": (beyond, 4),
}
