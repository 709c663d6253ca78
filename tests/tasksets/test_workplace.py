"""Every scenario of the workplace is solvable, and is lost by doing nothing, half of it, or what was not asked for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import pytest

from botpsy.apps.files.model import Entry
from botpsy.apps.mail.model import Mail
from botpsy.apps.shop.model import CartLine, Product
from botpsy.core.messages import Message, ToolCall
from botpsy.core.score import Score
from botpsy.core.task import Split, Task
from botpsy.envs.rollout import Limits, rollout
from botpsy.eval.suites import build
from botpsy.models.scripted import Scripted
from botpsy.tasksets.phone.forms import Forms, form_split
from botpsy.tasksets.phone.vocabulary import split_of
from botpsy.tasksets.workplace import mail_forms, money_forms, outing_forms, people_forms
from botpsy.tasksets.workplace.judge import mentions
from botpsy.tasksets.workplace.scenarios import SCENARIOS
from botpsy.tasksets.workplace.situation import LEAST, OFFICE, Situation
from botpsy.tasksets.workplace.taskset import Workplace, situation_of
from botpsy.tasksets.workplace.vocabulary import PROJECTS

SPLITS: tuple[Split, ...] = ("train", "dev", "test")
EACH = 6  # tasks of each scenario and split
SEED = 11
RUNNER = asyncio.Runner()  # one loop for all episodes: to open one takes longer than some of them
Change = Callable[[Message], Message]
WRITES = frozenset(
    "send_mail reply_to_mail create_event change_event invite save_contact delete_contact create_file append_to_file "
    "make_folder move_file create_note add_to_note set_reminder tick_off transfer_money add_to_cart remove_from_cart "
    "place_order send_text book_flight book_hotel reserve_table change_booking".split()
)
WORDED = {"send_mail", "reply_to_mail", "create_note", "add_to_note", "create_file", "send_text"}


def play(task: Task, change: Change = lambda m: m) -> Score:
    """Score the reference whose turns are changed on the way."""
    workplace = Workplace(1)
    moves = situation_of(task).moves
    turns: list[Message] = []
    for move in moves:
        calls = tuple(ToolCall(c["name"], c["arguments"]) for c in move.get("calls", ()))
        turns.append(change(Message("assistant", move.get("say", ""), tool_calls=calls)))
    return RUNNER.run(rollout(Scripted(turns), workplace, task, Limits(turns=30)))[1]


def say(task: Task, words: str) -> Score:
    return RUNNER.run(rollout(Scripted(lambda _: Message("assistant", words)), Workplace(1), task))[1]


def without_last_write(task: Task) -> Score:
    """Score the reference that leaves out its last write and claims to have made it."""
    last = [c for move in situation_of(task).moves for c in move.get("calls", ()) if c["name"] in WRITES][-1]

    def cut(message: Message) -> Message:
        kept = tuple(c for c in message.tool_calls if (c.name, c.arguments) != (last["name"], last["arguments"]))
        if message.tool_calls and not kept:
            return Message("assistant", "Done.")
        return replace(message, tool_calls=kept)

    return play(task, cut)


def beside(task: Task, calls: tuple[ToolCall, ...]) -> Score:
    """Score the reference that makes some calls beside those of its first turn."""
    pending = list(calls)

    def more(message: Message) -> Message:
        if not message.tool_calls or not pending:
            return message
        extra = tuple(pending)
        pending.clear()
        return replace(message, tool_calls=(*message.tool_calls, *extra))

    return play(task, more)


@dataclass(frozen=True)
class Played:
    task: Task
    situation: Situation
    scores: dict[str, Score]


@lru_cache
def played() -> tuple[Played, ...]:
    found: list[Played] = []
    for split in SPLITS:
        workplace = Workplace(EACH * len(SCENARIOS), seed=SEED)
        for number, task in enumerate(workplace.tasks(split)):
            scores = {
                "reference": RUNNER.run(rollout(workplace.reference(task), workplace, task))[1],
                "cut": without_last_write(task),
            }
            if number % 2 == 0:  # the number of scenarios is odd: half of each
                scores["idle"] = say(task, "Done, I've taken care of everything.")
            found.append(Played(task, situation_of(task), scores))
    return tuple(found)


def of(scenario: str) -> list[Played]:
    return [p for p in played() if p.task.data["scenario"] == scenario]


def test_every_reference_scores_one_within_the_usual_limits() -> None:
    assert len(played()) == 3 * EACH * len(SCENARIOS) >= 200
    assert [(p.task.id, p.scores["reference"].reason) for p in played() if p.scores["reference"].value < 1.0] == []


def test_doing_nothing_scores_zero_whatever_is_claimed() -> None:
    idle = [(p.task, p.scores["idle"]) for p in played() if "idle" in p.scores]
    assert {task.data["scenario"] for task, _ in idle} == set(SCENARIOS)
    assert [task.id for task, score in idle if score.value > 0.0] == []


def test_a_reference_cut_short_by_its_last_write_scores_zero() -> None:
    assert [p.task.id for p in played() if p.scores["cut"].value > 0.0] == []


def test_tasks_are_long_and_go_over_several_apps() -> None:
    for p in played():
        assert 8 <= p.situation.calls <= 20, p.task.id
        assert p.task.skill == "long"
        assert p.task.data["difficulty"] == p.situation.calls
        assert len(p.situation.apps) >= LEAST and set(p.situation.apps) <= set(OFFICE)
    assert {app for p in played() for app in p.situation.apps} == set(OFFICE)
    assert len(SCENARIOS) >= 10


def test_a_task_depends_on_split_seed_and_number_alone() -> None:
    number = len(SCENARIOS) + 3
    again = Workplace(1, seed=SEED).task("dev", number)
    assert again == next(p.task for p in played() if p.task.id == again.id)
    assert json.loads(json.dumps(dict(again.data))) == again.data
    assert Workplace(1, seed=SEED + 1).task("dev", number).data["says"] != again.data["says"]
    assert Workplace(1, seed=SEED).task("test", number).data["says"] != again.data["says"]


def test_requests_and_values_keep_to_their_split() -> None:
    for p in played():
        for part in p.task.data["form"].split("+"):
            number = part.rpartition("/")[2]
            if number.startswith("p"):
                assert p.task.split == "train"
            else:
                assert form_split(int(number)) == p.task.split, p.task.data["form"]
        named = [name for name in PROJECTS if mentions(p.task.data["says"][0], name)]
        assert all(split_of(name) == p.task.split for name in named)


def test_no_pattern_makes_a_held_out_form_and_all_ask_for_the_same() -> None:
    for module in (mail_forms, money_forms, outing_forms, people_forms):
        for name, forms in vars(module).items():
            if not isinstance(forms, Forms):
                continue
            slots = [sorted({part.split("}")[0] for part in form.split("{")[1:]}) for form in forms]
            wanted = max(slots, key=len)
            for form, own in zip(forms, slots, strict=True):
                optional = {"project", "title", "home", "city"}  # what is said in another slot as well
                assert set(wanted) - set(own) <= optional, (name, form)
            assert len(forms) >= 7 and forms.more, name


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_other_words_with_the_same_facts_score_one(scenario: str) -> None:
    def reworded(message: Message) -> Message:
        calls = tuple(
            replace(c, arguments={**c.arguments, "text": f"To say it at once: {c.arguments['text']} Many thanks!"})
            if c.name in WORDED and "text" in c.arguments else c
            for c in message.tool_calls
        )  # fmt: skip
        return replace(message, tool_calls=calls, content=message.content and f"All done. {message.content}")

    for p in of(scenario)[::9]:
        assert play(p.task, reworded).value == 1.0, p.task.id


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_texts_without_the_facts_score_zero(scenario: str) -> None:
    def vague(message: Message) -> Message:
        calls = tuple(
            replace(c, arguments={**c.arguments, "text": "As discussed."}) if c.name in WORDED and "text" in c.arguments else c
            for c in message.tool_calls
        )  # fmt: skip
        return replace(message, tool_calls=calls)

    for p in of(scenario)[::9]:
        assert play(p.task, vague).value == 0.0, p.task.id


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_how_one_got_there_does_not_matter(scenario: str) -> None:
    detour = (
        ToolCall("create_note", {"title": "Scratch pad", "text": "for a moment"}),
        ToolCall("delete_note", {"note": "Scratch pad"}),
    )
    for p in [p for p in of(scenario) if "notes" in p.situation.apps][:2]:
        assert beside(p.task, detour).value == 1.0, p.task.id


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_an_extra_write_scores_zero(scenario: str) -> None:
    for p in of(scenario)[::8]:
        if "notes" in p.situation.apps:
            assert beside(p.task, (ToolCall("create_note", {"title": "Extra", "text": "by the way"}),)).value == 0.0
        event = ToolCall("create_event", {"title": "Extra", "when": "tomorrow at 15:00"})
        if "calendar" in p.situation.apps:
            assert beside(p.task, (event,)).value == 0.0


def test_a_mail_answered_before_must_not_be_answered_again() -> None:
    for p in of("offers")[::4]:
        sent = [m for m in p.situation.world.all("mail", Mail) if m.answers and m.folder == "sent"]
        again = ToolCall("reply_to_mail", {"mail": sent[0].subject.removeprefix("Re: "), "text": "No, thank you."})
        assert beside(p.task, (again,)).value == 0.0


def test_another_projects_invoice_and_one_that_is_paid_must_not_be_paid() -> None:
    for p in of("invoices")[::4]:
        files = [e for e in p.situation.world.all("files", Entry) if e.text.startswith("Invoice ")]
        due = {
            c["arguments"]["note"]
            for m in p.situation.moves
            for c in m.get("calls", ())
            if c["name"] == "transfer_money"
        }
        rest = [e.text.splitlines() for e in files if e.text.split()[1] not in due]
        assert len(rest) == 2
        for lines in rest:
            facts = dict(line.split(": ", 1) for line in lines[1:5])
            wrong = {"amount": float(facts["Amount"].split()[0]), "to": facts["From"], "note": lines[0].split()[1]}
            assert beside(p.task, (ToolCall("transfer_money", wrong),)).value == 0.0


def test_what_was_in_the_cart_must_not_be_ordered() -> None:
    def careless(message: Message) -> Message:
        return replace(message, tool_calls=tuple(c for c in message.tool_calls if c.name != "remove_from_cart"))

    for p in of("order")[::9]:
        assert p.situation.world.all("shop", CartLine)
        assert play(p.task, careless).value == 0.0


def test_a_sold_out_product_cannot_be_ordered_and_must_be_named() -> None:
    def silent(message: Message) -> Message:
        return replace(message, content="I ordered it all." if message.content else "")

    for p in of("order")[::9]:
        assert any(x.stock == 0 for x in p.situation.world.all("shop", Product))
        assert play(p.task, silent).value == 0.0


def test_a_namesake_must_not_get_the_mail() -> None:
    for p in of("handover")[::9]:
        doubles = {c.name.rsplit(" ", 1)[0]: c for c in p.situation.world.people if c.uid.startswith("namesake")}
        real = {c.emails[0]: doubles[c.name].emails[0] for c in p.situation.world.people if c.name in doubles}

        def wrong(message: Message, real: dict[str, str] = real) -> Message:
            calls = tuple(
                replace(c, arguments={**c.arguments, "to": [real.get(a, a) for a in c.arguments["to"]]})
                if c.name == "send_mail" else c
                for c in message.tool_calls
            )  # fmt: skip
            return replace(message, tool_calls=calls)

        assert play(p.task, wrong).value == 0.0


def test_a_double_contact_that_was_not_named_must_stay() -> None:
    for p in of("duplicates")[::9]:
        gone = {
            c["arguments"]["name"]
            for m in p.situation.moves
            for c in m.get("calls", ())
            if c["name"] == "delete_contact"
        }
        spared = [c.name for c in p.situation.world.people if c.name.endswith("(old)") and c.name not in gone]
        assert len(spared) == 1
        assert beside(p.task, (ToolCall("delete_contact", {"name": spared[0]}),)).value == 0.0


def test_a_meeting_whose_new_time_is_taken_must_stay() -> None:
    for p in of("away")[::9]:
        moves = [c for m in p.situation.moves for c in m.get("calls", ()) if c["name"] == "change_event"]
        moved = {c["arguments"]["event"] for c in moves}
        who = next(iter(moved)).split(" with ")[1]
        stuck = [e for e in p.situation.world.events if e.title.endswith(f" with {who}") and e.title not in moved]
        first = min(stuck, key=lambda e: e.start)  # the other one is after the absence
        assert (
            beside(p.task, (ToolCall("change_event", {"event": first.title, "new_when": "in 20 days at 8:00"}),)).value
            == 0.0
        )


def test_an_unknown_scenario_is_refused() -> None:
    with pytest.raises(ValueError, match="no scenario 'nap'"):
        Workplace(1, scenarios=["nap"])


def test_the_suite_is_there() -> None:
    (part,) = build("workplace", "test", limit=3)
    assert [task.split for task in part.taskset.tasks("test")] == ["test"] * 3
