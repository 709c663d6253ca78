"""What the tools of travel stand on: when services run, what is left of them, and what is booked."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Literal

from botpsy.apps.app_tools import AppTools
from botpsy.apps.match import words
from botpsy.apps.pick import one
from botpsy.apps.travel.model import Booking, Fare, Hotel, Restaurant, Service
from botpsy.apps.travel.prices import clock, code_of, minutes_of, nights_between, price_of
from botpsy.apps.when import resolve, resolve_move, say
from botpsy.apps.when_place import at
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tools.tool import Done

Part = Literal["any", "morning", "afternoon", "evening"]
_PARTS = {"any": (0, 1440), "morning": (0, 720), "afternoon": (720, 1080), "evening": (1080, 1440)}  # minutes of a day
MOST = 8
CHECK_IN, CHECK_OUT = 15 * 60, 11 * 60  # minutes of a day
AT_TABLE, ON_THE_ROAD = timedelta(hours=2), timedelta(minutes=30)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MOST_PASSENGERS, MOST_NIGHTS, MOST_GUESTS = 9, 30, 4


class Bookings(AppTools):
    """Finds, checks and keeps bookings; the tools are in `TravelTools`."""

    app = "travel"

    def _search(
        self, mode: Literal["flight", "train"], origin: str, destination: str, day: str, part: Part, most: int | None
    ) -> dict[str, Json]:
        running = [s for s in self._backend.all(Service) if s.mode == mode]
        start = self._city(origin, [s.origin for s in running], f"{mode}s from")
        end = self._city(destination, [s.destination for s in running], f"{mode}s to")
        on = self._day(day)
        low, high = _PARTS[part]
        found = [
            s
            for s in running
            if (s.origin, s.destination) == (start, end)
            and on.weekday() in s.days
            and low <= minutes_of(s.leaves) < high
            and (most is None or s.price <= most)
            and self._at(on, minutes_of(s.leaves)) > self._now()
        ]
        said = say(on, on, self._now()).removesuffix(", all day")
        if not found:
            return {f"{mode}s": [], "note": f"no such {mode} from {start} to {end} on {said}"}
        lower, upper = ("economy", "business") if mode == "flight" else ("second_class", "first_class")
        rows = [
            {
                mode: s.number,
                "time": f"{s.leaves}–{clock(minutes_of(s.leaves) + s.minutes)}",
                lower: f"{lower.replace('_', ' ')} {s.price} {s.currency}",
                upper: f"{upper.replace('_', ' ')} {s.upper} {s.currency}",
                "seats": seats_left(self._left(s, on)),
            }
            for s in sorted(found, key=lambda s: (s.leaves, s.number))[:MOST]
        ]
        return {"route": f"{start} to {end}", "day": said, f"{mode}s": rows}

    def _book_seats(
        self, mode: Literal["flight", "train"], number: str, day: str, people: int, option: str, fare: Fare
    ) -> Done:
        running = [s for s in self._backend.all(Service) if s.mode == mode]
        found = [s for s in running if "".join(words(s.number)) == "".join(words(number))]
        if not found:
            raise ToolError(f"no {mode} has the number {number!r}; search {mode}s for those there are")
        service = found[0]
        within(people, MOST_PASSENGERS, "passengers")
        start = self._runs(service, self._day(day))
        self._room(service, start.date(), people)
        title = f"{mode} {service.number} from {service.origin} to {service.destination}"
        price = price_of((service.upper if option in ("business", "first") else service.price) * people, fare)
        end = start + timedelta(minutes=service.minutes)
        booking = Booking(
            self._new_uid(), "", mode, title, start, end, people, service.uid, option, fare, price, service.currency
        )
        return self._book(booking)

    def _moved(self, old: Booking, when: str, people: int, nights: int | None) -> Booking:
        """Return a booking at another time or for others, priced anew. Raises ToolError where that is impossible."""
        start, end = old.start, old.end
        if when:
            first, last = resolve_move(when, start, end, self._now())
            if not isinstance(first, datetime) or not isinstance(last, datetime):
                raise ToolError(f"{when!r} has no time of day")
            start, end = first, last
        if old.kind in ("flight", "train"):
            service = self._backend.get(Service, old.offer)
            within(people, MOST_PASSENGERS, "passengers")
            leaves = self._runs(service, start.date())
            if leaves.time() != start.astimezone(leaves.tzinfo).time():
                raise ToolError(f"{service.number} leaves at {service.leaves}; name another day only")
            self._room(service, leaves.date(), people, apart=old.uid)
            each = service.upper if old.option in ("business", "first") else service.price
            price = price_of(each * people, old.fare)
            return replace(
                old, start=leaves, end=leaves + timedelta(minutes=service.minutes), people=people, price=price
            )
        if old.kind == "hotel":
            hotel = self._backend.get(Hotel, old.offer)
            stay = nights_between(old.start, old.end) if nights is None else nights
            within(stay, MOST_NIGHTS, "nights")
            within(people, MOST_GUESTS, "guests")
            day = start.date()
            price = price_of(hotel.price * stay, old.fare)
            checked_out = self._at(day + timedelta(days=stay), CHECK_OUT)
            return replace(old, start=self._at(day, CHECK_IN), end=checked_out, people=people, price=price)
        if old.kind == "table":
            self._open(self._backend.get(Restaurant, old.offer), start, people)
        return replace(old, start=start, end=end, people=people)

    def _runs(self, service: Service, day: date) -> datetime:
        """Return when a service leaves on a day. Raises ToolError when it does not run then, or has left."""
        if day.weekday() not in service.days:
            running = ", ".join(WEEKDAYS[d] for d in service.days)
            raise ToolError(f"{service.number} does not run on a {WEEKDAYS[day.weekday()]}; it runs on {running}")
        leaves = self._at(day, minutes_of(service.leaves))
        if leaves <= self._now():
            raise ToolError(f"{service.number} has left already today")
        return leaves

    def _left(self, service: Service, day: date, apart: str = "") -> int:
        taken = sum(
            b.people
            for b in self._backend.all(Booking)
            if b.offer == service.uid and b.status == "booked" and b.start.date() == day and b.uid != apart
        )
        return max(0, service.seats - taken)

    def _room(self, service: Service, day: date, people: int, apart: str = "") -> None:
        left = self._left(service, day, apart)
        if people > left:
            raise ToolError(f"{service.number} has only {seats_left(left)} that day, not {people}")

    def _open(self, place: Restaurant, start: datetime, people: int) -> None:
        """Raise ToolError unless a restaurant is open then and has such a table."""
        within(people, place.largest, "people")
        minute = start.hour * 60 + start.minute
        if start.weekday() == place.closed:
            raise ToolError(f"{place.name} is closed on {WEEKDAYS[place.closed]}s")
        if not minutes_of(place.opens) <= minute < minutes_of(place.closes):
            raise ToolError(f"{place.name} is not open at {start:%H:%M}; it opens {place.opens}–{place.closes}")

    def _book(self, booking: Booking) -> Done:
        coded = replace(booking, code=code_of(booking))
        if any(b.code == coded.code and b.status == "booked" for b in self._backend.all(Booking)):
            raise ToolError(f"the {booking.title} is booked already, code {coded.code}")
        word = {"ride": "Ordered", "table": "Reserved"}.get(booking.kind, "Booked")
        return self._done(f"{word} the {self._line(coded)}", self._backend.put(coded))

    def _ahead(self) -> list[Booking]:
        now = self._now()
        held = (b for b in self._backend.all(Booking) if b.status == "booked" and b.end > now)
        return sorted(held, key=lambda b: (b.start, b.code))

    def _booking(self, said: str) -> Booking:
        held = self._ahead()
        coded = [b for b in held if words(b.code) == words(said)]
        return coded[0] if coded else one(said, held, lambda b: f"{b.title} ({b.code})", "booking ahead")

    def _row(self, b: Booking) -> dict[str, Json]:
        row: dict[str, Json] = {"code": b.code, "what": b.title, "when": self._when(b)}
        if b.kind != "ride":
            row["people"] = f"{b.people} {'person' if b.people == 1 else 'people'}"
        if b.fare:
            row["fare"] = f"{b.fare} fare"
            row["price"] = f"{b.price} {b.currency}"
        return row

    def _line(self, b: Booking) -> str:
        row = self._row(b)
        option = b.option if b.option not in ("", "room") else ""
        return (
            ", ".join(str(v) for k, v in (*row.items(), ("option", option)) if v and k != "code") + f", code {b.code}"
        )

    def _when(self, b: Booking) -> str:
        if b.kind != "hotel":
            return say(b.start, b.start if b.kind != "flight" and b.kind != "train" else b.end, self._now())
        nights = nights_between(b.start, b.end)
        day = say(b.start.date(), b.start.date(), self._now()).removesuffix(", all day")
        return f"from {day}, {nights} night{'s' * (nights != 1)}"

    def _at(self, day: date, minutes: int) -> datetime:
        return at(day, minutes, self._now().tzinfo)

    def _day(self, phrase: str) -> date:
        start = resolve(phrase, self._now()).start
        day = start.date() if isinstance(start, datetime) else start
        if day < self._now().date():
            raise ToolError(f"{phrase!r} is in the past")
        return day

    def _moment(self, phrase: str) -> datetime:
        start = resolve(phrase, self._now()).start
        if not isinstance(start, datetime):
            raise ToolError(f"{phrase!r} has no time of day")
        if start < self._now().replace(second=0, microsecond=0):
            raise ToolError(f"{phrase!r} is in the past")
        return start

    def _city(self, said: str, cities: list[str], what: str) -> str:
        known = sorted(set(cities))
        found = [c for c in known if words(c) == words(said)]
        if not found:
            raise ToolError(f"no {what} {said!r} here; there are: {', '.join(known[:MOST])}")
        return found[0]


def seats_left(number: int) -> str:
    return f"{number} seat{'s' * (number != 1)} left"


def within(number: int, most: int, what: str) -> None:
    if not 1 <= number <= most:
        raise ToolError(f"{number} {what} is not possible; 1 to {most} are")
