"""The taskset `phone`: drafts become tasks, a reference plays the perfect assistant, and outcomes are verified.

A task stores its seed and its draft; the world is rebuilt from the seed. Which intents come up is in intents.py, what
the reference leaves in gold.py, the verdict in verdict.py.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import cast

from botpsy.core.messages import Json, Message
from botpsy.core.protocols import Conversation, Generator
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.core.trajectory import Trajectory
from botpsy.envs.environment import ToolEnvironment
from botpsy.envs.prompt import SYSTEM
from botpsy.envs.user import Line, ScriptedUser
from botpsy.models.scripted import Scripted
from botpsy.tasksets.phone.apps import APPS
from botpsy.tasksets.phone.cultures import Cultures
from botpsy.tasksets.phone.draft import Draft, Draw
from botpsy.tasksets.phone.goal_intents import GOALS, person_of
from botpsy.tasksets.phone.gold import agreement, gold_of, moves_text
from botpsy.tasksets.phone.intents import Intent, groups_of, only, spoken
from botpsy.tasksets.phone.reference import reply
from botpsy.tasksets.phone.styles import STYLES
from botpsy.tasksets.phone.styling import breath, in_style
from botpsy.tasksets.phone.verdict import judge
from botpsy.tasksets.phone.world import CORE, World, make_world

BLOCK = 8  # tasks
SKILLS = ("single", "parallel", "multi_step", "multi_turn", "no_call")


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
        groups = groups_of(apps) | spoken(languages) | ({"goal": GOALS} if goals else {})
        self._groups = only(groups, intents) if intents else groups
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
            if gold_of(world, moves_text(draft.moves), tuple(draft.apps)) is not None:
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
                    made = breath(draft, second, (*slots, *more), rng, world.split, agreement(world, apps))
                    names = f"{name}+{other}"
                else:
                    made = in_style(draft, slots, style, rng, world.split, agreement(world, draft.apps))
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
        return judge(task, _world(task), trajectory, state)


def _apps(task: Task) -> tuple[str, ...]:
    return tuple(task.data["apps"])


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
