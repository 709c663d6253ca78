"""The bank: sums are exact, nothing is sent that is not there, and refusals name what there is."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from botpsy.apps.bank.model import Account, Bill, Budget, Card, Payee, Purchase, Quote, Transfer
from botpsy.apps.bank.tools import BankTools
from botpsy.apps.change import Change
from botpsy.apps.resources import MemoryResources
from botpsy.core.errors import ToolError
from botpsy.tools.tool import Done

NOW = datetime(2026, 3, 10, 12, tzinfo=ZoneInfo("Europe/Madrid"))
HELD = (
    Account("a", "Everyday", 10_000, "EUR", main=True),
    Account("b", "Savings", 500_010, "EUR"),
    Payee("p", "Ana Ruiz", "ES00"),
    Payee("q", "Ana Silva", "ES01"),
    Bill("x", "Metro Gas", 3_990, date(2026, 3, 20)),
    Bill("y", "Aqua Water", 2_000, date(2026, 3, 12)),
    Bill("z", "Old One", 5_000, date(2026, 2, 1), paid_from="b"),
    Card("c", "blue", "1234", "a", 500),
    Card("d", "travel", "9876", "a", 500, frozen=True),
    Purchase("u", "a", "Fresh Corner", "groceries", 1_005, date(2026, 3, 9)),
    Purchase("v", "a", "Market Hall", "groceries", 995, date(2026, 2, 27)),
    Purchase("w", "a", "Taxi Now", "transport", 1_500, date(2026, 3, 10)),
    Budget("g", "groceries", 100),
    Quote("s", "NVEX", "Novexa", 12_345, -150),
)


@pytest.fixture
def backend() -> MemoryResources:
    return MemoryResources(HELD)


@pytest.fixture
def bank(backend: MemoryResources) -> BankTools:
    serial = iter(range(100))
    return BankTools(backend, lambda: NOW, lambda: f"new-{next(serial)}")


def test_a_balance_is_the_sum_of_all_that_happened(bank: BankTools) -> None:
    # 100.00 - 10.05 - 9.95 - 15.00 and 5000.10 - 50.00
    assert bank.show_balance() == {"balances": ["Everyday: 65.00 EUR", "Savings: 4950.10 EUR"]}
    bank.transfer_money(0.10, "Savings")
    bank.pay_bill("metro gas", source="savings")
    assert bank.show_balance() == {"balances": ["Everyday: 64.90 EUR", "Savings: 4910.30 EUR"]}


def test_a_transfer_taken_back_restores_the_balance(bank: BankTools, backend: MemoryResources) -> None:
    before = bank.show_balance()
    done = bank.transfer_money(20, "Ana Ruiz", note="rent")
    assert isinstance(done, Done)
    assert done.summary == "Sent 20.00 EUR from Everyday to Ana Ruiz: rent"
    assert bank.show_balance("everyday") == {"balances": ["Everyday: 45.00 EUR"]}
    assert done.undo is not None
    backend.restore(Change.from_json(done.undo.change))
    assert bank.show_balance() == before


@pytest.mark.parametrize(
    ("amount", "to", "told"),
    [
        (65.01, "Ana Ruiz", "Everyday has 65.00 EUR, 65.01 EUR is needed"),
        (10, "Ana", "2 fit 'Ana': Ana Ruiz; Ana Silva"),
        (10, "Bob", "no payee or account called 'Bob'"),
        (10, "Everyday", "no payee or account called 'Everyday'"),
        (0, "Savings", "0 is no amount"),
        (-5, "Savings", "-5 is no amount"),
        (1.005, "Savings", "1.005 is no amount"),
        (float("nan"), "Savings", "nan is no amount"),
        (float("inf"), "Savings", "inf is no amount"),
    ],
)
def test_a_transfer_is_refused_and_nothing_moves(
    bank: BankTools, backend: MemoryResources, amount: float, to: str, told: str
) -> None:
    before = backend.snapshot()
    with pytest.raises(ToolError, match=told.replace("+", r"\+")):
        bank.transfer_money(amount, to)
    assert backend.snapshot() == before
    assert backend.all(Transfer) == []


def test_bills_come_in_order_and_are_paid_once(bank: BankTools) -> None:
    bills = bank.list_bills()["bills"]
    assert isinstance(bills, list)
    assert [b["biller"] for b in bills if isinstance(b, dict)] == ["Aqua Water", "Metro Gas"]
    bank.pay_bill("Aqua Water")
    with pytest.raises(ToolError, match="no unpaid bill called 'Aqua Water'; there are: Metro Gas"):
        bank.pay_bill("Aqua Water")


def test_spending_is_summed_by_kind_shop_and_time(bank: BankTools) -> None:
    assert bank.list_spending("groceries")["total"] == "20.00 EUR"
    assert bank.list_spending(shop="market")["total"] == "9.95 EUR"
    assert bank.list_spending(when="today")["total"] == "15.00 EUR"
    assert bank.list_spending("transport", when="tomorrow")["note"] == "no card payments: transport tomorrow"
    assert bank.show_budget("groceries") == {"budgets": ["groceries: 89.95 EUR left of 100 EUR"]}  # March only


def test_cards_by_name_or_digits(bank: BankTools) -> None:
    bank.freeze_card("ending 1234")
    with pytest.raises(ToolError, match="frozen already"):
        bank.freeze_card("blue")
    bank.unfreeze_card("travel")
    with pytest.raises(ToolError, match="1 to 10000, not 0"):
        bank.set_card_limit("blue", 0)
    assert bank.list_cards() == {
        "cards": ["blue ending 1234: frozen, 500 EUR a day", "travel ending 9876: active, 500 EUR a day"]
    }


def test_a_share_by_ticker_or_company(bank: BankTools) -> None:
    assert bank.stock_quote("nvex") == bank.stock_quote("Novexa")
    assert bank.stock_quote("NVEX")["change"] == "-1.50%"
