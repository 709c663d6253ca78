"""Drafts of requests to one app, in the shapes that most of them have."""

from __future__ import annotations

from botpsy.core.messages import Json
from botpsy.tasksets.phone.calendar_intents import ANSWER
from botpsy.tasksets.phone.draft import Call, Draft, Draw


class OneApp:
    """Writes drafts whose only app in need is `app`."""

    def __init__(self, app: str) -> None:
        self._apps = (app,)

    def draft(
        self, d: Draw, skill: str, says: str | tuple[str, ...], *moves: dict[str, Json], asks: tuple[str, ...] = ()
    ) -> Draft:
        """Return a draft of these moves; `says` are the person's lines."""
        return Draft(skill, d.form, (says,) if isinstance(says, str) else says, moves, asks, apps=self._apps)

    def done(self, d: Draw, text: str, *calls: Call, skill: str = "single") -> Draft:
        """Return a draft of one turn of calls and the answer that their results make."""
        return self.draft(d, skill, text, {"calls": list(calls)}, ANSWER)

    def told(self, d: Draw, text: str, wanted: Call, *tell: str) -> Draft:
        """Return a draft of a look at something, with what must be said of it."""
        return self.draft(d, "single", text, {"calls": [wanted]}, {"answer": "", "tell": list(tell)})
