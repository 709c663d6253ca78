"""Runs tau2's banking and its scorer in a process of its own: `python -I -S -B THIS FOLDER`.

It imports nothing of BotPsy, only the standard library and what lies in FOLDER. It speaks the protocol of `tau2_worker`
("open", "run", "judge"), in which "domain" is not read here, and ends itself at the same bounds.

Banking's tools, customer's tools, documents, prompts, tasks and scorer are those of `inspect_evals`. That package is
written for the framework `inspect_ai` (some 80 packages), of which these parts need little: a store of objects by name,
messages to read, and an exception. Classes of the same names stand for them here.

Tools have the names by which the policy and the tasks call them; the package has "banking_" before each.
"""

from __future__ import annotations

import asyncio
import copy
import importlib
import importlib.util
import inspect
import json
import os
import re
import signal
import sys
import types
from collections import OrderedDict
from typing import Any, TextIO

MEMORY = 4 << 30  # bytes of address space
CPU = 60.0  # seconds of processor time a request
FILES = 32
SESSIONS = 8  # worlds kept at once
PREFIX = "banking_"
GREETING = "Hello, how can I help you?"
KINDS = {str: "string", float: "number", int: "integer", bool: "boolean"}
HOME = "inspect_evals.tau2"


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


Store = dict[tuple[str, str], Any]
"""The objects of one episode, by the name of their class and their own."""


class Stand:
    """The parts of `inspect_ai` that banking needs. `store`: the episode that its tools see now."""

    def __init__(self) -> None:
        self.store: Store = {}

    def put(self) -> None:
        """Make the modules importable."""
        from pydantic import BaseModel

        class StoreModel(BaseModel):
            instance: str = ""

        class ToolError(Exception):
            pass

        class Message(types.SimpleNamespace):
            pass

        def same(made: Any = None, **_more: Any) -> Any:
            return made if made is not None else same

        def store_as(kind: Any, instance: str = "") -> Any:
            key = (kind.__name__, instance)
            if key not in self.store:
                self.store[key] = kind()
            return self.store[key]

        names = ("ChatMessageSystem", "ChatMessageUser", "ChatMessageAssistant")
        messages = {name: type(name, (Message,), {}) for name in names}
        model = dict.fromkeys(
            ("ChatMessage", "Content", "ContentReasoning", "ContentText", "ContentToolUse", "GenerateConfig", "Model",
             "ModelOutput"), Any,
        )  # fmt: skip
        modules: dict[str, dict[str, Any]] = {
            "inspect_ai": {},
            "inspect_ai.agent": {"Agent": Any, "AgentState": Any, "agent": same},
            "inspect_ai.dataset": {"Dataset": Any, "Sample": Any, "json_dataset": None},
            "inspect_ai.model": {**model, **messages, "get_model": None},
            "inspect_ai.scorer": {
                "CORRECT": "C", "INCORRECT": "I", "Score": Message, "Scorer": Any, "Target": Any, "accuracy": same,
                "stderr": same, "scorer": same,
            },
            "inspect_ai.solver": {"Generate": Any, "Solver": Any, "TaskState": Any, "solver": same},
            "inspect_ai.tool": {"Tool": Any, "ToolError": ToolError, "tool": same},
            "inspect_ai.util": {"StoreModel": StoreModel, "store_as": store_as},
            "yaml": {"load": None, "dump": None, "SafeLoader": None},
        }  # fmt: skip
        for name, content in modules.items():
            module = types.ModuleType(name)
            module.__dict__.update(content)
            sys.modules[name] = module


