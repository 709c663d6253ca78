"""Products, cart, orders, returns, as values. Money is whole cents.

An order names the cart lines it took over, so that placing one is a single write: the cart is what no order has.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

State = Literal["processing", "shipped", "delivered", "cancelled"]


@dataclass(frozen=True, slots=True)
class Product:
    """Something for sale; `options` are its sizes or colours, none where there is but one. `stars` are tenths."""

    uid: str
    name: str
    category: str
    cents: int
    options: tuple[str, ...] = ()
    stars: int = 40
    stock: int = 9
    review: str = ""


@dataclass(frozen=True, slots=True)
class CartLine:
    """So many of a product (a uid), in one of its options."""

    uid: str
    product: str
    count: int = 1
    option: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """What was ordered: uids of cart lines, which are in the cart no more."""

    uid: str
    number: str
    lines: tuple[str, ...]
    placed: date
    state: State = "processing"


@dataclass(frozen=True, slots=True)
class SentBack:
    """A product of an order that goes back, for money (`wanted` is "") or for another option of it."""

    uid: str
    order: str
    line: str
    reason: str = ""
    wanted: str = ""


@dataclass(frozen=True, slots=True)
class Shop:
    """What holds for the whole shop: currency, and for how many days something may be sent back."""

    uid: str
    currency: str
    return_days: int
