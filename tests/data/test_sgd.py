"""Schema-Guided Dialogue becomes tool conversations whose calls fit their tools and whose values were said."""

from __future__ import annotations

import io
import json
import os
import tarfile
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from botpsy.core.errors import UsageError
from botpsy.core.messages import Message, ToolSpec
from botpsy.data.public.sgd import convert, read
from botpsy.tools.validate import problems

SERVICES: dict[str, Any] = {
    "Tables_1": {
        "service_name": "Tables_1",
        "slots": [
            {"name": "place", "description": "Where to eat", "is_categorical": False, "possible_values": []},
            {"name": "day", "description": "Which day", "is_categorical": False, "possible_values": []},
            {"name": "seats", "description": "How many", "is_categorical": True, "possible_values": ["1", "2", "3"]},
            {"name": "price", "description": "Price", "is_categorical": True, "possible_values": ["cheap", "dear"]},
        ],
        "intents": [
            {
                "name": "BookTable", "description": "Book a table", "is_transactional": True,
                "required_slots": ["place", "day"], "optional_slots": {"seats": "2", "price": "dontcare"},
            }
        ],
    }
}  # fmt: skip


def user(text: str, **slots: str) -> dict[str, Any]:
    state = {"slot_values": {k: [v] for k, v in slots.items()}}
    return {"speaker": "USER", "utterance": text, "frames": [{"state": state}]}


def system(text: str, **parameters: str) -> dict[str, Any]:
    frame: dict[str, Any] = {}
    if parameters:
        frame = {
            "service_call": {"method": "BookTable", "parameters": parameters},
            "service_results": [{"ok": "1"}] * 5,
        }
    return {"speaker": "SYSTEM", "utterance": text, "frames": [frame]}


def dialogue(*turns: dict[str, Any]) -> dict[str, Any]:
    return {"dialogue_id": "7", "services": ["Tables_1"], "turns": list(turns)}


BOOKED = dialogue(
    user("A table at Nona please", place="Nona"),
    system("For which day?"),
    user("The first of March, three of us", day="first of March", seats="3"),
    system("It is booked.", place="Nona", day="2019-03-01", seats="3", price="dontcare"),
)


def test_a_call_takes_what_was_said_in_the_words_it_was_said_in() -> None:
    row = convert(BOOKED, SERVICES, Counter())
    assert row is not None
    messages = [Message.from_json(m) for m in row["messages"]]
    assert [m.role for m in messages] == ["user", "assistant", "user", "assistant", "tool", "assistant"]
    (call,) = messages[3].tool_calls
    assert call.name == "book_table"
    assert call.arguments == {"place": "Nona", "day": "first of March", "seats": 3}
    result = json.loads(messages[4].content)
    assert (len(result["results"]), result["note"]) == (3, "2 more")


def test_a_default_that_nobody_spoke_of_is_left_out() -> None:
    turns = [*BOOKED["turns"][:3], system("Booked.", place="Nona", day="2019-03-01", seats="2")]
    turns[2] = user("The first of March", day="first of March")
    row = convert(dialogue(*turns), SERVICES, Counter())
    assert row is not None
    assert "seats" not in row["messages"][3]["tool_calls"][0]["arguments"]


def test_a_value_that_was_never_said_ends_the_conversation_and_is_counted() -> None:
    dropped: Counter[str] = Counter()
    row = convert(
        dialogue(user("A table at Nona", place="Nona"), system("Done.", place="Nona", day="2019-03-01")),
        SERVICES,
        dropped,
    )
    assert row is None
    assert dropped == {"day was not said": 1, "no call": 1}


def test_an_archive_is_read_as_a_stream_and_a_broken_one_is_named(tmp_path: Path) -> None:
    path = tmp_path / "sgd.tar.xz"
    with tarfile.open(path, "w:xz") as archive:
        for name, value in (("train/dialogues_001.json", [BOOKED]), ("train/schema.json", list(SERVICES.values()))):
            data = json.dumps(value).encode()
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    assert [r["id"] for r in read(path)] == ["sgd-7"]
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(UsageError, match=r"cannot read Schema-Guided Dialogue from .*sgd\.tar\.xz"):
        list(read(path))


def test_the_real_archive_gives_valid_calls() -> None:
    folder = os.environ.get("BOTPSY_DATA", "")
    path = Path(folder) / "sgd.tar.xz"
    if not folder or not path.exists():
        pytest.skip("BOTPSY_DATA has no sgd.tar.xz")
    rows = list(islice(read(path), 150))
    for row in rows:
        specs = {t.name: t for t in (ToolSpec.from_json(t) for t in row["tools"])}
        calls = [c for m in row["messages"] for c in Message.from_json(m).tool_calls]
        assert calls
        assert not [p for c in calls for p in problems(specs[c.name], c.arguments)]
