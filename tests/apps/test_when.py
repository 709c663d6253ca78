"""Date phrases: a table of what people say, at a fixed moment, and what they mean. See test_when_properties too."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from botpsy.apps.when import resolve, resolve_duration, resolve_move, resolve_span, say
from botpsy.core.errors import ToolError

MADRID = ZoneInfo("Europe/Madrid")
NEW_YORK = ZoneInfo("America/New_York")
NOW = datetime(2026, 12, 2, 10, 0, tzinfo=MADRID)  # a Wednesday
SATURDAY = datetime(2026, 3, 7, 18, 30, tzinfo=NEW_YORK)  # the evening before clocks go forward


def show(moment: datetime | date | None) -> str:
    """Return "2026-12-04 12:30" or "2026-12-04"; "" for None."""
    if moment is None:
        return ""
    return f"{moment:%Y-%m-%d %H:%M}" if isinstance(moment, datetime) else moment.isoformat()


DAYS = """
today | 2026-12-02
tomorrow | 2026-12-03
Tomorrow! | 2026-12-03
tmrw | 2026-12-03
the day after tomorrow | 2026-12-04
day after tomorrow | 2026-12-04
yesterday | 2026-12-01
the day before yesterday | 2026-11-30
Friday | 2026-12-04
on friday | 2026-12-04
FRI | 2026-12-04
Weds | 2026-12-02
Wednesday | 2026-12-02
Tuesday | 2026-12-08
this Friday | 2026-12-04
coming Friday | 2026-12-04
next Friday | 2026-12-11
next Wednesday | 2026-12-09
next Monday | 2026-12-07
Friday next week | 2026-12-11
next week on Friday | 2026-12-11
next week Tuesday | 2026-12-08
Friday this week | 2026-12-04
Friday week | 2026-12-11
the Friday after next | 2026-12-18
last Friday | 2026-11-27
a week from Tuesday | 2026-12-15
two weeks from Friday | 2026-12-18
a week on Saturday | 2026-12-12
three days from now | 2026-12-05
3 days from tomorrow | 2026-12-06
in 3 days | 2026-12-05
in three days | 2026-12-05
in a couple of days | 2026-12-04
in two weeks | 2026-12-16
in a fortnight | 2026-12-16
in a week | 2026-12-09
in a week's time | 2026-12-09
in two months | 2027-02-02
in a month | 2027-01-02
in a year | 2027-12-02
Friday in two weeks | 2026-12-18
two days after Christmas | 2026-12-27
the day before Friday | 2026-12-03
5 days ago | 2026-11-27
2026-05-04 | 2026-05-04
2027/05/04 | 2027-05-04
4/5/2026 | 2026-05-04
5/24/2026 | 2026-05-24
24/5/26 | 2026-05-24
4.5.2027 | 2027-05-04
4-5-2027 | 2027-05-04
24.12 | 2026-12-24
24/12 | 2026-12-24
3/5 | 2027-05-03
May 4th | 2027-05-04
May 4 | 2027-05-04
4 May | 2027-05-04
4th May | 2027-05-04
the 4th of May | 2027-05-04
the fourth of May | 2027-05-04
the twenty-first of June | 2027-06-21
twenty first of june | 2027-06-21
May the 4th | 2027-05-04
May 4, 2028 | 2028-05-04
4 May 2028 | 2028-05-04
Dec. 4 | 2026-12-04
4 Sept | 2027-09-04
2 December | 2026-12-02
1 December | 2027-12-01
29 February | 2028-02-29
Friday 4 December | 2026-12-04
Friday, December 4th, 2026 | 2026-12-04
Friday the 4th | 2026-12-04
the 4th, Friday | 2026-12-04
tomorrow, Thursday | 2026-12-03
4 May next year | 2027-05-04
the 4th | 2026-12-04
the 1st | 2027-01-01
the 31st | 2026-12-31
the 5th of next month | 2027-01-05
end of the month | 2026-12-31
end of month | 2026-12-31
the last day of February | 2027-02-28
the beginning of next week | 2026-12-07
end of the week | 2026-12-04
middle of January | 2027-01-15
end of the year | 2026-12-31
first Monday in June | 2027-06-07
the first Monday of December | 2026-12-07
last Friday in January | 2027-01-29
the second Tuesday of next month | 2027-01-12
the last Sunday of the month | 2026-12-27
on the weekend | 2026-12-05
this weekend | 2026-12-05
next weekend | 2026-12-12
Christmas Eve | 2026-12-24
New Year's Day | 2027-01-01
the whole day | 2026-12-02 | 2026-12-03
all day tomorrow | 2026-12-03 | 2026-12-04
Friday all day | 2026-12-04 | 2026-12-05
Monday to Wednesday | 2026-12-07 | 2026-12-10
Monday – Wednesday | 2026-12-07 | 2026-12-10
from Friday until Monday | 2026-12-04 | 2026-12-08
Friday through Sunday | 2026-12-04 | 2026-12-07
between Monday and Thursday | 2026-12-07 | 2026-12-11
2 to 5 May | 2027-05-02 | 2027-05-06
2-5 May | 2027-05-02 | 2027-05-06
2nd to 5th of May | 2027-05-02 | 2027-05-06
May 2 to 5 | 2027-05-02 | 2027-05-06
May 2-5 2028 | ERROR
30 December to 2 January | 2026-12-30 | 2027-01-03
1 December to 5 December | 2026-12-01 | 2026-12-06
2026-12-07 to 2026-12-09 | 2026-12-07 | 2026-12-10
tomorrow for 3 days | 2026-12-03 | 2026-12-06
from the 10th to the 12th | 2026-12-10 | 2026-12-13
Fri 4 Dec 2026 – Sun 6 Dec 2026, all day | 2026-12-04 | 2026-12-07
"""

TIMES = """
Friday at 12:30 | 2026-12-04 12:30
12:30 on Friday | 2026-12-04 12:30
Friday 12:30 | 2026-12-04 12:30
Friday, 12.30 | 2026-12-04 12:30
tomorrow evening | 2026-12-03 19:00
tomorrow morning | 2026-12-03 09:00
tomorrow afternoon | 2026-12-03 15:00
tomorrow night | 2026-12-03 20:00
tonight | 2026-12-02 20:00
this evening | 2026-12-02 19:00
this afternoon | 2026-12-02 15:00
this morning | 2026-12-02 09:00
in the morning | 2026-12-03 09:00
in the evening | 2026-12-02 19:00
early Friday morning | 2026-12-04 07:00
Friday early morning | 2026-12-04 07:00
late tomorrow afternoon | 2026-12-03 17:00
late Friday | ERROR
tomorrow in the late afternoon | 2026-12-03 17:00
Friday at lunchtime | 2026-12-04 12:00
noon | 2026-12-02 12:00
midday tomorrow | 2026-12-03 12:00
12 noon | 2026-12-02 12:00
midnight | 2026-12-03 00:00
Friday at midnight | 2026-12-05 00:00
the 3rd of May at noon | 2027-05-03 12:00
at 3 | 2026-12-02 15:00
at 9 | 2026-12-03 09:00
at 11 | 2026-12-02 11:00
at 12 | 2026-12-02 12:00
at 7 | 2026-12-02 19:00
at 8 | 2026-12-03 08:00
3 | 2026-12-02 15:00
at 15 | 2026-12-02 15:00
today at 9 | 2026-12-02 21:00
today at 9am | 2026-12-02 09:00
today at 3 | 2026-12-02 15:00
Wednesday at 9 | 2026-12-09 09:00
Wednesday at 3pm | 2026-12-02 15:00
3pm | 2026-12-02 15:00
3 pm | 2026-12-02 15:00
3:15 p.m. | 2026-12-02 15:15
3.15 PM | 2026-12-02 15:15
at 3:15 | 2026-12-02 15:15
03:00 | 2026-12-03 03:00
tomorrow at 03:00 | 2026-12-03 03:00
tomorrow at 3 a.m. | 2026-12-03 03:00
12am tomorrow | 2026-12-03 00:00
12pm tomorrow | 2026-12-03 12:00
15h30 | 2026-12-02 15:30
15h | 2026-12-02 15:00
tomorrow at 1530 hours | 2026-12-03 15:30
half past 3 | 2026-12-02 15:30
half past three | 2026-12-02 15:30
half-past three | 2026-12-02 15:30
quarter-to 4 | 2026-12-02 15:45
half three | 2026-12-02 15:30
quarter to five | 2026-12-02 16:45
a quarter past ten | 2026-12-02 10:15
quarter to one | 2026-12-02 12:45
quarter after 4 | 2026-12-02 16:15
ten to six | 2026-12-02 17:50
ten minutes to six | 2026-12-02 17:50
twenty-five past four | 2026-12-02 16:25
5 past 4 | 2026-12-02 16:05
ten past noon | 2026-12-02 12:10
three o'clock | 2026-12-02 15:00
3 o’clock | 2026-12-02 15:00
three thirty | 2026-12-02 15:30
tomorrow at seven fifteen | 2026-12-03 19:15
tomorrow at 7 in the morning | 2026-12-03 07:00
at 9 in the evening | 2026-12-02 21:00
tomorrow morning at 7 | 2026-12-03 07:00
tomorrow evening at 8 | 2026-12-03 20:00
tomorrow afternoon at 3:30 | 2026-12-03 15:30
tonight at 9 | 2026-12-02 21:00
9 tonight | 2026-12-02 21:00
tonight at 1 | 2026-12-03 01:00
Friday night at 11 | 2026-12-04 23:00
Friday night at 12 | 2026-12-05 00:00
tomorrow by 5 | 2026-12-03 17:00
around 5 on Friday | 2026-12-04 17:00
tomorrow 3 | 2026-12-03 15:00
3 tomorrow | 2026-12-03 15:00
5pm the day after tomorrow | 2026-12-04 17:00
Friday by end of day | 2026-12-04 17:00
in 20 minutes | 2026-12-02 10:20
in an hour | 2026-12-02 11:00
in half an hour | 2026-12-02 10:30
in an hour and a half | 2026-12-02 11:30
in 2 hours and 15 minutes | 2026-12-02 12:15
an hour from now | 2026-12-02 11:00
in 1h30 | 2026-12-02 11:30
an hour ago | 2026-12-02 09:00
in 36 hours | 2026-12-03 22:00
in two weeks at 3pm | 2026-12-16 15:00
next Friday at 10 | 2026-12-11 10:00
4 May 15:00 | 2027-05-04 15:00
May 4 at 3pm | 2027-05-04 15:00
May 4 3pm | 2027-05-04 15:00
at 3pm on May 4th | 2027-05-04 15:00
2026-05-04T15:00 | 2026-05-04 15:00
2026-05-04 15:00:00 | 2026-05-04 15:00
2026-12-04T15:00Z | 2026-12-04 16:00
2026-12-04T15:00+05:30 | 2026-12-04 10:30
Friday 5 at 3 | ERROR
Friday 4 at 3 | 2026-12-04 15:00
Saturday 5 December 2026 at 24:00 | 2026-12-06 00:00
from 3 to 5 pm | 2026-12-02 15:00 | 2026-12-02 17:00
from 3 to 5 pm on Friday | 2026-12-04 15:00 | 2026-12-04 17:00
Friday from 3 to 5 | 2026-12-04 15:00 | 2026-12-04 17:00
tomorrow 9-10:30 | 2026-12-03 09:00 | 2026-12-03 10:30
9–10:30 tomorrow | 2026-12-03 09:00 | 2026-12-03 10:30
9:00-10:30 Friday | 2026-12-04 09:00 | 2026-12-04 10:30
Friday between 10 and 12 | 2026-12-04 10:00 | 2026-12-04 12:00
Monday 9 to 5 | 2026-12-07 09:00 | 2026-12-07 17:00
tomorrow from 11 to 1 pm | 2026-12-03 11:00 | 2026-12-03 13:00
tomorrow from 11 to 1 | 2026-12-03 11:00 | 2026-12-03 13:00
tomorrow from 7 to 9 | 2026-12-03 19:00 | 2026-12-03 21:00
tomorrow morning from 7 to 9 | 2026-12-03 07:00 | 2026-12-03 09:00
tomorrow from 10 to noon | 2026-12-03 10:00 | 2026-12-03 12:00
Friday 22:00 to 02:00 | 2026-12-04 22:00 | 2026-12-05 02:00
Friday 10pm-1am | 2026-12-04 22:00 | 2026-12-05 01:00
Friday 14:00 for 45 minutes | 2026-12-04 14:00 | 2026-12-04 14:45
Friday at 2 for an hour and a half | 2026-12-04 14:00 | 2026-12-04 15:30
tomorrow at noon for 2 hours | 2026-12-03 12:00 | 2026-12-03 14:00
tomorrow evening for two hours | 2026-12-03 19:00 | 2026-12-03 21:00
Friday 3pm to Saturday 5pm | 2026-12-04 15:00 | 2026-12-05 17:00
Fri 4 Dec 2026, 12:30–13:30 | 2026-12-04 12:30 | 2026-12-04 13:30
Fri 4 Dec 2026, 22:00 – Sat 5 Dec 2026, 02:00 | 2026-12-04 22:00 | 2026-12-05 02:00
"""

NOT_TIMES = """
31 February
30 February 2027
29 February 2027
Friday the 32nd
the 32nd
0 May
32 May
25:00
Friday at 25:00
12:75
tomorrow at 13 pm
at 99
Monday 5 December 2026
Tuesday the 4th
tomorrow, Friday
13/13/2026
2026-13-01
2026-02-30T10:00
soon
later
sometime
whenever you like
next week
this week
next month
lunch with Ana
Friday lunch with Ana
Fridayy
blah Friday
Friday at 3 and at 5
tomorrow morning evening
tomorrow and Friday
tomorrow morning at 15:00
10am in the evening
from 5 pm to 3 pm
5 May to 2 May 2026
Friday to 5
until Friday
Friday at 3 to Monday
Friday for 45 minutes
in 0.0001
in 99999999999 days
in 9000 years
the fifth Monday of February 2027
all day Friday at 3
...
-
:
at
on the
for an hour
null
None
the
1e5
"""


def rows(table: str) -> list[list[str]]:
    """Split a table into its rows of cells."""
    return [[cell.strip() for cell in line.split(" | ")] for line in table.splitlines() if line.strip()]


@pytest.mark.parametrize("row", rows(DAYS + TIMES), ids=lambda row: row[0])
def test_phrase_means(row: list[str]) -> None:
    phrase, start, end = (*row, "")[:3]
    if start == "ERROR":
        with pytest.raises(ToolError):
            resolve(phrase, NOW)
        return
    found = resolve(phrase, NOW)
    assert (show(found.start), show(found.end)) == (start, end)
    assert found.day_only == (len(start) == 10)
    if isinstance(found.start, datetime):
        assert found.start.tzinfo is MADRID


@pytest.mark.parametrize("phrase", [row[0] for row in rows(NOT_TIMES)] + ["", "   ", "x" * 5000, "\x00", "１２３４５"])
def test_refused(phrase: str) -> None:
    with pytest.raises(ToolError) as caught:
        resolve(phrase, NOW)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("phrase", "words"),
    [
        ("Monday 5 December 2026", ["Saturday", "Monday", "5 December 2026"]),
        ("31 February", ["February", "31"]),
        ("Friday at 25:00", ["25:00", "23"]),
        ("Friday blah", ["blah", "Friday blah"]),
        ("", ["no time was given"]),
        ("next week", ["week", "say which day"]),
    ],
)
def test_refusal_names_what_is_wrong(phrase: str, words: list[str]) -> None:
    with pytest.raises(ToolError) as caught:
        resolve(phrase, NOW)
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize(
    ("phrase", "named", "part"),
    [("3pm", False, ""), ("Friday at 3pm", True, ""), ("tonight", True, "night"), ("tomorrow evening", True, "evening"),
     ("in the evening", False, "evening"), ("tomorrow evening at 8", True, ""), ("today", True, "")],
)  # fmt: skip
def test_what_was_named(phrase: str, named: bool, part: str) -> None:
    found = resolve(phrase, NOW)
    assert (found.day_named, found.part) == (named, part)


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("today", "2026-03-07"),
        ("Saturday", "2026-03-07"),
        ("Saturday at 5pm", "2026-03-14 17:00"),
        ("Saturday at 7pm", "2026-03-07 19:00"),
        ("Sunday", "2026-03-08"),
        ("next Sunday", "2026-03-15"),
        ("next Monday", "2026-03-09"),
        ("this Friday", "2026-03-13"),
        ("3/4", "2026-04-03"),
        ("at 9", "2026-03-08 09:00"),
        ("tonight", "2026-03-07 20:00"),
        ("tomorrow at 02:30", "2026-03-08 03:30"),  # skipped by the clock change: moved on by the gap
        ("in 8 hours", "2026-03-08 03:30"),
        ("tomorrow at 1:00 am for 2 hours", "2026-03-08 01:00"),
        ("tomorrow", "2026-03-08"),
        ("weekend", "2026-03-07"),
    ],
)
def test_elsewhere(phrase: str, expected: str) -> None:
    assert show(resolve(phrase, SATURDAY).start) == expected


def test_length_is_by_the_stopwatch_across_a_clock_change() -> None:
    found = resolve("tomorrow at 1:00 am for 2 hours", SATURDAY)
    assert show(found.end) == "2026-03-08 04:00"


def test_a_time_that_comes_twice_is_the_first() -> None:
    found = resolve("25 October 2026 at 02:30", NOW).start
    assert isinstance(found, datetime) and found.utcoffset() == timedelta(hours=2)


@pytest.mark.parametrize(
    ("phrase", "start", "end"),
    [
        ("", "2026-12-02 10:00", "2026-12-09 00:00"),
        ("today", "2026-12-02 00:00", "2026-12-03 00:00"),
        ("tomorrow", "2026-12-03 00:00", "2026-12-04 00:00"),
        ("for tomorrow", "2026-12-03 00:00", "2026-12-04 00:00"),
        ("Friday", "2026-12-04 00:00", "2026-12-05 00:00"),
        ("this week", "2026-12-02 00:00", "2026-12-07 00:00"),
        ("the week", "2026-12-02 00:00", "2026-12-07 00:00"),
        ("next week", "2026-12-07 00:00", "2026-12-14 00:00"),
        ("last week", "2026-11-23 00:00", "2026-11-30 00:00"),
        ("this weekend", "2026-12-05 00:00", "2026-12-07 00:00"),
        ("on the weekend", "2026-12-05 00:00", "2026-12-07 00:00"),
        ("next weekend", "2026-12-12 00:00", "2026-12-14 00:00"),
        ("this month", "2026-12-02 00:00", "2027-01-01 00:00"),
        ("next month", "2027-01-01 00:00", "2027-02-01 00:00"),
        ("next year", "2027-01-01 00:00", "2028-01-01 00:00"),
        ("in June", "2027-06-01 00:00", "2027-07-01 00:00"),
        ("June 2028", "2028-06-01 00:00", "2028-07-01 00:00"),
        ("in December", "2026-12-02 00:00", "2027-01-01 00:00"),
        ("Friday afternoon", "2026-12-04 12:00", "2026-12-04 18:00"),
        ("tomorrow morning", "2026-12-03 06:00", "2026-12-03 12:00"),
        ("this morning", "2026-12-02 06:00", "2026-12-02 12:00"),
        ("this evening", "2026-12-02 18:00", "2026-12-03 00:00"),
        ("tonight", "2026-12-02 20:00", "2026-12-03 00:00"),
        ("the next 3 days", "2026-12-02 00:00", "2026-12-05 00:00"),
        ("next three days", "2026-12-02 00:00", "2026-12-05 00:00"),
        ("the next few days", "2026-12-02 00:00", "2026-12-05 00:00"),
        ("over the next 2 weeks", "2026-12-02 00:00", "2026-12-16 00:00"),
        ("the next 30 days", "2026-12-02 00:00", "2027-01-01 00:00"),
        ("the next 2 hours", "2026-12-02 10:00", "2026-12-02 12:00"),
        ("between Monday and Thursday", "2026-12-07 00:00", "2026-12-11 00:00"),
        ("from Monday to Thursday", "2026-12-07 00:00", "2026-12-11 00:00"),
        ("2 to 5 May", "2027-05-02 00:00", "2027-05-06 00:00"),
        ("now", "2026-12-02 10:00", "2026-12-02 11:00"),
        ("until Friday", "2026-12-02 10:00", "2026-12-05 00:00"),
        ("from now until Friday", "2026-12-02 10:00", "2026-12-05 00:00"),
        ("rest of the week", "2026-12-02 00:00", "2026-12-07 00:00"),
        ("Friday at 3pm", "2026-12-04 15:00", "2026-12-04 16:00"),
        ("tomorrow from 3 to 5", "2026-12-03 15:00", "2026-12-03 17:00"),
        ("the 4th of May", "2027-05-04 00:00", "2027-05-05 00:00"),
        ("yesterday", "2026-12-01 00:00", "2026-12-02 00:00"),
        ("Wednesday", "2026-12-02 00:00", "2026-12-03 00:00"),
    ],
)
def test_span(phrase: str, start: str, end: str) -> None:
    found = resolve_span(phrase, NOW)
    assert (show(found[0]), show(found[1])) == (start, end)
    assert all(moment.tzinfo is MADRID for moment in found)


@pytest.mark.parametrize("phrase", ["soon", "31 February", "whatever", "until yesterday", "the next 99999 days"])
def test_span_refused(phrase: str) -> None:
    with pytest.raises(ToolError):
        resolve_span(phrase, NOW)


@pytest.mark.parametrize(
    ("phrase", "minutes"),
    [
        ("45 minutes", 45), ("45min", 45), ("45 m", 45), ("90 min", 90), ("1h30", 90), ("1h 30m", 90),
        ("1 h 30 min", 90),
        ("1:30", 90), ("an hour", 60), ("one hour", 60), ("an hour and a half", 90), ("one and a half hours", 90),
        ("1.5 hours", 90), ("1½ hours", 90), ("half an hour", 30), ("a half hour", 30), ("half hour", 30),
        ("a quarter of an hour", 15), ("three quarters of an hour", 45), ("two days", 2880), ("a week", 10080),
        ("2 hours and 15 minutes", 135), ("2 hours 15 minutes", 135), ("for two hours", 120), ("about 20 minutes", 20),
        ("twenty-five minutes", 25), ("all day", 1440), ("31 days", 44640), ("1 hr", 60), ("1,5 h", 90),
        ("45 minutes long", 45), ("a day and a half", 2160),
    ],
)  # fmt: skip
def test_duration(phrase: str, minutes: int) -> None:
    assert resolve_duration(phrase) == timedelta(minutes=minutes)


@pytest.mark.parametrize(
    "phrase",
    ["", "0 minutes", "-5 minutes", "minus 5 minutes", "32 days", "five", "90", "long", "an hour or two", "Friday",
     "hours", "1h75x", "99999 minutes", "9999 weeks"],
)  # fmt: skip
def test_not_a_duration(phrase: str) -> None:
    with pytest.raises(ToolError):
        resolve_duration(phrase)


EVENT = datetime(2026, 12, 8, 9, 30, tzinfo=MADRID), datetime(2026, 12, 8, 10, 15, tzinfo=MADRID)  # a Tuesday
WHOLE = date(2026, 12, 8), date(2026, 12, 10)


@pytest.mark.parametrize(
    ("phrase", "start", "end"),
    [
        ("an hour later", "2026-12-08 10:30", "2026-12-08 11:15"),
        ("one hour later", "2026-12-08 10:30", "2026-12-08 11:15"),
        ("30 minutes earlier", "2026-12-08 09:00", "2026-12-08 09:45"),
        ("back half an hour", "2026-12-08 10:00", "2026-12-08 10:45"),
        ("later by 15 minutes", "2026-12-08 09:45", "2026-12-08 10:30"),
        ("a week later", "2026-12-15 09:30", "2026-12-15 10:15"),
        ("one day earlier", "2026-12-07 09:30", "2026-12-07 10:15"),
        ("the next day", "2026-12-09 09:30", "2026-12-09 10:15"),
        ("the day before", "2026-12-07 09:30", "2026-12-07 10:15"),
        ("to 3pm", "2026-12-08 15:00", "2026-12-08 15:45"),
        ("3", "2026-12-08 15:00", "2026-12-08 15:45"),
        ("at 8", "2026-12-08 08:00", "2026-12-08 08:45"),
        ("noon", "2026-12-08 12:00", "2026-12-08 12:45"),
        ("the evening", "2026-12-08 19:00", "2026-12-08 19:45"),
        ("3 to 5", "2026-12-08 15:00", "2026-12-08 17:00"),
        ("11pm to 1am", "2026-12-08 23:00", "2026-12-09 01:00"),
        ("Thursday", "2026-12-03 09:30", "2026-12-03 10:15"),
        ("to Thursday", "2026-12-03 09:30", "2026-12-03 10:15"),
        ("next Thursday", "2026-12-10 09:30", "2026-12-10 10:15"),
        ("tomorrow", "2026-12-03 09:30", "2026-12-03 10:15"),
        ("next week", "2026-12-08 09:30", "2026-12-08 10:15"),
        ("Thursday at 10", "2026-12-03 10:00", "2026-12-03 10:45"),
        ("Thursday 14:00 for 2 hours", "2026-12-03 14:00", "2026-12-03 16:00"),
        ("tomorrow at the same time", "2026-12-03 09:30", "2026-12-03 10:15"),
        ("the 14th", "2026-12-14 09:30", "2026-12-14 10:15"),
        ("this evening", "2026-12-02 19:00", "2026-12-02 19:45"),
    ],
)
def test_move(phrase: str, start: str, end: str) -> None:
    assert tuple(map(show, resolve_move(phrase, *EVENT, NOW))) == (start, end)


@pytest.mark.parametrize(
    ("phrase", "start", "end"),
    [
        ("Thursday", "2026-12-03", "2026-12-05"),
        ("a day later", "2026-12-09", "2026-12-11"),
        ("a week earlier", "2026-12-01", "2026-12-03"),
        ("Monday to Friday", "2026-12-07", "2026-12-12"),
        ("3pm", "2026-12-08 15:00", "2026-12-08 16:00"),
        ("Thursday 3pm to 5pm", "2026-12-03 15:00", "2026-12-03 17:00"),
    ],
)
def test_move_whole_days(phrase: str, start: str, end: str) -> None:
    assert tuple(map(show, resolve_move(phrase, *WHOLE, NOW))) == (start, end)


@pytest.mark.parametrize(
    "phrase", ["", "later", "an hour", "an hour forward", "soon", "31 February", "0 minutes later?x"]
)
def test_move_refused(phrase: str) -> None:
    with pytest.raises(ToolError):
        resolve_move(phrase, *EVENT, NOW)


def test_whole_days_do_not_move_by_hours() -> None:
    with pytest.raises(ToolError, match="all-day"):
        resolve_move("two hours later", *WHOLE, NOW)


def test_move_keeps_the_zone_of_the_event_and_reads_the_phrase_in_the_persons() -> None:
    start = datetime(2026, 12, 8, 9, 0, tzinfo=NEW_YORK)  # 15:00 in Madrid
    moved = resolve_move("Thursday at 4pm", start, start + timedelta(hours=1), NOW)
    assert [show(m) for m in moved] == ["2026-12-03 10:00", "2026-12-03 11:00"]
    moved = resolve_move("Thursday", start, start + timedelta(hours=1), NOW)
    assert [show(m) for m in moved] == ["2026-12-03 09:00", "2026-12-03 10:00"]
    assert moved[0].tzinfo is NEW_YORK  # pyright: ignore[reportAttributeAccessIssue]


def test_a_move_into_the_gap_keeps_the_length() -> None:
    start = datetime(2026, 3, 10, 2, 30, tzinfo=NEW_YORK)
    moved = resolve_move("tomorrow", start, start + timedelta(hours=1), SATURDAY)
    assert [show(m) for m in moved] == ["2026-03-08 03:30", "2026-03-08 04:30"]


def madrid(*numbers: int) -> datetime:
    return datetime(2026, 12, *numbers, tzinfo=MADRID)


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        (madrid(4, 12, 30), madrid(4, 13, 30), "Fri 4 Dec 2026, 12:30–13:30"),
        (date(2026, 12, 4), date(2026, 12, 5), "Fri 4 Dec 2026, all day"),
        (date(2026, 12, 4), date(2026, 12, 7), "Fri 4 Dec 2026 – Sun 6 Dec 2026, all day"),
        (madrid(4, 22, 0), madrid(5, 2, 0), "Fri 4 Dec 2026, 22:00 – Sat 5 Dec 2026, 02:00"),
        (madrid(4, 22, 0), madrid(5), "Fri 4 Dec 2026, 22:00–24:00"),
        (madrid(7), madrid(14), "Mon 7 Dec 2026 – Sun 13 Dec 2026"),
        (madrid(7), madrid(8), "Mon 7 Dec 2026, all day"),
        (madrid(4, 9).astimezone(NEW_YORK), madrid(4, 10).astimezone(NEW_YORK), "Fri 4 Dec 2026, 09:00–10:00"),
        (madrid(4, 9), madrid(4, 9), "Fri 4 Dec 2026, 09:00"),
    ],
)
def test_say(start: datetime | date, end: datetime | date, text: str) -> None:
    assert say(start, end, NOW) == text


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("mañana", "2026-12-03"),
        ("el viernes", "2026-12-04"),
        ("vendredi", "2026-12-04"),
        ("demain", "2026-12-03"),
        ("4 mai 2027", "2027-05-04"),
        ("4 maggio 2027", "2027-05-04"),
        ("amanhã", "2026-12-03"),
        ("завтра", "2026-12-03"),
        ("明天", "2026-12-03"),
        ("4 de mayo a las 15:00", "2027-05-04 15:00"),
    ],
)
def test_other_languages(phrase: str, expected: str) -> None:
    assert show(resolve(phrase, NOW).start) == expected
