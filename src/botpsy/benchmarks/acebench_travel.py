"""The airline that ACEBench's agent acts on: travellers with two balances, flights, and reservations.

Written from the items and the published behaviour, oddities too, since the ground truth rests on them: a new flight of
a reservation costs nothing, a new cabin is priced by the old flight and kept also where it cannot be paid, and a
reservation that was cancelled stays in the list. `data` is the part of `acebench_install.seeds`; it is copied.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any

from botpsy.core.messages import Json

ECONOMY, BUSINESS = "Economy Class", "Business Class"
FREE_BAGS = {
    "regular": {ECONOMY: 1, BUSINESS: 2},
    "silver": {ECONOMY: 2, BUSINESS: 3},
    "gold": {ECONOMY: 3, BUSINESS: 3},
}
BAG = 50  # yuan
NOW = datetime(2024, 7, 14, 6)  # Beijing time, as all times here
AIRLINE_CANCELLED = "The airline has canceled the flight."  # as the published world compares it
_WALLETS = {"cash": "cash_balance", "bank": "bank_balance"}


class Travel:
    """The world. A wrong kind of argument raises TypeError, KeyError or AttributeError, and what was changed before it
    stays so, as in the published one."""

    def __init__(self, data: Mapping[str, Json]) -> None:
        self._people: dict[str, dict[str, Any]] = deepcopy(data["users"])
        self._flights: list[dict[str, Any]] = deepcopy(data["flights"])
        self._reservations: list[dict[str, Any]] = deepcopy(data["reservations"])

    def get_user_details(self, user_id: str, password: str) -> Json:
        """Return a traveller's profile without the password."""
        person = self._people.get(user_id)
        if person is None or person["password"] != password:
            return {"status": "error", "message": "The user id or the password is wrong."}
        return {name: value for name, value in person.items() if name != "password"}

    def get_flight_details(self, origin: str | None = None, destination: str | None = None) -> Json:
        """Return the direct flights from and to a place."""
        found = [
            flight
            for flight in self._flights
            if (not origin or flight["origin"] == origin) and (not destination or flight["destination"] == destination)
        ]
        return found or "No direct flight was found."

    def find_transfer_flights(self, origin_city: str, transfer_city: str, destination_city: str) -> Json:
        """Return pairs of flights of which the second leaves after the first has landed."""
        found = [
            {"first_leg": first, "second_leg": second}
            for first in self._direct(origin_city, transfer_city)
            for second in self._direct(transfer_city, destination_city)
            if _time(first["arrival_time"]) < _time(second["depart_time"])
        ]
        return found or "No connection by this city was found."

    def get_reservation_details(self, reservation_id: str | None = None, user_id: str | None = None) -> Json:
        """Return one reservation, or all of a traveller, each with its flight."""
        if not reservation_id and not user_id:
            return {"status": "error", "message": "Give a reservation id or a user id."}
        name, wanted = ("reservation_id", reservation_id) if reservation_id else ("user_id", user_id)
        return [
            {**row, "flight_info": self._flight(row["flight_no"])} for row in self._reservations if row[name] == wanted
        ]

    def reserve_flight(
        self, user_id: str, password: str, flight_no: str, cabin: str, payment_method: str, baggage_count: int
    ) -> Json:
        """Book a seat and the bags beyond the free ones, and pay."""
        person = self._people.get(user_id)
        if person is None or person["password"] != password:
            return "The user id or the password is wrong."
        flight = next((f for f in self._flights if f["flight_no"] == flight_no and f["status"] == "available"), None)
        if flight is None:
            return "There is no such flight with seats."
        if cabin not in FREE_BAGS[person["membership_level"]]:
            return f"There is no such cabin; there are {ECONOMY} and {BUSINESS}."
        free = FREE_BAGS[person["membership_level"]][cabin]
        cost = _price(flight, cabin) + BAG * max(baggage_count - free, 0)
        if payment_method not in _WALLETS:
            return "Payment is by cash or bank."
        if cost > person[_WALLETS[payment_method]]:
            return f"The {payment_method} balance is too low; another payment method may do."
        person[_WALLETS[payment_method]] -= cost
        flight["seats_available"] -= 1
        number = f"res_{len(self._reservations) + 1}"
        self._reservations.append(
            {
                "reservation_id": number,
                "user_id": user_id,
                "flight_no": flight_no,
                "payment_method": payment_method,
                "cabin": cabin,
                "baggage": baggage_count,
            }
        )
        return f"The flight is booked under {number}. It cost {cost} yuan with the bags."

    def modify_flight(
        self,
        user_id: str,
        reservation_id: str,
        new_flight_no: str | None = None,
        new_cabin: str | None = None,
        add_baggage: int = 0,
        new_payment_method: str | None = None,
    ) -> Json:
        """Change a reservation's flight, cabin or bags, in this order."""
        row = self._reservation(user_id, reservation_id)
        if row is None:
            return "This traveller has no such reservation."
        flight = self._flight(row["flight_no"])
        if flight is None:
            return "The reservation's flight is not known."
        wallet = new_payment_method or row["payment_method"]
        told: list[str] = []
        if new_flight_no and new_flight_no != row["flight_no"]:
            other = self._flight(new_flight_no)
            if other is None or any(other[end] != flight[end] for end in ("origin", "destination")):
                return "The flight cannot be changed: there is no such flight between the same places."
            row["flight_no"] = new_flight_no
            told.append("The flight was changed.")
        if new_cabin and new_cabin != row["cabin"]:
            difference = _fare(flight, new_cabin) - _fare(flight, row["cabin"])
            row["cabin"] = new_cabin
            told += self._settle(user_id, wallet, difference, "The cabin was changed")
        if add_baggage > 0:
            free = FREE_BAGS[self._people[user_id]["membership_level"]].get(row["cabin"], 0)
            bags = row["baggage"] + add_baggage
            told += self._settle(user_id, wallet, BAG * max(0, bags - free), "The bags were added")
            row["baggage"] = bags
        return " ".join(told) or "The reservation was changed without a charge."

    def cancel_reservation(self, user_id: str, reservation_id: str, reason: str) -> Json:
        """Give the fare back in cash, less a tenth within a day of departure."""
        if user_id not in self._people:
            return "There is no such traveller."
        row = self._reservation(user_id, reservation_id)
        if row is None:
            return "This traveller has no such reservation."
        flight = self._flight(row["flight_no"])
        if flight is None:
            return "The reservation's flight is not known."
        departs = _time(flight["depart_time"])
        if departs < NOW:
            return "The flight has left; nothing can be cancelled."
        fare, fee = _price(flight, row["cabin"]), 0.0
        if reason != AIRLINE_CANCELLED and departs - NOW <= timedelta(days=1):
            fee = fare * 0.1
        self._people[user_id]["cash_balance"] += fare - fee
        return f"The reservation was cancelled. {fare - fee} yuan were given back, {fee} kept as a fee."

    def _settle(self, user_id: str, wallet: str, cost: float, what: str) -> list[str]:
        """Charge or refund, and return what to tell: nothing where there was nothing to pay."""
        if cost == 0:
            return []
        person = self._people[user_id]
        for name in (balance for method, balance in _WALLETS.items() if method == wallet):
            if person[name] - cost < 0:
                return [f"The balance is too low to pay {cost} yuan."]
            person[name] -= cost
        return [f"{what}: {cost} yuan were paid." if cost > 0 else f"{what}: {-cost} yuan were given back."]

    def _direct(self, origin: str, destination: str) -> list[dict[str, Any]]:
        return [
            flight
            for flight in self._flights
            if (flight["origin"], flight["destination"], flight["status"]) == (origin, destination, "available")
        ]

    def _flight(self, number: str) -> dict[str, Any] | None:
        return next((flight for flight in self._flights if flight["flight_no"] == number), None)

    def _reservation(self, user_id: str, number: str) -> dict[str, Any] | None:
        rows = self._reservations
        return next((r for r in rows if (r["reservation_id"], r["user_id"]) == (number, user_id)), None)

    @property
    def judged(self) -> Mapping[str, Json]:
        """What the ground truth speaks of: the travellers and the reservations."""
        return {"users": self._people, "reservations": self._reservations}


def _price(flight: Mapping[str, Any], cabin: str) -> float:
    return flight["economy_price" if cabin == ECONOMY else "business_price"]


def _fare(flight: Mapping[str, Any], cabin: str) -> float:
    """Return a cabin's price, 0 where there is no such cabin."""
    return {ECONOMY: flight["economy_price"], BUSINESS: flight["business_price"]}.get(cabin, 0)


def _time(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%d %H:%M:%S")
