"""Accounts, transfers, bills, cards, budgets and quotes, as values. Money is whole cents, so that sums are exact.

A balance is nowhere stored: it is what an account began with, and every transfer and payment since (`balance`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class Account:
    """An account of the person's own; `opening` cents were on it before anything that is kept here."""

    uid: str
    name: str
    opening: int
    currency: str
    main: bool = False


@dataclass(frozen=True, slots=True)
class Payee:
    """Somebody money was sent to before."""

    uid: str
    name: str
    iban: str


@dataclass(frozen=True, slots=True)
class Transfer:
    """Cents from an account of the person's own (`source`, a uid) to another of them or to a payee (`to`, a uid)."""

    uid: str
    source: str
    to: str
    cents: int
    at: datetime
    note: str = ""


@dataclass(frozen=True, slots=True)
class Bill:
    """What is owed to a company; `paid_from` is the uid of the account it was paid from, "" while it is open."""

    uid: str
    biller: str
    cents: int
    due: date
    paid_from: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A payment card; `limit` is what may be spent in a day, in whole units of the currency."""

    uid: str
    name: str
    digits: str
    account: str
    limit: int
    frozen: bool = False


@dataclass(frozen=True, slots=True)
class Purchase:
    """What was paid with a card."""

    uid: str
    account: str
    shop: str
    category: str
    cents: int
    day: date


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be spent on a category in a month, in whole units of the currency."""

    uid: str
    category: str
    limit: int


@dataclass(frozen=True, slots=True)
class Quote:
    """The last price of a share in cents, and its change since yesterday in hundredths of a percent."""

    uid: str
    symbol: str
    company: str
    cents: int
    change: int


def balance(
    account: Account, transfers: Iterable[Transfer], bills: Iterable[Bill], purchases: Iterable[Purchase]
) -> int:
    """Return the cents on an account."""
    moved = sum((t.to == account.uid) * t.cents - (t.source == account.uid) * t.cents for t in transfers)
    paid = sum(b.cents for b in bills if b.paid_from == account.uid)
    return account.opening + moved - paid - sum(p.cents for p in purchases if p.account == account.uid)
