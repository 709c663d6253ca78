"""The intents of the apps besides calendar and contacts, by app; the number is how often one comes up."""

from __future__ import annotations

from collections.abc import Callable

from botpsy.tasksets.phone import (
    bank_intents,
    car_intents,
    devices_intents,
    files_intents,
    files_turns,
    mail_intents,
    messages_intents,
    notes_intents,
    shop_intents,
    support_intents,
    support_reads,
    travel_intents,
    travel_turns,
    web_intents,
    web_turns,
)
from botpsy.tasksets.phone.draft import Draft, Draw

APP_INTENTS: dict[str, dict[str, tuple[Callable[[Draw], Draft], int]]] = {
    "bank": bank_intents.INTENTS,
    "car": car_intents.INTENTS,
    "devices": devices_intents.INTENTS,
    "files": files_intents.INTENTS | files_turns.INTENTS,
    "mail": mail_intents.INTENTS,
    "messages": messages_intents.INTENTS,
    "notes": notes_intents.INTENTS,
    "shop": shop_intents.INTENTS,
    "support": support_intents.INTENTS | support_reads.INTENTS,
    "travel": travel_intents.INTENTS | travel_turns.INTENTS,
    "web": web_intents.INTENTS | web_turns.INTENTS,
}
