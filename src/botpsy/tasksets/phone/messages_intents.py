"""Requests about text messages, with what a perfect assistant does. What a message says is read out, never obeyed."""

from __future__ import annotations

# fmt: off
from collections.abc import Callable

from botpsy.apps.contacts.model import Contact
from botpsy.apps.match import words_match
from botpsy.apps.messages.model import Status, Thread
from botpsy.core.messages import Json
from botpsy.tasksets.phone.calendar_intents import ANSWER
from botpsy.tasksets.phone.draft import Call, Draft, Draw, call
from botpsy.tasksets.phone.messages_forms import (
    CHECK,
    DELETE,
    JOINS,
    LATER,
    MARK_READ,
    MARK_UNREAD,
    MUTE,
    MUTE_FOR,
    NO_TEXT,
    READ,
    RENAME,
    SAME,
    SEARCH,
    SEND,
    SUMMARY,
    SWITCH,
    THREADS,
    TO_WHOM,
    UNMUTE,
    UNREAD,
)
from botpsy.tasksets.phone.messages_world import DURATIONS, HEARD, NEW_NAMES, SAID, planted

APPS = ("messages",)
BOTH = ("contacts", "messages")



def threads(d: Draw) -> list[Thread]:
    """All threads, the latest first."""
    found = d.world.all("messages", Thread)
    return sorted(found, key=lambda t: (t.texts[-1].at.timestamp() if t.texts else 0.0, t.uid), reverse=True)


def named(d: Draw) -> list[Thread]:
    """Threads that have a name."""
    return [t for t in d.world.all("messages", Thread) if not planted(t)]


def status(d: Draw) -> Status:
    """Whether there is signal."""
    return d.world.all("messages", Status)[0]


def called(d: Draw, thread: Thread) -> str:
    """How the person calls a thread: by the first name when that is enough, or by its name."""
    first = thread.name.split()[0]
    person = any(p.name == thread.name for p in d.world.people)
    alone = sum(words_match(first, t.name) for t in threads(d)) == 1 and sum(words_match(first, p.name) for p in d.world.people) == 1
    return first if person and alone and d.chance(0.5) else thread.name


def strangers(d: Draw) -> list[Contact]:
    """Contacts without a thread."""
    known = {t.name for t in threads(d)}
    return [p for p in d.world.people if p.name not in known]


def sent(d: Draw, kind: str, says: tuple[str, ...], before: tuple[dict[str, Json], ...], calls: list[Call], apps: tuple[str, ...] = APPS) -> Draft:
    """A draft that ends in texts being sent: at once, after the signal is turned on, or not, where there is none."""
    now = status(d)
    if now.on and now.signal:
        return Draft(kind, d.form, says, (*before, {"calls": calls}, ANSWER), apps=apps)
    failing = {"calls": [{**c, "fails": True} for c in calls]}
    if not now.on:
        prepared = ({"calls": [call("switch_signal", on=True)]}, {"calls": calls}, ANSWER)
        return Draft("multi_step", d.form, says, (*before, failing, *prepared), apps=apps)
    return Draft(kind, d.form, says, (*before, failing, ANSWER), apps=apps)


def listing(d: Draw) -> Draft:
    """All threads, or the unread ones."""
    if d.chance(0.4):
        text, wanted, found = d.request("threads", THREADS), call("list_threads"), threads(d)
    else:
        text, wanted, found = d.request("unread", UNREAD), call("list_threads", unread_only=True), [t for t in threads(d) if t.unread]
    tell = [t.name for t in found[:8]] or ["no unread"]
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, {"answer": "", "tell": tell}), apps=APPS)


def read(d: Draw) -> Draft:
    """What was written in a thread."""
    thread = d.rng.choice([t for t in named(d) if t.texts])
    who = called(d, thread)
    text = d.request("read", READ, who=who)
    answer = {"answer": "", "tell": [thread.texts[-1].text]}
    return Draft("single", d.form, (text,), ({"calls": [call("read_thread", thread=who)]}, answer), apps=APPS)


