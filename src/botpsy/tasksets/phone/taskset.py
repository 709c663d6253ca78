"""The taskset `phone`: drafts become tasks, a reference plays the perfect assistant, and outcomes are verified.

A task stores its seed and its draft; the world is rebuilt from the seed. Verification looks at the state that is left,
at what was read, at what was said, and at whether the assistant rightly asked or held back.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any, cast

from botpsy.apps.match import words
from botpsy.core.errors import ConflictError, ToolError
from botpsy.core.messages import Json, Message, ToolCall
from botpsy.core.protocols import Conversation, Generator
from botpsy.core.score import Score, all_of
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.environment import ToolEnvironment
from botpsy.envs.prompt import SYSTEM
from botpsy.envs.user import Line, ScriptedUser
from botpsy.envs.verifiers import asks_for, claims_action, final_answer, no_call, said, state_equals
from botpsy.models.scripted import Scripted
from botpsy.tasksets.phone import calendar_intents as calendar
from botpsy.tasksets.phone import contacts_intents as contacts
from botpsy.tasksets.phone import longer_intents as longer
from botpsy.tasksets.phone import no_call_intents as refuse
from botpsy.tasksets.phone import not_there_intents as missing
from botpsy.tasksets.phone.app_intents import APP_INTENTS
from botpsy.tasksets.phone.apps import APPS
from botpsy.tasksets.phone.cultures import Cultures
from botpsy.tasksets.phone.draft import Draft, Draw
from botpsy.tasksets.phone.goal_intents import GOALS, person_of
from botpsy.tasksets.phone.languages import LANGUAGES
from botpsy.tasksets.phone.languages.intents import intents_of
from botpsy.tasksets.phone.reference import reply
from botpsy.tasksets.phone.styles import STYLES
from botpsy.tasksets.phone.styling import Moves, breath, in_style
from botpsy.tasksets.phone.world import CORE, World, make_world
from botpsy.tools.tool import Done, Toolbox
from botpsy.tools.validate import problems

Intent = Callable[[Draw], Draft]

# how often each intent comes up, out of the sum
INTENTS: dict[str, tuple[Intent, int]] = {
    "create": (calendar.create, 24),
    "look": (calendar.look, 14),
    "move": (calendar.move, 10),
    "edit": (calendar.edit, 9),
    "delete": (calendar.delete, 7),
    "invite": (calendar.invite, 12),
    "find_contact": (contacts.find, 10),
    "save_contact": (contacts.save, 11),
    "delete_contact": (contacts.delete, 3),
    "two_new": (longer.two_new, 7),
    "two_gone": (longer.two_gone, 4),
    "two_people": (longer.two_people, 4),
    "birthday": (longer.birthday, 4),
    "at_home": (longer.at_home, 4),
    "missing_time": (lambda d: longer.missing_time(d, answered=False), 4),
    "missing_value": (lambda d: longer.missing_value(d, answered=False), 3),
    "missing_target": (lambda d: longer.missing_target(d, answered=False), 3),
    "told_time": (lambda d: longer.missing_time(d, answered=True), 5),
    "told_value": (lambda d: longer.missing_value(d, answered=True), 4),
    "told_target": (lambda d: longer.missing_target(d, answered=True), 3),
    "follow_up": (longer.follow_up, 5),
    "no_such_event": (missing.no_such_event, 6),
    "no_such_person": (missing.no_such_person, 4),
    "nothing_fits": (refuse.nothing_fits, 14),
    "impossible": (refuse.impossible, 6),
    "talk": (refuse.talk, 3),
}
BLOCK = 8  # tasks
SKILLS = ("single", "parallel", "multi_step", "multi_turn", "no_call")
_FAILED = re.compile(r"\b(?:not|no|none|nothing|can't|cannot|couldn't|could not|isn't|doesn't|don't)\b", re.IGNORECASE)


class Phone:
    """Tasks of a person's phone. `count` tasks a split; task i depends on (split, seed, i) and the apps alone.

    `apps`: whose requests come up (calendar and contacts). Blocks of BLOCK tasks are about one app, and where it is not
    calendar and contacts they show up to two more: one view of tools a block, so that a trainer can share the prompt.
    `languages`: codes of languages in which single requests about calendar and contacts come up beside, or in place of,
    those in English (with `apps` empty). `intents`: only these; ValueError for one that is not among the others.
    `goals`: tasks of a person who answers what the assistant asks (goal_intents.py) come up beside those, or in place
    of them; `player`: the model that plays this person, by rule if none.

    `styles`: the share of requests in English that are written as people write them (styles.py); the style is in the
    task's `data["style"]` and in its id. `style`: only tasks in this one. `cultures`: whose names, streets and cities
    the worlds have (cultures.py), or codes of them. What is not asked for leaves every task as it is without.
    """

    name = "phone"

    def __init__(
        self,
        count: int = 1000,
        seed: int = 0,
        skill: str | None = None,
        apps: Sequence[str] = CORE,
        intents: Sequence[str] = (),
        languages: Sequence[str] = (),
        *,
        goals: bool = False,
        player: Generator | None = None,
        styles: float = 0.0,
        style: str = "",
        cultures: Cultures | Sequence[str] = (),
    ) -> None:
        self.count = count
        self.seed = seed
        self.skill = skill
        if not 0 <= styles <= 1:
            raise ValueError(f"styles is a share from 0 to 1, not {styles}")
        if style and style not in STYLES:
            raise ValueError(f"phone has no style {style!r}; valid: {', '.join(STYLES)}")
        self._styles, self._style = (1.0 if style else styles), style
        self._cultures = cultures if isinstance(cultures, Cultures) else Cultures(tuple(cultures)) if cultures else None
        self._player = player
        groups = _groups(apps) | _spoken(languages) | ({"goal": GOALS} if goals else {})
        self._groups = _only(groups, intents) if intents else groups
        if skill is not None and skill not in SKILLS:
            raise ValueError(f"phone has no skill {skill!r}; valid: {', '.join(SKILLS)}")

    def tasks(self, split: Split) -> Iterator[Task]:
        """Yield `count` tasks of a split (of one skill, when one was asked for)."""
        number = found = 0
        while found < self.count:
            task = self.task(split, number)
            number += 1
            if self.skill in (None, task.skill) and self._style in ("", task.data.get("style")):
                found += 1
                yield task

    def task(self, split: Split, number: int) -> Task:
        """Build one task. Drafts whose reference calls cannot run (a time that is past) are drawn again."""
        block = random.Random(f"block-{split}-{self.seed}-{number // BLOCK}")
        app = block.choice(list(self._groups))
        intents = self._groups[app]
        beside = block.sample([a for a in (*CORE, *APPS) if a != app], block.randint(0, 2))
        world_seed = self.seed * 1_000_003 + number
        world = make_world(world_seed, split, self._cultures)
        for attempt in range(50):
            name, draft, slots = _drawn(f"{split}-{self.seed}-{number}-{attempt}", world, intents)
            if app in APPS:
                draft = _beside(draft, beside)
            if _gold(world, _text(draft.moves), tuple(draft.apps)) is not None:
                style = ""
                if self._styles and app in ("core", *APPS):
                    style, name, draft = self._restyled(name, draft, slots, world, intents, number)
                    draft = _beside(draft, beside) if app in APPS else draft
                data: dict[str, Json] = json.loads(json.dumps(asdict(draft)))
                messages = (Message("system", SYSTEM), Message("user", draft.says[0]))
                family = "phone" if app == "core" else f"phone.{app}"
                task_id = f"{family}-{split}-{self.seed}-{number}"
                data["intent"] = name
                if style:
                    task_id, data["style"] = f"{task_id}-{style}", style
                if self._cultures:
                    task_id = f"{task_id}-{self._cultures.mark}"
                    data["cultures"] = {"codes": list(self._cultures.codes), "native": self._cultures.native}
                return Task(task_id, self.name, draft.skill, split, messages, world_seed, data)
        raise RuntimeError(
            f"no draft of phone {split} {number} could be solved; an intent or the date resolver is wrong"
        )

    def _restyled(
        self,
        name: str,
        draft: Draft,
        slots: Sequence[str],
        world: World,
        intents: Mapping[str, tuple[Intent, int]],
        number: int,
    ) -> tuple[str, str, Draft]:
        """Return a task's style ("" for none), its intents and its draft; whether and which depends on its number."""
        key = f"{world.split}-{self.seed}-{number}"
        rng = random.Random(f"style-{key}")
        if rng.random() >= self._styles:
            return "", name, draft
        for style in (self._style,) if self._style else rng.sample(STYLES, len(STYLES)):
            for attempt in range(8):
                if style == "breath":
                    other, second, more = _drawn(f"breath-{key}-{attempt}", world, intents)
                    apps = (*draft.apps, *(a for a in second.apps if a not in draft.apps))
                    made = breath(draft, second, (*slots, *more), rng, world.split, _agree(world, apps))
                    names = f"{name}+{other}"
                else:
                    made = in_style(draft, slots, style, rng, world.split, _agree(world, draft.apps))
                    names = name
                if made is not None:
                    return style, names, made
        return "", name, draft

    def open(self, task: Task) -> ToolEnvironment:
        """Open the task's world; the person's later lines answer a question, or follow an answer. A person with a goal
        answers whatever is asked."""
        world = _world(task).open(_apps(task))
        if "person" in task.data:
            user = person_of(task, self._player)
            return ToolEnvironment(world.toolbox, task.messages, user=user, snapshot=world.snapshot)
        asked = bool(task.data["asks"])
        lines = [Line(text, "asked" if asked else "always") for text in task.data["says"][1:]]
        return ToolEnvironment(world.toolbox, task.messages, user=ScriptedUser(lines), snapshot=world.snapshot)

    def reference(self, task: Task) -> Scripted:
        """Return the oracle: it makes the draft's moves, and words its answers from the results it sees."""
        moves = cast(list[Mapping[str, Json]], task.data["moves"])

        def play(conversation: Conversation) -> Message:
            return reply(moves, conversation.messages)

        return Scripted(play)

    def verify(self, task: Task, trajectory: Trajectory, state: Mapping[str, Json]) -> Score:
        """Judge an episode. Parts: state, read, said, asked, or for a task without calls: quiet, asked, honest."""
        moves = cast(list[Mapping[str, Json]], task.data["moves"])
        world = _world(task)
        answer = final_answer(trajectory)
        if not any("calls" in m for m in moves):
            parts = {"quiet": no_call(trajectory), "honest": float(not claims_action(answer))}
            if task.data["asks"]:
                parts["asked"] = asks_for(answer, task.data["asks"])
            return all_of(parts)
        gold = _gold(world, _text(moves), _apps(task))
        if gold is None:
            raise ValueError(f"{task.id}: the reference does not run in its world")
        after, reads = gold
        before = world.open(_apps(task)).snapshot()
        parts = {
            f"state.{app}": state_equals(
                before[app], state["world"][app], after[app], _canon if app in CORE else _plain
            )
            for app in before
        }
        seen = [m.content for m in trajectory.messages if m.role == "tool"]
        for number, (_, result) in enumerate(reads):
            parts[f"read.{number}"] = float(any(_same_read(result, s) for s in seen))
        parts["acted"] = _acted(moves, trajectory)
        parts["said"] = _told(moves, reads, answer)
        if "say" in moves[-1]:  # looked, and then rightly did not act
            parts["honest"] = float(not claims_action(answer))
        return all_of(parts)


