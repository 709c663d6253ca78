"""Data: references become rows, masks hide names and nothing else, Seal-Tools is kept only where it is grounded."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest

from botpsy.core import jsonl
from botpsy.core.errors import UsageError
from botpsy.core.messages import Message, ToolCall, ToolSpec
from botpsy.data.generate import Tally, trajectories
from botpsy.data.masking import Renaming, restyle
from botpsy.data.mix import Mix, make
from botpsy.data.public.seal_bundles import bundle_rows, near_misses
from botpsy.data.public.seal_tools import coerce, holds, read
from botpsy.models.scripted import Scripted
from botpsy.tasksets.phone.taskset import Phone
from botpsy.tools.validate import problems

TOOLS = [
    {"api_name": "getWeather", "api_description": "Get the weather of a city", "field": "Weather/Now",
     "parameters": {"city": {"type": "str", "description": "the city"}, "days": {"type": "int", "description": "how many days"}},
     "required": ["city"]},
    {"api_name": "rentBike", "api_description": "Rent a bike at a station", "field": "Travel/Bikes",
     "parameters": {"station": {"type": "str", "description": "the station"}}, "required": ["station"]},
    {"api_name": "countStars", "api_description": "Count the stars in a galaxy", "field": "Space/Stars",
     "parameters": {"galaxy": {"type": "str", "description": "the galaxy"}}, "required": ["galaxy"]},
]  # fmt: skip
CITIES = ["Lima", "Oslo", "Quito", "Rome", "Cairo", "Delhi"]


def query(number: int, text: str, *calls: tuple[str, dict[str, object]]) -> dict[str, object]:
    return {
        "id": f"q{number}",
        "query": text,
        "calling": [{"api": n, "parameters": p, "responses": []} for n, p in calls],
    }


@pytest.fixture
def seal(tmp_path: Path) -> Path:
    folder = tmp_path / "seal_tools"
    folder.mkdir()
    rows = [query(i, f"Get the weather of the city {c}.", ("getWeather", {"city": c})) for i, c in enumerate(CITIES)]
    rows += [
        query(20, "Get the weather of Lima for 3 days.", ("getWeather", {"city": "Lima", "days": "3"})),
        query(21, "Get the weather somewhere.", ("getWeather", {"city": "Atlantis"})),
        query(22, "Get the weather of the city Rome. Then, rent a bike at the station Park.",
              ("getWeather", {"city": "Rome"}), ("rentBike", {"station": "Park"})),
        query(23, "Count the stars in the galaxy M31.", ("countStars", {"galaxy": "M31"})),
    ]  # fmt: skip
    jsonl.write_atomic(folder / "seal_tool.jsonl", TOOLS)
    jsonl.write_atomic(folder / "seal_dev.jsonl", rows)
    jsonl.write_atomic(folder / "seal_test_in_domain.jsonl", [])
    jsonl.write_atomic(folder / "seal_test_out_domain.jsonl", [])
    return tmp_path


def test_seal_keeps_what_is_grounded_and_counts_the_rest(seal: Path) -> None:
    data = read(seal / "seal_tools")
    assert data.dropped == {"value not in the query": 1}
    by_query = {u.query: u.calls for u in data.units}
    assert by_query["Get the weather of Lima for 3 days."] == (ToolCall("getWeather", {"city": "Lima", "days": 3}),)
    assert by_query["Rent a bike at the station Park."] == (ToolCall("rentBike", {"station": "Park"}),)
    assert len(by_query["Get the weather of the city Rome. Then, rent a bike at the station Park."]) == 2
    for unit in data.units:
        for call in unit.calls:
            assert problems(data.tools[call.name], call.arguments) == []


def test_bundles_validate_under_their_new_names(seal: Path) -> None:
    rows = list(bundle_rows(read(seal / "seal_tools"), 60, 1))
    skills = {r["skill"] for r in rows}
    assert skills == {"single", "parallel", "parallel_multiple", "irrelevant"}
    for row in rows:
        specs = {t["function"]["name"]: ToolSpec.from_json(t) for t in row["tools"]}
        calls = row["messages"][1].get("tool_calls", [])
        assert bool(calls) == (row["skill"] != "irrelevant")
        for call in calls:
            assert problems(specs[call["name"]], call["arguments"]) == []
            for value in call["arguments"].values():
                assert str(value).casefold() in row["messages"][0]["content"].casefold()
        if row["skill"] == "parallel":
            assert len({json.dumps(c) for c in calls}) == len(calls) > 1
    assert rows == list(bundle_rows(read(seal / "seal_tools"), 60, 1))


def test_a_near_miss_takes_the_value_and_does_something_else(seal: Path) -> None:
    folder = seal / "seal_tools"
    city = {"city": {"type": "str", "description": "the city"}}
    beside = [
        ("auditMeteorologists", "Audit the meteorologists who work there", "Weather/Now", city),
        ("readWeather", "Read the weather of a city", "Weather/Now", city),  # does it as well
        ("getAlmanac", "Get information for a city", "Weather/Now", city),  # may do it as well
        ("countMayors", "Count the mayors of a city", "Politics/Towns", city),  # another subject
        ("launchBalloon", "Launch a balloon", "Weather/Now", {"hour": city["city"]}),  # takes no city
    ]
    more = [{"api_name": n, "api_description": d, "field": f, "parameters": p, "required": []} for n, d, f, p in beside]
    jsonl.write_atomic(folder / "seal_tool.jsonl", [*TOOLS, *more])
    data = read(folder)
    units = [u for u in data.units if len(u.calls) == 1]
    found = near_misses(data, units)
    assert set(found) == {"auditMeteorologists"}
    assert [u.query for u in found["auditMeteorologists"]] == [
        u.query for u in units if u.calls[0].name == "getWeather"
    ]
    asked = jsonl.read(folder / "seal_dev.jsonl")
    audit = query(40, "Audit the meteorologists of Lima.", ("auditMeteorologists", {"city": "Lima"}))
    jsonl.write_atomic(folder / "seal_dev.jsonl", [*asked, audit])
    seen = [
        row["messages"][0]["content"]
        for row in bundle_rows(read(folder), 60, 1)
        if row["skill"] == "irrelevant" and any("Audit the met" in t["function"]["description"] for t in row["tools"])
    ]
    assert sum("eather" in text for text in seen) > len(seen) / 6


def test_missing_public_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="BOTPSY_DATA"):
        make(Mix(0, 0, 5), tmp_path / "x.jsonl")
    with pytest.raises(UsageError, match="no Seal-Tools"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("value", "kind", "result"),
    [("3", "integer", 3), ("3.0", "number", 3.0), (2.0, "integer", 2), (2.5, "integer", None), ("x", "number", None),
     (True, "integer", None), ("true", "boolean", True), (7, "string", "7"), ([1], "string", None), ("007", "integer", 7)],
)  # fmt: skip
def test_values_are_coerced_or_refused(value: object, kind: str, result: object) -> None:
    assert coerce(value, kind) == result


def test_holds_is_about_whole_words_and_numbers() -> None:
    assert holds("from Rome for 1,500 dollars", 1500)
    assert holds("Rome, please", "rome")
    assert not holds("Romeo", "Rome")
    assert not holds("15000", 1500)
    assert not holds("yes", True)


def test_masks_change_names_and_keep_meaning() -> None:
    tool = ToolSpec(
        "getWeather", "d", {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    )
    seen = set()
    for seed in range(60):
        names = Renaming(random.Random(seed), [tool, ToolSpec("other", "d", {"type": "object", "properties": {}})])
        spec, call = names.spec(tool), names.call(ToolCall("getWeather", {"city": "Lima"}))
        seen.add(spec.name)
        assert (spec.name, spec.description) == (call.name, "d")
        assert problems(spec, call.arguments) == []
        assert list(call.arguments.values()) == ["Lima"]
        assert spec.name != names.spec(ToolSpec("other", "d", {"type": "object", "properties": {}})).name
    assert "getWeather" in seen
    assert len(seen) > 20


def test_restyling() -> None:
    assert restyle("getCurrentWeather", "snake", random.Random(0)) == "get_current_weather"
    assert restyle("get_current_weather", "camel", random.Random(0)) == "getCurrentWeather"


def test_references_become_rows_and_weak_models_are_filtered() -> None:
    taskset = Phone(60, seed=4)

    async def collect(generator: Scripted | None) -> tuple[list[dict[str, object]], Tally]:
        tally = Tally()
        return [r async for r in trajectories(taskset, taskset.tasks("train"), generator, tally=tally)], tally

    rows, tally = asyncio.run(collect(None))
    assert len(rows) == tally.counts["kept"] == 60
    assert all(r["score"] == 1.0 for r in rows)
    weak, tally = asyncio.run(
        collect(Scripted(lambda c: Message("assistant", "I can't do that with the tools I have.")))
    )
    assert 0 < len(weak) < 60
    assert tally.counts["low"] == 60 - len(weak)


def test_a_mixture_is_deterministic_and_resumes(seal: Path, tmp_path: Path) -> None:
    mix = Mix(phone=25, toolcraft=4, seal=5, seed=2, public=str(seal))
    first = make(mix, tmp_path / "a.jsonl")
    assert first == make(mix, tmp_path / "b.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert sum(first.values()) == len(list(jsonl.read(tmp_path / "a.jsonl")))
    assert [p.name for p in tmp_path.glob("a.jsonl.*")] == ["a.jsonl.made.json"]

    def stop(source: str, made: int, wanted: int) -> None:
        if source == "toolcraft":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(mix, tmp_path / "c.jsonl", stop)
    assert not (tmp_path / "c.jsonl").exists()
    kept = list(tmp_path.glob("c.jsonl.phone.*"))
    assert len(kept) == 1
    make(mix, tmp_path / "c.jsonl")
    assert (tmp_path / "c.jsonl").read_bytes() == (tmp_path / "a.jsonl").read_bytes()
