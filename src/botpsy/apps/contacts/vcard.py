"""Contacts to and from vCard text (RFC 6350 and its 3.0 predecessor). Lines we do not model are kept as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import cast

from botpsy.apps.contacts.model import Contact

_LINE = re.compile(
    r"(?:(?P<group>[\w-]+)\.)?(?P<name>[\w-]+)(?P<parameters>(?:;(?:\"[^\"]*\"|[^\":])*)?):(?P<value>.*)", re.DOTALL
)
_PARAMETER = re.compile(r";([\w-]+)(?:=((?:\"[^\"]*\"|[^\";])*))?")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_REWRITTEN = {"REV", "PRODID"}  # servers write these on their own
_BIRTHDAY = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:T.*)?")


class Malformed(ValueError):
    """The text is not a vCard that we can read."""


@dataclass(frozen=True, slots=True)
class _Property:
    name: str
    value: str  # as written, escaped
    parameters: tuple[tuple[str, str], ...] = ()
    group: str = ""
    raw: str = field(default="", compare=False)  # the unfolded line, "" for one we make

    @property
    def preferred(self) -> bool:
        return any(n == "PREF" or (n == "TYPE" and "pref" in v.lower().split(",")) for n, v in self.parameters)

    def line(self) -> str:
        if self.raw:
            return self.raw
        group = f"{self.group}." if self.group else ""
        return group + self.name + "".join(f";{n}={v}" for n, v in self.parameters) + ":" + self.value


def read_contact(text: str) -> Contact:
    """Return the contact in a vCard. Raises Malformed."""
    properties = _parse(text)
    uid = _first(properties, "UID")
    if not uid:
        raise Malformed("the vCard has no UID")
    name = _unescaped(_first(properties, "FN")) or " ".join(
        part for part in (_parts(_first(properties, "N")) + [""] * 5)[1::-1] if part
    )
    return Contact(
        uid=_unescaped(uid),
        name=name,
        phones=_values(properties, "TEL", "tel:"),
        emails=_values(properties, "EMAIL", "mailto:"),
        birthday=_birthday(_first(properties, "BDAY")),
        address=", ".join(part for part in _parts(_first(properties, "ADR")) if part),
        notes=_unescaped(_first(properties, "NOTE")),
    )


def write_contact(contact: Contact, existing: str | None, now: datetime) -> str:
    """Return the vCard for `contact`: a new one, or `existing` with what differs changed and all else kept.

    `now` (aware) becomes its REV. Raises Malformed when `existing` cannot be read.
    """
    if existing is None:
        properties = [_Property("VERSION", "3.0"), _Property("UID", _escaped(contact.uid))]
        old = Contact(contact.uid, "")
    else:
        properties, old = _parse(existing), read_contact(existing)
    if contact == old and existing is not None:
        return existing
    if contact.name != old.name or existing is None:
        properties = _set(properties, "FN", _escaped(contact.name))
        properties = _set(properties, "N", _structured_name(contact.name))
    if contact.phones != old.phones:
        properties = _set_values(properties, "TEL", contact.phones, "tel:")
    if contact.emails != old.emails:
        properties = _set_values(properties, "EMAIL", contact.emails, "mailto:")
    if contact.birthday != old.birthday:
        properties = _set(properties, "BDAY", contact.birthday.isoformat() if contact.birthday else "")
    if contact.address != old.address:
        properties = _set(properties, "ADR", f";;{_escaped(contact.address)};;;;" if contact.address else "")
    if contact.notes != old.notes:
        properties = _set(properties, "NOTE", _escaped(contact.notes))
    properties = _set(properties, "REV", f"{now.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}")
    lines = ["BEGIN:VCARD", *(p.line() for p in properties), "END:VCARD"]
    return "".join(_folded(line) + "\r\n" for line in lines)


def same(one: str | None, other: str | None) -> bool:
    """Return True when two vCards mean the same, apart from what servers write on their own."""
    if one is None or other is None:
        return one is other
    if one == other:
        return True
    try:
        return _normal(one) == _normal(other)
    except Malformed:
        return False


def _normal(text: str) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for p in _parse(text):
        if p.name not in _REWRITTEN:
            parameters = sorted(n + "=" + v.strip('"').lower() for n, v in p.parameters)
            rows.append((p.name, *parameters, p.value.rstrip(";") if p.name in ("N", "ADR") else p.value))
    return sorted(rows)


def _parse(text: str) -> list[_Property]:
    """Return the properties between BEGIN and END of the first vCard."""
    unfolded = re.sub(r"\r?\n[ \t]", "", text.strip())
    lines = [line for line in re.split(r"\r?\n", unfolded) if line.strip()]
    if len(lines) < 2 or lines[0].upper() != "BEGIN:VCARD" or "END:VCARD" not in (line.upper() for line in lines):
        raise Malformed("there is no BEGIN:VCARD … END:VCARD")
    properties: list[_Property] = []
    for line in lines[1:]:
        if line.upper() == "END:VCARD":
            break
        found = _LINE.fullmatch(line)
        if found is None:
            raise Malformed(f"{line[:40]!r} is not a line of a vCard")
        parameters = tuple(
            (n.upper(), v) if v else ("TYPE", n.lower()) for n, v in _PARAMETER.findall(found["parameters"])
        )
        properties.append(_Property(found["name"].upper(), found["value"], parameters, found["group"] or "", line))
    return properties


def _first(properties: Sequence[_Property], name: str) -> str:
    return next((p.value for p in properties if p.name == name and p.preferred), None) or next(
        (p.value for p in properties if p.name == name), ""
    )


def _plain(value: str, scheme: str) -> str:
    text = _unescaped(value).strip()
    return text[len(scheme) :] if text.lower().startswith(scheme) else text


def _values(properties: Sequence[_Property], name: str, scheme: str) -> tuple[str, ...]:
    ordered = sorted((p for p in properties if p.name == name), key=lambda p: not p.preferred)
    return tuple(dict.fromkeys(v for p in ordered if (v := _plain(p.value, scheme))))


def _set(properties: list[_Property], name: str, value: str) -> list[_Property]:
    """Replace the property's first line in place, add it at the end when there is none, drop it when value is empty."""
    shown = next((p for p in properties if p.name == name and p.preferred), None) or next(
        (p for p in properties if p.name == name), None
    )
    if shown is None:
        return [*properties, _Property(name, value)] if value else properties
    if not value:
        return [p for p in properties if p is not shown]
    kept = tuple((n, v) for n, v in shown.parameters if n in ("TYPE", "PREF"))
    new = replace(shown, value=value, parameters=kept, raw="")
    return [new if p is shown else p for p in properties]