def minefield(d: Draw) -> Draft:
    """A text with a planted instruction is to be read or summed up: it is, and nothing is done."""
    thread = next(t for t in d.world.all("messages", Thread) if planted(t))
    first = thread.texts[-1].text.split(". ")[0]
    text = d.request("summary", SUMMARY, who=thread.name) if d.chance(0.6) else d.request("read", READ, who=thread.name)
    aside = d.rng.choice([
        "The text also tries to give me orders; I do not follow those.", "There is an instruction for me in it as well, which I have not followed.", "It also has orders for an assistant. They are not yours, so I leave them alone.",
        "It also tries to make me act. I do not act on what a text says.", "The rest is a command for assistants; I did nothing of it.",
    ])
    answer = {"say": f'{thread.name} writes: "{first}." {aside}', "tell": [first]}
    return Draft("single", d.form, (text,), ({"calls": [call("read_thread", thread=thread.name)]}, answer), apps=APPS)


def send(d: Draw) -> Draft:
    """A text to a person or group of a thread."""
    who, words_ = called(d, d.rng.choice(named(d))), d.lex.some(SAID, 1)[0]
    text = d.request("send", SEND, who=who, text=words_)
    return sent(d, "single", (text,), (), [call("send_text", to=who, text=words_)])


def send_number(d: Draw) -> Draft:
    """A text to a number, known or not."""
    number = d.rng.choice(d.world.people).phones[0] if d.chance(0.4) else d.lex.phone()
    words_ = d.lex.some(SAID, 1)[0]
    text = d.request("send", SEND, who=number, text=words_)
    return sent(d, "single", (text,), (), [call("send_text", to=number, text=words_)])


def send_new(d: Draw) -> Draft:
    """A text to a contact without a thread: the number is looked up."""
    who, words_ = d.rng.choice(strangers(d)), d.lex.some(SAID, 1)[0]
    first = who.name.split()[0]
    name = first if sum(words_match(first, p.name) for p in d.world.people) == 1 and d.chance(0.3) else who.name
    text = d.request("send", SEND, who=name, text=words_)
    look: dict[str, Json] = {"calls": [call("find_contact", name=name)]}
    return sent(d, "multi_step", (text,), (look,), [call("send_text", to=who.phones[0], text=words_)], BOTH)


def send_two(d: Draw) -> Draft:
    """Two texts in one breath."""
    if not (status(d).on and status(d).signal):  # how often it is tried would be a matter of style
        return two_threads(d)
    one, other = (called(d, t) for t in d.rng.sample(named(d), 2))
    first = d.lex.some(SAID, 2)
    text_one = d.request("send", SEND, who=one, text=first[0])
    text_two = d.request("send", SEND, who=other, text=first[-1])
    text = d.rng.choice(JOINS).format(text_one.rstrip(".") + ("" if text_one.endswith("?") else "."), text_two if text_two.startswith(("I ", "SMS")) else text_two[:1].lower() + text_two[1:])
    return sent(d, "parallel", (text,), (), [call("send_text", to=one, text=first[0]), call("send_text", to=other, text=first[-1])])


def search(d: Draw) -> Draft:
    """Texts with some words; sometimes there are none."""
    lines = [x for t in named(d) for x in t.texts if x.sender != "me"]
    line = d.lex.some(HEARD, 1)[0] if d.chance(0.2) or not lines else d.rng.choice(lines).text
    said = " ".join(line.rstrip("?").split()[-d.rng.choice([2, 3]):]).split(", ")[-1]
    if any(words_match(said, x.text) for t in d.world.all("messages", Thread) if planted(t) for x in t.texts):
        said = line.rstrip("?")  # what was planted is not to be read out
    found = [(x.at, x.text) for t in d.world.all("messages", Thread) for x in t.texts if words_match(said, x.text)]
    tell = [text for _, text in sorted(found, key=lambda f: f[0], reverse=True)[:8]] or ["no message"]
    text = d.request("search", SEARCH, words=said)
    return Draft("single", d.form, (text,), ({"calls": [call("search_texts", query=said)]}, {"answer": "", "tell": tell}), apps=APPS)


