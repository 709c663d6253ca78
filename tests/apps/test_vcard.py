"""vCards as other programs write them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from botpsy.apps.contacts.model import Contact
from botpsy.apps.contacts.vcard import Malformed, read_contact, same, write_contact

NOW = datetime(2026, 12, 2, 10, 0, tzinfo=UTC)


def card(*lines: str) -> str:
    return "\r\n".join(["BEGIN:VCARD", *lines, "END:VCARD", ""])


def test_version_4() -> None:
    found = read_contact(
        card("VERSION:4.0", "UID:urn:uuid:1", "FN:Ana López", "TEL;VALUE=uri;TYPE=\"voice,home\":tel:+34-600",
             "BDAY:19850412",
             "TEL;VALUE=uri;PREF=1:tel:+34-700", "EMAIL:ana@example.com",
             "ADR:;;Calle Mayor 5;Madrid;;28013;Spain", "NOTE:a\\nb")
    )  # fmt: skip
    assert found == Contact(
        "urn:uuid:1", "Ana López", ("+34-700", "+34-600"), ("ana@example.com",), date(1985, 4, 12),
        "Calle Mayor 5, Madrid, 28013, Spain", "a\nb",
    )  # fmt: skip


def test_folded_lines_groups_and_no_full_name() -> None:
    found = read_contact(card("UID:1", "N:López;Ana;;;", "item1.EMAIL;TYPE=INTERNET:ana@exam", " ple.com"))
    assert (found.name, found.emails) == ("Ana López", ("ana@example.com",))


@pytest.mark.parametrize("value", ["--0412", "circa 1800", "19851399", "", "1985"])
def test_a_birthday_that_is_no_date_is_kept_and_not_shown(value: str) -> None:
    text = card("VERSION:3.0", "UID:1", "FN:Ana", f"BDAY:{value}")
    found = read_contact(text)
    assert found.birthday is None
    assert f"BDAY:{value}" in write_contact(replace(found, name="Bea"), text, NOW)


def test_types_stay_with_their_numbers_and_preference_moves() -> None:
    text = card("UID:1", "FN:Ana", "TEL;TYPE=WORK,pref:1", "TEL;TYPE=HOME:2", "PHOTO;ENCODING=b:AAAA")
    written = write_contact(replace(read_contact(text), phones=("2", "1", "3")), text, NOW)
    assert read_contact(written).phones == ("2", "1", "3")
    assert "TEL;TYPE=WORK:1" in written and "TEL;TYPE=HOME:2" in written and "PHOTO;ENCODING=b:AAAA" in written


def test_nothing_changed_nothing_written() -> None:
    text = card("UID:1", "FN:Ana", 'X-ODD;A="b;c":d\\,e')
    assert write_contact(read_contact(text), text, NOW) == text


@pytest.mark.parametrize(
    "text", ["", "hello", card(), card("FN:Ana"), card("UID:1", "no colon"), "BEGIN:VCARD\r\nUID:1"]
)
def test_what_is_no_contact(text: str) -> None:
    with pytest.raises(Malformed):
        read_contact(text)


@given(st.text(max_size=60) | st.lists(st.text(max_size=12), max_size=5).map(lambda lines: card("UID:1", *lines)))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_or_malformed(text: str) -> None:
    try:
        contact = read_contact(text)
    except Malformed:
        return
    assert read_contact(write_contact(replace(contact, notes="new"), text, NOW)).notes == "new"


words = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]) | st.just("\n"), max_size=100).map(str.strip)
contacts = st.builds(
    lambda name, phones, emails, birthday, address, notes: Contact(
        "1", name, tuple(phones), tuple(emails), birthday, address, notes
    ),
    words,
    st.lists(st.sampled_from(["600 1", "+34;1", "7,7"]), unique=True),
    st.lists(st.sampled_from(["a@b.c", "ü@b.c"]), unique=True),
    st.none() | st.dates(date(1900, 1, 1)),
    words,
    words,
)


@given(contacts, contacts)
@example(Contact("1", "", address="\\"), Contact("1", "", address="1; Elm \\; \\\\;"))
@settings(max_examples=80, deadline=None)
def test_what_is_written_is_read(contact: Contact, other: Contact) -> None:
    text = write_contact(contact, None, NOW)
    assert read_contact(text) == contact
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert read_contact(write_contact(other, text, NOW)) == other


def test_same_looks_past_what_servers_rewrite() -> None:
    text = card("VERSION:3.0", "UID:1", "FN:Ana", "N:Ana;;;;", "TEL;TYPE=HOME:1")
    assert same(text, card("PRODID:x", "UID:1", "VERSION:3.0", "N:Ana;;;", "TEL;type=home:1", "FN:Ana", "REV:2026"))
    assert not same(text, text.replace("HOME", "WORK")) and not same(text, None) and not same(text, "x")
