"""The phone and the airline of ACEBench's agent, where their data come from, and the tools that they are shown as."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from acebench_seeds import SEEDS

from botpsy.benchmarks.acebench_install import constants, seeds
from botpsy.benchmarks.acebench_schema import to_tool
from botpsy.benchmarks.acebench_travel import AIRLINE_CANCELLED, BUSINESS, ECONOMY, Travel
from botpsy.benchmarks.acebench_world import World
from botpsy.core.errors import BackendError
from botpsy.core.messages import ToolCall


def test_the_phone() -> None:
    classes = ["BaseApi", "MessageApi", "ReminderApi", "FoodPlatform"]
    world = World(SEEDS, classes, {"BaseApi": {"wifi": True, "logged_in": False}})

    def run(name: str, **given: Any) -> Any:
        return world.run(ToolCall(name, given))

    assert run("delete_message", message_id=1)["status"] is False
    assert run("login_device")["status"] is True
    assert run("get_latest_message_id")["message_id"] == 1 and run("get_earliest_message_id")["message_id"] == 2
    assert [m["id"] for m in run("search_messages", user_name="Ann", keyword="CALL")["messages"]] == [2]
    assert [
        m["id"] for m in run("view_messages_between_users", sender_name="Ann", receiver_name="Bob")["messages"]
    ] == [1]
    assert run("add_reminder", title="T", description="d", time="noon")["status"] is True
    assert run("add_reminder", title="U", description="d", time="noon")["status"] is False  # no room
    assert run("view_reminder_by_title", title="T")["reminder"]["reminder_id"] == 1
    order = {"username": "Ann", "merchant_name": "Tea's", "items": [{"product": "Green", "quantity": 2}]}
    assert run("add_food_delivery_order", **order)["status"] is False
    assert run("login_food_platform", username="Ann", password="no")["status"] is False
    assert run("login_food_platform", username="Ann", password="pw")["status"] is True
    assert (
        run("add_food_delivery_order", **{**order, "items": [{"product": "Green", "quantity": 0}]})["status"] is False
    )
    assert run("add_food_delivery_order", **order)["status"] is True
    assert run("check_balance", user_name="Ann") == 2.0
    assert run("add_food_delivery_order", **order)["status"] is False  # too dear now
    assert run("delete_message", message_id=2)["status"] is True
    assert run("send_message", sender_name="Ann", receiver_name="Bob", message="Hi")["status"] is True
    assert "failed" in run("get_latest_message_id")  # what was sent has no date
    state = {name: part for one in world.state for name, part in one.items()}
    assert list(state["MessageApi"]["inbox"]) == ["1", "3"] and len(state["FoodPlatform"]["orders"]) == 1
    again = World(SEEDS, classes, {})
    assert list(again.state[1]["MessageApi"]["inbox"]) == ["1", "2"]  # the seeds are as they were


def test_the_airline() -> None:
    travel = Travel(SEEDS["Travel"])
    person: Any = travel.judged["users"]["u"]
    bought = {"user_id": "u", "password": "pw", "flight_no": "F1", "cabin": ECONOMY, "payment_method": "bank"}
    travel.reserve_flight(**bought, baggage_count=3)  # type: ignore[arg-type]
    assert person["bank_balance"] == 500 - 100 - 2 * 50
    travel.reserve_flight(**{**bought, "payment_method": "cash"}, baggage_count=1)  # type: ignore[arg-type]
    travel.reserve_flight(**{**bought, "password": "x"}, baggage_count=1)  # type: ignore[arg-type]
    assert [r["reservation_id"] for r in travel.judged["reservations"]] == [*(f"res_{i}" for i in range(1, 6))]
    travel.modify_flight("u", "res_1", new_flight_no="F2", new_cabin=BUSINESS, add_baggage=2)
    assert person["bank_balance"] == 300 - 100 - 50
    assert travel.judged["reservations"][0]["flight_no"] == "F2" and travel.judged["reservations"][0]["baggage"] == 3
    assert "no such flight" in travel.modify_flight("u", "res_1", new_flight_no="F3")
    travel.cancel_reservation("u", "res_2", "other")  # days before
    assert person["cash_balance"] == 50 + 100
    assert "has left" in travel.cancel_reservation("u", "res_4", AIRLINE_CANCELLED)
    travel.modify_flight("u", "res_5", new_flight_no="F1")
    travel.cancel_reservation("u", "res_5", "other")  # within a day: a tenth is kept
    assert person["cash_balance"] == 150 + 90
    assert len(travel.find_transfer_flights("X", "Y", "Z")) == 2  # those that land before F3 leaves
    assert travel.get_flight_details(origin="Z") == "No direct flight was found."


def test_seeds_are_read_from_the_source_without_running_it(tmp_path: Path) -> None:
    home = tmp_path / "evalscope" / "third_party" / "acebench" / "en"
    home.mkdir(parents=True)
    mark = tmp_path / "ran"
    ran = f"open({str(mark)!r}, 'w')"
    for name in ("MessageApi", "ReminderApi", "FoodPlatform"):
        source = (
            f"{ran}\nclass {name}:\n    def __init__(self):\n        self.room: int = 6\n        self.file = {ran}\n"
        )
        (home / f"{name}.py").write_text(source)
    with pytest.raises(BackendError, match="lacks ACEBench's Travel"):
        seeds(tmp_path)
    (home / "travel.py").write_text("class Travel:\n    def __init__(self):\n        self.users = {1: [2.5, None]}\n")
    assert seeds(tmp_path)["MessageApi"] == {"room": 6}
    assert seeds(tmp_path)["Travel"] == {"users": {1: [2.5, None]}}
    assert not mark.exists()
    (home / "travel.py").write_text("class Travel(")
    with pytest.raises(BackendError, match="cannot read"):
        seeds(tmp_path)
    with pytest.raises(BackendError, match="cannot read"):
        constants(tmp_path)


def test_what_is_required_and_has_no_property_is_not_asked_for() -> None:
    parameters = {"type": "dict", "properties": {"a": {"type": "string"}}, "required": ["a", "payment_methods", ["b"]]}
    tool = to_tool({"name": "f", "parameters": parameters})
    assert tool.parameters["required"] == ["a"]
    assert to_tool({"name": "f", "parameters": {"type": "dict", "required": ["a"]}}).parameters["required"] == []
