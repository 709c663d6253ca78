"""The intents of the phone by app, with how often each comes up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from botpsy.tasksets.phone import calendar_intents as calendar
from botpsy.tasksets.phone import contacts_intents as contacts
from botpsy.tasksets.phone import longer_intents as longer
from botpsy.tasksets.phone import no_call_intents as refuse
from botpsy.tasksets.phone import not_there_intents as missing
from botpsy.tasksets.phone.app_intents import APP_INTENTS
from botpsy.tasksets.phone.draft import Draft, Draw
from botpsy.tasksets.phone.languages import LANGUAGES
from botpsy.tasksets.phone.languages.intents import intents_of
from botpsy.tasksets.phone.world import CORE

Intent = Callable[[Draw], Draft]

# how often each intent comes up, out of the sum
INTENTS: dict[str, tuple[Intent, int]] = {
    "create": (calendar.create, 24),
    "look": (calendar.look, 14),
    "move": (calendar.move, 10),
    "edit": (calendar.edit, 9),
    "delete": (calendar.delete, 7),
    "invite": (calendar.invite, 12),
    "find_contact": (contacts.find, 10),
    "save_contact": (contacts.save, 11),
    "delete_contact": (contacts.delete, 3),
    "two_new": (longer.two_new, 7),
    "two_gone": (longer.two_gone, 4),
    "two_people": (longer.two_people, 4),
    "birthday": (longer.birthday, 4),
    "at_home": (longer.at_home, 4),
    "missing_time": (lambda d: longer.missing_time(d, answered=False), 4),
    "missing_value": (lambda d: longer.missing_value(d, answered=False), 3),
    "missing_target": (lambda d: longer.missing_target(d, answered=False), 3),
    "told_time": (lambda d: longer.missing_time(d, answered=True), 5),
    "told_value": (lambda d: longer.missing_value(d, answered=True), 4),
    "told_target": (lambda d: longer.missing_target(d, answered=True), 3),
    "follow_up": (longer.follow_up, 5),
    "no_such_event": (missing.no_such_event, 6),
    "no_such_person": (missing.no_such_person, 4),
    "nothing_fits": (refuse.nothing_fits, 14),
    "impossible": (refuse.impossible, 6),
    "talk": (refuse.talk, 3),
}


def groups_of(apps: Sequence[str]) -> dict[str, dict[str, tuple[Intent, int]]]:
    """Return the intents of some apps by app; calendar and contacts are one, "core". Raises ValueError for an app that
    is not there."""
    if unknown := [a for a in apps if a not in (*CORE, *APP_INTENTS)]:
        raise ValueError(f"phone has no app {unknown[0]!r}; it has {', '.join((*CORE, *APP_INTENTS))}")
    found = {"core": INTENTS} if set(apps) & set(CORE) else {}
    for app in apps:
        if app in APP_INTENTS:
            found[app] = {f"{app}.{name}": intent for name, intent in APP_INTENTS[app].items()}
    return found


def spoken(languages: Sequence[str]) -> dict[str, dict[str, tuple[Intent, int]]]:
    """Return the intents of some languages by their codes. Raises ValueError for one that is not there."""
    if unknown := [code for code in languages if code not in LANGUAGES]:
        raise ValueError(f"phone does not speak {unknown[0]!r}; it speaks {', '.join(LANGUAGES)}, and English")
    return {c: {f"{c}.{name}": v for name, v in intents_of(LANGUAGES[c]).items()} for c in languages}


def only(
    groups: dict[str, dict[str, tuple[Intent, int]]], intents: Sequence[str]
) -> dict[str, dict[str, tuple[Intent, int]]]:
    """Return the groups with some of their intents alone. Raises ValueError for one that is not there."""
    known = [name for group in groups.values() for name in group]
    if unknown := [name for name in intents if name not in known]:
        raise ValueError(f"phone has no intent {unknown[0]!r} in these apps; it has {', '.join(known)}")
    fewer = {app: {n: v for n, v in group.items() if n in intents} for app, group in groups.items()}
    return {app: group for app, group in fewer.items() if group}
