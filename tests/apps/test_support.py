"""The service desk: the tools check what a database would, and no more; what policy forbids is the agent's to refuse."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from itertools import count
from zoneinfo import ZoneInfo

import pytest

from botpsy.apps.change import Change
from botpsy.apps.resources import MemoryResources
from botpsy.apps.support.model import (
    Account,
    Charge,
    Customer,
    Handover,
    Order,
    OrderItem,
    PhoneLine,
    Plan,
    Policy,
)
from botpsy.apps.support.tools import SupportTools
from botpsy.core.errors import ToolError
from botpsy.tools.tool import Done

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=ZoneInfo("Europe/Madrid"))
ANA = Customer("C-1", "Ana Ruiz", "ana@example.com", "+34 600 111 222", date(1980, 5, 4), "M4 5AB", "Mill Lane 1, Cork")


def desk() -> tuple[MemoryResources, SupportTools]:
    serial = count(1)
    items = (
        OrderItem("kettle", 40.5, "white", ("black",)),
        OrderItem("rug", 99.0, "small", final=True),
        OrderItem("toaster", 20.0, "red", state="refunded"),
    )
    store = MemoryResources(
        [
            ANA,
            Customer("C-2", "Bo Kim", "bo@example.com", "0699", date(1990, 1, 2), "28013", "Elm Road 2, Lyon"),
            Policy("refunds", "Refund within 30 days.", 30),
            Plan("plan-0", "Breeze", 10.99, 0),
            Plan("plan-1", "Orbit", 30.99, 1),
            Order("R-1", "C-1", items, "delivered", date(2026, 9, 1), date(2026, 9, 4)),
            Order("R-2", "C-1", items[:1], "processing", date(2026, 11, 30)),
            PhoneLine("L-1", "C-1", "0712345678", "Breeze", date(2027, 1, 1), 18.4),
            PhoneLine("L-2", "C-2", "0799999999", "Breeze", date(2026, 1, 1), status="suspended"),
            Account("A-1", "C-1", "current", 100.0, (Charge("T-1", "Kiosk 24", 12.5, date(2026, 11, 20)),)),
        ]
    )
    return store, SupportTools(store, lambda: NOW, lambda: f"new-{next(serial)}")


def test_a_customer_is_found_by_mail_or_phone_however_written() -> None:
    _, tools = desk()
    found = tools.find_customer("ANA@example.com")
    assert found == tools.find_customer("+34600111222")
    assert found["orders"] == ["R-1 delivered", "R-2 processing"]
    assert found["lines"] == ["L-1 0712345678"]
    for nobody in ("ana", "0699", "", "eve@example.com"):  # too short for a phone, or nobody's
        with pytest.raises(ToolError, match="no customer"):
            tools.find_customer(nobody)


def test_identity_is_confirmed_by_what_is_right_and_refused_by_anything_wrong() -> None:
    _, tools = desk()
    assert tools.verify_identity("C-1", "1980-05-04")["identity"] == "confirmed"
    assert tools.verify_identity("ana@example.com", postcode="m45ab")["identity"] == "confirmed"
    assert tools.verify_identity("C-1", "1980-05-04", "28013") == {
        "customer": "C-1",
        "identity": "not confirmed",
        "note": "the postcode does not match",
    }
    assert tools.verify_identity("C-1", "1980-04-05")["identity"] == "not confirmed"
    with pytest.raises(ToolError, match="4 May"):
        tools.verify_identity("C-1", "4 May 1980")
    with pytest.raises(ToolError, match="needed"):
        tools.verify_identity("C-1")


def test_records_say_how_long_ago_and_what_is_owed() -> None:
    _, tools = desk()
    order = tools.show_record("r-1")
    assert order["delivered"].endswith("(88 days ago)")
    assert order["items"][1] == "rug (small), 99.00 EUR, kept, final sale"
    line = tools.show_record("0712 345 678")
    assert (line["owed"], line["contract"]) == ("18.40 EUR owed", "contract until Fri 1 Jan 2027")
    assert tools.show_record("A-1")["charges"] == ["T-1: Kiosk 24, 12.50 EUR, Fri 20 Nov 2026 (11 days ago), posted"]
    with pytest.raises(ToolError, match="R-77"):
        tools.show_record("R-77")


def test_what_policy_forbids_the_database_allows() -> None:
    store, tools = desk()
    tools.refund_items("R-1", ["rug"])  # a final sale, long ago, identity unknown
    tools.change_plan("L-1", "Orbit")  # money is owed
    assert store.get(Order, "R-1").items[1].state == "refunded"
    assert store.get(PhoneLine, "L-1").plan == "Orbit"


@pytest.mark.parametrize(
    ("write", "why"),
    [
        (lambda t: t.refund_items("R-1", ["toaster"]), "already refunded"),
        (lambda t: t.refund_items("R-1", ["kettle", "kettle"]), "already refunded"),
        (lambda t: t.refund_items("R-1", []), "at least one"),
        (lambda t: t.refund_items("L-1", ["kettle"]), "no order number"),
        (lambda t: t.exchange_item("R-1", "kettle", "pink"), "there is black"),
        (lambda t: t.exchange_item("R-1", "toaster", "red"), "already refunded"),
        (lambda t: t.cancel_order("R-1"), "already delivered"),
        (lambda t: t.change_address("C-1", " "), "missing"),
        (lambda t: t.change_plan("L-2", "Orbit"), "resume it first"),
        (lambda t: t.change_plan("L-1", "Breeze"), "already"),
        (lambda t: t.change_plan("L-1", "Comet"), "Breeze, Orbit"),
        (lambda t: t.switch_line("L-1", "resume"), "active already"),
        (lambda t: t.dispute_charge("R-1", "T-1"), "no account"),
        (lambda t: t.dispute_charge("A-1", "T-9"), "T-1"),
        (lambda t: t.read_policy("plans"), "no policy"),
    ],
)
def test_what_the_database_refuses_changes_nothing(write: Callable[[SupportTools], object], why: str) -> None:
    store, tools = desk()
    before = store.snapshot()
    with pytest.raises(ToolError, match=why):
        write(tools)
    assert store.snapshot() == before


def test_a_refund_of_several_items_adds_up_and_is_one_change() -> None:
    store, tools = desk()
    done = tools.refund_items("R-1", ["kettle", "rug"])
    assert done.summary == "Refunded 139.50 EUR for kettle, rug of order R-1"
    assert [i.state for i in store.get(Order, "R-1").items] == ["refunded"] * 3


def test_a_charge_is_disputed_once_and_a_handover_names_team_and_reason() -> None:
    store, tools = desk()
    tools.dispute_charge("a-1", "t-1")
    with pytest.raises(ToolError, match="twice"):
        tools.dispute_charge("A-1", "T-1")
    tools.hand_over("ana@example.com", "banking", "fraud")
    assert store.all(Handover) == [Handover("new-1", "C-1", "banking", "fraud")]


WRITES: list[Callable[[SupportTools], Done]] = [
    lambda t: t.refund_items("R-1", ["kettle"]),
    lambda t: t.exchange_item("R-1", "kettle", "Black"),
    lambda t: t.cancel_order("R-2"),
    lambda t: t.change_address("C-1", "Oak Street 5, Graz"),
    lambda t: t.change_plan("0712345678", "Orbit"),
    lambda t: t.switch_line("L-2", "resume"),
    lambda t: t.dispute_charge("A-1", "T-1"),
    lambda t: t.hand_over("C-2", "retail", "complaint"),
]


@pytest.mark.parametrize("write", WRITES)
def test_every_write_is_undone(write: Callable[[SupportTools], Done]) -> None:
    store, tools = desk()
    before = store.snapshot()
    done = write(tools)
    assert store.snapshot() != before
    assert done.undo is not None and done.undo.app == "support"
    store.restore(Change.from_json(done.undo.change))
    assert store.snapshot() == before
