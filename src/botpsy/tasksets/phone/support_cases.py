"""What may be changed at the desk under the policy and what must be refused: the case of each thing one can ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from botpsy.apps.support.model import Account, Charge, Customer, Order, OrderItem, PhoneLine, Plan, Policy
from botpsy.core.messages import Json
from botpsy.tasksets.phone.calendar_intents import ANSWER
from botpsy.tasksets.phone.draft import Call, Draw, call
from botpsy.tasksets.phone.lexicon import MONTHS
from botpsy.tasksets.phone.support_forms import (
    ACCOUNT,
    CANCEL,
    EXCHANGE,
    LINE,
    PLAN,
    REFUND,
    RESUME,
    STATUS,
    SUSPEND,
)

# fmt: off
T = TypeVar("T")


TOPIC_KEYS = {
    "cancellations": ["processing"],
    "addresses": ["shipped"],
    "plans": ["owed", "contract"],
    "lines": ["owed"],
}


@dataclass(frozen=True)
class Case:
    """What a customer wants, and what the policy makes of it.

    `words` name the thing by its number, `loose` without; `looks` are the calls that show what must be known,
    `loose_looks` those that find it by the customer; then `calls` follow, or the refusal `no` with its reason `tell`.
    """

    words: str
    loose: str
    looks: tuple[Call, ...]
    calls: tuple[tuple[Call, ...], ...] = ()
    no: str = ""
    tell: tuple[str, ...] = ()


def policy(d: Draw, topic: str) -> Policy:
    """The desk's policy on a topic."""
    return next(p for p in d.world.all("support", Policy) if p.uid == topic)


def owner(d: Draw, uid: str) -> Customer:
    """A customer by number."""
    return next(c for c in d.world.all("support", Customer) if c.uid == uid)


def either(d: Draw, wanted: list[T], held: list[T]) -> T:
    """One of the wanted, or any."""
    return d.rng.choice(wanted or held)


def favoured(d: Draw, held: list[T], allowed: Callable[[T], bool]) -> T:
    """One of those held, in most cases one for which policy allows what is wanted: it forbids much, and refusing must
    not become a habit."""
    return either(d, [x for x in held if allowed(x)] if d.chance(0.75) else [], held)


def join(*parts: str) -> str:
    """Put sentences one after another."""
    ended = [p if p.endswith(("?", "!", ".")) else f"{p}." for p in parts]
    return " ".join(e if i == 0 or "@" in e.split()[0] else e[:1].upper() + e[1:] for i, e in enumerate(ended))


def birth(d: Draw, day: date) -> str:
    """A date of birth as people write it."""
    month = MONTHS[day.month - 1]
    return d.rng.choice(
        [
            f"{day.day} {month} {day.year}",
            f"{month} {day.day}, {day.year}",
            f"{day.day} {month[:3]} {day.year}",
            day.isoformat(),
        ]
    )


def contact(d: Draw, c: Customer) -> str:
    """How a customer says under what the desk has them."""
    return c.phone if d.chance(0.25) else c.email


def proof(d: Draw, c: Customer, *, wrong: bool = False) -> tuple[str, str, dict[str, Json]]:
    """Return a proof of identity as said, what it is, and the argument; a wrong one is somebody else's."""
    others = [o for o in d.world.all("support", Customer) if o.uid != c.uid]
    if d.chance(0.5):
        born = next((o.born for o in others if o.born != c.born), c.born) if wrong else c.born
        return birth(d, born), "date of birth", {"date_of_birth": born.isoformat()}
    code = next((o.postcode for o in others if o.postcode != c.postcode), c.postcode) if wrong else c.postcode
    return code, "postcode", {"postcode": code}


def days_since(d: Draw, day: date) -> int:
    """Days from a day to now."""
    return (d.world.now.date() - day).days


def of_order(order: Order) -> str:
    """The order, as it stands behind an item."""
    return f" of order {order.uid}"


def show(number: str, topic: str) -> tuple[Call, ...]:
    """Look at a record and at the rules."""
    return (call("show_record", number=number), call("read_policy", topic=topic))


def lead(d: Draw) -> str:
    """How a refusal begins."""
    return d.rng.choice(["I'm sorry, but", "Unfortunately", "I'm afraid", "Sorry,"])


def refusal(d: Draw, what: str, reasons: list[tuple[str, str]]) -> tuple[str, tuple[str, ...]]:
    """A refusal with its reasons, and what has to be told of them; where several hold, any will do."""
    if not reasons:
        return "", ()
    return f"{lead(d)} I can't {what}: {', and '.join(r for r, _ in reasons)}.", (reasons[0][1],) if len(
        reasons
    ) == 1 else ()


