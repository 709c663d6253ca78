"""The apps of the simulated phone besides calendar and contacts: what each holds at first, and its tools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from botpsy.apps.bank.tools import BankTools
from botpsy.apps.car.tools import CarTools
from botpsy.apps.contacts.model import Contact
from botpsy.apps.devices.tools import DevicesTools
from botpsy.apps.files.tools import FilesTools
from botpsy.apps.mail.tools import MailTools
from botpsy.apps.messages.tools import MessagesTools
from botpsy.apps.notes.tools import NotesTools
from botpsy.apps.resources import Resource, Resources
from botpsy.apps.shop.tools import ShopTools
from botpsy.apps.support.tools import SupportTools
from botpsy.apps.travel.tools import TravelTools
from botpsy.apps.web.tools import WebTools
from botpsy.tasksets.phone import (
    bank_world,
    car_world,
    devices_world,
    files_world,
    mail_world,
    messages_world,
    notes_world,
    shop_world,
    support_world,
    travel_world,
    web_world,
)
from botpsy.tasksets.phone.lexicon import Lexicon

Seed = Callable[[Lexicon, tuple[Contact, ...], datetime], tuple[Resource, ...]]
Tools = Callable[[Resources, Callable[[], datetime], Callable[[], str]], object]


@dataclass(frozen=True, slots=True)
class AppKind:
    """`seed` draws the resources of a world from its values, people and time; `tools` are opened over a backend."""

    seed: Seed
    tools: Tools


APPS: dict[str, AppKind] = {
    "bank": AppKind(bank_world.seed, BankTools),
    "car": AppKind(car_world.seed, CarTools),
    "devices": AppKind(devices_world.seed, DevicesTools),
    "files": AppKind(files_world.seed, FilesTools),
    "mail": AppKind(mail_world.seed, MailTools),
    "messages": AppKind(messages_world.seed, MessagesTools),
    "notes": AppKind(notes_world.seed, NotesTools),
    "shop": AppKind(shop_world.seed, ShopTools),
    "support": AppKind(support_world.seed, SupportTools),
    "travel": AppKind(travel_world.seed, TravelTools),
    "web": AppKind(web_world.seed, WebTools),
}
