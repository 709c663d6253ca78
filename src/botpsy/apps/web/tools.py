"""What the model can do on the web: search, read, news, weather, opening hours, and bookmarks."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Literal

from botpsy.apps.app_tools import AppTools
from botpsy.apps.match import words, words_match
from botpsy.apps.pick import one
from botpsy.apps.web.model import Bookmark, Day, Page, Story, Venue, Weather
from botpsy.apps.web.ranking import rank
from botpsy.apps.when import resolve, resolve_span, say
from botpsy.apps.when_words import MONTHS, WEEKDAYS
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tools.tool import Done, tool

Topic = Literal["local", "world", "business", "science", "sports", "culture", "technology"]
VenueKind = Literal[
    "bakery", "bank", "cafe", "hardware store", "library", "museum", "pharmacy", "pool", "post office", "supermarket"
]
Unit = Literal["celsius", "fahrenheit"]
_ADDRESS = re.compile(r"https?://(?P<host>[\w-]+(?:\.[\w-]+)+)(?:[/?#]\S*)?", re.IGNORECASE)


class WebTools(AppTools):
    """Tools of the web."""

    app = "web"

    @tool("read")
    def search_web(self, query: str) -> dict[str, Json]:
        """Search the web for pages.

        Args:
            query: words to look for
        """
        if not words(query):
            raise ToolError("say what to search for")
        found = rank(query, self._backend.all(Page))[:5]
        if not found:
            return {"results": [], "note": f"no page found for {query!r}"}
        return {"results": [{"title": p.title, "address": p.address, "snippet": _beginning(p.text)} for p in found]}

    @tool("read")
    def read_page(self, page: str) -> dict[str, Json]:
        """Open a page and read its text.

        Args:
            page: its address or title
        """
        found = self._page(page)
        return {"title": found.title, "address": found.address, "text": found.text}

    @tool("read")
    def read_news(
        self,
        topic: Topic | None = None,
        query: str = "",
    ) -> dict[str, Json]:
        """Show the latest news.

        Args:
            topic: only this topic
            query: words it must be about
        """
        found = [s for s in self._backend.all(Story) if topic is None or s.topic == topic]
        found = [s for s in found if words_match(query, f"{s.headline} {s.summary}")]
        if not found:
            about = [f"on {topic}"] * bool(topic) + [f"about {query!r}"] * bool(query)
            return {"news": [], "note": f"no news {' '.join(about)}".strip()}
        found.sort(key=lambda s: (-s.published.timestamp(), s.uid))
        shown: dict[str, Json] = {"news": [f"{s.headline}: {s.summary}" for s in found[:5]]}
        return shown | ({"note": f"{len(found) - 5} more are not shown"} if len(found) > 5 else {})

    @tool("read")
    def weather_now(self, city: str, unit: Unit = "celsius") -> dict[str, Json]:
        """Show the weather in a city now.

        Args:
            city: name of the city
            unit: of the temperature
        """
        found = self._weather(city)
        return {
            "city": found.city,
            "sky": found.sky,
            "temperature": _degrees(found.degrees, unit),
            "wind": f"{found.wind} km/h",
        }

    @tool("read")
    def weather_forecast(self, city: str, when: str = "", unit: Unit = "celsius") -> dict[str, Json]:
        """Show the forecast for the next seven days.

        Args:
            city: name of the city
            when: day or period, as the user says it
            unit: of the temperature
        """
        found = self._weather(city)
        last = found.first + timedelta(days=len(found.days) - 1)
        start, end = found.first, last
        if when.strip():
            low, high = resolve_span(when, self._now())
            start, end = low.date(), (high - timedelta(seconds=1)).date()
        listed = [(found.first + timedelta(days=n), day) for n, day in enumerate(found.days)]
        shown = [(day, weather) for day, weather in listed if start <= day <= end]
        if not shown:
            raise ToolError(f"no forecast for {when!r}; it covers {_day(found.first)} to {_day(last)}")
        lines: dict[str, Json] = {"city": found.city, "days": [_forecast(day, w, unit) for day, w in shown]}
        return lines | ({"note": f"the forecast ends on {_day(last)}"} if end > last else {})

    @tool("read")
    def opening_hours(self, place: str, when: str = "") -> dict[str, Json]:
        """Show when a shop or office is open.

        Args:
            place: its name
            when: day, as the user says it; the whole week otherwise
        """
        found = one(place, self._backend.all(Venue), lambda v: v.name, "place")
        if when.strip():
            day = resolve_span(when, self._now())[0].date()
            return {"place": found.name, "day": _day(day), "hours": found.hours[day.weekday()] or "closed"}
        week = [f"{WEEKDAYS[n][:3]} {hours or 'closed'}" for n, hours in enumerate(found.hours)]
        return {"place": found.name, "address": found.address, "hours": week}

    @tool("read")
    def places_nearby(
        self,
        kind: VenueKind,
        open_at: str = "",
    ) -> dict[str, Json]:
        """List shops and offices of a kind nearby.

        Args:
            kind: what it is
            open_at: only those open then, such as "Sunday at 10"
        """
        found = [v for v in self._backend.all(Venue) if v.kind == kind]
        then = ""
        if open_at.strip():
            moment = self._moment(open_at)
            then = f" is open {say(moment, moment, self._now())}"
            found = [v for v in found if _open(v, moment)]
        if not found:
            return {"places": [], "note": f"no {kind} nearby{then}"}
        return {"places": [f"{v.name}, {v.address}" for v in found[:8]]}

    @tool("read")
    def list_bookmarks(self, folder: str = "") -> dict[str, Json]:
        """List bookmarks.

        Args:
            folder: only this folder
        """
        every = sorted(self._backend.all(Bookmark), key=lambda b: (b.folder.casefold(), b.title.casefold()))
        found = [b for b in every if not folder.strip() or words(b.folder) == words(folder)]
        if not found:
            known = ", ".join(dict.fromkeys(b.folder for b in every if b.folder))
            tail = f" in the folder {folder!r}" + (f"; folders: {known}" if known else "") if folder.strip() else ""
            return {"bookmarks": [], "note": f"no bookmarks{tail}"}
        shown: dict[str, Json] = {
            "bookmarks": [b.title + (f" ({b.folder})" if b.folder and not folder.strip() else "") for b in found[:12]]
        }
        return shown | ({"note": f"{len(found) - 12} more are not shown"} if len(found) > 12 else {})

    @tool("write")
    def add_bookmark(self, page: str, folder: str = "") -> Done:
        """Bookmark a page.

        Args:
            page: its address or title
            folder: folder for it
        """
        known = self._by_address(page)
        typed = _ADDRESS.fullmatch(page.strip())
        if known is None and typed:
            title, address = typed["host"], page.strip()
        else:
            found = known or self._page(page)
            title, address = found.title, found.address
        for old in self._backend.all(Bookmark):
            if _bare(old.address) == _bare(address):
                raise ToolError(f"{old.title} is bookmarked already" + (f" in {old.folder}" if old.folder else ""))
        kept = Bookmark(self._new_uid(), title, address, self._folder(folder))
        tail = f" in {kept.folder}" if kept.folder else ""
        return self._done(f"Bookmarked {title}{tail}", self._backend.put(kept))

    @tool("write")
    def move_bookmark(self, bookmark: str, folder: str) -> Done:
        """Put a bookmark into another folder.

        Args:
            bookmark: its title
            folder: the new folder
        """
        found = self._bookmark(bookmark)
        if not folder.strip():
            raise ToolError("name the folder")
        into = self._folder(folder)
        if found.folder == into:
            raise ToolError(f"{found.title} is in {into} already")
        change = self._backend.put(replace(found, folder=into))
        return self._done(f"Moved bookmark {found.title} to {into}", change)

    @tool("write")
    def delete_bookmark(self, bookmark: str) -> Done:
        """Delete a bookmark.

        Args:
            bookmark: its title
        """
        found = self._bookmark(bookmark)
        return self._done(f"Deleted bookmark {found.title}", self._backend.delete(found))

    def _page(self, said: str) -> Page:
        found = self._by_address(said)
        if found is not None:
            return found
        if "://" in said:
            raise ToolError(f"there is no page at {said!r}; search_web finds pages")
        return one(said, self._backend.all(Page), lambda p: p.title, "page")

    def _by_address(self, said: str) -> Page | None:
        return next((p for p in self._backend.all(Page) if _bare(p.address) == _bare(said)), None)

    def _bookmark(self, said: str) -> Bookmark:
        every = self._backend.all(Bookmark)
        by_address = [b for b in every if _bare(b.address) == _bare(said)]
        return by_address[0] if by_address else one(said, every, lambda b: b.title, "bookmark")

    def _folder(self, said: str) -> str:
        """Return the folder's name as it is written where it is in use."""
        used = [b.folder for b in self._backend.all(Bookmark) if words(b.folder) == words(said)]
        return used[0] if used else said.strip()

    def _weather(self, said: str) -> Weather:
        return one(said.split(",")[0], self._backend.all(Weather), lambda w: w.city, "city with weather")

    def _moment(self, said: str) -> datetime:
        now = self._now()
        if said.strip().casefold() in ("now", "right now"):
            return now
        moment = resolve(said, now).start
        if not isinstance(moment, datetime):
            raise ToolError(f"{said!r} names no time of day; say when it must be open")
        return moment


def _open(venue: Venue, moment: datetime) -> bool:
    hours = venue.hours[moment.weekday()]
    if not hours:
        return False
    start, end = (time.fromisoformat(t) for t in hours.split("-"))
    return start <= moment.time() < end


def _degrees(celsius: int, unit: Unit) -> str:
    return f"{celsius} °C" if unit == "celsius" else f"{round(celsius * 9 / 5 + 32)} °F"


def _forecast(day: date, weather: Day, unit: Unit) -> str:
    low, high = _degrees(weather.low, unit), _degrees(weather.high, unit)
    return f"{_day(day)}: {weather.sky}, {low} to {high}, rain {weather.rain}%"


def _day(day: date) -> str:
    return f"{WEEKDAYS[day.weekday()][:3]} {day.day} {MONTHS[day.month - 1][:3]}"


def _beginning(text: str) -> str:
    first = re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]
    return first if len(first) <= 90 else first[:90].rsplit(" ", 1)[0] + " …"


def _bare(address: str) -> str:
    return re.sub(r"^https?://(?:www\.)?", "", address.strip().casefold()).rstrip("/")