def barred(d: Draw, order: Order, item: OrderItem, topic: str) -> list[tuple[str, str]]:
    """Why an item of an order may not be refunded or exchanged: in words, and what has to be told."""
    days, found = policy(d, topic).days, list[tuple[str, str]]()
    if item.state == "refunded" or (item.state != "kept" and topic == "exchanges"):
        found.append((f"it is already {item.state}", item.state))
    if order.delivered is None:
        found.append((f"the order is {order.status}, not delivered", order.status))
    if item.final:
        found.append(("it was a final sale", "final sale"))
    if order.delivered and (ago := days_since(d, order.delivered)) > days:
        found.append((f"it arrived {ago} days ago, and {topic} end {days} days after delivery", f"{days} days"))
    return found


def clear(d: Draw, order: Order) -> list[OrderItem]:
    """The items of an order for which the policy on refunds says one thing: not both "never" and "hand over"."""
    limit = policy(d, "refunds").limit
    return [i for i in order.items if i.price <= limit or not barred(d, order, i, "refunds")]


def refundable(d: Draw, order: Order, item: OrderItem) -> bool:
    """Whether the agent may refund an item."""
    return item.price <= policy(d, "refunds").limit and not barred(d, order, item, "refunds")


def refund_case(d: Draw, order: Order) -> Case:
    """An item to be paid back."""
    item = favoured(d, clear(d, order), lambda i: refundable(d, order, i))
    words = d.request("refund", REFUND, item=item.name, of="{of}")
    looks = show(order.uid, "refunds")
    full, loose = words.replace("{of}", of_order(order)), words.replace("{of}", "")
    no, tell = refusal(d, f"refund the {item.name}", barred(d, order, item, "refunds"))
    if no:
        return Case(full, loose, looks, no=no, tell=tell)
    if item.price > policy(d, "refunds").limit:
        return Case(
            full, loose, looks, ((call("hand_over", customer=order.customer, team="retail", reason="policy limit"),),)
        )
    return Case(full, loose, looks, ((call("refund_items", order=order.uid, items=[item.name]),),))


def exchange_case(d: Draw, order: Order) -> Case:
    """An item to be exchanged for another size or colour."""
    item = favoured(d, list(order.items), lambda i: not barred(d, order, i, "exchanges"))
    variant = d.rng.choice(item.others)
    words = d.request("exchange", EXCHANGE, item=item.name, of="{of}", v=variant)
    full, loose = words.replace("{of}", of_order(order)), words.replace("{of}", "")
    no, tell = refusal(d, f"exchange the {item.name}", barred(d, order, item, "exchanges"))
    calls = () if no else ((call("exchange_item", order=order.uid, item=item.name, variant=variant),),)
    return Case(full, loose, show(order.uid, "exchanges"), calls, no, tell)


def cancel_case(d: Draw, order: Order) -> Case:
    """An order to be cancelled."""
    words = d.request("cancel", CANCEL, no="{no}", no_="{no_}")
    full = words.replace("{no}", f" {order.uid}").replace("{no_}", f", number {order.uid}")
    loose, looks = words.replace("{no}", "").replace("{no_}", ""), show(order.uid, "cancellations")
    if order.status != "processing":
        return Case(
            full,
            loose,
            looks,
            no=f"{lead(d)} order {order.uid} can't be cancelled: it is {order.status}, no longer processing.",
            tell=(order.status,),
        )
    return Case(full, loose, looks, ((call("cancel_order", order=order.uid),),))


def line_words(words: str, line: PhoneLine) -> tuple[str, str]:
    """A request with the number of a line, and without."""
    return (
        words.replace("{no}", f" {line.uid}").replace("{no_}", f" on line {line.uid}"),
        words.replace("{no}", "").replace("{no_}", ""),
    )


def plan_refusal(d: Draw, line: PhoneLine, new: Plan) -> tuple[str, tuple[str, ...]]:
    """Why a plan can't be changed, "" when it can."""
    old = next(p for p in d.world.all("support", Plan) if p.name == line.plan)
    reasons: list[tuple[str, str]] = []
    if line.owed:
        reasons.append((f"{line.owed:.2f} EUR is owed on the line", f"{line.owed:.2f}"))
    if new.rank < old.rank and line.bound_until > d.world.now.date():
        reasons.append((f"{new.name} is cheaper, and the contract has not ended", "contract"))
    return refusal(d, f"change the line to {new.name}", reasons)


def other_plan(d: Draw, line: PhoneLine) -> Plan:
    """A plan that the line is not on."""
    return d.rng.choice(
        [p for p in d.world.all("support", Plan) if p.name != line.plan] or d.world.all("support", Plan)
    )


