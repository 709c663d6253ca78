"""Simulated people answer what they are asked and know; those a model plays are kept in their part."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from botpsy.core.errors import InfraError
from botpsy.core.messages import Message
from botpsy.core.protocols import Conversation
from botpsy.envs.generated_user import STOP, GeneratedUser, instructions
from botpsy.envs.rollout import rollout
from botpsy.envs.user import PERSONAS, Fact, Goal, GoalUser, asked_for
from botpsy.models.scripted import Scripted
from botpsy.tasksets.phone.reference import reply
from botpsy.tasksets.phone.taskset import Phone

FACTS = (
    Fact("title", ("title", "called"), "lunch"),
    Fact("time", ("when", "time"), "noon on Friday"),
    Fact("place", ("where", "place"), ""),
)
GOAL = Goal("a lunch in the calendar", "Add an event.", FACTS, "terse")
PHONE = Phone(40, seed=9, apps=(), goals=True)
TASKS = list(PHONE.tasks("train"))


def ask(user: GoalUser, text: str) -> str | None:
    return user.reply(Message("assistant", text))


def test_questions_are_answered_in_any_order_and_the_unknown_is_said() -> None:
    user = GoalUser(GOAL)
    assert ask(user, "When is it?") == "noon on Friday"
    assert ask(user, "What is it called?") == "lunch"
    unknown = ask(user, "And where?")
    assert (unknown and "know" in unknown.lower()) or "idea" in str(unknown)
    assert ask(user, "Added it.") is None
    assert ask(user, "Can I help with anything else?") is None


def test_all_at_once_is_answered_at_once_but_by_the_forgetful() -> None:
    both = "What is it called, and when?"
    answer = ask(GoalUser(GOAL), both)
    assert answer and "lunch" in answer and "noon on Friday" in answer
    answer = ask(GoalUser(replace(GOAL, persona="forgetful")), both)
    assert answer and "lunch" in answer and "noon" not in answer
    assert asked_for("Could you give me the details?", FACTS) == list(FACTS)


@pytest.mark.parametrize("persona", PERSONAS)
def test_useless_questions_end_it_sooner_or_later(persona: str) -> None:
    user = GoalUser(replace(GOAL, persona=persona))
    turns = 0
    while ask(user, "What is your favourite colour?") is not None:
        turns += 1
    assert turns == (1 if persona == "impatient" else 3)


def test_the_same_seed_says_the_same() -> None:
    goal = replace(GOAL, persona="chatty")
    first, again = ([ask(u, "When?"), ask(u, "Where?")] for u in (GoalUser(goal, 5), GoalUser(goal, 5)))
    assert first == again


def play(task, change=lambda m: m) -> float:
    scripted = Scripted(lambda c: change(reply(task.data["moves"], c.messages)))
    return asyncio.run(rollout(scripted, PHONE, task))[1].value


def test_goal_tasks_are_solved_by_asking_and_lost_without() -> None:
    assert {t.data["person"]["persona"] for t in TASKS} == set(PERSONAS)
    for task in TASKS:
        assert play(task) == 1.0, task.data
        assert asyncio.run(rollout(Scripted(lambda c: Message("assistant", "Sorry.")), PHONE, task))[1].value == 0.0

        def spoilt(message: Message) -> Message:
            return replace(
                message,
                tool_calls=tuple(
                    replace(c, arguments={k: v if i else f"{v} wrong" for i, (k, v) in enumerate(c.arguments.items())})
                    for c in message.tool_calls
                ),
            )

        assert play(task, spoilt) == 0.0, task.data


def test_an_answer_that_is_made_from_what_was_said_wins_in_another_order() -> None:
    """An assistant that asks for everything at once still gets all of it, from everyone who is not forgetful."""
    task = next(
        t
        for t in TASKS
        if t.data["person"]["persona"] == "polite" and all(f["value"] for f in t.data["person"]["facts"])
    )
    calls = next(m for m in task.data["moves"] if "calls" in m)
    values = [f["value"] for f in task.data["person"]["facts"]]

    def at_once(c: Conversation) -> Message:
        if len(c.messages) == 2:
            return Message("assistant", "Could you give me the details?")
        if len(c.messages) == 4:
            assert all(v in c.messages[-1].content for v in values)
            return reply([calls], c.messages)
        return Message("assistant", "Done.")

    assert asyncio.run(rollout(Scripted(at_once), PHONE, task))[1].value == 1.0


def generated(*lines: str, turns: int = 8) -> GeneratedUser:
    said = iter(lines)
    return GeneratedUser(Scripted(lambda c: Message("assistant", next(said))), GOAL, turns=turns)


def hear(user: GeneratedUser, text: str = "When?") -> str | None:
    return asyncio.run(user.reply(Message("assistant", text)))


def test_a_model_plays_the_person_until_the_stop_word() -> None:
    user = generated("User: At noon.\nAssistant: Done!", f"Thanks. {STOP}", STOP)
    assert hear(user) == "At noon."
    assert hear(user) == "Thanks."
    assert hear(user, "Done.") is None


def test_leaks_are_refused_and_loops_ended() -> None:
    leak = instructions(GOAL).splitlines()[0]
    user = generated(leak, "noon", "noon")
    assert hear(user) == "noon" and user.refused == 1
    assert hear(user) is None
    with pytest.raises(InfraError, match="plays the user"):
        hear(generated(leak, ""))
    assert hear(generated(turns=0)) is None


def test_the_player_hears_goal_persona_and_knowledge() -> None:
    heard: list[Conversation] = []

    def line(c: Conversation) -> Message:
        heard.append(c)
        return Message("assistant", "noon")

    asyncio.run(GeneratedUser(Scripted(line), GOAL).reply(Message("assistant", "When?")))
    system = heard[0].messages[0].content
    assert "a lunch in the calendar" in system and "noon on Friday" in system and STOP in system
    assert "place: you do not know it" in system
    assert heard[0].messages[-1] == Message("user", "When?")


def test_a_phone_task_can_be_played_with_a_model_as_the_person() -> None:
    player = Scripted(lambda c: Message("assistant", STOP))
    phone = Phone(1, seed=9, apps=(), goals=True, player=player)
    task = TASKS[0]
    assert asyncio.run(rollout(phone.reference(task), phone, task))[1].value == 0.0  # who says nothing gets nothing
