"""The app that docs/add-an-app.md builds is built here from that very page, and its tasks are solved."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from botpsy.core.messages import Message
from botpsy.envs.rollout import rollout
from botpsy.models.scripted import Scripted
from botpsy.tasksets.phone.app_intents import APP_INTENTS
from botpsy.tasksets.phone.apps import APPS
from botpsy.tasksets.phone.taskset import Phone

PAGE = Path(__file__).parents[2] / "docs" / "add-an-app.md"


def test_the_page_adds_an_app_in_under_fifty_lines() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    lines = [line for line in code.splitlines() if line.strip()]
    assert len(lines) < 50
    try:
        # annotations are read at run time, so the module needs a name that can be looked up
        exec(compile(code, str(PAGE), "exec", dont_inherit=True), {"__name__": "botpsy_page"})
        phone = Phone(30, apps=("plants",))
        for split in ("train", "dev", "test"):
            for task in phone.tasks(split):
                assert "list_plants" in {s.name for s in phone.open(task)._toolbox.specs}  # pyright: ignore[reportPrivateUsage]
                assert asyncio.run(rollout(phone.reference(task), phone, task))[1].value == 1.0
                idle = Scripted(lambda c: Message("assistant", "Done."))
                assert asyncio.run(rollout(idle, phone, task))[1].value == 0.0
    finally:
        APPS.pop("plants", None)
        APP_INTENTS.pop("plants", None)
