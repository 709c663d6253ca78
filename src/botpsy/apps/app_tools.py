"""What the tools of an app over plain resources begin with, and how each of their writes ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import ClassVar

from botpsy.apps.change import Change
from botpsy.apps.resources import Resources
from botpsy.core.messages import Undo
from botpsy.tools.tool import Done


class AppTools:
    """Tools over a backend; `now` gives the aware time in the person's zone, `new_uid` names what is created. `app` is
    the name under which an undo finds the backend again."""

    app: ClassVar[str]

    def __init__(self, backend: Resources, now: Callable[[], datetime], new_uid: Callable[[], str]) -> None:
        self._backend = backend
        self._now = now
        self._new_uid = new_uid

    def _done(self, summary: str, change: Change) -> Done:
        """Return what a write returns: the app's words for what was confirmed, and the way back."""
        return Done({"done": summary}, summary, Undo(self.app, change.to_json()))
