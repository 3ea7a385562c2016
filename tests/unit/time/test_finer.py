"""Finer readings: compounds, pairs, neighbours, lists, habits, mixed sentences; at Tuesday 2026-03-10 09:00 in Shanghai."""

from datetime import datetime
from typing import Final

import pytest

from memory.model.timespan import Bound, OtherKind
from memory.time import resolve
from tests.unit.time.table import SHANGHAI, check, rows

BASE: Final = datetime.fromisoformat("2026-03-10T09:00:00+08:00")

ROWS = """
# Compounds and pairs
两年零三个月前入职 | ~2023-12-10 31
一小时二十分钟前收到 | 2026-03-10T07:40
We met a year and three months ago | ~2024-12-10 31
She called two hours and fifteen minutes ago | 2026-03-10T06:45
去年八九月份去过 | 2025-08..2025-09
周六日都在家了 | 2026-03-07..2026-03-08
一两周后再看 | <2026-03-11..2026-03-31
# Neighbours
We met on the Monday after Easter last year | 2025-04-21
The office reopens the Tuesday after Labor Day | 2026-09-08
She left two Sundays ago | 2026-03-01
The audit is in the week of May 4 | 2026-05-04..2026-05-10
We sail on the weekend of May 9 | 2026-05-09..2026-05-10
We are away on Labor Day weekend | 2026-09-05..2026-09-07
圣诞节那周放假了 | 2025-12-22..2025-12-28
We met the summer before last | 2024-06..2024-08
Five weeks from today is my birthday | 2026-04-14
# Parts
In the early 2000s we lived there | ~2000 1100
mid-2024 was hard | ~2024-07-01 124
本周初交了 | <2026-03-09..2026-03-11
For the rest of the week I am away | 2026-03-10T09:00>2026-03-15
Over the next year we grow | 2026-03-10T09:00>2027-03-10
# Clocks
We were offline between 2 and 4 am on Sunday | ~2026-03-08T02..2026-03-08T03 0.13
The clinic is open from 8 am until noon | ~2026-03-10T08..2026-03-10T11 0.17
我六点钟起床 | 2026-03-10T06
昨天两点才睡 | 2026-03-09T02
The call is at 15:00 UTC | 2026-03-10T23:00
# Tense and habits
I usually wake up at 7 am | -
我早上通常喝咖啡 | -
圣诞节我们一般回家 | -
The road is closed on Monday | 2026-03-16
The road was closed on Monday | 2026-03-09
He has finished it on Friday | 2026-03-06
三十天后过期 | 2026-04-09
再过十天就是她的生日 | 2026-03-20
# Mixed
我next Monday要开会 | 2026-03-16
我们project要delay到Q3 | 2026-07..2026-09
deadline是5/20 | 2026-05-20
The 评审 is 下周三 | 2026-03-18
# Not dates after all
February 29, 2025 was not there | -
On February 29, 2025 nothing happened | -
That weekend was fun | -
The following Monday he left | -
前一天晚上没睡 | -
那天下午三点他来过 | -
"""


@pytest.mark.parametrize(("text", "meant"), rows(ROWS))
def test_finer_expression_means_its_interval(text: str, meant: str) -> None:
    check(text, meant, SHANGHAI)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("下周一、周三和周五我不在", ["2026-03-16", "2026-03-18", "2026-03-20"]),
        ("We meet next Monday and Wednesday", ["2026-03-16", "2026-03-18"]),
        ("3月5日和8日都交了", ["2026-03-05", "2026-03-08"]),
    ],
)
def test_listed_days_are_read_one_after_the_other(text: str, days: list[str]) -> None:
    spans = resolve(text, BASE, "Asia/Shanghai").spans
    assert [span.start and span.start.date().isoformat() for span in spans] == days


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("周五开会", Bound.AT),
        ("直到周五", Bound.UNTIL),
        ("周五之前", Bound.UNTIL),
        ("截至周五", Bound.UNTIL),
        ("从周五起", Bound.SINCE),
        ("去年以来", Bound.SINCE),
        ("周一到周五", Bound.WITHIN),
        ("未来三天", Bound.WITHIN),
        ("春节期间", Bound.WITHIN),
        ("on Friday", Bound.AT),
        ("until Friday", Bound.UNTIL),
        ("by Friday", Bound.UNTIL),
        ("before Friday", Bound.UNTIL),
        ("since Friday", Bound.SINCE),
        ("starting Friday", Bound.SINCE),
        ("from Monday to Friday", Bound.WITHIN),
        ("for the next three days", Bound.WITHIN),
        ("during March", Bound.WITHIN),
    ],
)
def test_words_around_tell_how_it_holds(text: str, bound: Bound) -> None:
    assert [span.bound for span in resolve(text, BASE, "Asia/Shanghai").spans] == [bound]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("花了三天", OtherKind.DURATION, "P3D"),
        ("等了半个小时", OtherKind.DURATION, "PT30M"),
        ("住了两年半", OtherKind.DURATION, "P30M"),
        ("for two weeks", OtherKind.DURATION, "P2W"),
        ("an hour and a half", OtherKind.DURATION, "PT1H30M"),
        ("每周一开会", OtherKind.RECURRENCE, "FREQ=WEEKLY;BYDAY=MO"),
        ("每月5号", OtherKind.RECURRENCE, "FREQ=MONTHLY;BYMONTHDAY=5"),
        ("每两周", OtherKind.RECURRENCE, "FREQ=WEEKLY;INTERVAL=2"),
        ("every Monday", OtherKind.RECURRENCE, "FREQ=WEEKLY;BYDAY=MO"),
        ("every other week", OtherKind.RECURRENCE, "FREQ=WEEKLY;INTERVAL=2"),
        ("on Fridays", OtherKind.RECURRENCE, "FREQ=WEEKLY;BYDAY=FR"),
        ("上次", OtherKind.UNRESOLVED, ""),
        ("last time", OtherKind.UNRESOLVED, ""),
    ],
)
def test_what_is_no_interval_is_told_by_its_kind(text: str, kind: OtherKind, value: str) -> None:
    found = resolve(text, BASE, "Asia/Shanghai")
    assert found.spans == ()
    assert [(other.kind, other.value) for other in found.other] == [(kind, value)]
