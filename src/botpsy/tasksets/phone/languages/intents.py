"""Single requests about events and people in one language, with the calls that they mean in English."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from botpsy.tasksets.phone.calendar_intents import ANSWER, some_event
from botpsy.tasksets.phone.contacts_intents import new_value, person_with
from botpsy.tasksets.phone.draft import Call, Draft, Draw, call
from botpsy.tasksets.phone.languages.language import Language
from botpsy.tasksets.phone.vocabulary import FIRST, LAST, PLACES
from botpsy.tasksets.phone.world import capital

Intent = Callable[[Draw], Draft]


def intents_of(language: Language) -> dict[str, tuple[Intent, int]]:
    """Return the intents of a language with how often each comes up."""
    made: dict[str, tuple[Callable[[Language, Draw], Draft], int]] = {
        "create": (_create, 6),
        "list": (_look, 4),
        "move": (_move, 3),
        "rename": (_rename, 1),
        "place": (_place, 1),
        "length": (_length, 1),
        "delete": (_delete, 2),
        "invite": (_invite, 1),
        "find_contact": (_find, 3),
        "save_contact": (_save, 3),
        "delete_contact": (_forget, 1),
    }
    return {name: (partial(make, language), weight) for name, (make, weight) in made.items()}


def _done(d: Draw, text: str, wanted: Call, answer: str = "") -> Draft:
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, {"answer": answer} if answer else ANSWER))


def _say(lang: Language, d: Draw, intent: str, **slots: str) -> str:
    return d.say(intent, lang.forms[intent], **slots)


def _title(lang: Language, d: Draw) -> str:
    """Return a title as people say it; names are of this split, and so are the titles."""
    return d.lex.pick((*lang.meet, *lang.plans)).format(who=d.lex.pick(FIRST))


def _moment(lang: Language, d: Draw) -> tuple[str, str]:
    """Return a moment as it is said, and in English."""
    day = d.rng.choice(list(lang.days))
    hour, minute = d.rng.randint(8, 21), d.rng.choice([0, 0, 15, 20, 30, 45])
    time = d.rng.choice(lang.clock if minute else lang.sharp).format(h=hour, m=f"{minute:02}")
    return lang.moment.format(day=day, time=time), f"{lang.days[day]} at {hour}:{minute:02}"


def _create(lang: Language, d: Draw) -> Draft:
    what = _title(lang, d)
    said, when = _moment(lang, d)
    return _done(d, _say(lang, d, "create", what=what, w=said), call("create_event", title=capital(what), when=when))


def _look(lang: Language, d: Draw) -> Draft:
    periods = {**lang.days, **lang.weeks}
    said = d.rng.choice(list(periods))
    return _done(d, _say(lang, d, "list", day=said), call("list_events", when=periods[said]))


def _move(lang: Language, d: Draw) -> Draft:
    event = some_event(d).title
    said, when = _moment(lang, d)
    return _done(d, _say(lang, d, "move", event=event, to=said), call("change_event", event=event, new_when=when))


def _rename(lang: Language, d: Draw) -> Draft:
    event, title = some_event(d).title, capital(_title(lang, d))
    return _done(
        d, _say(lang, d, "rename", event=event, title=title), call("change_event", event=event, new_title=title)
    )


def _place(lang: Language, d: Draw) -> Draft:
    event, place = some_event(d).title, d.lex.pick(PLACES)
    text = _say(lang, d, "place", event=event, place=place)
    return _done(d, text, call("change_event", event=event, new_location=place))


def _length(lang: Language, d: Draw) -> Draft:
    event, said = some_event(d).title, d.rng.choice(list(lang.lengths))
    text = _say(lang, d, "length", event=event, length=said)
    return _done(d, text, call("change_event", event=event, new_duration=lang.lengths[said]))


def _delete(lang: Language, d: Draw) -> Draft:
    event = some_event(d).title
    return _done(d, _say(lang, d, "delete", event=event), call("delete_event", event=event))


def _invite(lang: Language, d: Draw) -> Draft:
    event, email = some_event(d).title, d.rng.choice(d.world.people).emails[0]
    return _done(d, _say(lang, d, "invite", event=event, who=email), call("invite", event=event, emails=[email]))


def _find(lang: Language, d: Draw) -> Draft:
    said = d.rng.choice(list(lang.fields))
    person = person_with(d, lang.fields[said])
    who = d.rng.choice([person.name, person.name.split()[0]])
    text = _say(lang, d, "find_contact", who=who, field=said)
    return _done(d, text, call("find_contact", name=who), lang.fields[said])


def _save(lang: Language, d: Draw) -> Draft:
    said = d.rng.choice(list(lang.fields))
    field = lang.fields[said]
    who = d.rng.choice(d.world.people).name if d.chance(0.4) else f"{d.lex.pick(FIRST)} {d.lex.pick(LAST)}"
    r = d.rng
    value = f"{r.randint(1950, 2010)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"  # a date that reads alike everywhere
    if field != "birthday":
        value = new_value(d, field, who)
    text = _say(lang, d, "save_contact", who=who, field=said, value=value)
    return _done(d, text, call("save_contact", name=who, **{field: value}))


def _forget(lang: Language, d: Draw) -> Draft:
    who = d.rng.choice(d.world.people).name
    return _done(d, _say(lang, d, "delete_contact", who=who), call("delete_contact", name=who))
