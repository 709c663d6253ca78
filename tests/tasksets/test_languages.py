"""Requests in seven other languages: complete, solvable, and with forms that are held back."""

from __future__ import annotations

import asyncio

import pytest

from botpsy.core.messages import Message
from botpsy.core.task import Split
from botpsy.envs.rollout import rollout
from botpsy.models.scripted import Scripted
from botpsy.tasksets.phone.forms import form_split, plain
from botpsy.tasksets.phone.languages import LANGUAGES
from botpsy.tasksets.phone.languages.language import INTENTS, Language, forms_of
from botpsy.tasksets.phone.taskset import Phone

EVERY = [pytest.param(language, id=code) for code, language in LANGUAGES.items()]


def _score(taskset: Phone, split: Split, *, idle: bool) -> list[float]:
    async def play() -> list[float]:
        scores: list[float] = []
        for task in taskset.tasks(split):
            generator = Scripted(lambda _: Message("assistant", "Done.")) if idle else taskset.reference(task)
            _, score = await rollout(generator, taskset, task)
            scores.append(score.value)
        return scores

    return asyncio.run(play())


@pytest.mark.parametrize("language", EVERY)
@pytest.mark.parametrize("split", ["train", "dev", "test"])
def test_references_score_one_and_who_does_nothing_scores_zero(language: Language, split: Split) -> None:
    taskset = Phone(25, apps=(), languages=(language.code,))
    assert set(_score(taskset, split, idle=False)) == {1.0}
    assert set(_score(taskset, split, idle=True)) == {0.0}


@pytest.mark.parametrize("language", EVERY)
def test_every_intent_has_forms_of_each_half_and_forty_for_training(language: Language) -> None:
    assert set(language.forms) == set(INTENTS)
    few: list[str] = []
    for intent, forms in language.forms.items():
        assert {form_split(i) for i in range(len(forms))} == {"train", "dev", "test"}
        own = {f for i, f in enumerate(forms) if form_split(i) == "train"}
        if len(own.union(*forms.more)) < 40:
            few.append(f"{intent}: {len(own.union(*forms.more))}")
        held_out = {plain(f) for i, f in enumerate(forms) if form_split(i) != "train"}
        assert not [f for group in forms.more for f in group if plain(f) in held_out]
    assert few == []


@pytest.mark.parametrize("language", EVERY)
def test_every_day_and_period_is_understood_by_the_tools(language: Language) -> None:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from botpsy.apps.when import resolve_span

    now = datetime(2027, 3, 9, 9, 0, tzinfo=ZoneInfo("Europe/Madrid"))
    for phrase in {*language.days.values(), *language.weeks.values()}:
        start, end = resolve_span(phrase, now)
        assert start < end


def test_a_language_that_is_not_spoken_is_named() -> None:
    with pytest.raises(ValueError, match="does not speak 'eo'; it speaks zh, fr"):
        Phone(1, languages=("eo",))


def test_forms_must_cover_every_intent() -> None:
    with pytest.raises(ValueError, match="are wanted"):
        forms_of({"create": "a {what} {w}"})
