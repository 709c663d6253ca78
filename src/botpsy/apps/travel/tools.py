"""What the model can do about travel: search a timetable, book, see what is booked, change and cancel it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Literal

from botpsy.apps.match import words
from botpsy.apps.pick import one
from botpsy.apps.travel.bookings import (
    AT_TABLE,
    CHECK_IN,
    CHECK_OUT,
    MOST,
    MOST_GUESTS,
    MOST_NIGHTS,
    ON_THE_ROAD,
    WEEKDAYS,
    Bookings,
    Part,
    within,
)
from botpsy.apps.travel.model import Booking, Fare, Hotel, Restaurant
from botpsy.apps.travel.prices import price_of, stay_at
from botpsy.apps.when import resolve_span, say
from botpsy.core.errors import ToolError
from botpsy.core.messages import Json
from botpsy.tools.tool import Done, tool


class TravelTools(Bookings):
    """Tools of travel."""

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
        within(nights, MOST_NIGHTS, "nights")
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
        for h in sorted(found, key=lambda h: (h.price, h.name))[:MOST]:
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
        within(nights, MOST_NIGHTS, "nights")
        within(guests, MOST_GUESTS, "guests")
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
                "open": f"{r.opens}–{r.closes}" + (f", not on {WEEKDAYS[r.closed]}s" if r.closed >= 0 else ""),
            }
            for r in sorted(found, key=lambda r: (r.price, r.name))[:MOST]
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
        result: dict[str, Json] = {"bookings": [self._row(b) for b in found[:MOST]]}
        if len(found) > MOST:
            result["note"] = f"{len(found) - MOST} more are later"
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
