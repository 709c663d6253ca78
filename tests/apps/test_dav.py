"""What can go wrong with a real server, and that each has a clear error; what is kept of others' data."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from dav_backends import MADRID, calendar, contacts, embedded
from fake_dav import COLLECTION, Reply, events, fake

from botpsy.apps.calendar.caldav import CalDavCalendar
from botpsy.apps.calendar.model import Event
from botpsy.apps.contacts.model import Contact
from botpsy.apps.dav import DavClient
from botpsy.apps.embedded_server import EmbeddedServer, Running
from botpsy.core.errors import BackendError, ConflictError

SOON = datetime(2026, 12, 4, 12, 30, tzinfo=MADRID)
LUNCH = Event("lunch", "Lunch", SOON, SOON + timedelta(hours=1))
DAY = datetime(2026, 12, 4, tzinfo=MADRID), datetime(2026, 12, 5, tzinfo=MADRID)
ICS = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:{uid}\r\nSUMMARY:Lunch\r\nDTSTART:20261204T113000Z\r\nEND:VEVENT\r\n"
ICS += "END:VCALENDAR"
FOREIGN = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Somebody//Else//EN
BEGIN:VEVENT
UID:theirs
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Madrid:20261204T123000
DURATION:PT45M
SUMMARY;LANGUAGE=en:Review
CATEGORIES:WORK,TEAM
ORGANIZER;CN=Boss:mailto:boss@example.com
ATTENDEE;CN="Ana, L";PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:ana@example.com
X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Reminder
TRIGGER:-PT15M
END:VALARM
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")
KEPT = ["CATEGORIES:WORK,TEAM", "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC", "BEGIN:VALARM", "TRIGGER:-PT15M"]
KEPT += ["ORGANIZER;CN=Boss:mailto:boss@example.com", "PARTSTAT=ACCEPTED"]


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with embedded() as server:
        yield server


def store(running: Running, name: str, text: str) -> None:
    """Put a resource on the server past our backend, as another program would."""
    kind = "text/calendar" if name.endswith(".ics") else "text/vcard"
    url = (running.calendar_url if name.endswith(".ics") else running.contacts_url) + name
    DavClient(running.url, running.user, running.password, "calendar").put(url, text, kind, None)


def test_what_we_do_not_model_is_kept(running: Running) -> None:
    store(running, "other-name.ics", FOREIGN)
    backend = calendar(running)
    event = backend.get("theirs")
    assert (event.title, event.end, event.attendees) == ("Review", SOON + timedelta(minutes=45), ("ana@example.com",))
    change = backend.put(replace(event, location="Room 1", attendees=(*event.attendees, "bo@example.com")))
    assert change.after and all(line in change.after.replace("\r\n ", "") for line in KEPT)
    assert "mailto:bo@example.com" in change.after and "LOCATION:Room 1" in change.after
    assert change.after.count("BEGIN:VEVENT") == 1
    backend.restore(change)
    assert backend.get("theirs") == event
    deleted = backend.delete("theirs")
    backend.restore(deleted)
    assert deleted.before and all(line in deleted.before.replace("\r\n ", "") for line in KEPT)
    assert backend.get("theirs") == event
    backend.delete("theirs")


def test_what_we_do_not_model_of_a_contact_is_kept(running: Running) -> None:
    text = (
        "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:c1\r\nFN:Ana L\r\nN:L;Ana;;;\r\nitem1.TEL;TYPE=CELL,VOICE:600\r\n"
        "item1.X-ABLABEL:gym\r\nTEL;TYPE=WORK:700\r\nEMAIL;TYPE=INTERNET,pref:b@b.c\r\nEMAIL;TYPE=HOME:a@b.c\r\nNICKNAME:An\r\n"
        "ORG:Acme;Dept\r\nADR;TYPE=HOME:;;Calle Mayor 5;Madrid;;28013;Spain\r\nEND:VCARD\r\n"
    )
    store(running, "elsewhere.vcf", text)
    backend = contacts(running)
    ana = backend.get("c1")
    assert ana == Contact(
        "c1", "Ana L", ("600", "700"), ("b@b.c", "a@b.c"), None, "Calle Mayor 5, Madrid, 28013, Spain"
    )
    change = backend.put(replace(ana, phones=("900", "600", "700"), notes="hi"))
    assert change.after
    for line in ("NICKNAME:An", "ORG:Acme;Dept", "28013;Spain", "X-ABLABEL:gym", "TEL;TYPE=WORK:700"):
        assert line in change.after, change.after
    assert backend.get("c1").phones == ("900", "600", "700")
    backend.restore(change)
    assert backend.get("c1") == ana
    backend.delete("c1")


def test_a_change_made_meanwhile_is_not_overwritten(running: Running) -> None:
    ours, theirs = calendar(running), calendar(running)
    ours.put(LUNCH)
    ours.get("lunch")
    theirs.put(replace(theirs.get("lunch"), title="Dinner"))
    with pytest.raises(ConflictError, match="meanwhile"):
        ours.put(replace(LUNCH, title="Brunch"))
    assert theirs.get("lunch").title == "Dinner"
    ours.put(replace(ours.get("lunch"), title="Brunch"))  # after another look it may be written
    with pytest.raises(ConflictError):
        theirs.delete("lunch")
    assert ours.get("lunch").title == "Brunch"
    theirs.get("lunch")
    theirs.delete("lunch")
    with pytest.raises(ConflictError):
        ours.put(LUNCH)


def test_a_creation_does_not_overwrite(running: Running) -> None:
    ours, theirs = calendar(running), calendar(running)
    with pytest.raises(ConflictError):
        ours.get("both")
    theirs.put(replace(LUNCH, uid="both", title="Theirs"))
    ours._store._search = lambda _: None  # type: ignore[method-assign]  # as if it had looked just before
    with pytest.raises(ConflictError):
        ours.put(replace(LUNCH, uid="both", title="Ours"))
    assert theirs.get("both").title == "Theirs"
    theirs.delete("both")


def test_an_account_url_finds_the_calendar(running: Running) -> None:
    for url in (
        running.url,
        running.url.rstrip("/"),
        f"{running.url}{running.user}/",
        running.calendar_url.rstrip("/"),
    ):
        backend = CalDavCalendar(url, running.user, running.password, zone=MADRID)
        backend.put(replace(LUNCH, uid="found"))
        assert calendar(running).get("found").title == "Lunch"
        backend.delete("found")


def test_wrong_password(running: Running) -> None:
    for call in (
        lambda: calendar(running, "wrong").between(*DAY),
        lambda: calendar(running, "wrong").put(LUNCH),
        lambda: contacts(running, "wrong").all(),
    ):
        with pytest.raises(BackendError, match=r"password of 'botpsy'.*settings") as caught:
            call()
        assert running.password not in str(caught.value) and "wrong" not in str(caught.value)


def test_no_calendar_there(running: Running) -> None:
    with pytest.raises(BackendError, match="url"):
        CalDavCalendar(running.url + "botpsy/nothing/", running.user, running.password, zone=MADRID).between(*DAY)
    with pytest.raises(BackendError, match="https"):
        CalDavCalendar("ftp://example.com", "a", "b", zone=MADRID)


def test_server_down() -> None:
    with embedded() as server:
        backend = calendar(server)
        backend.put(LUNCH)
    for call in (lambda: backend.between(*DAY), lambda: backend.put(LUNCH), lambda: backend.delete("lunch")):
        with pytest.raises(BackendError, match=r"cannot reach the calendar server at http://127\.0\.0\.1"):
            call()


@contextmanager
def at(replies: dict[str, Reply], slow: float = 0.0, timeout: float = 60.0) -> Iterator[CalDavCalendar]:
    """Yield a backend on a fake server with a reply for each method; PROPFIND says that it is a calendar."""
    known = {"PROPFIND": (207, {}, COLLECTION.format(href="/cal/")), **replies}
    with fake(lambda method, _: known.get(method, (404, {}, "")), slow=slow) as url:
        yield CalDavCalendar(url + "/cal/", "me", "secret", zone=MADRID, timeout=timeout)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ((401, {}, ""), "password of 'me'"),
        ((403, {}, ""), "does not allow 'me'"),
        ((404, {}, ""), "there is no calendar"),
        ((405, {}, ""), "405"),
        ((500, {}, "<html>"), "500.*later"),
        ((503, {}, ""), "503"),
        ((429, {}, ""), "429"),
        ((200, {}, "<html>hello</html>"), "200"),
        ((207, {}, "no xml at all"), "no XML"),
        ((207, {}, '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'), "document type"),
        ((207, {}, events(("http://evil.example/x", ICS))), "another host"),
        ((302, {"Location": "http://evil.example/cal/"}, ""), "evil.example"),
        ((302, {"Location": "/cal/"}, ""), "circles"),
        ((0, {}, ""), "broke off"),
    ],
    ids=lambda value: str(value[0]) if isinstance(value, tuple) else "",
)  # fmt: skip
def test_each_failure_is_named(reply: Reply, words: str) -> None:
    with at({"REPORT": reply}) as backend, pytest.raises(BackendError, match=words) as caught:
        backend.between(*DAY)
    assert "secret" not in str(caught.value)


def test_a_server_that_does_not_answer_in_time() -> None:
    with (
        at({}, slow=0.5, timeout=0.1) as backend,
        pytest.raises(BackendError, match=r"did not answer within 0\.1 seconds"),
    ):
        backend.between(*DAY)


def test_what_cannot_be_read_is_skipped_and_counted() -> None:
    good = ICS.format(uid="good")
    bad = [
        ("/cal/1.ics", "hello"),
        ("/cal/2.ics", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT\r\nEND:VCALENDAR"),
        ("/cal/3.ics", good.replace("20261204T113000Z", "tomorrow")),
        ("/cal/4.ics", good.replace("SUMMARY", "RRULE:FREQ=NEVER\r\nSUMMARY")),
        ("/cal/5.ics", ""),
        ("/cal/6.ics", good.replace("BEGIN:VEVENT", "BEGIN:VTODO").replace("END:VEVENT", "END:VTODO")),
    ]
    with at({"REPORT": (207, {}, events(*bad, ("/cal/ok.ics", good)))}) as backend:
        assert [o.event.uid for o in backend.between(*DAY)] == ["good"]
        assert backend.skipped == len(bad)


@pytest.mark.parametrize(
    ("status", "words"), [(507, "no space left"), (500, "failed"), (413, "too large"), (400, "refused")]
)
def test_a_write_that_fails(status: int, words: str) -> None:
    with (
        at({"REPORT": (207, {}, events()), "PUT": (status, {}, "")}) as backend,
        pytest.raises(BackendError, match=words),
    ):
        backend.put(LUNCH)


def test_a_write_that_failed_in_the_answer_only_counts_as_done() -> None:
    stored: list[str] = []

    def answer(method: str, _: str) -> Reply:
        if method == "PROPFIND":
            return 207, {}, COLLECTION.format(href="/cal/")
        if method == "REPORT":
            return 207, {}, events()
        if method == "PUT":
            stored.append("yes")
            return 507, {}, ""
        return (200, {"ETag": '"1"'}, written[0]) if stored else (404, {}, "")

    with fake(answer) as url:
        backend = CalDavCalendar(url + "/cal/", "me", "secret", zone=MADRID, timeout=60)
        written = [_rendered(LUNCH)]
        assert backend.put(LUNCH).after == written[0]
        written = [_rendered(replace(LUNCH, title="somebody else's"))]
        stored.clear()
        with pytest.raises(BackendError):
            CalDavCalendar(url + "/cal/", "me", "secret", zone=MADRID, timeout=60).put(LUNCH)


def _rendered(event: Event) -> str:
    from botpsy.apps.calendar.ical_write import write_event

    return write_event(event, None, SOON, MADRID)


def test_full_disk(tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(small)], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("cannot mount a small tmpfs here")
    try:
        server = EmbeddedServer(small / "dav")
        backend = calendar(server.start())
        written = 0
        with pytest.raises(BackendError, match="no space left"):
            for number in range(100):
                backend.put(replace(LUNCH, uid=f"event-{number}", notes="x" * 5000))
                written += 1
        assert written > 3
        found = backend.between(*DAY)
        assert len(found) == written and backend.skipped == 0  # nothing half-written
        server.stop()
        (small / "rest").write_bytes(b"")
        with pytest.raises(OSError), (small / "rest").open("wb") as file:
            file.write(b"x" * 400_000)
            file.flush()
        with pytest.raises(BackendError):
            EmbeddedServer(small / "other").start()
    finally:
        subprocess.run(["umount", "-l", str(small)], check=False)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "dav").write_text("a file", encoding="utf-8")
    with pytest.raises(BackendError, match="dav"):
        EmbeddedServer(tmp_path / "dav").start()


def test_the_embedded_server_keeps_its_password_and_files(tmp_path: Path) -> None:
    folder = tmp_path / "dav"
    first = EmbeddedServer(folder)
    running = first.start()
    calendar(running).put(LUNCH)
    contacts(running).put(Contact("ana", "Ana"))
    first.stop()
    first.stop()
    assert folder.stat().st_mode & 0o777 == 0o700
    for name in ("credentials.json", "htpasswd"):
        assert (folder / name).stat().st_mode & 0o777 == 0o600
    assert running.password not in repr(running)
    second = EmbeddedServer(folder)
    again = second.start()
    assert (again.user, again.password) == (running.user, running.password)
    assert calendar(again).get("lunch") == LUNCH
    assert [c.name for c in contacts(again).all()] == ["Ana"]
    second.stop()
    (folder / "credentials.json").write_text("{", encoding="utf-8")
    with pytest.raises(BackendError, match=r"credentials\.json is damaged"):
        EmbeddedServer(folder).start()


_WRITER = """
import sys
from datetime import datetime, timedelta
from pathlib import Path
from botpsy.apps.calendar.model import Event
from botpsy.apps.embedded_server import EmbeddedServer
from dav_backends import MADRID, calendar
server = EmbeddedServer(Path(sys.argv[1]))
backend = calendar(server.start())
start = datetime(2026, 12, 4, 12, 30, tzinfo=MADRID)
for number in range(8):
    backend.put(Event(f"{sys.argv[2]}-{number}", "Lunch", start, start + timedelta(hours=1)))
server.stop()
"""


def test_two_processes_on_one_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _WRITER, str(tmp_path / "dav")]
    here = str(Path(__file__).parent)
    both = [subprocess.Popen([*command, name], cwd=here, stderr=subprocess.PIPE, text=True) for name in ("a", "b")]
    for process in both:
        _, errors = process.communicate(timeout=240)
        assert process.returncode == 0, errors
    server = EmbeddedServer(tmp_path / "dav")
    try:
        assert len(calendar(server.start()).between(*DAY)) == 16
    finally:
        server.stop()


def test_many_threads_write_at_once(running: Running) -> None:
    failures: list[BaseException] = []

    def work(name: str) -> None:
        try:
            backend = calendar(running)
            for number in range(5):
                backend.put(replace(LUNCH, uid=f"{name}-{number}"))
                backend.delete(f"{name}-{number}")
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(f"t{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
