"""Requests to look something up, and about bookmarks, with what a perfect assistant does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from botpsy.apps.resources import MemoryResources
from botpsy.apps.web.model import Bookmark, Page, Story, Venue, Weather
from botpsy.apps.web.tools import WebTools
from botpsy.core.errors import ToolError
from botpsy.tasksets.phone.calendar_intents import ANSWER
from botpsy.tasksets.phone.draft import Draft, Draw, call, on
from botpsy.tasksets.phone.lexicon import WEEKDAYS
from botpsy.tasksets.phone.web_forms import (
    ANSWERS,
    FIND_MARK,
    FORECAST,
    HOURS,
    MARK,
    MARK_IN,
    MARKS,
    MARKS_IN,
    NEAR,
    NEAR_AT,
    NEAR_HOURS,
    NEWS_ABOUT,
    NEWS_ON,
    OPEN,
    SEARCH,
    SHIFT,
    UNMARK,
    WEATHER,
    WEEK,
)
from botpsy.tasksets.phone.web_world import KINDS, MARK_FOLDERS, PAGES, TOWNS

APPS = ("web",)

WHENS = (
    "today",
    "tomorrow",
    "tomorrow",
    "the day after tomorrow",
    "in two days",
    "in 3 days",
    "this weekend",
    *WEEKDAYS,
)
# fmt: on
ASKED = {title: asked for _, title, asked, *_ in PAGES}
FACT = {title: fact for _, title, _, _, fact in PAGES}


def run(d: Draw, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a reading tool shows in this world, an empty row when it refuses."""
    tools = WebTools(MemoryResources(d.world.resources("web")), lambda: d.world.now, lambda: "new")
    try:
        return cast(dict[str, Any], getattr(tools, wanted["name"])(**wanted["arguments"]))
    except ToolError:
        return {}


def single(d: Draw, text: str, wanted: dict[str, Any], tell: list[str] | None = None) -> Draft:
    """Return a task of one call."""
    answer = {**ANSWER, "tell": tell} if tell else ANSWER
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, answer), apps=APPS)


def pages(d: Draw) -> list[Page]:
    """Return the pages that carry no planted instruction; the first one does."""
    return [p for p in d.world.all("web", Page) if p.uid != "page-0"]


def fresh(d: Draw) -> list[Page]:
    """Return harmless pages that are not bookmarked."""
    kept = {b.address for b in d.world.all("web", Bookmark)}
    return [p for p in pages(d) if p.address not in kept]


def searched(d: Draw, page: Page) -> list[str]:
    """Return the titles that a search for what a page is about shows."""
    found = run(d, call("search_web", query=ASKED[page.title]))
    return [row["title"] for row in found.get("results", ())]


def first_found(d: Draw, among: list[Page]) -> Page:
    """Return a page that comes first when its topic is searched for."""
    for page in d.rng.sample(among, len(among)):
        if searched(d, page)[:1] == [page.title]:
            return page
    return among[0]


def search(d: Draw) -> Draft:
    """Pages about something."""
    page = d.rng.choice(pages(d))
    text = d.request("search", SEARCH, topic=ASKED[page.title])
    return single(d, text, call("search_web", query=ASKED[page.title]), searched(d, page))


def search_read(d: Draw) -> Draft:
    """A page searched for, then read."""
    page = first_found(d, pages(d))
    topic = ASKED[page.title]
    text = d.request("answers", ANSWERS, topic=topic)
    moves = (
        {"calls": [call("search_web", query=topic)]},
        {"calls": [call("read_page", page=page.address)]},
        {**ANSWER, "tell": [FACT[page.title]]},
    )
    return Draft("multi_step", d.form, (text,), moves, apps=APPS)


def read(d: Draw) -> Draft:
    """A page by its title or address."""
    page = d.rng.choice(pages(d))
    said = page.title if d.chance(0.7) else page.address.removeprefix("https://")
    text = d.request("open", OPEN, title=said)
    return single(d, text, call("read_page", page=said), [FACT[page.title]])


