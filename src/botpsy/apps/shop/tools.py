"""What the model can do in a shop."""

from __future__ import annotations

import math
from dataclasses import replace

from botpsy.apps.app_tools import AppTools
from botpsy.apps.match import words_match
from botpsy.apps.pick import one
from botpsy.apps.shop.model import CartLine, Order, Product, SentBack, Shop
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tools.tool import Done, tool

_MOST = 6


class ShopTools(AppTools):
    """Tools of the shop."""

    app = "shop"

    @tool("read")
    def search_products(self, query: str = "", category: str = "", max_price: float = 0) -> dict[str, Json]:
        """Search the shop, cheapest first.

        Args:
            query: words of the product's name
            category: such as "kitchen"
            max_price: highest price; any if not said
        """
        found = self._backend.all(Product)
        if category:
            known = sorted({p.category for p in found})
            wanted = one(category, known, str, "category")
            found = [p for p in found if p.category == wanted]
        if query:
            found = [p for p in found if words_match(query, p.name)]
        if max_price:
            if not math.isfinite(max_price):
                raise ToolError(f"{max_price} is no price")
            found = [p for p in found if p.cents <= round(max_price * 100)]
        if not found:
            price = f"up to {max_price:g}" if max_price else ""
            return {"products": [], "note": " ".join(x for x in ("nothing found:", query, category, price) if x)}
        cheapest = sorted(found, key=lambda p: p.cents)[:_MOST]
        return {"products": [f"{p.name}: {self._money(p.cents)}, {p.stars / 10:.1f} stars" for p in cheapest]}

    @tool("read")
    def product_details(self, product: str) -> dict[str, Json]:
        """Show price, options, stock and a review of a product.

        Args:
            product: its name
        """
        found = self._product(product)
        shown: dict[str, Json] = {"product": found.name, "price": self._money(found.cents)}
        if found.options:
            shown["options"] = list(found.options)
        shown |= {"in_stock": found.stock, "stars": found.stars / 10}
        return shown | ({"review": found.review} if found.review else {})

    @tool("read")
    def show_cart(self) -> dict[str, Json]:
        """Show what is in the shopping cart."""
        lines = self._cart()
        if not lines:
            return {"cart": [], "note": "the cart is empty"}
        return {"cart": [self._line(line) for line in lines], "total": self._money(self._sum(lines))}

    @tool("write")
    def add_to_cart(self, product: str, quantity: int = 1, option: str = "") -> Done:
        """Put a product into the shopping cart.

        Args:
            product: its name
            quantity: how many
            option: size or colour, where there is a choice
        """
        found = self._product(product)
        chosen = self._option(found, option)
        held = next((x for x in self._cart() if (x.product, x.option) == (found.uid, chosen)), None)
        count = quantity + (held.count if held else 0)
        self._check(found, quantity, count)
        line = replace(held, count=count) if held else CartLine(self._new_uid(), found.uid, count, chosen)
        return self._done(f"In the cart: {self._line(line)}", self._backend.put(line))

    @tool("write")
    def change_quantity(self, product: str, quantity: int) -> Done:
        """Change how many of a product are in the cart.

        Args:
            product: its name
            quantity: how many there shall be
        """
        line = self._in_cart(product)
        found = self._backend.get(Product, line.product)
        self._check(found, quantity, quantity)
        changed = replace(line, count=quantity)
        return self._done(f"In the cart: {self._line(changed)}", self._backend.put(changed))

    @tool("write")
    def remove_from_cart(self, product: str) -> Done:
        """Take a product out of the shopping cart.

        Args:
            product: its name
        """
        line = self._in_cart(product)
        return self._done(f"Removed from the cart: {self._name(line)}", self._backend.delete(line))

    @tool("write")
    def place_order(self) -> Done:
        """Order everything that is in the shopping cart."""
        lines = self._cart()
        if not lines:
            raise ToolError("the cart is empty; put something in first")
        numbers = [int(o.number) for o in self._backend.all(Order)]
        order = Order(
            self._new_uid(), str(max(numbers, default=1000) + 1), tuple(x.uid for x in lines), self._now().date()
        )
        total = self._money(self._sum(lines))
        return self._done(f"Placed order {order.number} for {total}", self._backend.put(order))

    @tool("read")
    def list_orders(self) -> dict[str, Json]:
        """List the user's shop orders, newest first."""
        found = sorted(self._backend.all(Order), key=lambda o: int(o.number), reverse=True)
        if not found:
            return {"orders": [], "note": "no orders yet"}
        return {"orders": [self._order_line(o) for o in found[:_MOST]]}

    @tool("read")
    def track_order(self, order: str) -> dict[str, Json]:
        """Show what is in a shop order and where it is.

        Args:
            order: its number, or a product in it
        """
        return {"order": self._order_line(self._order(order))}

    @tool("write")
    def call_off_order(self, order: str) -> Done:
        """Cancel a shop order that is not on its way yet.

        Args:
            order: its number, or a product in it
        """
        found = self._order(order)
        if found.state != "processing":
            raise ToolError(f"order {found.number} is {found.state} and cannot be cancelled")
        return self._done(f"Cancelled order {found.number}", self._backend.put(replace(found, state="cancelled")))

    @tool("write")
    def return_product(self, product: str, reason: str = "") -> Done:
        """Send a delivered product back for a refund.

        Args:
            product: its name
            reason: why, in a few words
        """
        order, line = self._delivered(product)
        back = SentBack(self._new_uid(), order.uid, line.uid, reason.strip())
        return self._done(f"Return of {self._name(line)} from order {order.number} begun", self._backend.put(back))

    @tool("write")
    def swap_product(self, product: str, option: str) -> Done:
        """Exchange a delivered product for another size or colour.

        Args:
            product: its name
            option: size or colour wanted instead
        """
        order, line = self._delivered(product)
        found = self._backend.get(Product, line.product)
        wanted = self._option(found, option)
        if wanted == line.option:
            raise ToolError(f"the {found.name} is {wanted} already")
        back = SentBack(self._new_uid(), order.uid, line.uid, wanted=wanted)
        return self._done(f"Exchange of {self._name(line)} for {wanted} begun", self._backend.put(back))

    # -- what the tools share -----------------------------------------------------------------------------------------

    def _product(self, said: str) -> Product:
        return one(said, self._backend.all(Product), lambda p: p.name, "product")

    def _option(self, product: Product, said: str) -> str:
        if not product.options:
            if said:
                raise ToolError(f"the {product.name} comes in one kind only, not {said!r}")
            return ""
        if not said:
            raise ToolError(f"the {product.name} comes in {', '.join(product.options)}; say which")
        return one(said, product.options, str, f"option of the {product.name}")

    def _check(self, product: Product, quantity: int, count: int) -> None:
        if quantity < 1:
            raise ToolError(f"{quantity} is no quantity; use remove_from_cart to take something out")
        if count > product.stock:
            raise ToolError(f"only {product.stock} of the {product.name} are in stock, not {count}")

    def _cart(self) -> list[CartLine]:
        ordered = {uid for o in self._backend.all(Order) for uid in o.lines}
        return [x for x in self._backend.all(CartLine) if x.uid not in ordered]

    def _in_cart(self, said: str) -> CartLine:
        return one(said, self._cart(), self._name, "product in the cart")

    def _lines(self, order: Order) -> list[CartLine]:
        return [x for x in self._backend.all(CartLine) if x.uid in order.lines]

    def _order(self, said: str) -> Order:
        orders = self._backend.all(Order)
        number = "".join(c for c in said if c.isdigit())
        exact = [o for o in orders if o.number == number]
        if exact:
            return exact[0]
        return one(said, orders, lambda o: ", ".join(self._name(x) for x in self._lines(o)), "order")

    def _delivered(self, said: str) -> tuple[Order, CartLine]:
        gone = {b.line for b in self._backend.all(SentBack)}
        mine = [(o, x) for o in self._backend.all(Order) for x in self._lines(o) if x.uid not in gone]
        order, line = one(said, mine, lambda pair: self._name(pair[1]), "product you ordered")
        if order.state != "delivered":
            raise ToolError(f"order {order.number} is {order.state}; only what was delivered can go back")
        days = self._backend.all(Shop)[0].return_days
        if (self._now().date() - order.placed).days > days:
            raise ToolError(f"order {order.number} is older than the {days} days in which things can go back")
        return order, line

    def _name(self, line: CartLine) -> str:
        return self._backend.get(Product, line.product).name

    def _line(self, line: CartLine) -> str:
        return f"{line.count} x {self._name(line)}" + (f" ({line.option})" if line.option else "")

    def _order_line(self, order: Order) -> str:
        held = ", ".join(self._line(x) for x in self._lines(order))
        return f"{order.number}, {order.state}: {held}, {self._money(self._sum(self._lines(order)))}"

    def _sum(self, lines: list[CartLine]) -> int:
        return sum(x.count * self._backend.get(Product, x.product).cents for x in lines)

    def _money(self, cents: int) -> str:
        return f"{cents / 100:.2f} {self._backend.all(Shop)[0].currency}"
