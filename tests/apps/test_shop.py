"""The shop: a cart becomes an order in one write, and what can go back is what was delivered in time."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from botpsy.apps.change import Change
from botpsy.apps.resources import MemoryResources
from botpsy.apps.shop.model import CartLine, Order, Product, SentBack, Shop
from botpsy.apps.shop.tools import ShopTools
from botpsy.core.errors import ToolError

NOW = datetime(2026, 3, 20, 12, tzinfo=ZoneInfo("Europe/Madrid"))
HELD = (
    Shop("shop", "EUR", 14),
    Product("p-1", "salad bowl", "kitchen", 1_299, stock=3),
    Product("p-2", "wool scarf", "clothes", 2_000, ("S", "M", "L")),
    Product("p-3", "bread knife", "kitchen", 899, review="Sharp."),
    Product("p-4", "rain boots", "clothes", 4_000, ("S", "M", "L")),
    CartLine("l-1", "p-1", 2),
    CartLine("l-2", "p-2", 1, "M"),
    CartLine("l-3", "p-3"),
    CartLine("l-4", "p-4", 1, "L"),
    Order("o-1", "1001", ("l-2",), date(2026, 3, 10), "delivered"),
    Order("o-2", "1002", ("l-3",), date(2026, 3, 1), "delivered"),
    Order("o-3", "1003", ("l-4",), date(2026, 3, 20), "processing"),
)


@pytest.fixture
def backend() -> MemoryResources:
    return MemoryResources(HELD)


@pytest.fixture
def shop(backend: MemoryResources) -> ShopTools:
    serial = iter(range(100))
    return ShopTools(backend, lambda: NOW, lambda: f"new-{next(serial)}")


def test_the_cart_is_what_no_order_has(shop: ShopTools) -> None:
    assert shop.show_cart() == {"cart": ["2 x salad bowl"], "total": "25.98 EUR"}


def test_an_order_empties_the_cart_in_one_write_that_can_be_undone(shop: ShopTools, backend: MemoryResources) -> None:
    shop.add_to_cart("wool scarf", option="s")
    done = shop.place_order()
    assert done.summary == "Placed order 1004 for 45.98 EUR"
    assert shop.show_cart()["note"] == "the cart is empty"
    with pytest.raises(ToolError, match="the cart is empty"):
        shop.place_order()
    assert shop.track_order("1004") == {
        "order": "1004, processing: 2 x salad bowl, 1 x wool scarf (S), 45.98 EUR"
    }  # fmt: skip
    assert done.undo is not None
    backend.restore(Change.from_json(done.undo.change))
    assert shop.show_cart()["cart"] == ["2 x salad bowl", "1 x wool scarf (S)"]


def test_quantities_add_up_and_stop_at_the_stock(shop: ShopTools) -> None:
    shop.add_to_cart("salad bowl")
    assert shop.show_cart()["cart"] == ["3 x salad bowl"]
    with pytest.raises(ToolError, match="only 3 of the salad bowl are in stock, not 4"):
        shop.add_to_cart("salad bowl")
    with pytest.raises(ToolError, match="only 3"):
        shop.change_quantity("salad bowl", 9)
    with pytest.raises(ToolError, match="0 is no quantity"):
        shop.change_quantity("salad bowl", 0)
    shop.change_quantity("salad bowl", 1)
    assert shop.show_cart()["cart"] == ["1 x salad bowl"]


def test_options_are_asked_for_where_there_is_a_choice(shop: ShopTools) -> None:
    with pytest.raises(ToolError, match="comes in S, M, L; say which"):
        shop.add_to_cart("wool scarf")
    with pytest.raises(ToolError, match="no option of the wool scarf called 'XS'"):
        shop.add_to_cart("wool scarf", option="XS")
    with pytest.raises(ToolError, match="one kind only, not 'red'"):
        shop.add_to_cart("bread knife", option="red")


def test_only_what_came_in_time_goes_back_and_only_once(shop: ShopTools, backend: MemoryResources) -> None:
    with pytest.raises(ToolError, match="older than the 14 days"):
        shop.return_product("bread knife")
    with pytest.raises(ToolError, match="1003 is processing; only what was delivered"):
        shop.return_product("rain boots")
    with pytest.raises(ToolError, match="is M already"):
        shop.swap_product("wool scarf", "M")
    shop.swap_product("wool scarf", "L")
    assert [(b.order, b.wanted) for b in backend.all(SentBack)] == [("o-1", "L")]
    with pytest.raises(ToolError, match="no product you ordered called 'wool scarf'"):
        shop.return_product("wool scarf")


def test_only_an_order_that_waits_can_be_cancelled(shop: ShopTools) -> None:
    with pytest.raises(ToolError, match="order 1001 is delivered and cannot be cancelled"):
        shop.call_off_order("1001")
    assert shop.call_off_order("rain boots").summary == "Cancelled order 1003"
    with pytest.raises(ToolError, match="is cancelled and cannot"):
        shop.call_off_order("order 1003")


def test_search_by_words_kind_and_price(shop: ShopTools) -> None:
    assert shop.search_products(category="kitchen")["products"] == [
        "bread knife: 8.99 EUR, 4.0 stars",
        "salad bowl: 12.99 EUR, 4.0 stars",
    ]
    assert shop.search_products("scarf", max_price=19.99)["note"] == "nothing found: scarf up to 19.99"
    assert shop.product_details("bread knife")["review"] == "Sharp."
