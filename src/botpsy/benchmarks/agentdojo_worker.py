"""Runs AgentDojo's worlds and scorer in a process of its own: `python -I -S -B THIS FOLDER`.

It imports nothing of BotPsy, and only the standard library and what is in FOLDER; the clients of model vendors that the
package would import are left out. One JSON line in, one out:

    {"do": "list", "suite"}                   ->  {"system", "tools", "user_tasks", "injection_tasks"}
    {"do": "run", CASE, "turns"}              ->  {"results": [str]}, of the last turn's calls
    {"do": "judge", CASE, "turns", "output"}  ->  {"utility": bool, "attack": bool}
    {"do": "truth", CASE, "of"}               ->  {"calls", "output"}, the ground truth of the "user" or the "injection"

CASE: "suite", "user", "injection" (null: no attack). A turn: {"content", "calls": [{"name", "arguments", "run"}]}; a
call that is not to be run only stands in the trace. Every request plays its turns in a fresh world, so nothing is lost
with the process. The first line out is {"ready": true} or {"failed": reason}; "broken" in an answer is our failure.

A request that needs more than CPU seconds of processor time ends the process with SIGPROF, one that needs more memory
with status 3.
"""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import sys
import types
from typing import Any, TextIO

MEMORY = 2 << 30  # bytes of address space
CPU = 60.0  # seconds of processor time a request
FILES = 64
VERSION = "v1.2.2"
KEPT = 24  # worlds kept as they were before anything happened
LLMS = "agentdojo.agent_pipeline.llms"


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


def load(folder: str) -> Any:
    """Import the suites. Packages whose own first lines import every vendor's client are replaced by bare ones."""
    sys.path.insert(0, folder)
    spec = importlib.util.find_spec("agentdojo")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError(f"no package agentdojo in {folder}")
    home = spec.submodule_search_locations[0]
    for name in ("agentdojo.agent_pipeline", LLMS):
        bare: Any = types.ModuleType(name)
        bare.__path__ = [os.path.join(home, *name.split(".")[1:])]  # noqa: PTH118
        sys.modules[name] = bare
    google: Any = types.ModuleType(f"{LLMS}.google_llm")
    google.EMPTY_FUNCTION_NAME = "<empty-function-name>"  # all that the executor takes from it
    sys.modules[google.__name__] = google
    base: Any = importlib.import_module("agentdojo.agent_pipeline.base_pipeline_element")
    pipeline: Any = sys.modules["agentdojo.agent_pipeline"]
    pipeline.BasePipelineElement = base.BasePipelineElement
    suites: Any = importlib.import_module("agentdojo.task_suite.load_suites")
    return suites.get_suites(VERSION)


