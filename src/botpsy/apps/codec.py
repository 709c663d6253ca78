"""From frozen dataclasses to plain JSON and back, by their annotations.

Fields may be str, int, float, bool, date, datetime, Literal, tuple[T, ...], Mapping[str, T], another dataclass, or any
of these or None. An aware datetime keeps its zone by name; what equals its default is left out.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo

from botpsy.core.errors import BackendError
from botpsy.core.messages import Json

T = TypeVar("T")
_PLAIN = frozenset((str, int, float, bool, type(None)))  # what JSON has too


def to_json(value: Any) -> Any:
    """Return a dataclass, or a value in one, as plain JSON."""
    kind = cast(type[Any], type(value))
    if kind in _PLAIN:
        return value
    known = _fields(kind)
    if known is not None:
        row: dict[str, Any] = {}
        for name, default in known:
            held = getattr(value, name)
            if default is MISSING or held != default:
                row[name] = held if type(held) in _PLAIN else to_json(held)
        return row
    if isinstance(value, datetime):
        zone = getattr(value.tzinfo, "key", None)
        return [value.replace(tzinfo=None).isoformat(), zone] if zone else value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple | list):
        return [to_json(v) for v in cast(tuple[Any, ...], value)]
    if isinstance(value, Mapping):
        return {k: to_json(v) for k, v in cast(Mapping[str, Any], value).items()}
    return value


def from_json(kind: type[T], row: Mapping[str, Json]) -> T:
    """Read what `to_json` wrote. Raises BackendError when the row does not fit the dataclass."""
    hints = _hints(kind)
    try:
        return kind(**{name: _load(hints[name], value) for name, value in row.items()})
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BackendError(f"this is no {kind.__name__.lower()}: {error!r}") from None


@lru_cache(maxsize=256)
def _fields(kind: type) -> tuple[tuple[str, Any], ...] | None:
    """Return the names and defaults of a dataclass's fields, None for any other class."""
    return tuple((f.name, f.default) for f in fields(kind)) if is_dataclass(kind) else None


@lru_cache(maxsize=256)
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _load(hint: Any, value: Any) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return None if value is None else _load(next(a for a in arguments if a is not type(None)), value)
    if origin is tuple:
        return tuple(_load(arguments[0], v) for v in value)
    if origin is Literal:
        if value not in arguments:
            raise ValueError(f"{value!r} is none of {arguments}")
        return value
    if origin is not None and issubclass(origin, Mapping):
        return {k: _load(arguments[1], v) for k, v in value.items()}
    if hint is datetime:
        if isinstance(value, str):
            return datetime.fromisoformat(value)
        moment, zone = value
        return datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone))
    if hint is date:
        return date.fromisoformat(value)
    if isinstance(hint, type) and is_dataclass(hint):
        return from_json(hint, value)
    if hint is float:
        return float(value)
    return value
