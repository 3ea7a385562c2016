"""Acceptance cases that the reader of time words settles alone: C34-C37, and the date part of C29 and C43."""

from datetime import UTC, datetime

from memory.model.timespan import Bound, Grain
from memory.time import resolve
from tests.unit.time.table import SHANGHAI, check


def test_c34_yesterday_is_counted_from_when_it_was_said() -> None:
    said_at = datetime.fromisoformat("2023-05-08T10:00:00+08:00")
    span = resolve("I signed the lease yesterday", said_at, "Asia/Shanghai").spans[0]
    assert (span.start, span.raw, span.base) == (
        datetime.fromisoformat("2023-05-07T00:00:00+08:00"),
        "yesterday",
        said_at,
    )


def test_c35_the_day_is_the_local_one_half_an_hour_past_midnight() -> None:
    check("昨天交了报告", "2026-03-09", ("2026-03-10T00:30:00+08:00", "Asia/Shanghai"))


def test_c36_the_three_words_for_days_back() -> None:
    check("昨天去了", "2026-03-09", SHANGHAI)
    check("前天去了", "2026-03-08", SHANGHAI)
    check("大前天去了", "2026-03-07", SHANGHAI)


def test_c37_ten_turns_without_a_date_give_none() -> None:
    turns = [
        "我喜欢安静的地方", "网关由林负责", "他最近有点累", "我们下次再聊", "那天他没来", "I like green tea",
        "The gateway belongs to Lin", "We may switch vendors", "Last time it failed", "She came in second",
    ]  # fmt: skip
    for turn in turns:
        check(turn, "-", SHANGHAI)


def test_c43_last_summer_is_a_season() -> None:
    span = resolve("去年夏天去了青岛", datetime(2026, 3, 10, 1, tzinfo=UTC), "Asia/Shanghai").spans[0]
    assert span.grain is Grain.SEASON
    check("去年夏天去了青岛", "2025-06..2025-08", SHANGHAI)


def test_c29_until_friday_ends_when_friday_does() -> None:
    text = "Until Friday I work from Jinan."
    span = resolve(text, datetime(2026, 3, 10, 1, tzinfo=UTC), "Asia/Shanghai").spans[0]
    assert span.bound is Bound.UNTIL
    check(text, "2026-03-10T09:00>2026-03-13", SHANGHAI)