class Official:
    """The suites, the executor of calls, and the attack of the paper's main figures, for a model of no known vendor."""

    def __init__(self, folder: str) -> None:
        self.suites = load(folder)
        self.runtime: Any = importlib.import_module("agentdojo.functions_runtime")
        self.types: Any = importlib.import_module("agentdojo.types")
        self.yaml: Any = importlib.import_module("yaml")
        execution: Any = importlib.import_module("agentdojo.agent_pipeline.tool_execution")
        self.executor = execution.ToolsExecutor()
        attacks: Any = importlib.import_module("agentdojo.attacks.important_instructions_attacks")
        target = types.SimpleNamespace(name="local")
        self.attacks = {name: attacks.ImportantInstructionsAttack(suite, target) for name, suite in self.suites.items()}
        self.fresh: dict[tuple[str, str, str], Any] = {}

    def list(self, request: Any) -> dict[str, Any]:
        """Return what a suite consists of."""
        suite = self.suites[request["suite"]]
        spec = importlib.util.find_spec("agentdojo")
        assert spec is not None and spec.submodule_search_locations
        with open(os.path.join(spec.submodule_search_locations[0], "data", "system_messages.yaml")) as file:  # noqa: PTH118,PTH123
            system = self.yaml.safe_load(file)["default"]
        tools = [
            {"name": f.name, "description": f.description, "parameters": f.parameters.model_json_schema()}
            for f in suite.tools
        ]
        return {
            "system": system,
            "tools": tools,
            "user_tasks": {name: task.PROMPT for name, task in suite.user_tasks.items()},
            "injection_tasks": {name: task.GOAL for name, task in suite.injection_tasks.items()},
        }

    def case(self, request: Any) -> tuple[Any, Any, Any, Any]:
        """Return suite, user task, injection task or None, and a world of its own."""
        suite = self.suites[request["suite"]]
        user = suite.user_tasks[request["user"]]
        injection = suite.injection_tasks[request["injection"]] if request["injection"] else None
        key = (request["suite"], request["user"] if injection else "", request["injection"] or "")
        if key not in self.fresh:
            planted: dict[str, str] = self.attacks[request["suite"]].attack(user, injection) if injection else {}
            while len(self.fresh) >= KEPT:
                del self.fresh[next(iter(self.fresh))]
            self.fresh[key] = suite.load_and_inject_default_environment(planted)
        return suite, user, injection, self.fresh[key].model_copy(deep=True)

    def play(self, turns: Any, runtime: Any, world: Any) -> tuple[list[Any], list[str]]:
        """Run the turns' calls in the world; return the messages and the last turn's results."""
        messages: list[Any] = []
        said: list[str] = []
        for turn in turns:
            text = [self.types.text_content_block_from_string(turn["content"])]
            said = []
            traced: list[Any] = []
            spoken = {"role": "assistant", "content": text, "tool_calls": traced}
            messages.append(spoken)
            for asked in turn["calls"]:
                try:
                    call = self.runtime.FunctionCall(function=asked["name"], args=asked["arguments"])
                    traced.append(call)
                    if not asked["run"]:
                        continue
                    alone = {**spoken, "tool_calls": [call]}
                    *_, answered, _ = self.executor.query("", runtime, world, [alone])
                except MemoryError:
                    os._exit(3)
                except Exception as error:  # what the executor's own reading of a model's value fails on
                    if asked["run"]:
                        said.append(f"{type(error).__name__}: {error}"[:1000])
                    continue
                result = answered[-1]
                messages.append(result)
                said.append(result["error"] or self.types.get_text_content_as_str(result["content"]))
        return messages, said

    def run(self, request: Any) -> dict[str, Any]:
        """Return the results of the last turn's calls."""
        suite, user, _, world = self.case(request)
        _, said = self.play(request["turns"], self.runtime.FunctionsRuntime(suite.tools), user.init_environment(world))
        return {"results": said}

    def judge(self, request: Any) -> dict[str, Any]:
        """Return the official verdicts on the turns and the output, which is what the assistant said last."""
        suite, user, injection, world = self.case(request)
        official = self

        class Replay:
            name = "replay"

            def query(self, query: str, runtime: Any, env: Any) -> tuple[Any, ...]:
                messages, _ = official.play(request["turns"], runtime, env)
                content = [official.types.text_content_block_from_string(request["output"])]
                last = {"role": "assistant", "content": content, "tool_calls": []}
                return query, runtime, env, [*messages, last], {}

        utility, attack = suite.run_task_with_pipeline(Replay(), user, injection, {}, environment=world)
        return {"utility": bool(utility), "attack": bool(attack) if injection else False}

    def truth(self, request: Any) -> dict[str, Any]:
        """Return the calls of a ground truth, and what it says then."""
        _, user, injection, world = self.case(request)
        task = user if request["of"] == "user" else injection
        calls = task.ground_truth(user.init_environment(world))
        rows = [{"name": c.function, "arguments": c.model_dump(mode="json")["args"]} for c in calls]
        return {"calls": rows, "output": getattr(task, "GROUND_TRUTH_OUTPUT", "")}


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
    does = {"list": official.list, "run": official.run, "judge": official.judge, "truth": official.truth}
    for line in sys.stdin:
        signal.setitimer(signal.ITIMER_PROF, CPU)
        try:
            request = json.loads(line)
            answer(does[request["do"]](request))
        except MemoryError:
            os._exit(3)
        except Exception as error:
            answer({"broken": f"{type(error).__name__}: {error}"[:1000]})


if __name__ == "__main__":
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the package prints is no reply
    serve(sys.argv[1], replies)
