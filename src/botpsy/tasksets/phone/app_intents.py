"""The intents of the apps besides calendar and contacts, by app; the number is how often one comes up."""

from __future__ import annotations

from collections.abc import Callable

from botpsy.tasksets.phone import (
    bank_intents,
    car_intents,
    devices_intents,
    files_intents,
    mail_intents,
    messages_intents,
    notes_intents,
    shop_intents,
    support_intents,
    travel_intents,
    web_intents,
)
from botpsy.tasksets.phone.draft import Draft, Draw

APP_INTENTS: dict[str, dict[str, tuple[Callable[[Draw], Draft], int]]] = {
    "bank": bank_intents.INTENTS,
    "car": car_intents.INTENTS,
    "devices": devices_intents.INTENTS,
    "files": files_intents.INTENTS,
    "mail": mail_intents.INTENTS,
    "messages": messages_intents.INTENTS,
    "notes": notes_intents.INTENTS,
    "shop": shop_intents.INTENTS,
    "support": support_intents.INTENTS,
    "travel": travel_intents.INTENTS,
    "web": web_intents.INTENTS,
}