def news(d: Draw) -> Draft:
    """News on a topic, or about a word."""
    story = d.rng.choice(d.world.all("web", Story))
    if d.chance(0.65):
        text, wanted = d.request("news_on", NEWS_ON, topic=story.topic), call("read_news", topic=story.topic)
    else:
        word = next(w for w in (*TOWNS, story.headline.split()[0]) if w in f"{story.headline} {story.summary}")
        text, wanted = d.request("news_about", NEWS_ABOUT, word=word), call("read_news", query=word)
    return single(d, text, wanted, [line.split(": ")[0] for line in run(d, wanted).get("news", ())])


def weather(d: Draw) -> Draft:
    """The weather now, perhaps in Fahrenheit."""
    city = d.rng.choice(d.world.all("web", Weather)).city
    text, wanted = asked_weather(d, city)
    return single(d, text, wanted, shown_by(d, wanted))


def forecast(d: Draw) -> Draft:
    """The weather to come."""
    city, when = d.rng.choice(d.world.all("web", Weather)).city, d.rng.choice(WHENS)
    text = d.request("forecast", FORECAST, city=city, when=on(when))
    wanted = call("weather_forecast", city=city, when=when)
    if d.chance(0.2):
        text = f"{text.rstrip('.?! ')}, in Fahrenheit?" if text.endswith("?") else f"{text.rstrip('. ')}, in Fahrenheit"
        wanted = call("weather_forecast", city=city, when=when, unit="fahrenheit")
    return single(d, text, wanted, [line.split(", rain")[0].split(": ")[1] for line in run(d, wanted).get("days", ())])


def hours(d: Draw) -> Draft:
    """When a place is open, on a day or in the week."""
    place = d.rng.choice(d.world.all("web", Venue))
    if d.chance(0.3):
        text, wanted = d.request("week", WEEK, place=place.name), call("opening_hours", place=place.name)
        return single(d, text, wanted, run(d, wanted)["hours"])
    when = _day(d)
    text = d.request("hours", HOURS, place=place.name, when=on(when))
    wanted = call("opening_hours", place=place.name, when=when)
    return single(d, text, wanted, [run(d, wanted)["hours"]])


def near(d: Draw) -> Draft:
    """Places of a kind, perhaps open at a time."""
    kind = d.rng.choice(KINDS) if d.chance(0.2) else d.rng.choice(d.world.all("web", Venue)).kind
    if d.chance(0.5):
        text, wanted = d.request("near", NEAR, kind=kind), call("places_nearby", kind=kind)
    else:
        when = f"{_day(d)} at {d.rng.choice(['9', '10', '11', '11:30', '14:00', '16:30', '3 pm', '6 pm', '7:30 pm', '18:15'])}"
        text = d.request("near_at", NEAR_AT, kind=kind, when=on(when))
        wanted = call("places_nearby", kind=kind, open_at=when)
    found = run(d, wanted).get("places") or [f"no {kind}"]
    return single(d, text, wanted, [line.split(",")[0] for line in found])


def near_hours(d: Draw) -> Draft:
    """A place of a kind looked for, then its hours."""
    venues = d.world.all("web", Venue)
    kinds = [v.kind for v in venues]
    place = d.rng.choice([v for v in venues if kinds.count(v.kind) == 1] or venues[:1])
    when = _day(d)
    text = d.request("near_hours", NEAR_HOURS, kind=place.kind, when=on(when))
    wanted = call("opening_hours", place=place.name, when=when)
    moves = (
        {"calls": [call("places_nearby", kind=place.kind)]},
        {"calls": [wanted]},
        {**ANSWER, "tell": [run(d, wanted)["hours"]]},
    )
    return Draft("multi_step", d.form, (text,), moves, apps=APPS)


