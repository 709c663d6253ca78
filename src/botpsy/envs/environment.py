"""An episode in a world of tools: calls are run, and the user speaks when the assistant does not call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import isawaitable

from botpsy.core.messages import Json, Message, ToolResult
from botpsy.core.protocols import Observation, Step
from botpsy.core.trajectory import StopReason
from botpsy.envs.user import ScriptedUser, User
from botpsy.tools.execute import Allow, allow_all, execute, fault_message, result_message
from botpsy.tools.tool import Toolbox


class ToolEnvironment:
    """An Environment over a toolbox. `results` keeps every result in order; `snapshot` reads the world."""

    def __init__(
        self,
        toolbox: Toolbox,
        messages: tuple[Message, ...],
        *,
        user: User | None = None,
        snapshot: Callable[[], Json] | None = None,
        allow: Allow = allow_all,
        threaded: bool = False,
    ) -> None:
        self._toolbox = toolbox
        self._messages = messages
        self._user: User = user or ScriptedUser(())
        self._snapshot = snapshot or (lambda: None)
        self._allow = allow
        self._threaded = threaded
        self.results: list[ToolResult] = []

    async def start(self) -> Observation:
        """Return the opening messages and the tools in view."""
        return Observation(self._messages, self._toolbox.specs)

    async def step(self, message: Message) -> Step:
        """Run the calls of an assistant turn, or let the user answer it. A fault is told to the model, never run."""
        replies: list[Message] = []
        for call in message.tool_calls:
            result = await execute(self._toolbox, call, self._allow, threaded=self._threaded)
            self.results.append(result)
            replies.append(result_message(result))
        replies.extend(fault_message(fault) for fault in message.faults)
        if replies:
            return Step(tuple(replies))
        said = self._user.reply(message)
        if isawaitable(said):  # a model plays the user
            said = await said
        if said is None:
            return Step(stop=StopReason.ANSWERED)
        return Step((Message("user", said),))

    @property
    def state(self) -> Mapping[str, Json]:
        """The world now, under "world"."""
        return {"world": self._snapshot()}

    async def close(self) -> None:
        """Nothing to free in a simulated world."""