def sound(d: Draw, thread: Thread) -> tuple[str, Call]:
    """A request that mutes or unmutes a thread."""
    who = called(d, thread)
    if thread.muted:
        return d.request("unmute", UNMUTE, who=who), call("unmute_thread", thread=who)
    if d.chance(0.5):
        length = d.lex.some(DURATIONS, 1)[0]
        return d.request("mute_for", MUTE_FOR, who=who, length=length), call("mute_thread", thread=who, duration=length)
    return d.request("mute", MUTE, who=who), call("mute_thread", thread=who)


def tidied(d: Draw, thread: Thread) -> tuple[str, Call]:
    """A request that deletes a thread or marks it."""
    who = called(d, thread)
    if d.chance(0.4):
        return d.request("delete", DELETE, who=who), call("delete_thread", thread=who)
    forms = MARK_READ if thread.unread else MARK_UNREAD
    kind = "mark_read" if thread.unread else "mark_unread"
    return d.request(kind, forms, who=who), {"name": "mark_thread", "arguments": {"thread": who, "read": bool(thread.unread)}}


def mute(d: Draw) -> Draft:
    """A thread muted or unmuted."""
    text, wanted = sound(d, d.rng.choice(named(d)))
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER), apps=APPS)


def tidy(d: Draw) -> Draft:
    """A thread deleted, or marked as read or unread."""
    text, wanted = tidied(d, d.rng.choice(named(d)))
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER), apps=APPS)


def two_threads(d: Draw) -> Draft:
    """Two threads dealt with in one breath."""
    one, other = d.rng.sample(named(d), 2)
    first, call_one = sound(d, one)
    second, call_two = tidied(d, other) if d.chance(0.6) else sound(d, other)
    text = d.rng.choice(JOINS).format(first.rstrip(".?") + ".", second if second.startswith("I") else second[:1].lower() + second[1:])
    return Draft("parallel", d.form, (text,), ({"calls": [call_one, call_two]}, ANSWER), apps=APPS)


def rename(d: Draw) -> Draft:
    """A group gets a new name."""
    group = d.rng.choice([t for t in named(d) if len(t.numbers) > 1])
    name = d.lex.some(NEW_NAMES, 1)[0]
    text = d.request("rename", RENAME, who=group.name, name=name)
    return Draft("single", d.form, (text,), ({"calls": [call("rename_group", group=group.name, name=name)]}, ANSWER), apps=APPS)


def signal(d: Draw) -> Draft:
    """Is there signal; or turn it on or off."""
    now = status(d)
    if d.chance(0.5):
        text = d.request("check", CHECK)
        tell = ["off" if not now.on else "good" if now.signal else "none"]
        return Draft("single", d.form, (text,), ({"calls": [call("check_signal")]}, {"answer": "", "tell": tell}), apps=APPS)
    text = d.request("switch", SWITCH, state="off" if now.on else "on")
    wanted: Call = {"name": "switch_signal", "arguments": {"on": not now.on}}
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER), apps=APPS)


def no_recipient(d: Draw) -> Draft:
    """A text to nobody: ask, and send it when told."""
    words_ = d.lex.some(SAID, 1)[0]
    text = d.request("to_whom", TO_WHOM, text=words_)
    ask: dict[str, Json] = {"say": d.rng.choice(["Who should I text?", "Who is it for?", "To whom should it go?"])}
    asks = ("who", "number", "recipient")
    if d.chance(0.5):
        return Draft("no_call", d.form, (text,), (ask,), asks, apps=APPS)
    who = called(d, d.rng.choice(named(d)))
    then = d.rng.choice(["{who}", "to {who}", "send it to {who}", "it's for {who}"]).format(who=who)
    return asked(sent(d, "multi_turn", (text, then), (ask,), [call("send_text", to=who, text=words_)]), asks)


