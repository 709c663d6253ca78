"""What a booking costs and how it is named: fares, nights, clock times and codes."""

from __future__ import annotations

import hashlib
from datetime import datetime

from botpsy.apps.match import words
from botpsy.apps.travel.model import Booking, Fare, Hotel

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def price_of(basic: int, fare: Fare | None) -> int:
    """Return a price under a fare: flex costs a quarter more, rounded up."""
    return -(-basic * 5 // 4) if fare == "flex" else basic


def nights_between(start: datetime, end: datetime) -> int:
    """Return the nights of a stay."""
    return (end.date() - start.date()).days


def minutes_of(text: str) -> int:
    """Return the minute of the day of a time such as "08:35"."""
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


def clock(minutes: int) -> str:
    """Return minutes of a day as a time; past midnight a "+1" follows."""
    text = f"{minutes // 60 % 24:02}:{minutes % 60:02}"
    return text if minutes < 24 * 60 else f"{text} +1"


def stay_at(hotel: Hotel) -> str:
    """Return what a stay is called: "hotel Casa Lume in Lyon"; the word is not said twice."""
    kind = "" if "hotel" in words(hotel.name) else "hotel "
    return f"{kind}{hotel.name} in {hotel.city}"


def code_of(booking: Booking) -> str:
    """Return the booking code: from what is booked for when, not from when it was booked."""
    named = " ".join(w for w in words(booking.title) if w not in ("the", "a", "an"))
    text = f"{named} {booking.start:%Y-%m-%d %H:%M}"
    digest = hashlib.sha256(text.encode()).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:6])