class Official:
    """The package's tools and scorer."""

    def __init__(self, folder: str) -> None:
        sys.path.insert(0, folder)
        spec = importlib.util.find_spec("inspect_evals")
        if spec is None or not spec.submodule_search_locations:
            raise ImportError(f"no package inspect_evals in {folder}")
        self.stand = Stand()
        self.stand.put()
        bare: Any = types.ModuleType(HOME)  # its own first lines import all domains
        bare.__path__ = [os.path.join(spec.submodule_search_locations[0], "tau2")]  # noqa: PTH118
        sys.modules[HOME] = bare
        part: Any = {name: importlib.import_module(f"{HOME}.{name}") for name in (
            "banking.agents", "banking.environment", "banking.scorer", "banking.tools", "banking.user_tools",
            "common.agents", "data_model.tasks", "utils",
        )}  # fmt: skip
        self.part = part
        self.model: Any = sys.modules["inspect_ai.model"]
        agents = part["banking.agents"]
        self.tools = named(agents._get_agent_tools("grep"))
        self.user_tools = named([make() for make in part["banking.user_tools"].all_banking_user_tools])
        self.system = self.prompt(agents._get_domain_policy("grep"))
        self.sessions: OrderedDict[str, tuple[int, Store]] = OrderedDict()

    def prompt(self, policy: str) -> str:
        """Return what the package tells the agent: the loop of its own harness is run up to there."""
        heard: list[Any] = []

        class Listens:
            async def generate_loop(self, messages: Any, tools: Any) -> Any:  # noqa: ARG002
                heard.append(list(messages))
                message = types.SimpleNamespace(content="")
                return [], types.SimpleNamespace(completion="###STOP###" if len(heard) > 2 else "", message=message)

        common = self.part["common.agents"]

        def listens(*_args: Any, **_more: Any) -> Listens:
            return Listens()

        def same(content: Any) -> Any:
            return content

        common.get_model = listens
        common.GenerateConfig = types.SimpleNamespace
        common.remove_unsupported_content = same
        config = common.CustomerServiceAgentConfig(lambda: policy, [], "prompt")
        asyncio.run(common.user_simulator_agent(config)(types.SimpleNamespace(messages=[], output=None)))
        return heard[1][0].content

    def fresh(self, task: Any) -> None:
        """Put a fresh world of the task in front of the tools."""
        self.stand.store = {}
        environment = self.part["banking.environment"]
        environment.initialize_environment()
        agent, user = environment.get_agent_tools(), environment.get_user_tools()
        environment.apply_initial_state(agent, user, task.initial_state)

    def world(self, request: Any, before: list[Any]) -> None:
        """Put the session's world after the calls `before` in front of the tools."""
        made, self.stand.store = self.sessions.pop(request["session"], (-1, {}))
        if made == len(before):
            return
        self.fresh(self.task(request))
        for call in before:
            self.call(call)

    def keep(self, request: Any, made: int) -> None:
        """Keep a session's world, and let the oldest go when there are too many."""
        self.sessions[request["session"]] = (made, self.stand.store)
        while len(self.sessions) > SESSIONS:
            self.sessions.popitem(last=False)

    def task(self, request: Any) -> Any:
        """Return the task as the package reads it. It puts parts of it into the world, which calls then change: a copy,
        so that the scorer begins where the episode began."""
        return self.part["data_model.tasks"].Task.model_validate(copy.deepcopy(request["task"]))

    def call(self, call: Any) -> dict[str, Any]:
        """Run one call; what fails in it is its result."""
        tools = self.tools if call["requestor"] == "assistant" else self.user_tools
        try:
            if call["name"] not in tools:
                raise LookupError(f"Tool '{call['name']}' not found.")
            run = tools[call["name"]]
            return {"content": str(asyncio.run(run(**fitting(run, call["arguments"])))), "error": False}
        except MemoryError:
            os._exit(3)
        except Exception as error:
            return {"content": f"Error: {error}"[:2000], "error": True}

    def open(self, request: Any) -> dict[str, Any]:
        """Return what the agent and the customer are told and can do."""
        self.world(request, [])
        self.keep(request, 0)
        guidelines = self.part["utils"].USER_SIMULATOR_GUIDELINES_WITH_TOOLS
        scene = {
            "system": self.system,
            "greeting": GREETING,
            "tools": [schema(name, tool) for name, tool in self.tools.items()],
            "writes": [name for name in self.tools if not re.match(r"(get|list)_|grep$", name)],
            "user_system": f"{guidelines}\n<scenario>\n{self.task(request).user_scenario}\n</scenario>\n",
            "user_tools": [schema(name, tool) for name, tool in self.user_tools.items()],
        }
        return {"scene": scene}

    def run(self, request: Any) -> dict[str, Any]:
        """Return the results of the calls."""
        before, calls = request["before"], request["calls"]
        self.world(request, before)
        results = [self.call(call) for call in calls]
        self.keep(request, len(before) + len(calls))
        return {"results": results}

    def judge(self, request: Any) -> dict[str, Any]:
        """Return the verdict of the package's scorer on the world after all calls and on the calls themselves."""
        self.fresh(self.task(request))
        task = self.task(request)
        said: dict[str, list[Any]] = {"assistant": [], "user": []}
        for row in request["messages"]:
            if row["role"] in said and row.get("tool_calls"):
                for call in row["tool_calls"]:
                    self.call(call)
                calls = [types.SimpleNamespace(function=c["name"], arguments=c["arguments"]) for c in row["tool_calls"]]
                said[row["role"]].append(self.model.ChatMessageAssistant(tool_calls=calls, content=""))
        stored = self.part["common.agents"].StoredAgentState
        sys.modules["inspect_ai.util"].store_as(stored, "BankingAgent").messages = said["assistant"]
        state = types.SimpleNamespace(
            messages=said["user"], metadata={"instance": "BankingAgent", "task": task.model_dump()}
        )
        score = asyncio.run(self.part["banking.scorer"].banking_scorer()(state, None))
        right = float(score.value == "C")
        basis = [kind.value.lower() for kind in task.evaluation_criteria.reward_basis]
        return {"reward": right, "parts": {"+".join(basis): right}, "note": "" if right else score.explanation[:1000]}