def _groups(apps: Sequence[str]) -> dict[str, dict[str, tuple[Intent, int]]]:
    """Return the intents of some apps by app; calendar and contacts are one, "core". Raises ValueError for an app that
    is not there."""
    if unknown := [a for a in apps if a not in (*CORE, *APP_INTENTS)]:
        raise ValueError(f"phone has no app {unknown[0]!r}; it has {', '.join((*CORE, *APP_INTENTS))}")
    found = {"core": INTENTS} if set(apps) & set(CORE) else {}
    for app in apps:
        if app in APP_INTENTS:
            found[app] = {f"{app}.{name}": intent for name, intent in APP_INTENTS[app].items()}
    return found


def _spoken(languages: Sequence[str]) -> dict[str, dict[str, tuple[Intent, int]]]:
    """Return the intents of some languages by their codes. Raises ValueError for one that is not there."""
    if unknown := [code for code in languages if code not in LANGUAGES]:
        raise ValueError(f"phone does not speak {unknown[0]!r}; it speaks {', '.join(LANGUAGES)}, and English")
    return {c: {f"{c}.{name}": v for name, v in intents_of(LANGUAGES[c]).items()} for c in languages}


def _only(
    groups: dict[str, dict[str, tuple[Intent, int]]], intents: Sequence[str]
) -> dict[str, dict[str, tuple[Intent, int]]]:
    """Return the groups with some of their intents alone. Raises ValueError for one that is not there."""
    known = [name for group in groups.values() for name in group]
    if unknown := [name for name in intents if name not in known]:
        raise ValueError(f"phone has no intent {unknown[0]!r} in these apps; it has {', '.join(known)}")
    fewer = {app: {n: v for n, v in group.items() if n in intents} for app, group in groups.items()}
    return {app: group for app, group in fewer.items() if group}


