"""Word problems: templates with quantities that fit, a worked solution, and the exact answer."""
# ruff: noqa: E501

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

from botpsy.core.task import Split
from botpsy.tasksets.questions import Question, held

NAMES = (
    "Ana Ben Chloe Diego Elena Farid Grace Hiro Ines Jonas Katya Liam Mei Nadia Omar Priya Rosa Samir Tara Yuki".split()
)
THINGS = "apples stamps marbles books shells cards pencils coins stickers buttons".split()
Problem = tuple[str, str, Fraction]  # question, working, answer


def _say(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def give_away(r: random.Random) -> Problem:
    a, b = r.randint(20, 90), r.randint(3, 19)
    c, (who, other) = r.randint(2, 15), r.sample(NAMES, 2)
    thing = r.choice(THINGS)
    text = f"{who} has {a} {thing}, gives {b} of them to {other} and then finds {c} more. How many {thing} does {who} have now?"
    return text, f"{a} - {b} = {a - b}, and {a - b} + {c} = {a - b + c}", Fraction(a - b + c)


def shopping(r: random.Random) -> Problem:
    n, p, m, q = r.randint(2, 9), r.randint(2, 15), r.randint(2, 9), r.randint(2, 15)
    a, b = r.sample(THINGS, 2)
    text = f"A shop sells {a} for {p} dollars each and {b} for {q} dollars each. What do {n} {a} and {m} {b} cost together, in dollars?"
    return text, f"{n} x {p} = {n * p}, {m} x {q} = {m * q}, together {n * p + m * q}", Fraction(n * p + m * q)


def speed(r: random.Random) -> Problem:
    v, t = r.randrange(20, 121, 5), r.choice([1.5, 2, 2.5, 3, 4])
    d = Fraction(v) * Fraction(t)
    text = f"A train travels at {v} kilometres an hour for {t:g} hours. How many kilometres does it cover?"
    return text, f"{v} x {t:g} = {float(d):g}", d


def share(r: random.Random) -> Problem:
    people, each, left = r.randint(3, 9), r.randint(4, 20), 0
    left = r.randint(0, people - 1)
    thing = r.choice(THINGS)
    total = people * each + left
    text = f"{total} {thing} are shared equally among {people} children, as many to each as possible. How many {thing} are left over?"
    return text, f"{people} x {each} = {people * each}, and {total} - {people * each} = {left}", Fraction(left)


def percent(r: random.Random) -> Problem:
    price, off = r.randrange(20, 401, 20), r.choice([5, 10, 15, 20, 25, 30, 40])
    new = Fraction(price * (100 - off), 100)
    text = f"A coat costs {price} dollars. In the sale it is {off}% cheaper. What does it cost in the sale, in dollars?"
    return (
        text,
        f"{off}% of {price} is {float(Fraction(price * off, 100)):g}, and {price} minus that is {float(new):g}",
        new,
    )


def ages(r: random.Random) -> Problem:
    (who, other), a, d, y = r.sample(NAMES, 2), r.randint(5, 30), r.randint(2, 25), r.randint(2, 12)
    text = f"{who} is {a} years old and {other} is {d} years older. How old will {other} be in {y} years?"
    return text, f"{a} + {d} = {a + d}, and in {y} years {a + d + y}", Fraction(a + d + y)


def work(r: random.Random) -> Problem:
    n, days, more = r.randint(2, 6), r.randint(4, 12), 0
    more = r.choice([k for k in range(1, 13) if k != n])
    total = Fraction(n * days, more)
    text = f"{n} painters need {days} days for a house. How many days would {more} painters need at the same pace? Give a fraction if it is not whole."
    return text, f"{n} x {days} = {n * days} painter-days; {n * days} / {more} = {_say(total)}", total


def rectangle(r: random.Random) -> Problem:
    a, b = r.randint(3, 40), r.randint(3, 40)
    text = f"A garden is {a} metres long and {b} metres wide. How many metres of fence go once around it?"
    return text, f"2 x ({a} + {b}) = {2 * (a + b)}", Fraction(2 * (a + b))


def average(r: random.Random) -> Problem:
    n = r.choice([3, 4, 5])
    values = [r.randint(10, 60) for _ in range(n)]
    mean = Fraction(sum(values), n)
    text = (
        f"What is the mean of {', '.join(map(str, values[:-1]))} and {values[-1]}? Give a fraction if it is not whole."
    )
    return text, f"the sum is {sum(values)}, and {sum(values)} / {n} = {_say(mean)}", mean


def interest(r: random.Random) -> Problem:
    p, rate, years = r.randrange(200, 5001, 100), r.choice([2, 3, 4, 5]), r.randint(1, 6)
    gain = Fraction(p * rate * years, 100)
    text = f"{p} euros earn {rate}% simple interest a year. How many euros of interest is that after {years} years?"
    return (
        text,
        f"{rate}% of {p} is {float(Fraction(p * rate, 100)):g} a year; times {years} that is {float(gain):g}",
        gain,
    )


def mixture(r: random.Random) -> Problem:
    a, b = r.randint(1, 9), r.randint(1, 9)
    total = (a + b) * r.randint(2, 9)
    text = f"A drink is mixed from juice and water in the ratio {a} to {b}. How many millilitres of juice are in {total} millilitres of it?"
    return (
        text,
        f"{total} / {a + b} = {total // (a + b)}, times {a} is {total // (a + b) * a}",
        Fraction(total // (a + b) * a),
    )


def clocks(r: random.Random) -> Problem:
    h, m, d = r.randint(1, 9), r.choice([0, 10, 15, 20, 30, 45]), r.randrange(20, 200, 5)
    text = f"A film begins at {h}:{m:02} and lasts {d} minutes. How many minutes after {h} o'clock does it end?"
    return text, f"{m} + {d} = {m + d}", Fraction(m + d)


def pages(r: random.Random) -> Problem:
    total, a, b = r.randrange(120, 400, 10), r.randint(10, 40), r.randint(2, 5)
    text = f"A book has {total} pages. {r.choice(NAMES)} reads {a} pages a day for {b} days. How many pages are left?"
    return text, f"{a} x {b} = {a * b}, and {total} - {a * b} = {total - a * b}", Fraction(total - a * b)


def boxes(r: random.Random) -> Problem:
    each, full, loose = r.randint(6, 24), r.randint(3, 20), 0
    loose = r.randint(1, each - 1)
    total = each * full + loose
    text = f"{total} bottles are packed into boxes of {each}. How many boxes are needed for all of them?"
    return text, f"{full} full boxes hold {each * full}, {loose} more need one box: {full + 1}", Fraction(full + 1)


PROBLEMS: list[Callable[[random.Random], Problem]] = [
    give_away, shopping, speed, share, percent, ages, work, rectangle, average, interest, mixture, clocks, pages, boxes,
]  # fmt: skip


def draw(rng: random.Random, split: Split) -> Question:
    """Draw a problem of a split; the answer ends in its number."""
    problem = rng.choice(held(PROBLEMS, split))
    text, working, value = problem(rng)
    return Question(
        text, f"{working[0].upper()}{working[1:]}.\nThe answer is {_say(value)}.", "maths",
        {"value": _say(value), "template": problem.__name__},
    )  # fmt: skip
