"""What the model can do as the agent of a service desk. Tools check what a database would; policy is the agent's."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Literal

from botpsy.apps.app_tools import AppTools
from botpsy.apps.match import words
from botpsy.apps.pick import one
from botpsy.apps.support.model import (
    Account,
    Customer,
    Handover,
    Order,
    OrderItem,
    PhoneLine,
    Plan,
    Policy,
    Team,
    Topic,
)
from botpsy.apps.when import say
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tools.tool import Done, tool

CURRENCY = "EUR"


class SupportTools(AppTools):
    """Tools of a service desk."""

    app = "support"

    @tool("read")
    def read_policy(self, topic: Topic) -> dict[str, Json]:
        """Read the desk's rules; needed before any change.

        Args:
            topic: what the change is about
        """
        found = [p for p in self._backend.all(Policy) if p.uid == topic]
        if not found:
            raise ToolError(f"no policy on {topic}; hand over to a person")
        return {"policy": found[0].text}

    @tool("read")
    def find_customer(self, contact: str) -> dict[str, Json]:
        """Find a customer, with orders, phone lines and accounts.

        Args:
            contact: e-mail address or phone number
        """
        c = self._customer(contact)
        held: dict[str, Json] = {
            "orders": [f"{o.uid} {o.status}" for o in self._backend.all(Order) if o.customer == c.uid],
            "lines": [f"{line.uid} {line.number}" for line in self._backend.all(PhoneLine) if line.customer == c.uid],
            "accounts": [f"{a.uid} {a.kind}" for a in self._backend.all(Account) if a.customer == c.uid],
        }
        return {"customer": c.uid, "name": c.name, **{k: v for k, v in held.items() if v}}

    @tool("read")
    def verify_identity(self, contact: str, date_of_birth: str = "", postcode: str = "") -> dict[str, Json]:
        """Confirm a customer's identity; required before any change.

        Args:
            contact: e-mail address, phone or customer number
            date_of_birth: YYYY-MM-DD
            postcode: when no date of birth is given
        """
        c = self._customer(contact)
        if not date_of_birth.strip() and not postcode.strip():
            raise ToolError("a date of birth or a postcode is needed")
        wrong: list[str] = []
        if date_of_birth.strip():
            try:
                born = date.fromisoformat(date_of_birth.strip())
            except ValueError:
                raise ToolError(f"{date_of_birth!r} is not a date such as 1980-05-31") from None
            wrong += ["date of birth"] if born != c.born else []
        if postcode.strip() and "".join(words(postcode)) != "".join(words(c.postcode)):
            wrong.append("postcode")
        if wrong:
            return {"customer": c.uid, "identity": "not confirmed", "note": f"the {' and '.join(wrong)} does not match"}
        return {"customer": c.uid, "identity": "confirmed"}

    @tool("read")
    def show_record(self, number: str) -> dict[str, Json]:
        """Show an order, phone line or account.

        Args:
            number: such as "R-48213", "L-2077" or "A-5190"
        """
        found = self._record(number)
        if isinstance(found, Order):
            result: dict[str, Json] = {
                "order": found.uid,
                "customer": found.customer,
                "status": found.status,
                "ordered": self._ago(found.ordered),
                "items": [_item_line(i) for i in found.items],
            }
            if found.delivered:
                result["delivered"] = self._ago(found.delivered)
            if found.note:
                result["customer_note"] = found.note
            return result
        if isinstance(found, PhoneLine):
            return {
                "line": found.uid,
                "customer": found.customer,
                "number": found.number,
                "status": found.status,
                "plan": found.plan,
                "owed": f"{found.owed:.2f} {CURRENCY} owed",
                "contract": self._until(found.bound_until),
                "plans": [f"{p.name} {p.price:.2f} {CURRENCY} a month" for p in self._plans()],
            }
        return {
            "account": found.uid,
            "customer": found.customer,
            "kind": found.kind,
            "balance": f"{found.balance:.2f} {CURRENCY}",
            "charges": [
                f"{c.uid}: {c.merchant}, {c.amount:.2f} {CURRENCY}, {self._ago(c.day)}, {c.status}"
                for c in found.charges
            ],
        }

    @tool("write")
    def refund_items(self, order: str, items: list[str]) -> Done:
        """Pay back items of an order.

        Args:
            order: its number
            items: names of the items
        """
        found = self._order(order)
        if found.status == "cancelled":
            raise ToolError(f"order {found.uid} is cancelled already; nothing is left to refund")
        if not items:
            raise ToolError("name at least one item")
        kept = list(found.items)
        total, names = 0.0, list[str]()
        for said in items:
            item = one(said, kept, lambda i: i.name, f"item in order {found.uid}")
            if item.state == "refunded":
                raise ToolError(f"the {item.name} is already refunded; it can't be paid twice")
            kept[kept.index(item)] = replace(item, state="refunded")
            total += item.price
            names.append(item.name)
        change = self._backend.put(replace(found, items=tuple(kept)))
        return self._done(f"Refunded {total:.2f} {CURRENCY} for {', '.join(names)} of order {found.uid}", change)

    @tool("write")
    def exchange_item(self, order: str, item: str, variant: str) -> Done:
        """Exchange an item for another size or colour.

        Args:
            order: its number
            item: name of the item
            variant: new size or colour
        """
        found = self._order(order)
        old = one(item, found.items, lambda i: i.name, f"item in order {found.uid}")
        if old.state != "kept":
            raise ToolError(f"the {old.name} is already {old.state}")
        stock = [v for v in old.others if words(v) == words(variant)]
        if not stock:
            there = ", ".join(old.others) or "nothing else"
            raise ToolError(f"the {old.name} is not in stock in {variant}; there is {there}")
        new = replace(old, variant=stock[0], state="exchanged")
        change = self._backend.put(replace(found, items=tuple(new if i == old else i for i in found.items)))
        return self._done(f"Exchanged the {old.name} of order {found.uid}, {old.variant} for {stock[0]}", change)

    @tool("write")
    def cancel_order(self, order: str) -> Done:
        """Cancel a whole order.

        Args:
            order: its number
        """
        found = self._order(order)
        if found.status in ("cancelled", "delivered"):
            raise ToolError(f"order {found.uid} is already {found.status}; it cannot be cancelled")
        change = self._backend.put(replace(found, status="cancelled"))
        return self._done(f"Cancelled order {found.uid}", change)

    @tool("write")
    def change_address(self, customer: str, address: str) -> Done:
        """Change a customer's postal address.

        Args:
            customer: customer number, e-mail address or phone
            address: the new one
        """
        found = self._customer(customer)
        if not words(address):
            raise ToolError("the new address is missing")
        change = self._backend.put(replace(found, address=address.strip()))
        return self._done(f"Changed the address of {found.name} to {address.strip()}", change)

    @tool("write")
    def change_plan(self, line: str, plan: str) -> Done:
        """Put a phone line on another plan.

        Args:
            line: its number
            plan: name of the new plan
        """
        found = self._line(line)
        new = one(plan, self._plans(), lambda p: p.name, "plan")
        if found.status == "suspended":
            raise ToolError(f"line {found.uid} is suspended; resume it first, since no plan can be changed")
        if new.name == found.plan:
            raise ToolError(f"line {found.uid} is on {new.name} already; nothing to change")
        change = self._backend.put(replace(found, plan=new.name))
        return self._done(f"Changed line {found.uid} from {found.plan} to {new.name}", change)

    @tool("write")
    def switch_line(self, line: str, action: Literal["suspend", "resume"]) -> Done:
        """Suspend or resume a phone line.

        Args:
            line: its number
            action: suspend or resume
        """
        found = self._line(line)
        status: Literal["active", "suspended"] = "suspended" if action == "suspend" else "active"
        if found.status == status:
            raise ToolError(f"line {found.uid} is {status} already; nothing to {action}")
        change = self._backend.put(replace(found, status=status))
        return self._done(f"{action.capitalize()}{'ed' if action == 'suspend' else 'd'} line {found.uid}", change)

    @tool("write")
    def dispute_charge(self, account: str, charge: str) -> Done:
        """Dispute a charge on an account.

        Args:
            account: its number
            charge: number of the charge
        """
        found = self._record(account)
        if not isinstance(found, Account):
            raise ToolError(f"{account!r} is no account number; those begin with A")
        old = one(charge, found.charges, lambda c: c.uid, f"charge on {found.uid}")
        if old.status == "disputed":
            raise ToolError(f"charge {old.uid} is disputed already; it can't be disputed twice")
        new = replace(old, status="disputed")
        change = self._backend.put(replace(found, charges=tuple(new if c == old else c for c in found.charges)))
        return self._done(f"Disputed charge {old.uid}, {old.amount:.2f} {CURRENCY} to {old.merchant}", change)

    @tool("write")
    def hand_over(
        self, customer: str, team: Team, reason: Literal["policy limit", "complaint", "fraud", "other"]
    ) -> Done:
        """Hand a customer over to a person.

        Args:
            customer: customer number, e-mail address or phone
            team: which team
            reason: why
        """
        found = self._customer(customer)
        change = self._backend.put(Handover(self._new_uid(), found.uid, team, reason))
        return self._done(f"Handed {found.name} over to {team}: {reason}", change)

    def _customer(self, said: str) -> Customer:
        """Return the customer with an e-mail address, phone or customer number. Raises ToolError for any other text."""
        held = self._backend.all(Customer)
        plain, digits = said.strip().casefold(), _digits(said)
        found = [c for c in held if plain in (c.uid.casefold(), c.email.casefold())]
        if not found and len(digits) >= 6:
            found = [c for c in held if _digits(c.phone) == digits]
        if len(found) != 1:
            raise ToolError(f"no customer has the e-mail, phone or number {said!r}; ask for another")
        return found[0]

    def _record(self, number: str) -> Order | PhoneLine | Account:
        said = "".join(words(number))
        held: list[Order | PhoneLine | Account] = [
            *self._backend.all(Order),
            *self._backend.all(PhoneLine),
            *self._backend.all(Account),
        ]
        found = [r for r in held if "".join(words(r.uid)) == said]
        digits = _digits(number)
        if not found and len(digits) >= 6:
            found = [r for r in held if isinstance(r, PhoneLine) and _digits(r.number) == digits]
        if not found:
            raise ToolError(f"no order, line or account has the number {number!r}; find the customer for theirs")
        return found[0]

    def _order(self, number: str) -> Order:
        found = self._record(number)
        if not isinstance(found, Order):
            raise ToolError(f"{number!r} is no order number; those begin with R")
        return found

    def _line(self, number: str) -> PhoneLine:
        found = self._record(number)
        if not isinstance(found, PhoneLine):
            raise ToolError(f"{number!r} is no phone line; those begin with L")
        return found

    def _plans(self) -> list[Plan]:
        return sorted(self._backend.all(Plan), key=lambda p: p.rank)

    def _ago(self, day: date) -> str:
        days = (self._now().date() - day).days
        text = say(day, day, self._now()).removesuffix(", all day")
        return f"{text} (today)" if days == 0 else f"{text} ({days} day{'s' * (days != 1)} ago)"

    def _until(self, day: date) -> str:
        text = say(day, day, self._now()).removesuffix(", all day")
        return f"contract until {text}" if day > self._now().date() else f"contract ended {text}"


def _item_line(item: OrderItem) -> str:
    sale = ", final sale" if item.final else ""
    more = f", also in {' or '.join(item.others)}" if item.others and item.state == "kept" else ""
    return f"{item.name} ({item.variant}), {item.price:.2f} {CURRENCY}, {item.state}{sale}{more}"


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())
