"""The phone that ACEBench's agent acts on: a device, its messages and reminders, and a platform that delivers food.

Written from the items and the published behaviour, oddities too, since the ground truth rests on them: food can be
ordered without Wi-Fi, a message that was sent has no date, and so the latest one can no longer be found. `data` is the
part of `acebench_install.seeds` for the class; it is copied. `judged` is what the ground truth speaks of.

A result has `status`, whether it was done, and what was found or a sentence why not. A wrong kind of argument raises
TypeError, ValueError, KeyError or AttributeError, which the world tells the agent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from datetime import datetime
from operator import gt, lt
from typing import Any

from botpsy.core.messages import Json

Result = dict[str, Json]


class Device:
    """The phone itself; the other apps look at it."""

    def __init__(self, config: Mapping[str, Json]) -> None:
        self.wifi = config.get("wifi", False)
        self.logged_in = config.get("logged_in", True)

    def turn_on_wifi(self) -> Result:
        """Turn the Wi-Fi on."""
        self.wifi = True
        return _done("The Wi-Fi is on.")

    def login_device(self) -> Result:
        """Log in to the device."""
        self.logged_in = True
        return _done("You are logged in to the device.")

    @property
    def judged(self) -> Mapping[str, Json]:
        """Both switches."""
        return {"wifi": self.wifi, "logged_in": self.logged_in}


class Messages:
    """Text messages between people; there is room for so many."""

    def __init__(self, data: Mapping[str, Json], device: Device) -> None:
        self._device = device
        self._room: int = data["max_capacity"]
        self._ids: dict[str, str] = {name: row["user_id"] for name, row in data["user_list"].items()}
        self._inbox: dict[int, dict[str, Any]] = deepcopy(data["inbox"])
        self._last: int = data["message_id_counter"]

    def send_message(self, sender_name: str, receiver_name: str, message: str) -> Result:
        """Send a message, where there is Wi-Fi and room."""
        if not self._device.logged_in:
            return _LOCKED
        if not self._device.wifi:
            return _not_done("Nothing can be sent: the Wi-Fi is off.")
        if len(self._inbox) >= self._room:
            return _not_done("Nothing can be sent: the inbox is full. Ask the user which message is to be deleted.")
        if sender_name not in self._ids or receiver_name not in self._ids:
            return _not_done("There is no such sender or no such receiver.")
        self._last += 1
        ends = {"sender_id": self._ids[sender_name], "receiver_id": self._ids[receiver_name]}
        self._inbox[self._last] = {**ends, "message": message}
        return _done(f"The message to {receiver_name} was sent.")

    def delete_message(self, message_id: int) -> Result:
        """Delete a message."""
        if not self._device.logged_in:
            return _LOCKED
        if message_id not in self._inbox:
            return _not_done("There is no message with this id.")
        del self._inbox[message_id]
        return _done(f"Message {message_id} was deleted.")

    def view_messages_between_users(self, sender_name: str, receiver_name: str) -> Result:
        """Show what one person sent to another."""
        if not self._device.logged_in:
            return _LOCKED
        if sender_name not in self._ids or receiver_name not in self._ids:
            return _not_done("There is no such sender or no such receiver.")
        ends = (self._ids[sender_name], self._ids[receiver_name])
        found = [
            {"id": number, "sender": sender_name, "receiver": receiver_name, "message": row["message"]}
            for number, row in self._inbox.items()
            if (row["sender_id"], row["receiver_id"]) == ends
        ]
        return {"status": True, "messages": found} if found else _not_done("There is no such message.")

    def search_messages(self, user_name: str, keyword: str) -> Result:
        """Show the messages from or to a person that hold a word; this needs no login."""
        if user_name not in self._ids:
            return _not_done("There is no such user.")
        who, word = self._ids[user_name], keyword.lower()
        found = [
            {"id": number, **{name: row[name] for name in ("sender_id", "receiver_id", "message")}}
            for number, row in self._inbox.items()
            if who in (row["sender_id"], row["receiver_id"]) and word in row["message"].lower()
        ]
        return {"status": True, "messages": found} if found else _not_done("No message holds this word.")

    def get_latest_message_id(self) -> Result:
        """Tell the id of the message with the latest date."""
        return self._by_date("latest", gt)

    def get_earliest_message_id(self) -> Result:
        """Tell the id of the message with the earliest date."""
        return self._by_date("earliest", lt)

    def _by_date(self, which: str, before: Callable[[datetime, datetime], bool]) -> Result:
        if not self._device.logged_in:
            return _LOCKED
        found: tuple[int, datetime] | None = None
        for number, row in self._inbox.items():
            date = datetime.strptime(row["time"], "%Y-%m-%d")  # a day
            if found is None or before(date, found[1]):
                found = (number, date)
        if found is None:
            return _not_done("There are no messages.")
        return {**_done(f"The {which} message has the id {found[0]}."), "message_id": found[0]}

    @property
    def judged(self) -> Mapping[str, Json]:
        """All messages by id."""
        return {"inbox": self._inbox}


class Reminders:
    """Reminders by number; there is room for so many."""

    def __init__(self, data: Mapping[str, Json], device: Device) -> None:
        self._device = device
        self._room: int = data["max_capacity"]
        self._list: dict[int, dict[str, Any]] = deepcopy(data["reminder_list"])
        self._last: int = data["reminder_id_counter"]

    def view_reminder_by_title(self, title: str) -> Result:
        """Show the reminder with exactly this title."""
        if not self._device.logged_in:
            return _LOCKED
        found = next((row for row in self._list.values() if row["title"] == title), None)
        return _not_done("No reminder has this title.") if found is None else {"status": True, "reminder": found}

    def add_reminder(self, title: str, description: str, time: str) -> Result:
        """Add a reminder."""
        if not self._device.logged_in:
            return _LOCKED
        if len(self._list) >= self._room:
            return _not_done("There is no room for another reminder.")
        self._last += 1
        told = {"title": title, "description": description, "time": time}
        self._list[self._last] = {"reminder_id": self._last, **told, "notified": False}
        return _done("The reminder was added.")

    @property
    def judged(self) -> Mapping[str, Json]:
        """All reminders by number."""
        return {"reminder_list": self._list}


class Food:
    """Accounts with a balance, merchants with a menu, and orders."""

    def __init__(self, data: Mapping[str, Json], device: Device) -> None:
        self._device = device
        self._accounts: dict[str, dict[str, Any]] = deepcopy(data["users"])
        self._menus: dict[str, list[dict[str, Any]]] = {m: row["menu"] for m, row in data["merchant_list"].items()}
        self._inside: list[str] = []
        self._orders: list[Result] = []

    def login_food_platform(self, username: str, password: str) -> Result:
        """Log in to an account; this needs Wi-Fi."""
        if not self._device.wifi:
            return _not_done("You cannot log in: the Wi-Fi is off.")
        if username not in self._accounts:
            return _not_done("There is no such account.")
        if self._accounts[username]["password"] != password:
            return _not_done("The password is wrong.")
        if username in self._inside:
            return _not_done(f"{username} was logged in before.")
        self._inside.append(username)
        return _done(f"{username} is logged in.")

    def check_balance(self, user_name: str) -> float:
        """Return an account's balance in yuan, 0 where there is no such account."""
        return self._accounts[user_name]["balance"] if user_name in self._accounts else 0.0

    def get_products(self, merchant_name: str) -> Json:
        """Return a merchant's menu."""
        return self._menus.get(merchant_name) or _not_done("There is no such merchant.")

    def add_food_delivery_order(self, username: str, merchant_name: str, items: list[dict[str, Any]]) -> Result:
        """Order from a menu and pay from the balance; all or nothing."""
        if username not in self._inside:
            return _not_done(f"{username} is not logged in to the food platform.")
        if merchant_name not in self._menus:
            return _not_done("There is no such merchant.")
        prices = {row["product"]: row["price"] for row in self._menus[merchant_name]}
        bought: list[Result] = []
        total = 0.0
        for item in items:
            product, quantity = item.get("product"), item.get("quantity", 1)
            if not isinstance(quantity, int) or quantity <= 0:
                return _not_done("A quantity is a whole number above 0.")
            if product not in prices:
                return _not_done(f"{merchant_name} has no product of this name.")
            total += prices[product] * quantity
            bought.append({"product": product, "quantity": quantity, "price_per_unit": prices[product]})
        if total > self._accounts[username]["balance"]:
            return _not_done("The balance is too low for this order.")
        self._accounts[username]["balance"] -= total
        self._orders.append(
            {"user_name": username, "merchant_name": merchant_name, "items": bought, "total_price": total}
        )
        return _done(f"The order with {merchant_name} is placed. It costs {total} yuan.")

    @property
    def judged(self) -> Mapping[str, Json]:
        """The accounts, who is logged in, and the orders."""
        return {"users": self._accounts, "logged_in_users": self._inside, "orders": self._orders}


def _done(told: str) -> Result:
    return {"status": True, "message": told}


def _not_done(why: str) -> Result:
    return {"status": False, "message": why}


_LOCKED = _not_done("Nobody is logged in to the device.")