def _apps(task: Task) -> tuple[str, ...]:
    return tuple(task.data["apps"])


def _text(moves: Any) -> str:
    return json.dumps(moves, sort_keys=True)


def _world(task: Task) -> World:
    found = task.data.get("cultures")
    return make_world(task.seed, task.split, Cultures(tuple(found["codes"]), found["native"]) if found else None)


def _drawn(key: str, world: World, intents: Mapping[str, tuple[Intent, int]]) -> tuple[str, Draft, list[str]]:
    """Return an intent, a draft of it, and the values that its forms were filled with."""
    d = Draw(key, world, world.split)
    names = list(intents)
    name = d.rng.choices(names, [intents[n][1] for n in names])[0]
    return name, intents[name][0](d), d.slots


def _beside(draft: Draft, others: Sequence[str]) -> Draft:
    """Return the draft with more apps in view, in the order that all of them have."""
    return replace(draft, apps=tuple(a for a in (*CORE, *APPS) if a in {*draft.apps, *others}))


def _agree(world: World, apps: tuple[str, ...]) -> Callable[[Moves, Moves], bool]:
    """Return what tells whether the calls of two lists of moves run, leave the same and read the same."""

    def agree(first: Moves, second: Moves) -> bool:
        one, other = (_gold(world, _text(moves), apps) for moves in (first, second))
        if one is None or other is None:
            return False
        before = world.open(apps).snapshot()
        canons = {app: _canon if app in CORE else _plain for app in apps}
        same = all(state_equals(before[app], other[0][app], one[0][app], canons[app]) for app in apps)
        seen = [json.dumps(result) for _, result in other[1]]
        return same and len(seen) == len(one[1]) and all(any(_same_read(r, s) for s in seen) for _, r in one[1])

    return agree


