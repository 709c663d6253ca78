"""What can be looked up, and the person's bookmarks, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class Page:
    """A page with its address."""

    uid: str
    title: str
    address: str
    text: str


@dataclass(frozen=True, slots=True)
class Story:
    """A piece of news; `published` is aware."""

    uid: str
    topic: str
    headline: str
    summary: str
    published: datetime


@dataclass(frozen=True, slots=True)
class Day:
    """A day's weather in degrees Celsius, with the chance of rain in percent."""

    sky: str
    low: int
    high: int
    rain: int


@dataclass(frozen=True, slots=True)
class Weather:
    """The weather of a city: now (degrees Celsius, wind in km/h), and by day from `first` on."""

    uid: str
    city: str
    sky: str
    degrees: int
    wind: int
    first: date
    days: tuple[Day, ...]


@dataclass(frozen=True, slots=True)
class Venue:
    """A place with opening hours: seven of "09:00-17:30", Monday first, "" where it is closed."""

    uid: str
    name: str
    kind: str
    address: str
    hours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A page to come back to; `folder` is "" for none."""

    uid: str
    title: str
    address: str
    folder: str = ""
