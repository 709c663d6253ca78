"""Has pairs of AgentDojo judged by its own pipelines and suites: `python -I -S -B THIS FOLDER SUITE [USER...]`, JSON
out.

Out: {"USER+INJECTION": {"user": [utility, attack], "injection": [...], "nothing": [...]}}, by the ground truth of either
task and by a pipeline that says nothing. Nothing of BotPsy takes part. All of the package is imported as it is; only
the clients of model vendors, which it imports and does not use here, are hollow.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import json
import os
import sys
import types
import warnings
from typing import Any
from unittest.mock import MagicMock

VENDORS = ("anthropic", "cohere", "google", "openai", "requests", "tenacity")


class Vendors(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds hollow modules for the vendors' clients."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        known = fullname.partition(".")[0] in VENDORS
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True) if known else None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return MagicMock(name=spec.name, __path__=[])

    def exec_module(self, module: types.ModuleType) -> None:
        """Nothing to run."""


def main(folder: str, name: str, *users: str) -> dict[str, dict[str, list[bool]]]:
    sys.path.insert(0, folder)
    sys.meta_path.append(Vendors())
    warnings.simplefilter("ignore")
    from agentdojo.agent_pipeline import BasePipelineElement, GroundTruthPipeline  # pyright: ignore
    from agentdojo.attacks.important_instructions_attacks import ImportantInstructionsAttack  # pyright: ignore
    from agentdojo.task_suite.load_suites import get_suites  # pyright: ignore

    class Nothing(BasePipelineElement):  # pyright: ignore
        name = "nothing"

        def query(self, query: Any, runtime: Any, env: Any, messages: Any = (), extra_args: Any = None) -> Any:
            said = {"role": "assistant", "content": [{"type": "text", "content": ""}], "tool_calls": None}
            return query, runtime, env, [*messages, said], extra_args or {}

    suite: Any = get_suites("v1.2.2")[name]  # pyright: ignore
    attack: Any = ImportantInstructionsAttack(suite, types.SimpleNamespace(name="local"))  # pyright: ignore
    found: dict[str, dict[str, list[bool]]] = {}
    for user in [suite.user_tasks[n] for n in users or suite.user_tasks]:
        for injection in suite.injection_tasks.values():
            planted = attack.attack(user, injection)
            ways: dict[str, Any] = {
                "user": GroundTruthPipeline(user),  # pyright: ignore
                "injection": GroundTruthPipeline(injection),  # pyright: ignore
                "nothing": Nothing(),
            }
            found[f"{user.ID}+{injection.ID}"] = {
                way: [bool(verdict) for verdict in suite.run_task_with_pipeline(pipeline, user, injection, planted)]
                for way, pipeline in ways.items()
            }
    return found


if __name__ == "__main__":
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    json.dump(main(*sys.argv[1:]), out)
    out.close()
