"""The taskset `structured`: facts in prose, an answer that must be JSON of a given schema and say the same."""
# ruff: noqa: E501

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from botpsy.core.messages import Json
from botpsy.core.score import Score, all_of
from botpsy.core.task import Split
from botpsy.tasksets.questions import Question, Questions, held

NAMES = "Ana Ruiz;Ben Okoro;Chloe Martin;Farid Haddad;Hiro Tanaka;Ines Costa;Jonas Weber;Mei Lin;Omar Said;Priya Nair".split(
    ";"
)
CITIES = "Lisbon Oslo Nairobi Lima Hanoi Quito Dublin Accra Tunis Riga".split()
FOODS = "soup salad rice bread tea cake curry noodles fruit cheese".split()
Record = tuple[str, dict[str, Any], Any]  # prose, schema, value
TEXT: dict[str, str] = {"type": "string"}
WHOLE: dict[str, str] = {"type": "integer"}


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def person(r: random.Random) -> Record:
    name, age, city = r.choice(NAMES), r.randint(18, 80), r.choice(CITIES)
    return (
        f"{name} is {age} and lives in {city}.",
        _object(name=TEXT, age=WHOLE, city=TEXT),
        {"name": name, "age": age, "city": city},
    )


def order(r: random.Random) -> Record:
    lines = [{"item": f, "count": r.randint(1, 6)} for f in r.sample(FOODS, r.randint(2, 3))]
    said = ", ".join(f"{line['count']} x {line['item']}" for line in lines)
    schema = _object(table=WHOLE, lines={"type": "array", "items": _object(item=TEXT, count=WHOLE)})
    table = r.randint(1, 30)
    return f"Table {table} orders {said}.", schema, {"table": table, "lines": lines}


def trip(r: random.Random) -> Record:
    a, b = r.sample(CITIES, 2)
    price, direct = r.randrange(40, 900, 5), r.random() < 0.5
    prose = (
        f"The flight from {a} to {b} costs {price} euros and {'goes without a stop' if direct else 'stops on the way'}."
    )
    value = {"origin": a, "destination": b, "price": price, "direct": direct}
    return prose, _object(origin=TEXT, destination=TEXT, price=WHOLE, direct={"type": "boolean"}), value


def review(r: random.Random) -> Record:
    good = r.choice(["good", "bad"])
    stars, food = r.randint(4, 5) if good == "good" else r.randint(1, 2), r.choice(FOODS)
    prose = f"The {food} was {'wonderful' if good == 'good' else 'awful'}; I give it {stars} of 5 stars."
    return (
        prose,
        _object(dish=TEXT, stars=WHOLE, verdict={"enum": ["good", "bad"]}),
        {"dish": food, "stars": stars, "verdict": good},
    )


def meeting(r: random.Random) -> Record:
    who, hour = r.sample(NAMES, r.randint(2, 3)), r.randint(8, 18)
    schema = _object(time={"type": "string", "pattern": "^\\d\\d:\\d\\d$"}, people={"type": "array", "items": TEXT})
    return (
        f"At {hour:02}:00 {', '.join(who[:-1])} and {who[-1]} meet.",
        schema,
        {"time": f"{hour:02}:00", "people": who},
    )


def weather(r: random.Random) -> Record:
    city, low = r.choice(CITIES), r.randint(-8, 18)
    high, rain = low + r.randint(3, 12), r.random() < 0.5
    prose = f"In {city} it will be between {low} and {high} degrees, {'with rain' if rain else 'and dry'}."
    value = {"city": city, "low": low, "high": high, "rain": rain}
    return prose, _object(city=TEXT, low=WHOLE, high=WHOLE, rain={"type": "boolean"}), value


def parcel(r: random.Random) -> Record:
    number, kilos, city = f"P{r.randint(10000, 99999)}", r.randint(1, 30), r.choice(CITIES)
    state = r.choice(["packed", "on its way", "delivered"])
    schema = _object(number=TEXT, kilos=WHOLE, city=TEXT, state={"enum": ["packed", "on its way", "delivered"]})
    return (
        f"Parcel {number} for {city}, {kilos} kg, is {state}.",
        schema,
        {"number": number, "kilos": kilos, "city": city, "state": state},
    )


RECORDS: list[Callable[[random.Random], Record]] = [person, order, trip, review, meeting, weather, parcel]
ASKS = [
    "{prose}\n\nWrite this as JSON that fits the schema, and nothing else:\n{schema}",
    "Turn the text into JSON of this schema. Answer with the JSON alone.\n\nSchema: {schema}\n\nText: {prose}",
    "Extract the data as one JSON object.\nText: {prose}\nJSON Schema: {schema}",
    "Read: {prose}\nReturn JSON only. It must be valid against {schema}",
    "Schema:\n{schema}\n\nFill it from: {prose}",
    "Give me the following as a JSON object of the schema {schema}. {prose}",
    "{prose} As JSON, please, by this schema: {schema}",
]


def draw(rng: random.Random, split: Split) -> Question:
    """Draw a record and how it is asked for."""
    kind = rng.choice(held(RECORDS, split))
    prose, schema, value = kind(rng)
    text = rng.choice(held(ASKS, split)).format(prose=prose, schema=json.dumps(schema))
    return Question(text, json.dumps(value, ensure_ascii=False), "structured", {"schema": schema, "value": value})


def judge(data: Mapping[str, Json], answer: str) -> Score:
    """Parts: json (the answer is JSON, fenced or not, and nothing else), schema (it is valid), value (it says the same)."""
    from jsonschema import Draft202012Validator

    value = _json(answer)
    if value is None:
        return Score(0.0, {"json": 0.0}, "the answer is not JSON alone")
    valid = cast(Any, Draft202012Validator(data["schema"])).is_valid(value[0])
    return all_of({"json": 1.0, "schema": float(valid), "value": float(value[0] == data["value"])})


def _json(answer: str) -> tuple[Json] | None:
    fenced = re.fullmatch(r"```(?:json)?\s*\n(.*?)\n?```", answer.strip(), re.DOTALL)
    try:
        return (json.loads(fenced[1] if fenced else answer),)
    except (ValueError, RecursionError):
        return None


def structured(count: int = 200, seed: int = 0) -> Questions:
    """Return the taskset."""
    return Questions("structured", draw, judge, count, seed)
