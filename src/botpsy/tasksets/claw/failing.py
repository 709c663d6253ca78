"""An environment some of whose tools fail at their first call, as services do, and work when they are called again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from botpsy.core.errors import ToolError
from botpsy.core.messages import Json, Message
from botpsy.envs.environment import ToolEnvironment
from botpsy.envs.user import ScriptedUser
from botpsy.tools.tool import Done, Tool, Toolbox

BROKEN = "the service did not answer; nothing was done, try again"


class FailingEnvironment(ToolEnvironment):
    """`failing`: names of tools whose first call fails. The state adds `recovered`: those that failed and then
    worked."""

    def __init__(
        self,
        toolbox: Toolbox,
        messages: tuple[Message, ...],
        failing: Sequence[str],
        *,
        user: ScriptedUser | None = None,
        snapshot: Callable[[], Json] | None = None,
    ) -> None:
        self._failed: set[str] = set()
        self._recovered: set[str] = set()
        tools = [tool for spec in toolbox.specs if (tool := toolbox.get(spec.name)) is not None]
        wrapped = [self._breaking(tool) if tool.spec.name in failing else tool for tool in tools]
        super().__init__(Toolbox(wrapped), messages, user=user, snapshot=snapshot)

    @property
    def state(self) -> Mapping[str, Json]:
        """The world under "world", and which failing tools worked in the end under "recovered"."""
        return {**super().state, "recovered": sorted(self._recovered)}

    def _breaking(self, tool: Tool) -> Tool:
        name = tool.spec.name

        def run(**arguments: Json) -> Json | Done:
            if name not in self._failed:
                self._failed.add(name)
                raise ToolError(BROKEN)
            outcome = tool.run(**arguments)
            self._recovered.add(name)
            return outcome

        return Tool(tool.spec, run)
