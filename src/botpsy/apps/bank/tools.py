"""What the model can do with a bank account."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date, timedelta

from botpsy.apps.app_tools import AppTools
from botpsy.apps.bank.model import Account, Bill, Budget, Card, Payee, Purchase, Quote, Transfer, balance
from botpsy.apps.match import words, words_match
from botpsy.apps.pick import one
from botpsy.apps.when import resolve_span
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tools.tool import Done, tool

_MOST = 10


class BankTools(AppTools):
    """Tools of the bank."""

    app = "bank"

    @tool("read")
    def show_balance(self, account: str = "") -> dict[str, Json]:
        """Show the balance of the user's bank accounts.

        Args:
            account: its name; all of them if not said
        """
        accounts = self._backend.all(Account)
        found = [one(account, accounts, lambda a: a.name, "account")] if account else accounts
        return {"balances": [f"{a.name}: {self._money(self._left(a))}" for a in found]}

    @tool("read")
    def list_spending(self, category: str = "", shop: str = "", when: str = "") -> dict[str, Json]:
        """List card payments and their sum.

        Args:
            category: such as "groceries"
            shop: where it was paid
            when: day or period, as the user says it
        """
        found = self._backend.all(Purchase)
        if category:
            known = sorted({p.category for p in found} | {b.category for b in self._backend.all(Budget)})
            wanted = one(category, known, str, "category")
            found = [p for p in found if p.category == wanted]
        if shop:
            found = [p for p in found if words_match(shop, p.shop)]
        if when:
            start, end = resolve_span(when, self._now())
            last = (end - timedelta(seconds=1)).date()
            found = [p for p in found if start.date() <= p.day <= last]
        if not found:
            named = " ".join(x for x in (category, f"at {shop}" if shop else "", when) if x)
            return {"payments": [], "note": f"no card payments{f': {named}' if named else ''}"}
        newest = sorted(found, key=lambda p: p.day, reverse=True)[:_MOST]
        lines: list[Json] = [f"{_day(p.day)} {p.shop}: {self._money(p.cents)}" for p in newest]
        return {"total": self._money(sum(p.cents for p in found)), "payments": lines}

    @tool("write")
    def transfer_money(self, amount: float, to: str, source: str = "", note: str = "") -> Done:
        """Send money to a person, or between the user's own accounts.

        Args:
            amount: how much
            to: a saved payee, or an account of the user
            source: account it comes from; the main one if not said
            note: words for the receiver
        """
        cents = _cents(amount)
        accounts = self._backend.all(Account)
        sender = self._account(source)
        others = [a for a in accounts if a.uid != sender.uid]
        target = one(to, [*others, *self._backend.all(Payee)], lambda x: x.name, "payee or account")
        self._enough(sender, cents)
        transfer = Transfer(self._new_uid(), sender.uid, target.uid, cents, self._now(), note.strip())
        said = f"Sent {self._money(cents)} from {sender.name} to {target.name}"
        return self._done(said + (f": {transfer.note}" if transfer.note else ""), self._backend.put(transfer))

    @tool("read")
    def list_payees(self) -> dict[str, Json]:
        """List the people and companies money can be sent to."""
        return {"payees": [f"{p.name}, {p.iban}" for p in self._backend.all(Payee)]}

    @tool("read")
    def list_bills(self) -> dict[str, Json]:
        """List unpaid bills, the one due first at the top."""
        found = sorted((b for b in self._backend.all(Bill) if not b.paid_from), key=lambda b: b.due)
        if not found:
            return {"bills": [], "note": "no unpaid bills"}
        return {
            "bills": [
                {
                    "biller": b.biller,
                    "amount": b.cents / 100,
                    "due": _day(b.due),
                    **({"message": b.message} if b.message else {}),
                }
                for b in found
            ]
        }

    @tool("write")
    def pay_bill(self, biller: str, source: str = "") -> Done:
        """Pay an unpaid bill in full.

        Args:
            biller: who sent it
            source: account to pay from; the main one if not said
        """
        found = one(biller, [b for b in self._backend.all(Bill) if not b.paid_from], lambda b: b.biller, "unpaid bill")
        account = self._account(source)
        self._enough(account, found.cents)
        change = self._backend.put(replace(found, paid_from=account.uid))
        return self._done(f"Paid {found.biller} {self._money(found.cents)} from {account.name}", change)

    @tool("read")
    def list_cards(self) -> dict[str, Json]:
        """List payment cards with their daily limits."""
        return {
            "cards": [
                f"{c.name} ending {c.digits}: {'frozen' if c.frozen else 'active'}, {c.limit} {self._currency()} a day"
                for c in self._backend.all(Card)
            ]
        }

    @tool("write")
    def freeze_card(self, card: str) -> Done:
        """Block a card for the time being.

        Args:
            card: its name or last digits
        """
        found = self._card(card)
        if found.frozen:
            raise ToolError(f"the {found.name} card is frozen already")
        return self._done(f"Froze the {found.name} card", self._backend.put(replace(found, frozen=True)))

    @tool("write")
    def unfreeze_card(self, card: str) -> Done:
        """Make a frozen card work again.

        Args:
            card: its name or last digits
        """
        found = self._card(card)
        if not found.frozen:
            raise ToolError(f"the {found.name} card is not frozen")
        return self._done(f"The {found.name} card works again", self._backend.put(replace(found, frozen=False)))

    @tool("write")
    def set_card_limit(self, card: str, limit: int) -> Done:
        """Set how much may be spent with a card in a day.

        Args:
            card: its name or last digits
            limit: whole units of the currency
        """
        found = self._card(card)
        if not 0 < limit <= 10_000:
            raise ToolError(f"a daily limit is 1 to 10000, not {limit}")
        change = self._backend.put(replace(found, limit=limit))
        return self._done(f"The {found.name} card may spend {limit} {self._currency()} a day", change)

    @tool("read")
    def show_budget(self, category: str = "") -> dict[str, Json]:
        """Show monthly budgets and what is left of them.

        Args:
            category: such as "groceries"; all of them if not said
        """
        budgets = self._backend.all(Budget)
        found = [one(category, budgets, lambda b: b.category, "budget")] if category else budgets
        if not found:
            return {"budgets": [], "note": "no budgets are set"}
        lines: list[Json] = []
        for budget in found:
            spent = self._spent(budget.category)
            left = self._money(100 * budget.limit - spent)
            lines.append(f"{budget.category}: {left} left of {budget.limit} {self._currency()}")
        return {"budgets": lines}

    @tool("write")
    def set_budget(self, category: str, limit: int) -> Done:
        """Set the monthly budget of a category, new or not.

        Args:
            category: such as "groceries"
            limit: whole units of the currency
        """
        if not words(category) or limit <= 0:
            raise ToolError(f"a budget needs a category and a positive limit, not {category!r} and {limit}")
        known = [b for b in self._backend.all(Budget) if words(b.category) == words(category)]
        budget = replace(known[0], limit=limit) if known else Budget(self._new_uid(), category.strip(), limit)
        change = self._backend.put(budget)
        return self._done(f"Budget for {budget.category}: {limit} {self._currency()} a month", change)

    @tool("write")
    def delete_budget(self, category: str) -> Done:
        """Remove the budget of a category.

        Args:
            category: such as "groceries"
        """
        found = one(category, self._backend.all(Budget), lambda b: b.category, "budget")
        return self._done(f"Deleted the budget for {found.category}", self._backend.delete(found))

    @tool("read")
    def stock_quote(self, symbol: str) -> dict[str, Json]:
        """Look up the latest price of a share.

        Args:
            symbol: ticker or company
        """
        quotes = self._backend.all(Quote)
        exact = [q for q in quotes if q.symbol.lower() == symbol.strip().lower()]
        found = exact[0] if exact else one(symbol, quotes, lambda q: q.company, "share")
        return {
            "symbol": found.symbol,
            "company": found.company,
            "price": self._money(found.cents),
            "change": f"{found.change / 100:+.2f}%",
        }

    # -- what the tools share -----------------------------------------------------------------------------------------

    def _account(self, name: str) -> Account:
        accounts = self._backend.all(Account)
        if name:
            return one(name, accounts, lambda a: a.name, "account")
        return next((a for a in accounts if a.main), accounts[0])

    def _card(self, said: str) -> Card:
        cards = self._backend.all(Card)
        ending = [c for c in cards if c.digits == said.strip()[-4:]]
        return ending[0] if len(ending) == 1 else one(said, cards, lambda c: c.name, "card")

    def _left(self, account: Account) -> int:
        every = self._backend.all
        return balance(account, every(Transfer), every(Bill), every(Purchase))

    def _spent(self, category: str) -> int:
        today = self._now().date()
        month = [p for p in self._backend.all(Purchase) if (p.day.year, p.day.month) == (today.year, today.month)]
        return sum(p.cents for p in month if p.category == category)

    def _enough(self, account: Account, cents: int) -> None:
        left = self._left(account)
        if cents > left:
            raise ToolError(f"not enough money: {account.name} has {self._money(left)}, {self._money(cents)} is needed")

    def _currency(self) -> str:
        return self._backend.all(Account)[0].currency

    def _money(self, cents: int) -> str:
        return f"{cents / 100:.2f} {self._currency()}"


def _cents(amount: float) -> int:
    cents = round(amount * 100) if math.isfinite(amount) else 0
    if cents <= 0 or abs(cents - amount * 100) > 1e-6:
        raise ToolError(f"{amount:g} is no amount of money; say one such as 50 or 12.90")
    return cents


def _day(day: date) -> str:
    return f"{day.day} {day:%b}"