def plan_case(d: Draw, line: PhoneLine) -> Case:
    """A line to be put on another plan."""
    new = other_plan(d, line)
    full, loose = line_words(d.request("plan", PLAN, plan=new.name, no="{no}", no_="{no_}"), line)
    no, tell = plan_refusal(d, line, new)
    return Case(
        full,
        loose,
        show(line.uid, "plans"),
        () if no else ((call("change_plan", line=line.uid, plan=new.name),),),
        no,
        tell,
    )


def line_case(d: Draw, line: PhoneLine) -> Case:
    """A line to be suspended or resumed."""
    action = "suspend" if line.status == "active" else "resume"
    words = d.request("suspend", SUSPEND, no="{no}") if action == "suspend" else d.request("resume", RESUME, no="{no}")
    full, loose = line_words(words, line)
    looks = show(line.uid, "lines")
    if action == "resume" and line.owed:
        return Case(
            full,
            loose,
            looks,
            no=f"{lead(d)} I can't resume the line while {line.owed:.2f} EUR is owed.",
            tell=(f"{line.owed:.2f}",),
        )
    return Case(full, loose, looks, ((call("switch_line", line=line.uid, action=action),),))


def undisputable(d: Draw, charge: Charge) -> list[tuple[str, str]]:
    """Why a charge may not be disputed: in words, and what has to be told."""
    days, ago, found = policy(d, "disputes").days, days_since(d, charge.day), list[tuple[str, str]]()
    if charge.status == "pending":
        found.append(("it is still pending", "pending"))
    if charge.status == "disputed":
        found.append(("it is disputed already", "disputed"))
    if ago > days:
        found.append((f"it was {ago} days ago, and disputes end after {days} days", f"{days} days"))
    return found


def disputable(d: Draw, account: Account) -> list[Charge]:
    """The charges for which the policy says one thing: not both "never" and "hand over"."""
    limit = policy(d, "disputes").limit
    return [c for c in account.charges if c.amount <= limit or not undisputable(d, c)]


Thing = Order | PhoneLine | Account


def a_refund(d: Draw) -> tuple[Thing, Callable[[], Case]]:
    """An order for a refund."""
    held = [o for o in d.world.all("support", Order) if clear(d, o)]
    if not held:
        return a_cancellation(d)
    order = favoured(d, held, lambda o: any(refundable(d, o, i) for i in o.items))
    return order, lambda: refund_case(d, order)


def an_exchange(d: Draw) -> tuple[Thing, Callable[[], Case]]:
    """An order for an exchange."""
    held = d.world.all("support", Order)
    order = favoured(d, held, lambda o: not all(barred(d, o, i, "exchanges") for i in o.items))
    return order, lambda: exchange_case(d, order)


def a_cancellation(d: Draw) -> tuple[Thing, Callable[[], Case]]:
    """An order to be cancelled: one that is under way, if there is one."""
    held = d.world.all("support", Order)
    status = d.rng.choice(["processing", "processing", "shipped"])
    order = either(d, [o for o in held if o.status == status], held)
    return order, lambda: cancel_case(d, order)


def a_plan(d: Draw) -> tuple[Thing, Callable[[], Case]]:
    """An active line for another plan."""
    held = d.world.all("support", PhoneLine)
    if not held:
        return a_refund(d)
    active = [x for x in held if x.status == "active"]
    line = favoured(d, active or held, lambda x: not x.owed)
    return line, lambda: plan_case(d, line)


def a_line(d: Draw) -> tuple[Thing, Callable[[], Case]]:
    """A line to be suspended or resumed."""
    held = d.world.all("support", PhoneLine)
    if not held:
        return a_refund(d)
    line = either(d, [x for x in held if x.status == "suspended"] if d.chance(0.6) else [], held)
    return line, lambda: line_case(d, line)


def ending(case: Case) -> tuple[Mapping[str, Json], ...]:
    """The change and its answer, or the refusal."""
    if case.no:
        return ({"say": case.no, "tell": list(case.tell)},)
    return (*({"calls": list(calls)} for calls in case.calls), ANSWER)


def alone(d: Draw, thing: Thing) -> bool:
    """Whether a customer has no other thing of the kind, so that it needs no number."""
    return sum(t.customer == thing.customer for t in d.world.all("support", type(thing))) == 1


def request_for(d: Draw, thing: Thing) -> tuple[str, list[Json]]:
    """A request to look something up, and what has to be told of it."""
    if isinstance(thing, Order):
        return d.request("status", STATUS, n=thing.uid), [thing.status, *(i.name for i in thing.items)]
    if isinstance(thing, PhoneLine):
        return d.request("line", LINE, n=thing.number if d.chance(0.4) else thing.uid), [
            thing.plan,
            f"{thing.owed:.2f}",
        ]
    return d.request("account", ACCOUNT, n=thing.uid), [f"{thing.balance:.2f}", *(c.merchant for c in thing.charges)]
