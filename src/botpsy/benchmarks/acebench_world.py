"""The world of one agent's item: the simulated classes that it names, the calls it offers, and the state to judge.

Only the item's own functions can be called; the published world also runs a method that nobody told the agent about.
`search_reminders` is offered and, as in the published world, cannot be run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Protocol, cast

from botpsy.benchmarks.acebench_phone import Device, Food, Messages, Reminders
from botpsy.benchmarks.acebench_travel import Travel
from botpsy.core.errors import UsageError
from botpsy.core.messages import Json, ToolCall

Seeds = Mapping[str, Mapping[str, Json]]
"""What each class begins with; see `acebench_install.seeds`."""
LONGEST = 20_000  # characters of a call's arguments; the longest in a milestone has under 300
_CALLS = {
    "BaseApi": ("turn_on_wifi", "login_device"),
    "MessageApi": (
        "send_message", "delete_message", "view_messages_between_users", "search_messages", "get_latest_message_id",
        "get_earliest_message_id",
    ),
    "ReminderApi": ("view_reminder_by_title", "add_reminder"),
    "FoodPlatform": ("login_food_platform", "check_balance", "add_food_delivery_order", "get_products"),
    "Travel": (
        "get_user_details", "get_flight_details", "get_reservation_details", "reserve_flight", "cancel_reservation",
        "modify_flight", "find_transfer_flights",
    ),
}  # fmt: skip


class _Simulated(Protocol):
    @property
    def judged(self) -> Mapping[str, Json]: ...


class World:
    """A fresh world. `classes`: the item's `involved_classes`; `config`: its `initial_config`. Raises UsageError for a
    class or a setting that is not known.

    Example:
        world = World(seeds(ensure()), ["BaseApi", "MessageApi"], {"BaseApi": {"wifi": False}})
        world.run(ToolCall("turn_on_wifi", {}))
    """

    def __init__(self, seeds: Seeds, classes: Sequence[str], config: Mapping[str, Mapping[str, Json]]) -> None:
        for name in (*classes, *config):
            if name not in _CALLS:
                raise UsageError(f"ACEBench has no class {name!r} here; valid: {', '.join(_CALLS)}")
        settings = config.get("BaseApi", {})
        if strange := [n for n in config if n != "BaseApi"] + [n for n in settings if n not in ("wifi", "logged_in")]:
            raise UsageError(f"ACEBench sets up no {strange[0]!r} here; valid: wifi and logged_in of BaseApi")
        device = Device(settings)
        make: dict[str, Callable[[], _Simulated]] = {
            "BaseApi": lambda: device,
            "MessageApi": lambda: Messages(seeds["MessageApi"], device),
            "ReminderApi": lambda: Reminders(seeds["ReminderApi"], device),
            "FoodPlatform": lambda: Food(seeds["FoodPlatform"], device),
            "Travel": lambda: Travel(seeds["Travel"]),
        }
        self._parts = {name: make[name]() for name in classes}
        self._calls: dict[str, Callable[..., Json]] = {
            call: getattr(part, call) for name, part in self._parts.items() for call in _CALLS[name]
        }

    def run(self, call: ToolCall) -> Json:
        """Run a call and return what it gives, as JSON has it; where it cannot be run, a sentence that says so."""
        method = self._calls.get(call.name)
        if method is None:
            return f"Error: {call.name[:80]!r} cannot be called."
        try:
            written = json.dumps(dict(call.arguments))
        except (TypeError, ValueError, RecursionError):
            return "Error: the arguments cannot be read."
        if len(written) > LONGEST:
            return f"Error: the arguments have {len(written)} characters, more than {LONGEST}."
        arguments = cast("dict[str, Json]", json.loads(written))
        try:
            signature(method).bind(**arguments)
            return json.loads(json.dumps(method(**arguments)))
        except (TypeError, ValueError, KeyError, AttributeError, ArithmeticError) as error:
            return f"Error: {call.name} failed: {type(error).__name__}: {error}"[:300]

    @property
    def state(self) -> list[dict[str, Json]]:
        """The judged attributes by class, in the item's order, as JSON has them: every key is text."""
        return json.loads(json.dumps([{name: dict(part.judged)} for name, part in self._parts.items()]))
