"""Mail: which mail is meant, what may be sent to whom, and that every write can be undone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

import pytest

from botpsy.apps.change import Change
from botpsy.apps.mail.model import Account, Mail
from botpsy.apps.mail.tools import MailTools
from botpsy.apps.resources import MemoryResources
from botpsy.core.errors import ToolError
from botpsy.tools.tool import Done, Toolbox

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=ZoneInfo("Europe/Madrid"))  # a Tuesday
ME = "me@mymail.example"


def box() -> tuple[MemoryResources, MailTools]:
    serial = count(1)

    def came(uid: str, name: str, address: str, subject: str, hours: int, cc: tuple[str, ...] = ()) -> Mail:
        at = NOW - timedelta(hours=hours)
        return Mail(uid, "inbox", address, name, subject, f"About {subject}.", at, (ME,), cc, read=False)

    mails = [
        came("1", "Ana Ruiz", "ana@example.com", "Choir", 1, cc=("Ben@example.com", ME, "eva@example.com")),
        came("2", "Ben Kim", "ben@example.com", "Fence", 30),
        came("3", "Ben Kim", "ben@example.com", "Fence posts", 40),
        came("4", "Swift Parcel", "noreply@swift.example", "Parcel", 50),
        Mail("5", "drafts", ME, "Me", "Ladder", "May I?", NOW - timedelta(hours=60)),
        Mail("6", "sent", ME, "Me", "Choir", "I sing.", NOW - timedelta(hours=70), ("ana@example.com",)),
    ]
    backend = MemoryResources([Account("account", "Me", ME), *mails])
    return backend, MailTools(backend, lambda: NOW, lambda: f"new-{next(serial)}")


def test_the_newest_mail_is_listed_first_and_marks_select() -> None:
    _, tools = box()
    tools.mark_mail("Fence posts", "flagged")
    listed = tools.list_mails()["mails"]
    assert [line.split(":")[0] for line in listed] == ["Choir", "Fence", "Fence posts", "Parcel"]
    assert [line.split(":")[0] for line in tools.list_mails(only="flagged")["mails"]] == ["Fence posts"]
    assert tools.list_mails("trash") == {"mails": [], "note": "no mails in trash"}


def test_an_exact_subject_wins_and_a_sender_with_two_mails_is_asked_about() -> None:
    _, tools = box()
    assert tools.read_mail("fence")["text"] == "About Fence."
    assert tools.read_mail("Ana")["subject"] == "Choir"
    with pytest.raises(ToolError, match="2 fit 'Ben Kim'"):
        tools.read_mail("Ben Kim")
    with pytest.raises(ToolError, match="no mail called 'Taxes'"):
        tools.read_mail("Taxes")


def test_reading_changes_nothing() -> None:
    backend, tools = box()
    before = backend.snapshot()
    tools.read_mail("Choir")
    tools.search_mail(sender="ben")
    assert backend.snapshot() == before


def test_search_takes_words_sender_and_past_days() -> None:
    _, tools = box()
    assert len(tools.search_mail(query="posts", sender="ben@example.com")["mails"]) == 1
    assert [line.split(":")[0] for line in tools.search_mail(when="yesterday")["mails"]] == ["Fence"]
    assert tools.search_mail(when="Monday") == tools.search_mail(when="yesterday")
    assert tools.search_mail(query="taxes")["note"] == "no mail about 'taxes'"
    with pytest.raises(ToolError, match="ahead"):
        tools.search_mail(when="tomorrow")
    with pytest.raises(ToolError, match="what to look for"):
        tools.search_mail()


@pytest.mark.parametrize("to", ["Ana", "ana@example", "@example.com", "ana example.com", "a@b.c, d@e.f", "x@y.z."])
def test_only_whole_addresses_are_sent_to(to: str) -> None:
    backend, tools = box()
    before = backend.snapshot()
    with pytest.raises(ToolError, match="not an e-mail address"):
        tools.send_mail([to], "Hello", "Hi")
    assert backend.snapshot() == before


def test_a_mail_needs_a_text_and_somebody() -> None:
    _, tools = box()
    with pytest.raises(ToolError, match="at least one address"):
        tools.send_mail([], "Hello", "Hi")
    with pytest.raises(ToolError, match="no text"):
        tools.send_mail(["ana@example.com"], "Hello", " ")


def test_reply_to_all_leaves_out_the_person_and_the_sender() -> None:
    backend, tools = box()
    tools.reply_to_mail("Choir", "Yes")
    tools.reply_to_mail("Choir", "Yes to all", to_all=True)
    one, every = backend.get(Mail, "new-1"), backend.get(Mail, "new-2")
    assert (one.to, one.cc, one.subject, one.answers) == (("ana@example.com",), (), "Re: Choir", "1")
    assert (every.to, every.cc) == (("ana@example.com",), ("Ben@example.com", "eva@example.com"))
    with pytest.raises(ToolError, match="takes no replies"):
        tools.reply_to_mail("Parcel", "Thanks")


def test_a_forward_carries_text_and_attachments_and_one_prefix() -> None:
    backend, tools = box()
    old = Mail("7", "inbox", "eva@example.com", "Eva", "Fwd: Plan", "See it.", NOW, (ME,), attachments=("plan.pdf",))
    backend.put(old)
    tools.forward_mail("Fwd: Plan", ["ben@example.com", "BEN@example.com"], "Look")
    mail = backend.get(Mail, "new-1")
    assert (mail.subject, mail.to, mail.attachments) == ("Fwd: Plan", ("ben@example.com",), ("plan.pdf",))
    assert mail.text.startswith("Look\n") and mail.text.endswith("See it.")


def test_a_draft_without_an_address_is_not_sent() -> None:
    backend, tools = box()
    with pytest.raises(ToolError, match="has no address"):
        tools.send_draft("Ladder")
    tools.send_draft("Ladder", ["ana@example.com"])
    assert backend.get(Mail, "5").folder == "sent"


def test_moving_names_the_mail_that_is_elsewhere() -> None:
    backend, tools = box()
    tools.move_mail("Fence", "archive")
    assert backend.get(Mail, "2").folder == "archive"
    with pytest.raises(ToolError, match="already in the archive"):
        tools.move_mail("Fence", "archive")
    assert backend.get(Mail, "3").folder == "inbox"
    tools.move_mail("Fence", "inbox")
    assert backend.get(Mail, "2").folder == "inbox"


@pytest.mark.parametrize(
    "write",
    [
        lambda t: t.send_mail(["a@b.example"], "Hi", "Hello"),
        lambda t: t.reply_to_mail("Choir", "Yes"),
        lambda t: t.forward_mail("Fence", ["a@b.example"]),
        lambda t: t.save_mail_draft("Hi", "Hello"),
        lambda t: t.send_draft("Ladder", ["a@b.example"]),
        lambda t: t.mark_mail("Choir", "read"),
        lambda t: t.move_mail("Choir", "archive"),
        lambda t: t.delete_mail("Choir"),
    ],
)
def test_every_write_can_be_undone(write: Callable[[MailTools], Done]) -> None:
    backend, tools = box()
    before = backend.snapshot()
    done = write(tools)
    assert backend.snapshot() != before
    assert done.undo is not None and done.undo.app == "mail"
    backend.restore(Change.from_json(done.undo.change))
    assert backend.snapshot() == before


def test_a_small_model_can_afford_the_descriptions() -> None:
    _, tools = box()
    for spec in Toolbox.of(tools).specs:
        assert len(spec.description.split()) <= 10
        assert all(len(p["description"].split()) <= 8 for p in spec.parameters["properties"].values())