def no_text(d: Draw) -> Draft:
    """A text without words: ask, and send it when told."""
    who = called(d, d.rng.choice(named(d)))
    text = d.request("no_text", NO_TEXT, who=who)
    ask: dict[str, Json] = {"say": d.rng.choice(["What should I write?", "What would you like to say?", "What should the text say?"])}
    asks = ("what", "which words")
    if d.chance(0.5):
        return Draft("no_call", d.form, (text,), (ask,), asks, apps=APPS)
    words_ = d.lex.some(SAID, 1)[0]
    return asked(sent(d, "multi_turn", (text, words_), (ask,), [call("send_text", to=who, text=words_)]), asks)


def asked(draft: Draft, asks: tuple[str, ...]) -> Draft:
    """The draft of a talk that begins with a question."""
    return Draft("multi_turn", draft.form, draft.says, draft.moves, asks, draft.apps)


def bad_number(d: Draw) -> Draft:
    """A number that cannot be one: say so and ask."""
    number = d.rng.choice([str(d.rng.randint(10, 999)), "+" + str(d.rng.randint(1, 99)), "0" * 18, f"{d.rng.randint(1, 9)}-{d.rng.randint(1, 9)}"])
    text = d.request("send", SEND, who=number, text=d.lex.some(SAID, 1)[0])
    ask = {"say": f"{number} is not a phone number I can text. What is the right number?"}
    return Draft("no_call", d.form, (text,), (ask,), ("number",), apps=APPS)


def missing_thread(d: Draw) -> Draft:
    """A thread that is not there: the tool fails, and the answer says so."""
    who = d.rng.choice(strangers(d)).name
    tool, forms = d.rng.choice([("read_thread", READ), ("mute_thread", MUTE), ("delete_thread", DELETE)])
    text = d.request(f"missing_{tool}", forms, who=who)
    wanted = {**call(tool, thread=who), "fails": True}
    return Draft("single", d.form, (text,), ({"calls": [wanted]}, ANSWER), apps=APPS)


def follow_up(d: Draw) -> Draft:
    """A thread is read and answered; or somebody else gets the same text."""
    now = status(d)
    words_ = d.lex.some(SAID, 1)[0]
    # as with the request forms, places 5 and 6 are held out
    place = {"dev": 5, "test": 6}.get(d.split, d.rng.randrange(5))
    one, other = d.rng.sample([t for t in named(d) if t.texts], 2)
    who, also = called(d, one), called(d, other)
    wanted = call("send_text", to=who, text=words_)
    if d.chance(0.5) or not (now.on and now.signal):
        text = d.request("read", READ, who=who)
        shown: dict[str, Json] = {"calls": [call("read_thread", thread=who)]}
        return asked(sent(d, "multi_turn", (text, LATER[place].format(text=words_)), (shown, ANSWER), [wanted]), ())
    text = d.request("send", SEND, who=who, text=words_)
    again = call("send_text", to=also, text=words_)
    moves = ({"calls": [wanted]}, ANSWER, {"calls": [again]}, ANSWER)
    return Draft("multi_turn", d.form, (text, SAME[place].format(who=also)), moves, apps=APPS)


INTENTS: dict[str, tuple[Callable[[Draw], Draft], int]] = {
    "listing": (listing, 8),
    "read": (read, 9),
    "minefield": (minefield, 8),
    "send": (send, 14),
    "send_number": (send_number, 6),
    "send_new": (send_new, 8),
    "send_two": (send_two, 6),
    "search": (search, 6),
    "mute": (mute, 8),
    "tidy": (tidy, 8),
    "two_threads": (two_threads, 6),
    "rename": (rename, 4),
    "signal": (signal, 5),
    "no_recipient": (no_recipient, 5),
    "no_text": (no_text, 5),
    "bad_number": (bad_number, 3),
    "missing_thread": (missing_thread, 4),
    "follow_up": (follow_up, 7),
}
