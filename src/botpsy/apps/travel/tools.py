"""What the model can do about travel: search a timetable, book, see what is booked, change and cancel it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Literal

from botpsy.apps.app_tools import AppTools
from botpsy.apps.match import words
from botpsy.apps.pick import one
from botpsy.apps.travel.model import Booking, Fare, Hotel, Restaurant, Service
from botpsy.apps.travel.prices import clock, code_of, minutes_of, nights_between, price_of, stay_at
from botpsy.apps.when import resolve, resolve_move, resolve_span, say
from botpsy.apps.when_place import at
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tools.tool import Done, tool

Part = Literal["any", "morning", "afternoon", "evening"]
_PARTS = {"any": (0, 1440), "morning": (0, 720), "afternoon": (720, 1080), "evening": (1080, 1440)}  # minutes of a day
_MOST = 8
CHECK_IN, CHECK_OUT = 15 * 60, 11 * 60  # minutes of a day
AT_TABLE, ON_THE_ROAD = timedelta(hours=2), timedelta(minutes=30)
MOST_PASSENGERS, MOST_NIGHTS, MOST_GUESTS = 9, 30, 4


class TravelTools(AppTools):
    """Tools of travel."""

    app = "travel"

    @tool("read")
    def search_flights(
        self, origin: str, destination: str, day: str, part_of_day: Part = "any", max_price: int | None = None
    ) -> dict[str, Json]:
        """Search flights between two cities on a day.

        Args:
            origin: city of departure
            destination: city of arrival
            day: such as "Friday" or "4 May"
            part_of_day: when it leaves
            max_price: most for one person in economy
        """
        return self._search("flight", origin, destination, day, part_of_day, max_price)

    @tool("read")
    def search_trains(
        self, origin: str, destination: str, day: str, part_of_day: Part = "any", max_price: int | None = None
    ) -> dict[str, Json]:
        """Search trains between two cities on a day.

        Args:
            origin: city of departure
            destination: city of arrival
            day: such as "Friday" or "4 May"
            part_of_day: when it leaves
            max_price: most for one person in second class
        """
        return self._search("train", origin, destination, day, part_of_day, max_price)

    @tool("write")
    def book_flight(
        self,
        flight: str,
        day: str,
        passengers: int = 1,
        cabin: Literal["economy", "business"] = "economy",
        fare: Fare = "basic",
    ) -> Done:
        """Book seats on a flight.

        Args:
            flight: its number
            day: such as "Friday" or "4 May"
            passengers: how many people
            cabin: class
            fare: flex can be changed and refunded, basic not
        """
        return self._book_seats("flight", flight, day, passengers, cabin, fare)

    @tool("write")
    def book_train(
        self,
        train: str,
        day: str,
        passengers: int = 1,
        coach: Literal["second", "first"] = "second",
        fare: Fare = "basic",
    ) -> Done:
        """Book seats on a train.

        Args:
            train: its number
            day: such as "Friday" or "4 May"
            passengers: how many people
            coach: class
            fare: flex can be changed and refunded, basic not
        """
        return self._book_seats("train", train, day, passengers, coach, fare)

    @tool("read")
    def search_hotels(
        self, city: str, nights: int = 1, min_stars: int = 1, max_price: int | None = None
    ) -> dict[str, Json]:
        """Search hotels in a city, cheapest first.

        Args:
            city: where
            nights: how many
            min_stars: at least so many stars, 1 to 5
            max_price: most for a night
        """
        if not 1 <= min_stars <= 5:
            raise ToolError(f"{min_stars} stars: hotels have 1 to 5")
        _within(nights, MOST_NIGHTS, "nights")
        place = self._city(city, [h.city for h in self._backend.all(Hotel)], "hotels")
        found = [
            h
            for h in self._backend.all(Hotel)
            if h.city == place and h.stars >= min_stars and (max_price is None or h.price <= max_price)
        ]
        if not found:
            most = "" if max_price is None else f" for at most {max_price} a night"
            return {"hotels": [], "note": f"no hotel in {place} with at least {min_stars} stars{most}"}
        rows: list[Json] = []
        for h in sorted(found, key=lambda h: (h.price, h.name))[:_MOST]:
            row: dict[str, Json] = {"name": h.name, "stars": f"{h.stars} stars", "a_night": f"{h.price} {h.currency}"}
            row["total"] = f"{h.price * nights} {h.currency} in all"
            row["rooms"] = f"{h.rooms} rooms left" if h.rooms else "full"
            if h.about:
                row["about"] = h.about
            rows.append(row)
        return {"city": place, "hotels": rows}

    @tool("write")
    def book_hotel(self, hotel: str, check_in: str, nights: int = 1, guests: int = 1, rate: Fare = "basic") -> Done:
        """Book a hotel room.

        Args:
            hotel: its name
            check_in: day, such as "Friday" or "4 May"
            nights: how many
            guests: people in the room, at most 4
            rate: flex can be changed and refunded, basic not
        """
        found = one(hotel, self._backend.all(Hotel), lambda h: f"{h.name}, {h.city}", "hotel")
        _within(nights, MOST_NIGHTS, "nights")
        _within(guests, MOST_GUESTS, "guests")
        if not found.rooms:
            raise ToolError(f"{found.name} is full; no room is left")
        day = self._day(check_in)
        start, end = self._at(day, CHECK_IN), self._at(day + timedelta(days=nights), CHECK_OUT)
        price = price_of(found.price * nights, rate)
        title = stay_at(found)
        booking = Booking(
            self._new_uid(), "", "hotel", title, start, end, guests, found.uid, "room", rate, price, found.currency
        )
        return self._book(booking)

    @tool("read")
    def find_restaurants(self, city: str, cuisine: str = "", max_price: int | None = None) -> dict[str, Json]:
        """Find restaurants in a city, cheapest first.

        Args:
            city: where
            cuisine: kind of food, such as "Thai"
            max_price: most a person should pay
        """
        place = self._city(city, [r.city for r in self._backend.all(Restaurant)], "restaurants")
        here = [r for r in self._backend.all(Restaurant) if r.city == place]
        found = [
            r
            for r in here
            if (not cuisine or words(r.cuisine) == words(cuisine)) and (max_price is None or r.price <= max_price)
        ]
        if not found:
            kinds = ", ".join(sorted({r.cuisine for r in here}))
            return {"restaurants": [], "note": f"no such restaurant in {place}; there is {kinds}"}
        rows = [
            {
                "name": r.name,
                "cuisine": r.cuisine,
                "a_person": f"about {r.price} {r.currency}",
                "open": f"{r.opens}–{r.closes}" + (f", not on {_WEEKDAYS[r.closed]}s" if r.closed >= 0 else ""),
            }
            for r in sorted(found, key=lambda r: (r.price, r.name))[:_MOST]
        ]
        return {"city": place, "restaurants": rows}

    @tool("write")
    def reserve_table(self, restaurant: str, when: str, people: int) -> Done:
        """Reserve a table in a restaurant.

        Args:
            restaurant: its name
            when: day and time
            people: how many
        """
        found = one(restaurant, self._backend.all(Restaurant), lambda r: f"{r.name}, {r.city}", "restaurant")
        start = self._moment(when)
        self._open(found, start, people)
        title = f"table at {found.name} in {found.city}"
        booking = Booking(self._new_uid(), "", "table", title, start, start + AT_TABLE, people, found.uid)
        return self._book(booking)

    @tool("write")
    def order_ride(
        self,
        destination: str,
        pickup: str = "here",
        when: str = "now",
        vehicle: Literal["standard", "electric", "van"] = "standard",
    ) -> Done:
        """Order a ride, now or later; paid by the meter.

        Args:
            destination: where to
            pickup: where it starts
            when: "now", or day and time
            vehicle: kind of car; a van takes seven
        """
        if not words(destination):
            raise ToolError("the ride needs a destination")
        at_once = words(when) in ([], ["now"], ["right", "now"])
        start = self._now().replace(second=0, microsecond=0) if at_once else self._moment(when)
        if words(destination) == words(pickup):
            raise ToolError(f"pickup and destination are both {destination!r}")
        title = f"ride from {pickup.strip() or 'here'} to {destination.strip()}"
        seats = 7 if vehicle == "van" else 4
        booking = Booking(self._new_uid(), "", "ride", title, start, start + ON_THE_ROAD, seats, option=vehicle)
        return self._book(booking)

    @tool("read")
    def show_itinerary(
        self, period: str = "", kind: Literal["all", "flight", "train", "hotel", "table", "ride"] = "all"
    ) -> dict[str, Json]:
        """Show what is booked ahead.

        Args:
            period: such as "next week"; everything when left out
            kind: only these bookings
        """
        found = [b for b in self._ahead() if kind in ("all", b.kind)]
        if period:
            low, high = resolve_span(period, self._now())
            found = [b for b in found if b.start < high and b.end > low]
        if not found:
            what = "booking" if kind == "all" else f"{kind} booking"
            return {"bookings": [], "note": f"no {what} ahead" + (" in that time" if period else "")}
        result: dict[str, Json] = {"bookings": [self._row(b) for b in found[:_MOST]]}
        if len(found) > _MOST:
            result["note"] = f"{len(found) - _MOST} more are later"
        return result

    @tool("write")
    def change_booking(
        self, booking: str, when: str = "", people: int | None = None, nights: int | None = None
    ) -> Done:
        """Change the day, time, people or nights. Basic fares can't change.

        Args:
            booking: its code or name, such as "flight to Rome"
            when: new day or time
            people: new number of people
            nights: new number of hotel nights
        """
        old = self._booking(booking)
        if not when and people is None and nights is None:
            raise ToolError("say what to change: when, people or nights")
        if old.fare == "basic":
            raise ToolError(f"the {old.title} has a basic fare, which cannot be changed")
        if nights is not None and old.kind != "hotel":
            raise ToolError(f"the {old.title} has no nights to change")
        if people is not None and old.kind == "ride":
            raise ToolError("a ride is ordered by vehicle, not by people; cancel it and order a van")
        new = self._moved(old, when, old.people if people is None else people, nights)
        if new == old:
            raise ToolError(f"the {old.title} is like that already")
        if new.start < self._now():
            raise ToolError(f"{say(new.start, new.start, self._now())} is in the past")
        return self._done(f"Changed the {self._line(new)}", self._backend.put(new))

    @tool("write")
    def cancel_booking(self, booking: str) -> Done:
        """Cancel a booking. Basic fares are not refunded.

        Args:
            booking: its code or name, such as "flight to Rome"
        """
        old = self._booking(booking)
        back = old.price if old.fare == "flex" else 0
        change = self._backend.put(replace(old, status="cancelled", refund=back))
        paid = f", {back} {old.currency} are paid back" if back else ", nothing is paid back" if old.price else ""
        return self._done(f"Cancelled the {old.title}{paid}", change)

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
                "seats": _seats(self._left(s, on)),
            }
            for s in sorted(found, key=lambda s: (s.leaves, s.number))[:_MOST]
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
        _within(people, MOST_PASSENGERS, "passengers")
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
            _within(people, MOST_PASSENGERS, "passengers")
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
            _within(stay, MOST_NIGHTS, "nights")
            _within(people, MOST_GUESTS, "guests")
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
            running = ", ".join(_WEEKDAYS[d] for d in service.days)
            raise ToolError(f"{service.number} does not run on a {_WEEKDAYS[day.weekday()]}; it runs on {running}")
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
            raise ToolError(f"{service.number} has only {_seats(left)} that day, not {people}")

    def _open(self, place: Restaurant, start: datetime, people: int) -> None:
        """Raise ToolError unless a restaurant is open then and has such a table."""
        _within(people, place.largest, "people")
        minute = start.hour * 60 + start.minute
        if start.weekday() == place.closed:
            raise ToolError(f"{place.name} is closed on {_WEEKDAYS[place.closed]}s")
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
            raise ToolError(f"no {what} {said!r} here; there are: {', '.join(known[:_MOST])}")
        return found[0]


def _seats(number: int) -> str:
    return f"{number} seat{'s' * (number != 1)} left"


def _within(number: int, most: int, what: str) -> None:
    if not 1 <= number <= most:
        raise ToolError(f"{number} {what} is not possible; 1 to {most} are")


_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
