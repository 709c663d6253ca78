"""BFCL's web search with a search of the test's own, and the package's own search against a service on this machine."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

import pytest
from official_bfcl import direct
from play import hostile_turns, oracle, play

from botpsy.benchmarks.bfcl_install import ensure_web
from botpsy.benchmarks.bfcl_web import CATEGORIES, TURNS, BfclWeb
from botpsy.benchmarks.bfcl_web_search import KEY, WebSearch
from botpsy.benchmarks.bfcl_world import UNKNOWN
from botpsy.core.errors import BackendError, UsageError
from botpsy.core.messages import CallFault, Message, ToolCall
from botpsy.core.score import Score
from botpsy.core.task import Task
from botpsy.core.trajectory import StopReason, Trajectory
from botpsy.envs.rollout import Limits, rollout
from botpsy.models.scripted import Scripted

LOOK = Message("assistant", tool_calls=(ToolCall("search_engine_query", {"keywords": "tea"}),))


class Noted:
    """A search that finds one thing, and notes what it was asked."""

    def __init__(self, error: Exception | None = None) -> None:
        self.asked: list[tuple[list[str], bool]] = []
        self.error = error

    def run(self, calls: Sequence[str], *, snippets: bool) -> list[str]:
        if self.error:
            raise self.error
        self.asked.append((list(calls), snippets))
        return [f"found {len(self.asked)}"] * len(calls)

    def close(self) -> None:
        pass


@pytest.fixture(params=CATEGORIES)
def taskset(request: pytest.FixtureRequest, bfcl_folder: Path) -> Iterator[BfclWeb]:
    taskset = BfclWeb(request.param, search=Noted(), folder=bfcl_folder)
    yield taskset
    taskset.close()


def asked(taskset: BfclWeb, task: Task, turns: list[Message]) -> tuple[Trajectory, Score]:
    return asyncio.run(rollout(Scripted(turns), taskset, task, Limits(turns=TURNS)))


def test_without_a_key_it_is_refused_or_has_no_tasks(bfcl_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY, raising=False)
    with pytest.raises(UsageError, match="set SERPAPI_API_KEY"):
        next(BfclWeb("web_search_base", folder=bfcl_folder).tasks("dev"))
    assert list(BfclWeb("web_search_base", optional=True, folder=bfcl_folder).tasks("dev")) == []
    monkeypatch.setenv(KEY, "k")
    assert len(list(BfclWeb("web_search_base", optional=True, folder=bfcl_folder).tasks("dev"))) > 40
    with pytest.raises(UsageError, match="web_search_no_snippet"):
        BfclWeb("web_search_video")


def test_100_questions_in_the_same_halves(taskset: BfclWeb, bfcl_folder: Path) -> None:
    dev, test = list(taskset.tasks("dev")), list(taskset.tasks("test"))
    assert len({t.id for t in (*dev, *test)}) == 100
    other = BfclWeb(next(c for c in CATEGORIES if c != taskset.category), search=Noted(), folder=bfcl_folder)
    assert [t.messages for t in other.tasks("dev")] == [t.messages for t in dev]
    with pytest.raises(UsageError, match="nothing to train on"):
        next(taskset.tasks("train"))


def test_the_oracle_is_right_and_doing_nothing_is_wrong(taskset: BfclWeb) -> None:
    tasks = [*taskset.tasks("dev"), *taskset.tasks("test")]
    assert oracle(taskset, tasks) == [1.0] * 100
    for said in ("", "I do not know."):
        assert play(taskset, tasks[0], said).value == 0.0


def test_an_episode_shows_the_form_and_runs_the_searches(taskset: BfclWeb) -> None:
    task = next(taskset.tasks("dev"))
    call = ToolCall("fetch_url_content", {"url": "https://x.example", "mode": "truncate"})
    end = Message("assistant", f"{task.data['answers'][0]}")
    trajectory, score = asked(taskset, task, [LOOK, Message("assistant", tool_calls=(call, *LOOK.tool_calls)), end])
    assert score.value == 1.0
    assert trajectory.messages[0].content.startswith("For your final answer to the user")
    assert [m.content for m in trajectory.messages if m.role == "tool"] == ["found 1", "found 2", "found 2"]
    search = taskset.search
    assert isinstance(search, Noted)
    fetch = "fetch_url_content(url='https://x.example',mode='truncate')"
    query = "search_engine_query(keywords='tea')"
    assert search.asked == [([query], taskset.category == "web_search_base"), ([fetch, query], taskset.category == "web_search_base")]  # fmt: skip
    assert [t.name for t in trajectory.tools] == ["search_engine_query", "fetch_url_content"]


def test_only_the_two_functions_are_run_and_too_many_steps_end(taskset: BfclWeb) -> None:
    task = next(taskset.tasks("dev"))
    asked(taskset, task, [Message("assistant", tool_calls=(ToolCall("exec", {"a": 1}),)), Message("assistant", "?")])
    search = taskset.search
    assert isinstance(search, Noted)
    assert search.asked[-1][0] == [UNKNOWN]
    trajectory, score = asked(taskset, task, [LOOK] * 30)
    assert (score.value, trajectory.stop) == (0.0, StopReason.ENVIRONMENT)
    assert sum(m.role == "assistant" for m in trajectory.messages) == 21


def test_a_service_that_fails_is_our_failure(bfcl_folder: Path) -> None:
    taskset = BfclWeb("web_search_base", search=Noted(BackendError("429")), folder=bfcl_folder)
    with pytest.raises(BackendError, match="429"):
        asked(taskset, next(taskset.tasks("dev")), [LOOK])
    taskset.close()


def test_hostile_turns_are_wrong(taskset: BfclWeb) -> None:
    task = next(taskset.tasks("dev"))
    for turn in hostile_turns():
        assert asked(taskset, task, [turn, *[Message("assistant", "?")] * TURNS])[1].value == 0.0


def test_verdicts_are_the_official_ones(taskset: BfclWeb, bfcl_folder: Path, tmp_path: Path) -> None:
    ours: list[bool] = []
    lines: list[object] = []
    for task in islice(taskset.tasks("dev"), 25):
        right = task.data["answers"][0]
        fault = CallFault("malformed", "{", "not valid JSON")
        ends = [right, f"x{right}", right.lower(), f"({right}).", right[1:], "", f"{right}, I think", "I do not know"]
        for turns in (
            *([LOOK, Message("assistant", end)] for end in ends),
            [Message("assistant", right, faults=(fault,))],
            [Message("assistant", right, tool_calls=LOOK.tool_calls), Message("assistant", "Done.")],
        ):
            trajectory, score = asked(taskset, task, turns)
            ours.append(score.value == 1.0)
            said = [m for m in trajectory.messages if m.role == "assistant"]
            lines.append([[[c.name for c in m.tool_calls] or m.content for m in said], task.data["answers"]])
    assert ours == direct("agentic", lines, bfcl_folder, tmp_path)
    assert len(ours) >= 200
    assert 50 < sum(ours) < len(ours) - 50


class Service(BaseHTTPRequestHandler):
    """Plays the search service: what it answers depends on the words."""

    queries: ClassVar[list[dict[str, list[str]]]] = []

    def do_GET(self) -> None:
        query = parse_qs(urlsplit(self.path).query)
        self.queries.append(query)
        words = query["q"][0]
        status, reply = 200, {"organic_results": [{"title": "T", "link": "https://l.example", "snippet": "S"}] * 12}
        if words == "nothing":
            reply = {"error": "no results for this query"}
        elif words.isdigit():
            status, reply = int(words), {"error": "Invalid API key"}
        body = b"no JSON" if words == "broken" else json.dumps(reply).encode()
        self.send_response(status)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/search"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def web(service: str) -> Iterator[WebSearch]:
    try:
        folder = ensure_web()
    except BackendError as error:
        pytest.skip(str(error))
    search = WebSearch(folder, "secret-key", endpoint=service)
    yield search
    search.close()


def test_the_packages_own_search_asks_the_service_with_the_key(web: WebSearch) -> None:
    Service.queries.clear()
    found, short = web.run(
        ["search_engine_query(keywords='tea')", "search_engine_query(keywords='tea',max_results=1,region='us-en')"],
        snippets=True,
    )
    assert found.count("'title': 'T'") == 10
    assert short == "[{'title': 'T', 'href': 'https://l.example', 'body': 'S'}]"
    assert [(q["api_key"], q["engine"], q["kl"]) for q in Service.queries] == [
        (["secret-key"], ["duckduckgo"], ["wt-wt"]),
        (["secret-key"], ["duckduckgo"], ["us-en"]),
    ]
    (bare,) = web.run(["search_engine_query(keywords='tea',max_results=1)"], snippets=False)
    assert bare == "[{'title': 'T', 'href': 'https://l.example'}]"


def test_no_results_are_told_to_the_model_and_a_failing_service_is_not(web: WebSearch) -> None:
    (result,) = web.run(["search_engine_query(keywords='nothing')"], snippets=True)
    assert "Failed to retrieve the search results" in result
    for words, why in (("401", "answers 401: Invalid API key"), ("429", "answers 429"), ("503", "answers 503"), ("broken", "cannot be reached")):  # fmt: skip
        with pytest.raises(BackendError, match=why) as caught:
            web.run([f"search_engine_query(keywords='{words}')"], snippets=True)
        assert "secret-key" not in str(caught.value)
        assert KEY in str(caught.value)
    assert web.run(["search_engine_query(keywords='tea',max_results=1)"], snippets=True)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.2", "[::1]", "169.254.169.254", "10.0.0.1", "0x7f.1"])
def test_pages_of_this_machine_and_its_network_are_not_fetched(web: WebSearch, service: str, host: str) -> None:
    port = urlsplit(service).port
    (result,) = web.run([f"fetch_url_content(url='http://{host}:{port}/search?q=tea')"], snippets=True)
    assert "An error occurred while fetching" in result
    assert "no public address" in result


def test_only_web_addresses_are_fetched_and_nothing_else_is_run(web: WebSearch) -> None:
    file, unknown, code = web.run(
        ["fetch_url_content(url='file:///etc/passwd')", UNKNOWN, "open('/etc/passwd')"], snippets=True
    )
    assert "Invalid URL" in file
    assert "is not defined" in unknown
    assert "is not defined" in code
