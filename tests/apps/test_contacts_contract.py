"""What every address book backend does alike: the same tests run on the simulated one and on CardDAV."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest
from dav_backends import contacts, embedded

from botpsy.apps.change import Change
from botpsy.apps.contacts.backend import ContactsBackend
from botpsy.apps.contacts.model import Contact
from botpsy.apps.contacts.simulated import SimulatedContacts
from botpsy.apps.embedded_server import Running
from botpsy.core.errors import ConflictError

ANA = Contact(
    "ana", "Ana María López", ("+34 600 111 222", "915 55 55"), ("ana@example.com", "a.lopez@work.example"),
    date(1985, 4, 12), "Calle Mayor 5, 2º; Madrid", "likes tea\nand cake",
)  # fmt: skip


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with embedded() as server:
        yield server


@pytest.fixture(params=["simulated", "carddav"])
def backend(request: pytest.FixtureRequest) -> ContactsBackend:
    if request.param == "simulated":
        return SimulatedContacts()
    store = contacts(request.getfixturevalue("running"))
    for contact in store.all():
        store.delete(contact.uid)
    return store


def test_create_and_read(backend: ContactsBackend) -> None:
    change = backend.put(ANA)
    assert change.before is None and change.after
    assert backend.get("ana") == ANA
    assert backend.all() == [ANA]


def test_little_known(backend: ContactsBackend) -> None:
    bo = Contact("bo", "Bo")
    backend.put(bo)
    assert backend.get("bo") == bo


def test_order(backend: ContactsBackend) -> None:
    for uid, name in (("1", "Zoë"), ("2", "Ana"), ("0", "Zoë")):
        backend.put(Contact(uid, name))
    assert [c.uid for c in backend.all()] == ["2", "0", "1"]


def test_what_is_not_there(backend: ContactsBackend) -> None:
    with pytest.raises(ConflictError):
        backend.get("nobody")
    with pytest.raises(ConflictError):
        backend.delete("nobody")


@pytest.mark.parametrize(
    "new",
    [
        replace(ANA, name="Ana Ruiz"),
        replace(ANA, phones=("600 000 000", *ANA.phones)),
        replace(ANA, phones=(ANA.phones[1], ANA.phones[0])),
        replace(ANA, phones=()),
        replace(ANA, emails=("new@example.com",)),
        replace(ANA, birthday=None),
        replace(ANA, birthday=date(1990, 2, 28)),
        replace(ANA, address="", notes=""),
        replace(ANA, address="北京市, 1; x \\ y"),
        replace(ANA, name="🎂", notes="BEGIN:VCARD\nEND:VCARD"),
    ],
)
def test_change_and_restore(backend: ContactsBackend, new: Contact) -> None:
    backend.put(ANA)
    change = backend.put(new)
    assert backend.get("ana") == new
    backend.restore(Change.from_json(change.to_json()))
    assert backend.get("ana") == ANA


def test_delete_and_restore(backend: ContactsBackend) -> None:
    created = backend.put(ANA)
    change = backend.delete("ana")
    assert change.after is None and backend.all() == []
    backend.restore(change)
    assert backend.all() == [ANA]
    backend.restore(created)
    assert backend.all() == []


def test_restore_leaves_alone_what_was_changed_since(backend: ContactsBackend) -> None:
    created = backend.put(ANA)
    backend.put(replace(ANA, notes="new"))
    with pytest.raises(ConflictError):
        backend.restore(created)
    assert backend.get("ana").notes == "new"


@pytest.mark.parametrize("uid", ["a/b", "../up", "ü ü", "urn:uuid:1234", "x" * 300, "<&>", "a,b;c"])
def test_any_uid(backend: ContactsBackend, uid: str) -> None:
    contact = replace(ANA, uid=uid)
    backend.put(contact)
    assert backend.get(uid) == contact
    backend.put(replace(contact, notes=""))
    backend.delete(uid)
    assert backend.all() == []