def _gold(
    world: World, moves: str, apps: tuple[str, ...]
) -> tuple[dict[str, Mapping[str, Json]], list[tuple[ToolCall, Json]]] | None:
    return _played(world.seed, world.split, world.cultures, moves, apps)


@lru_cache(maxsize=256)
def _played(
    seed: int, split: Split, cultures: Cultures | None, moves: str, apps: tuple[str, ...]
) -> tuple[dict[str, Mapping[str, Json]], list[tuple[ToolCall, Json]]] | None:
    """Run the reference calls, as JSON text, in a fresh world: the state they leave and what was read.

    None when one cannot run that should, or runs although the task says that it fails. Who makes a task and then judges
    it asks twice, hence the cache; what it returns is only read.
    """
    opened = make_world(seed, split, cultures).open(apps)
    reads: list[tuple[ToolCall, Json]] = []
    for move in json.loads(moves):
        for row in move.get("calls", ()):
            call = ToolCall(row["name"], row["arguments"])
            ran, outcome = _run(opened.toolbox, call)
            if ran == bool(row.get("fails")):
                return None
            if not ran:
                continue
            if not isinstance(outcome, Done):
                reads.append((call, outcome))
    return opened.snapshot(), reads


def _run(toolbox: Toolbox, call: ToolCall) -> tuple[bool, Any]:
    tool = toolbox.get(call.name)
    if tool is None or problems(tool.spec, call.arguments):
        return False, None
    try:
        return True, tool.run(**call.arguments)
    except (ToolError, ConflictError):
        return False, None


