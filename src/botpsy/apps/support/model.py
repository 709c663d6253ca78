"""Customers of a service desk, what they have ordered, subscribed and banked, and the desk's policy, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

Topic = Literal["refunds", "exchanges", "cancellations", "addresses", "plans", "lines", "disputes"]
Team = Literal["retail", "telecom", "banking"]


@dataclass(frozen=True, slots=True)
class Customer:
    """Somebody the desk serves; `born` and `postcode` confirm who they are."""

    uid: str
    name: str
    email: str
    phone: str
    born: date
    postcode: str
    address: str


@dataclass(frozen=True, slots=True)
class OrderItem:
    """One thing in an order. `variant` is a size or colour, `others` those in stock; `final` means a final sale."""

    name: str
    price: float
    variant: str
    others: tuple[str, ...] = ()
    final: bool = False
    state: Literal["kept", "refunded", "exchanged"] = "kept"


@dataclass(frozen=True, slots=True)
class Order:
    """An order of a customer; `delivered` is set once it has arrived, `note` is what the customer wrote."""

    uid: str
    customer: str
    items: tuple[OrderItem, ...]
    status: Literal["processing", "shipped", "delivered", "cancelled"]
    ordered: date
    delivered: date | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """A phone plan; `rank` orders them from small to large."""

    uid: str
    name: str
    price: float
    rank: int


@dataclass(frozen=True, slots=True)
class PhoneLine:
    """A customer's phone line; `owed` is unpaid money, `bound_until` the end of its contract."""

    uid: str
    customer: str
    number: str
    plan: str
    bound_until: date
    owed: float = 0.0
    status: Literal["active", "suspended"] = "active"


@dataclass(frozen=True, slots=True)
class Charge:
    """Money taken from an account by somebody."""

    uid: str
    merchant: str
    amount: float
    day: date
    status: Literal["posted", "pending", "disputed"] = "posted"


@dataclass(frozen=True, slots=True)
class Account:
    """A bank account with its last charges."""

    uid: str
    customer: str
    kind: Literal["current", "savings", "credit card"]
    balance: float
    charges: tuple[Charge, ...] = ()


@dataclass(frozen=True, slots=True)
class Policy:
    """What the desk may do about a topic; `days` and `limit` (of money) are the figures in the text, 0 for none."""

    uid: str
    text: str
    days: int = 0
    limit: int = 0


@dataclass(frozen=True, slots=True)
class Handover:
    """A customer passed on to a person of a team."""

    uid: str
    customer: str
    team: Team
    reason: str
