"""A timetable, hotels, restaurants and bookings, as values. Prices are whole units of a currency."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Kind = Literal["flight", "train", "hotel", "table", "ride"]
Fare = Literal["basic", "flex"]
EVERY_DAY = (0, 1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Service:
    """A flight or train that runs on some weekdays (Monday is 0).

    `leaves` is a time such as "08:35", `upper` the price of the better class.
    """

    uid: str
    mode: Literal["flight", "train"]
    number: str
    origin: str
    destination: str
    leaves: str
    minutes: int
    price: int
    upper: int
    currency: str
    seats: int
    days: tuple[int, ...] = EVERY_DAY


@dataclass(frozen=True, slots=True)
class Hotel:
    """A hotel with its price a night and the rooms it has left; `about` is what its owner writes."""

    uid: str
    name: str
    city: str
    stars: int
    price: int
    currency: str
    rooms: int
    about: str = ""


@dataclass(frozen=True, slots=True)
class Restaurant:
    """A place to eat; `price` is what a person pays about, `closed` the weekday off, -1 for none."""

    uid: str
    name: str
    city: str
    cuisine: str
    price: int
    currency: str
    opens: str
    closes: str
    largest: int = 8
    closed: int = -1


@dataclass(frozen=True, slots=True)
class Booking:
    """Something booked. `offer` is the uid of the service, hotel or restaurant, `option` the class or vehicle.

    A cancelled booking stays, with what was paid back.
    """

    uid: str
    code: str
    kind: Kind
    title: str
    start: datetime
    end: datetime
    people: int
    offer: str = ""
    option: str = ""
    fare: Fare | None = None
    price: int = 0
    currency: str = ""
    status: Literal["booked", "cancelled"] = "booked"
    refund: int = 0
