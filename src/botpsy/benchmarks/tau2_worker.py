"""Runs tau2's environments and its official evaluator in a process of its own: `python -I -S -B THIS FOLDER`.

It imports nothing of BotPsy, only the standard library and what lies in FOLDER. One JSON line in, one out:

    {"do": "open", "session", "domain", "task"}          ->  {"scene": the prompts and the tools of both sides}
    {"do": "run", "session", "domain", "task", "before", "calls"}  ->  {"results": [{"content", "error"}]}
    {"do": "judge", "domain", "task", "end", "messages"}  ->  {"reward", "parts", "note"}

The first line out is {"ready": true} or {"failed": reason}. `before` are all calls of the episode so far: a session
that is not kept any more is made again from them. What the evaluator cannot compare counts as wrong. A request that
needs more than CPU seconds of processor time ends the process with SIGPROF, one that needs more memory with status 3.

The official package draws the number of a new telecom bill at random, and its evaluator then fails where an episode
shows one, since it runs the calls again. Here these numbers are counted, so that running again gives the same.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
import types
from collections import OrderedDict
from typing import Any, TextIO, cast

MEMORY = 4 << 30  # bytes of address space
CPU = 60.0  # seconds of processor time a request
FILES = 32
SESSIONS = 8  # worlds kept at once


def limit() -> None:
    """Bound memory and open files, and forbid writing files. Does nothing where the system cannot."""
    try:
        import resource
    except ImportError:
        return
    for kind, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_NOFILE, FILES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


class Silent:
    """Stands for a logger."""

    def __getattr__(self, name: str) -> Any:
        return lambda *_args, **_more: None  # pyright: ignore


class Numbers:
    """Stands for the module `uuid`: the same numbers for the same calls."""

    number = 0

    def uuid4(self) -> Any:
        """Return the next number as the package reads it."""
        self.number += 1
        return types.SimpleNamespace(hex=f"{self.number:08x}{self.number:024x}")


def stub(name: str, **content: Any) -> None:
    """Put a module there that would import much and is not needed."""
    module = types.ModuleType(name)
    module.__dict__.update(content)
    sys.modules[name] = module


class Official:
    """The package's environments and evaluator."""

    def __init__(self, folder: str) -> None:
        os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
        sys.path.insert(0, folder)
        stub("loguru", logger=Silent())
        stub("deepdiff", DeepDiff=None)
        stub("dotenv", load_dotenv=lambda: True)  # the person's own settings are none of ours
        stub("yaml")
        stub("pandas", DataFrame=object)
        stub("tau2.utils.llm_utils", generate=None, get_cost=None)  # would import every vendor's client
        from tau2.agent import llm_agent  # pyright: ignore
        from tau2.data_model import message, simulation, tasks  # pyright: ignore
        from tau2.domains.telecom import tools as telecom  # pyright: ignore
        from tau2.environment import db  # pyright: ignore
        from tau2.evaluator import evaluator  # pyright: ignore
        from tau2.orchestrator import orchestrator  # pyright: ignore
        from tau2.registry import registry  # pyright: ignore
        from tau2.user import user_simulator  # pyright: ignore

        self.agent: Any = llm_agent
        self.message: Any = message
        self.simulation: Any = simulation
        self.tasks: Any = tasks
        self.evaluator: Any = evaluator
        self.user: Any = user_simulator
        self.registry: Any = registry
        self.greeting: str = cast(Any, orchestrator).DEFAULT_FIRST_AGENT_MESSAGE.content
        self.numbers = Numbers()
        cast(Any, telecom).uuid = self.numbers
        self.read: Any = cast(Any, db).load_file
        self.parsed: dict[str, bytes] = {}
        cast(Any, db).load_file = self.load_file
        self.sessions: OrderedDict[str, tuple[int, int, Any]] = OrderedDict()

    def load_file(self, path: Any) -> Any:
        """Return a database's file as the package reads it; the second time without parsing it again."""
        known = str(path)
        if known not in self.parsed:
            self.parsed[known] = pickle.dumps(self.read(path))
        return pickle.loads(self.parsed[known])

    def world(self, request: Any, before: list[Any]) -> Any:
        """Return the session's environment after the calls `before`; take it away from those that are kept."""
        made, numbers, environment = self.sessions.pop(request["session"], (-1, 0, None))
        if made == len(before):
            self.numbers.number = numbers
            return environment
        self.numbers.number = 0
        start = self.tasks.Task.model_validate(request["task"]).initial_state
        environment = self.registry.get_env_constructor(request["domain"])()
        if start is not None:
            environment.set_state(start.initialization_data, start.initialization_actions, start.message_history or [])
        for call in before:
            self.call(environment, call)
        return environment

    def keep(self, request: Any, made: int, environment: Any) -> None:
        """Keep a session's environment, and let the oldest go when there are too many."""
        self.sessions[request["session"]] = (made, self.numbers.number, environment)
        while len(self.sessions) > SESSIONS:
            self.sessions.popitem(last=False)

    def call(self, environment: Any, call: Any) -> dict[str, Any]:
        """Run one call; what fails in it is its result."""
        try:
            said = environment.get_response(self.message.ToolCall(**call))
            result = {"content": said.content, "error": said.error}
        except MemoryError:
            os._exit(3)
        except Exception as error:
            result = {"content": f"Error: {error}"[:2000], "error": True}
        try:
            environment.sync_tools()
        except Exception:  # the evaluator meets it again, and judges
            return result
        return result

    def open(self, request: Any) -> dict[str, Any]:
        """Return what the agent and the customer are told and can do."""
        environment = self.world(request, [])
        agent = self.agent.LLMAgent(tools=environment.get_tools(), domain_policy=environment.get_policy())
        task = self.tasks.Task.model_validate(request["task"])
        mine = environment.get_user_tools() if environment.user_tools is not None else None
        user = self.user.UserSimulator(tools=mine, instructions=str(task.user_scenario))
        kinds = {tool.name: environment.tools.tool_type(tool.name).value for tool in agent.tools}
        self.keep(request, 0, environment)
        scene = {
            "system": agent.system_prompt,
            "greeting": self.greeting,
            "tools": [tool.openai_schema for tool in agent.tools],
            "writes": [name for name, kind in kinds.items() if kind == "write"],
            "user_system": user.system_prompt,
            "user_tools": [tool.openai_schema for tool in mine or ()],
        }
        return {"scene": scene}

    def run(self, request: Any) -> dict[str, Any]:
        """Return the results of the calls."""
        before, calls = request["before"], request["calls"]
        environment = self.world(request, before)
        results = [self.call(environment, call) for call in calls]
        self.keep(request, len(before) + len(calls), environment)
        return {"results": results}

    def judge(self, request: Any) -> dict[str, Any]:
        """Return the official verdict."""
        self.numbers.number = 0
        task = self.tasks.Task.model_validate(request["task"])
        kinds = {
            "assistant": self.message.AssistantMessage,
            "user": self.message.UserMessage,
            "tool": self.message.ToolMessage,
        }
        try:
            run = self.simulation.SimulationRun(
                id="", task_id=task.id, start_time="", end_time="", duration=0.0, termination_reason=request["end"],
                messages=[kinds[row["role"]](**row) for row in request["messages"]],
            )  # fmt: skip
            info: Any = self.evaluator.evaluate_simulation(
                run, task, self.evaluator.EvaluationType.ALL, False, request["domain"]
            )
        except MemoryError:
            os._exit(3)
        except Exception as error:
            return {
                "reward": 0.0,
                "parts": {},
                "note": f"the evaluator cannot compare it: {type(error).__name__}: {error}"[:1000],
            }
        breakdown = cast("dict[Any, float]", info.reward_breakdown or {})
        about = cast("dict[str, Any]", info.info or {})
        parts = {kind.value.lower(): value for kind, value in breakdown.items()}
        return {"reward": info.reward, "parts": parts, "note": str(about.get("note") or "")}


def serve(folder: str, out: TextIO) -> None:
    """Answer requests until the other side closes."""

    def answer(row: dict[str, Any]) -> None:
        out.write(json.dumps(row) + "\n")
        out.flush()

    try:
        official = Official(folder)
    except Exception as error:
        answer({"failed": f"{type(error).__name__}: {error}"[:1000]})
        return
    limit()
    answer({"ready": True})
    does = {"open": official.open, "run": official.run, "judge": official.judge}
    for line in sys.stdin:
        signal.setitimer(signal.ITIMER_PROF, CPU)
        request = json.loads(line)
        answer(does[request["do"]](request))


if __name__ == "__main__":
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the package prints is no reply
    serve(sys.argv[1], replies)
