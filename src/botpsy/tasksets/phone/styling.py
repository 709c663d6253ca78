"""Drafts in a style: the person's lines are rewritten, the reference's moves stay or are put together.

What is asked must stay as answerable as it was. Values are dictated in small letters only where calls with small
letters leave the same world; two requests share a breath only where either order of their calls comes to the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from botpsy.core.messages import Json
from botpsy.core.task import Split
from botpsy.tasksets.phone import styles
from botpsy.tasksets.phone.draft import Draft

Moves = Sequence[Mapping[str, Json]]
Agree = Callable[[Moves, Moves], bool]
"""True when the calls of both run, leave the same world and read the same."""


def in_style(
    draft: Draft, slots: Sequence[str], style: str, rng: random.Random, split: Split, agree: Agree
) -> Draft | None:
    """Return the draft with its lines in a style (not "breath"), None where the style leaves them as they are.

    `slots`: the values that filled the forms of its lines. Raises ValueError for an unknown style.
    """
    values = (*slots, *styles.values_of(draft.moves))
    if style == "typos":
        says = tuple(styles.typos(line, values, rng) for line in draft.says)
    elif style == "speech":
        small = agree(draft.moves, [lowered(m) for m in draft.moves])
        says = tuple(styles.speech(line, values, rng, small=small) for line in draft.says)
    elif style == "terse":
        says = tuple(styles.terse(line, values, rng) for line in draft.says)
    elif style == "chatty":
        says = (styles.chatty(draft.says[0], rng, split), *draft.says[1:])
    else:
        raise ValueError(f"no style {style!r} for one request; valid: {', '.join(s for s in styles.STYLES[:-1])}")
    return None if says == draft.says or not all(says) else replace(draft, says=says)


def breath(
    first: Draft, second: Draft, slots: Sequence[str], rng: random.Random, split: Split, agree: Agree
) -> Draft | None:
    """Return two requests as one, None where they cannot be: each must be one turn of calls and an answer."""
    both = (first, second)
    if not all(_plain(draft) for draft in both) or first.says == second.says:
        return None
    calls = [cast(list[Json], draft.moves[0]["calls"]) for draft in both]
    fields = {str(draft.moves[1]["answer"]) for draft in both} - {""}
    if len(fields) > 1 or any(call in calls[0] for call in calls[1]):
        return None
    tell = [word for draft in both for word in cast(Sequence[Json], draft.moves[1].get("tell", ()))]
    if tell and not all(draft.moves[1].get("tell") for draft in both):  # the other's answer would not be judged
        return None
    answer: dict[str, Json] = {"answer": "".join(fields), **({"tell": tell} if tell else {})}
    moves = ({"calls": [*calls[0], *calls[1]]}, answer)
    if not agree(moves, ({"calls": [*calls[1], *calls[0]]}, answer)):
        return None
    values = (*slots, *styles.values_of(moves))
    text = styles.one_breath(first.says[0], second.says[0], values, rng, split)
    apps = (*first.apps, *(app for app in second.apps if app not in first.apps))
    return Draft("parallel", f"{first.form}+{second.form}", (text,), moves, apps=apps)


def lowered(value: Json) -> Json:
    """Return JSON with every text in small letters, names of tools and keys aside (which are small already)."""
    if isinstance(value, str):
        return value.lower()
    if isinstance(value, Mapping):
        items = dict(_items(cast(object, value)))
        return {k: v if k == "name" and "arguments" in items else lowered(v) for k, v in items.items()}
    if isinstance(value, (list, tuple)):
        return [lowered(v) for v in cast(Sequence[Json], value)]
    return value


def _items(value: object) -> list[tuple[str, Json]]:
    return list(cast(Mapping[str, Json], value).items())


def _plain(draft: Draft) -> bool:
    if draft.skill not in ("single", "parallel") or len(draft.says) != 1 or len(draft.moves) != 2 or draft.asks:
        return False
    calls, answer = draft.moves
    rows = cast(Sequence[Mapping[str, Json]], calls.get("calls", ()))
    return bool(rows) and "answer" in answer and not any(row.get("fails") for row in rows)