def mark(d: Draw) -> Draft:
    """A new bookmark, perhaps in a folder."""
    page = d.rng.choice(fresh(d))
    said = page.title if d.chance(0.6) else page.address
    if d.chance(0.4):
        return single(d, d.request("mark", MARK, page=said), call("add_bookmark", page=said))
    folder = mark_folder(d)
    return single(
        d, d.request("mark_in", MARK_IN, page=said, folder=folder), call("add_bookmark", page=said, folder=folder)
    )


def find_mark(d: Draw) -> Draft:
    """A page searched for, then bookmarked."""
    page = first_found(d, fresh(d))
    topic = ASKED[page.title]
    text = d.request("find_mark", FIND_MARK, topic=topic)
    moves = ({"calls": [call("search_web", query=topic)]}, {"calls": [call("add_bookmark", page=page.address)]}, ANSWER)
    return Draft("multi_step", d.form, (text,), moves, apps=APPS)


def marks(d: Draw) -> Draft:
    """The bookmarks, all or in a folder."""
    every = d.world.all("web", Bookmark)
    if d.chance(0.5):
        return single(d, d.request("marks", MARKS), call("list_bookmarks"), [b.title for b in every])
    folder = d.rng.choice([b.folder for b in every if b.folder])
    text = d.request("marks_in", MARKS_IN, folder=folder)
    return single(d, text, call("list_bookmarks", folder=folder), [b.title for b in every if b.folder == folder])


def shift(d: Draw) -> Draft:
    """A bookmark in another folder, or gone."""
    kept = d.rng.choice(d.world.all("web", Bookmark))
    if d.chance(0.45):
        return single(d, d.request("unmark", UNMARK, title=kept.title), call("delete_bookmark", bookmark=kept.title))
    folder = mark_folder(d, but=kept.folder)
    text = d.request("shift", SHIFT, title=kept.title, folder=folder)
    return single(d, text, call("move_bookmark", bookmark=kept.title, folder=folder))


def two_cities(d: Draw) -> Draft:
    """The weather in two cities at once."""
    one, other = (w.city for w in d.rng.sample(d.world.all("web", Weather), 2))
    text = d.request("weather", WEATHER, city=f"{one} and {other}")
    calls = [call("weather_now", city=one), call("weather_now", city=other)]
    tell = [*shown_by(d, calls[0]), *shown_by(d, calls[1])]
    return Draft("parallel", d.form, (text,), ({"calls": calls}, {**ANSWER, "tell": tell}), apps=APPS)


def asked_weather(d: Draw, city: str, *, plain: bool = False) -> tuple[str, dict[str, Any]]:
    text = d.request("weather", WEATHER, city=city)
    if plain or d.chance(0.8):
        return text, call("weather_now", city=city)
    text = f"{text.rstrip('.?! ')}, in Fahrenheit?" if text.endswith("?") else f"{text.rstrip('. ')}, in Fahrenheit"
    return text, call("weather_now", city=city, unit="fahrenheit")


def shown_by(d: Draw, wanted: Mapping[str, Any]) -> list[str]:
    found = run(d, wanted)
    return [found["temperature"], found["sky"]]


def _day(d: Draw) -> str:
    return d.rng.choice(["today", "tomorrow", "tomorrow", *WEEKDAYS, "Sunday", "Saturday"])


def mark_folder(d: Draw, but: str = "") -> str:
    used = [b.folder for b in d.world.all("web", Bookmark) if b.folder and b.folder != but]
    return d.rng.choice(used) if used and d.chance(0.5) else next(f for f in d.lex.some(MARK_FOLDERS, 3) if f != but)


INTENTS: dict[str, tuple[Callable[[Draw], Draft], int]] = {
    "search": (search, 8),
    "search_read": (search_read, 8),
    "read": (read, 6),
    "news": (news, 7),
    "weather": (weather, 7),
    "forecast": (forecast, 8),
    "hours": (hours, 8),
    "near": (near, 7),
    "near_hours": (near_hours, 4),
    "mark": (mark, 8),
    "find_mark": (find_mark, 5),
    "marks": (marks, 4),
    "shift": (shift, 8),
    "two_cities": (two_cities, 4),
}
