"""The web: pages found by their words, days the forecast covers, hours by weekday, and bookmarks that are kept once."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

import pytest

from botpsy.apps.change import Change
from botpsy.apps.resources import MemoryResources
from botpsy.apps.web.model import Bookmark, Day, Page, Story, Venue, Weather
from botpsy.apps.web.tools import WebTools
from botpsy.core.errors import ToolError
from botpsy.tools.tool import Done

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=ZoneInfo("Europe/Madrid"))  # a Tuesday
WEEK = ("09:00-17:00", "", "09:00-17:00", "09:00-17:00", "09:00-17:00", "10:00-13:00", "")


def web() -> tuple[MemoryResources, WebTools]:
    days = tuple(Day("fog", n, n + 6, 10 * n) for n in range(7))
    serial = count(1)
    store = MemoryResources(
        [
            Page("p1", "Wax on a carpet", "https://a.example/wax", "Candle wax hardens. Use warm paper!"),
            Page("p2", "Carpets by hand", "https://b.example/carpets", "Weaving takes months."),
            Page("p3", "Tomatoes in pots", "https://c.example/pots", "Twenty litres each."),
            Bookmark("b1", "Tomatoes in pots", "https://c.example/pots", "Garden"),
            Weather("w1", "Lima", "fog", 10, 12, date(2026, 12, 1), days),
            Venue("v1", "Linden Bakery", "bakery", "Elm Road 1", WEEK),
            Story("s1", "science", "New beetle", "It glows", NOW - timedelta(hours=3)),
            Story("s2", "sports", "Cup final", "They won", NOW - timedelta(hours=2)),
        ]
    )
    return store, WebTools(store, lambda: NOW, lambda: f"new-{next(serial)}")


def undo(store: MemoryResources, done: Done) -> None:
    assert done.undo is not None
    store.restore(Change.from_json(done.undo.change))


def titles(tools: WebTools, query: str) -> list[str]:
    return [row["title"] for row in tools.search_web(query)["results"]]


def test_a_search_puts_the_page_with_most_words_first() -> None:
    _, tools = web()
    assert titles(tools, "how to get candle wax out of carpets") == ["Wax on a carpet"]
    assert titles(tools, "carpet") == ["Carpets by hand", "Wax on a carpet"]
    assert tools.search_web("submarine") == {"results": [], "note": "no page found for 'submarine'"}
    with pytest.raises(ToolError, match="what to search"):
        tools.search_web(" ?! ")


def test_the_rest_of_a_page_is_seen_only_when_it_is_read() -> None:
    _, tools = web()
    assert tools.search_web("candle wax")["results"][0]["snippet"] == "Candle wax hardens."
    for said in ("Wax on a carpet", "https://a.example/wax", "a.example/wax/", "wax"):
        assert tools.read_page(said)["text"] == "Candle wax hardens. Use warm paper!"
    with pytest.raises(ToolError, match=r"no page at 'https://a\.example/other'"):
        tools.read_page("https://a.example/other")


def test_the_forecast_covers_seven_days_and_no_more() -> None:
    _, tools = web()
    assert tools.weather_forecast("Lima", "tomorrow")["days"] == ["Wed 2 Dec: fog, 1 °C to 7 °C, rain 10%"]
    assert len(tools.weather_forecast("Lima")["days"]) == 7
    assert tools.weather_forecast("Lima", "tomorrow", "fahrenheit")["days"] == [
        "Wed 2 Dec: fog, 34 °F to 45 °F, rain 10%"
    ]
    assert tools.weather_forecast("Lima", "next week")["note"] == "the forecast ends on Mon 7 Dec"
    with pytest.raises(ToolError, match="it covers Tue 1 Dec to Mon 7 Dec"):
        tools.weather_forecast("Lima", "in two weeks")
    with pytest.raises(ToolError, match="there are: Lima"):
        tools.weather_now("Oslo")


def test_hours_are_those_of_the_weekday() -> None:
    _, tools = web()
    assert tools.opening_hours("linden bakery", "today")["hours"] == "closed"
    assert tools.opening_hours("Linden Bakery", "on Saturday")["hours"] == "10:00-13:00"
    assert tools.places_nearby("bakery", "Saturday at 12:59")["places"] == ["Linden Bakery, Elm Road 1"]
    assert tools.places_nearby("bakery", "Saturday at 13:00")["places"] == []
    assert tools.places_nearby("bakery", "now")["places"] == []
    with pytest.raises(ToolError, match="no time of day"):
        tools.places_nearby("bakery", "Saturday")


def test_news_by_topic_and_by_word() -> None:
    _, tools = web()
    assert tools.read_news()["news"] == ["Cup final: They won", "New beetle: It glows"]
    assert tools.read_news(topic="science")["news"] == ["New beetle: It glows"]
    assert tools.read_news(topic="sports", query="beetle")["note"] == "no news on sports about 'beetle'"


def test_a_page_is_bookmarked_once() -> None:
    store, tools = web()
    before = store.snapshot()
    for again in ("Tomatoes in pots", "http://www.c.example/pots/"):
        with pytest.raises(ToolError, match="already in Garden"):
            tools.add_bookmark(again)
    assert store.snapshot() == before


@pytest.mark.parametrize("page", ["javascript:alert(1)", "file:///etc/passwd", "https://", "not a page"])
def test_only_pages_are_bookmarked(page: str) -> None:
    store, tools = web()
    before = store.snapshot()
    with pytest.raises(ToolError):
        tools.add_bookmark(page)
    assert store.snapshot() == before


def test_every_write_is_undone() -> None:
    store, tools = web()
    before = store.snapshot()
    writes = [
        lambda: tools.add_bookmark("Wax on a carpet", "Home"),
        lambda: tools.add_bookmark("https://new.example/x?y=1"),
        lambda: tools.move_bookmark("Tomatoes in pots", "Later"),
        lambda: tools.delete_bookmark("tomatoes"),
    ]
    for write in writes:
        done = write()
        assert store.snapshot() != before
        undo(store, done)
        assert store.snapshot() == before


def test_a_folder_is_written_as_it_is_in_use() -> None:
    store, tools = web()
    tools.add_bookmark("Wax on a carpet", "garden")
    assert {b.folder for b in store.all(Bookmark)} == {"Garden"}
    assert tools.list_bookmarks("GARDEN")["bookmarks"] == ["Tomatoes in pots", "Wax on a carpet"]
    with pytest.raises(ToolError, match="in Garden already"):
        tools.move_bookmark("wax", "garden")
    assert "folders: Garden" in tools.list_bookmarks("Later")["note"]
