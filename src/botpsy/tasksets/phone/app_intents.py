"""The intents of the apps besides calendar and contacts, by app; the number is how often one comes up."""

from __future__ import annotations

from collections.abc import Callable

from botpsy.tasksets.phone import notes_intents
from botpsy.tasksets.phone.draft import Draft, Draw

APP_INTENTS: dict[str, dict[str, tuple[Callable[[Draw], Draft], int]]] = {
    "notes": notes_intents.INTENTS,
}
