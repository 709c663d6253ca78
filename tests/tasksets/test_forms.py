"""Request forms: patterns write out, and nothing that dev or test holds back comes into the train half."""

from __future__ import annotations

import re
from itertools import islice
from types import ModuleType

import pytest

from botpsy.tasksets.phone import calendar_forms, contacts_forms, longer_forms, moments
from botpsy.tasksets.phone.forms import Forms, expand, form_split, plain
from botpsy.tasksets.phone.taskset import Phone

MODULES: list[ModuleType] = [calendar_forms, contacts_forms, longer_forms, moments]
LISTS = [
    pytest.param(forms, id=f"{module.__name__.split('.')[-1]}.{name}")
    for module in MODULES
    for name, forms in vars(module).items()
    if isinstance(forms, Forms)
]


def _slots(form: str) -> set[str]:
    return {name.lower() for name in re.findall(r"\{(\w+)\}", form)}


def test_a_pattern_is_every_combination_of_its_alternatives() -> None:
    assert expand("(add|put) {what} (in|on) my calendar( please|)") == [
        "add {what} in my calendar please",
        "add {what} in my calendar",
        "add {what} on my calendar please",
        "add {what} on my calendar",
        "put {what} in my calendar please",
        "put {what} in my calendar",
        "put {what} on my calendar please",
        "put {what} on my calendar",
    ]


def test_alternatives_leave_no_stray_spaces_and_no_doubles() -> None:
    assert expand("(|ok, ){w}( |), please") == ["{w}, please", "ok, {w}, please"]


def test_forms_with_the_same_words_are_one() -> None:
    assert plain("Is {event} on?") == plain("is {Event}, on")
    assert plain("is {event} on") != plain("is {title} on")


@pytest.mark.parametrize("forms", LISTS)
def test_no_pattern_says_what_a_held_out_form_says(forms: Forms) -> None:
    held_out = {plain(form) for split in ("dev", "test") for _, form in forms.of(split)}
    assert len(held_out) >= 20
    assert not [form for group in forms.more for form in group if plain(form) in held_out]


def test_held_out_forms_go_to_dev_and_test_in_turn_unless_the_list_has_them() -> None:
    forms = Forms(
        [f"{verb} {{x}}" for verb in "abcdefg"], ["(shift|push) {x}"], ["Push {x}.", "A {x}", "nudge {x}", "drag {x}"]
    )
    assert forms.of("train") == [(str(i), forms[i]) for i in range(5)]
    assert forms.of("dev") == [("5", "f {x}"), ("h0", "Push {x}."), ("h2", "nudge {x}")]
    assert forms.of("test") == [("6", "g {x}"), ("h3", "drag {x}")]
    assert forms.more == (("shift {x}",),)


@pytest.mark.parametrize("forms", LISTS)
def test_held_out_forms_have_the_slots_that_the_forms_have(forms: Forms) -> None:
    known = set[str]().union(*(_slots(form) for form in forms)) | {"at"}
    for form in forms.held_out:
        assert _slots(form) <= known, form


def test_a_training_request_for_a_moment_that_exists_may_look_like_one_that_does_not() -> None:
    tasks = list(Phone(200, intents=("create", "move")).tasks("train"))
    alike = [t for t in tasks if t.data["form"].startswith(("bad_day", "bad_move"))]
    assert 10 <= len(alike) <= 80
    assert all(t.data["moves"][0]["calls"] for t in alike)
    assert not [t for t in Phone(100, intents=("create", "move")).tasks("dev") if t.data["form"].startswith("bad_")]


def test_what_a_held_out_form_says_is_left_out() -> None:
    forms = Forms(["a {x}", "b {x}", "c {x}", "d {x}", "e {x}", "Move {x}.", "shift {x}"], ["(move|shift|push) {x}"])
    assert forms.more == (("push {x}",),)


@pytest.mark.parametrize("forms", LISTS)
def test_patterns_have_the_slots_that_the_forms_have(forms: Forms) -> None:
    known = set[str]().union(*(_slots(form) for form in forms)) | {"at"}  # "at" is "to" with its preposition
    for group in forms.more:
        for form in group:
            assert _slots(form) <= known, form
            assert "(" not in form and "|" not in form, form


@pytest.mark.parametrize("forms", LISTS)
def test_an_intent_has_at_least_forty_forms_for_training(forms: Forms) -> None:
    own = {plain(form) for number, form in enumerate(forms) if form_split(number) == "train"}
    assert len(own | {plain(form) for group in forms.more for form in group}) >= 40


def test_only_the_train_half_asks_in_what_patterns_make() -> None:
    def patterned(split: str) -> int:
        return sum("/p" in task.data["form"] for task in islice(Phone(200).tasks(split), 200))  # type: ignore[arg-type]

    assert patterned("dev") == patterned("test") == 0
    assert patterned("train") > 80


def test_tasks_of_one_intent() -> None:
    tasks = list(Phone(30, intents=("impossible", "talk")).tasks("train"))
    assert {task.data["intent"] for task in tasks} == {"impossible", "talk"}


def test_an_intent_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match=r"no intent 'fly' in these apps; it has create, look"):
        Phone(1, intents=("fly",))