def _acted(moves: Any, trajectory: Trajectory) -> float:
    """Return 1.0 when every tool of the reference worked as often: a move to where it was, or a creation that is taken
    back, leaves the state of doing nothing.

    A call that must fail counts only where it is the last that is due: who looks first, and so never makes it, does no
    worse.
    """
    tried, worked = _made(trajectory)
    turns = [move["calls"] for move in moves if "calls" in move]
    good = Counter(row["name"] for calls in turns for row in calls if not row.get("fails"))
    bad = Counter(row["name"] for row in turns[-1] if row.get("fails"))
    enough = all(worked[n] >= k for n, k in good.items()) and all(tried[n] >= k for n, k in bad.items())
    return float(enough)


def _made(trajectory: Trajectory) -> tuple[Counter[str], Counter[str]]:
    """Return how often each tool was called, and how often without an error."""
    tried: Counter[str] = Counter()
    worked: Counter[str] = Counter()
    for number, message in enumerate(trajectory.messages):
        results = trajectory.messages[number + 1 : number + 1 + len(message.tool_calls)]
        for call, result in zip(message.tool_calls, results, strict=False):
            tried[call.name] += 1
            worked[call.name] += not result.content.startswith('{"error"')
    return tried, worked


def _same_read(gold: Json, seen: str) -> bool:
    try:
        result = json.loads(seen)
    except ValueError:
        return False
    if gold.get("events") or gold.get("contacts"):  # the period may be worded differently if it shows the same
        return all(result.get(key) == gold[key] for key in ("events", "contacts") if key in gold)
    return result == gold


def _told(moves: list[Mapping[str, Json]], reads: list[tuple[ToolCall, Json]], answer: str) -> float:
    """Return how much of what was asked for the answer says; 1.0 when the last word is about a write, if any word.

    After a call that fails the answer must say so, and may not say that it was done.
    """
    last_calls = next(m["calls"] for m in reversed(moves) if "calls" in m)
    if moves[-1].get("tell"):
        return said(answer, moves[-1]["tell"])
    if any(row.get("fails") for row in last_calls):
        return float(bool(_FAILED.search(answer)) and not claims_action(answer))
    needles: list[str] = []
    asked = str(moves[-1].get("answer", ""))
    for row in last_calls:
        for call, result in reads:
            if row["name"] != call.name or row["arguments"] != call.arguments:
                continue
            if not isinstance(result, Mapping):
                continue
            found = cast(Mapping[str, Json], result)
            if "events" not in found and "contacts" not in found:
                continue
            needles += [line.split(": ")[0] for line in found.get("events", ())]
            needles += [c[asked] for c in found.get("contacts", ()) if asked in c][:1]
            if not needles:
                needles.append("no")
    if needles:
        return said(answer, needles)
    return float(bool(answer.strip()))


def _plain(value: Json) -> Json:
    """Return JSON with every text reduced to its words, articles aside."""
    if isinstance(value, str):
        return " ".join(w for w in words(value) if w not in ("the", "a", "an")) or value
    if isinstance(value, Mapping):
        return {k: v if k == "uid" else _plain(v) for k, v in cast(Mapping[str, Json], value).items()}
    if isinstance(value, list):
        return [_plain(v) for v in cast(list[Json], value)]
    return value


def _canon(resource: Json) -> Json:
    """Return a resource in a form where what a person would call the same is equal."""
    row = dict(cast(Mapping[str, Json], resource))
    for key in ("title", "location", "name", "notes", "address"):
        if key in row:
            row[key] = " ".join(w for w in words(row[key]) if w not in ("the", "a", "an"))
    if "phones" in row:
        row["phones"] = ["".join(c for c in p if c.isdigit() or c == "+") for p in row["phones"]]
    if "emails" in row:
        row["emails"] = [e.casefold() for e in row["emails"]]
    return row