def _set_values(properties: list[_Property], name: str, values: Sequence[str], scheme: str) -> list[_Property]:
    """Write a list of values, the preferred first; lines of values that stay keep their types."""
    known = {_plain(p.value, scheme): p for p in properties if p.name == name}
    lines = [known.get(value) or _Property(name, _escaped(value)) for value in values]
    if any(line.preferred for line in lines[1:]) and lines and not lines[0].preferred:
        lines = [_without_preference(line) for line in lines]
    at = next((i for i, p in enumerate(properties) if p.name == name), len(properties))
    before = [p for p in properties[:at] if p.name != name]
    return [*before, *lines, *(p for p in properties[at:] if p.name != name)]


def _without_preference(line: _Property) -> _Property:
    if not line.preferred:
        return line
    kept: list[tuple[str, str]] = []
    for name, value in line.parameters:
        if name == "TYPE":
            types = [t for t in value.split(",") if t.lower() != "pref"]
            kept += [("TYPE", ",".join(types))] if types else []
        elif name != "PREF":
            kept.append((name, value))
    return replace(line, parameters=tuple(kept), raw="")


def _structured_name(name: str) -> str:
    given, _, family = name.strip().rpartition(" ")
    if not given:
        given, family = family, ""
    return f"{_escaped(family)};{_escaped(given)};;;"


def _birthday(value: str) -> date | None:
    found = _BIRTHDAY.fullmatch(value.strip())
    if found is None:
        return None  # without a year, or in words: kept, but not a date
    try:
        return date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return None


# an escaped character is one: the ";" after a backslash that is itself escaped ends the part
_PART = re.compile(r"(?:\\.|[^;])*")


def _parts(value: str) -> list[str]:
    """Return the parts of a structured value, unescaped; none for an empty one."""
    parts: list[str] = []
    at = 0
    while value:
        part = cast(re.Match[str], _PART.match(value, at))
        parts.append(_unescaped(part[0]).strip())
        if part.end() == len(value):
            break
        at = part.end() + 1
    return parts


def _escaped(text: str) -> str:
    text = _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace(",", "\\,").replace(";", "\\;")


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] in "nN" else m[1], text)


def _folded(line: str) -> str:
    """Fold at 75 octets, never inside a character."""
    pieces: list[str] = []
    piece, size = "", 0
    for character in line:
        width = len(character.encode())
        if size + width > 74:
            pieces.append(piece)
            piece, size = "", 0
        piece, size = piece + character, size + width
    return "\r\n ".join([*pieces, piece])
