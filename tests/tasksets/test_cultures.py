"""Names, streets and cities of many cultures: reproducible, split apart, and never imported at run time."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from botpsy.envs.rollout import rollout
from botpsy.tasksets.phone.cultures import CULTURES, NATIVE_ONLY, Cultures, latin
from botpsy.tasksets.phone.taskset import Phone
from botpsy.tasksets.phone.vocabulary import CITIES, FIRST, LAST, PLACES, STREETS, split_of
from botpsy.tasksets.phone.world import make_world

pytest.importorskip("faker")
pytest.importorskip("anyascii")

SOME = ("pl_PL", "ru_RU", "pt_BR")


def test_references_score_one_and_tasks_come_back_the_same() -> None:
    phone = Phone(15, seed=6, cultures=SOME)
    tasks = list(phone.tasks("train"))
    assert all(asyncio.run(rollout(phone.reference(t), phone, t))[1].value == 1.0 for t in tasks)
    assert phone.task("train", 7) == tasks[7]  # whatever was made before
    assert {t.id for t in tasks}.isdisjoint(t.id for t in Phone(15, seed=6).tasks("train"))


def test_people_are_of_the_cultures_and_of_the_split() -> None:
    names = {}
    for split in ("train", "dev", "test"):
        firsts = {p.name.split()[0] for n in range(5) for p in make_world(n, split, Cultures(SOME)).people}
        assert firsts <= set(Cultures(SOME).instead_of(FIRST))
        assert {split_of(f) for f in firsts} == {split}
        names[split] = firsts
    assert not names["train"] & names["test"]
    world = make_world(3, "dev", Cultures(SOME))
    for person in world.people:
        first, last = person.name.split(" ", 1)
        assert last in Cultures(SOME).last_names(first) and split_of(last) == "dev"
        assert person.emails[0].isascii()
        if person.address:
            street, city = person.address.rsplit(", ", 1)
            assert split_of(city) == split_of(street.rsplit(" ", 1)[0]) == "dev"


def test_a_value_does_not_depend_on_which_cultures_stand_beside() -> None:
    one, more = Cultures(("pl_PL",)), Cultures(("ru_RU", "pl_PL"))
    for values in (FIRST, LAST, STREETS, CITIES):
        assert set(one.instead_of(values)) <= set(more.instead_of(values))
    assert one.instead_of(PLACES) is PLACES


def test_names_are_in_latin_letters_unless_native_is_asked_for() -> None:
    russian = Cultures(("ru_RU",)).instead_of(FIRST)
    native = Cultures(("ru_RU",), native=True).instead_of(FIRST)
    assert all(name.isascii() for name in russian)
    assert not any(name.isascii() for name in native)
    assert latin("Łukasz") == "Lukasz"
    phone = Phone(6, seed=6, cultures=Cultures(("ru_RU", "ko_KR"), native=True))
    assert all(asyncio.run(rollout(phone.reference(t), phone, t))[1].value == 1.0 for t in phone.tasks("train"))


@pytest.mark.slow
@pytest.mark.parametrize("code", CULTURES)
def test_every_culture_fills_a_world_of_every_split(code: str) -> None:
    for split in ("train", "dev", "test"):
        make_world(1, split, Cultures((code,), native=code in NATIVE_ONLY))


def test_an_unknown_culture_is_named() -> None:
    with pytest.raises(ValueError, match="'xx_XX'"):
        Cultures(("xx_XX",))
    with pytest.raises(ValueError, match="native script only"):
        Cultures(("ar_DZ",))


def test_without_the_option_the_library_is_not_imported() -> None:
    code = (
        "import sys; from botpsy.tasksets.phone.taskset import Phone; list(Phone(3).tasks('train'));"
        "assert 'faker' not in sys.modules and 'anyascii' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