def named(tools: list[Any]) -> dict[str, Any]:
    """Return tools by the name that the policy has for them."""
    return {tool.__qualname__.partition(".")[0].removeprefix(PREFIX): tool for tool in tools}


def fitting(tool: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments, numbers of the kind that the tool wants. Raises TypeError for what does not fit."""
    wanted = inspect.signature(tool, eval_str=True).parameters
    for name in arguments:
        if name not in wanted:
            raise TypeError(f"unknown argument '{name}'; valid: {', '.join(wanted) or 'none'}")
    for name, parameter in wanted.items():
        if name not in arguments and parameter.default is parameter.empty:
            raise TypeError(f"missing argument '{name}'")
    for name, value in arguments.items():
        kind = wanted[name].annotation
        number = kind is float and isinstance(value, int | float) and not isinstance(value, bool)
        if not (number or type(value) is kind):
            raise TypeError(f"argument '{name}' must be a {KINDS[kind]}, not {json.dumps(value)[:100]}")
    return arguments


def schema(name: str, tool: Any) -> dict[str, Any]:
    """Return a tool as a function for a model: what its docstring and its signature say."""
    about, *sections = re.split(r"\n(Args|Returns|Raises):\n", inspect.cleandoc(tool.__doc__ or ""))
    arguments = dict(zip(sections[::2], sections[1::2], strict=True)).get("Args", "")
    described: dict[str, str] = dict(re.findall(r"^\s+(\w+): (.+)$", arguments, re.MULTILINE))
    properties: dict[str, Any] = {}
    required: list[str] = []
    for parameter in inspect.signature(tool, eval_str=True).parameters.values():
        told = described.get(parameter.name, "")
        properties[parameter.name] = {"type": KINDS[parameter.annotation], "description": told}
        if parameter.default is parameter.empty:
            required.append(parameter.name)
        else:
            properties[parameter.name]["default"] = parameter.default
    parameters = {"type": "object", "properties": properties, "required": required}
    return {"type": "function", "function": {"name": name, "description": about.strip(), "parameters": parameters}}


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
