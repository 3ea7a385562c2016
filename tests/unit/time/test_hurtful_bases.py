"""Bases that hurt: month ends, leap days, the new year, clock changes, the minute after midnight."""

from datetime import UTC, datetime, timedelta

import pytest

from memory.time import resolve
from tests.unit.time.table import check

MONTH_END = ("2026-01-31T12:00", "Asia/Shanghai")
LEAP_DAY = ("2028-02-29T16:00", "America/New_York")
NEW_YEARS_EVE = ("2026-12-31T23:30", "Asia/Shanghai")
SPRING_NEW_YORK = ("2026-03-08T04:30", "America/New_York")
DAY_AFTER_SPRING = ("2026-03-09T10:00", "America/New_York")
AUTUMN_NEW_YORK = ("2026-11-01T09:00", "America/New_York")
SPRING_BERLIN = ("2026-03-29T09:15", "Europe/Berlin")
AUTUMN_BERLIN = ("2026-10-25T08:00", "Europe/Berlin")
MIDNIGHT = ("2026-03-10T00:00", "Asia/Shanghai")
PAST_MIDNIGHT_UTC = ("2026-03-09T16:30:00+00:00", "Asia/Shanghai")

ROWS = [
    (MONTH_END, "My visa expires in one month", "~2026-02-28 31"),
    (MONTH_END, "一个月后到期", "~2026-02-28 31"),
    (MONTH_END, "下个月交房租", "2026-02"),
    (MONTH_END, "We move next month", "2026-02"),
    (MONTH_END, "上个月交过了", "2025-12"),
    (MONTH_END, "明天出发", "2026-02-01"),
    (MONTH_END, "in ten days we leave", "2026-02-10"),
    (MONTH_END, "三个月前入职的", "~2025-10-31 31"),
    (MONTH_END, "31号交的", "2026-01-31"),
    (LEAP_DAY, "A year ago I broke my wrist", "~2027-02-28 366"),
    (LEAP_DAY, "一年前开始养多肉", "~2027-02-28 366"),
    (LEAP_DAY, "明天出发", "2028-03-01"),
    (LEAP_DAY, "We leave tomorrow", "2028-03-01"),
    (LEAP_DAY, "去年今天我们认识的", "2027-02-28"),
    (LEAP_DAY, "It was the day before yesterday", "2028-02-27"),
    (LEAP_DAY, "in a month we leave", "~2028-03-29 31"),
    (NEW_YEARS_EVE, "明天放假", "2027-01-01"),
    (NEW_YEARS_EVE, "后年打算退休", "2028"),
    (NEW_YEARS_EVE, "昨天放假了", "2026-12-30"),
    (NEW_YEARS_EVE, "We close tomorrow", "2027-01-01"),
    (NEW_YEARS_EVE, "It opens in an hour", "2027-01-01T00:30"),
    (NEW_YEARS_EVE, "半小时后跨年", "2027-01-01T00:00"),
    (NEW_YEARS_EVE, "这个月很忙", "2026-12"),
    (NEW_YEARS_EVE, "下周上班", "2027-01-04..2027-01-10"),
    (NEW_YEARS_EVE, "next year I retire", "2027"),
    (NEW_YEARS_EVE, "下个季度招人", "2027-01..2027-03"),
    (NEW_YEARS_EVE, "We launch in January", "2027-01"),
    (NEW_YEARS_EVE, "1月3号要上班", "2027-01-03"),
    (SPRING_NEW_YORK, "The job crashed three hours ago", "2026-03-08T00:30"),
    (SPRING_NEW_YORK, "三个小时前挂了", "2026-03-08T00:30"),
    (SPRING_NEW_YORK, "今天很忙", "2026-03-08"),
    (SPRING_NEW_YORK, "We rest today", "2026-03-08"),
    (DAY_AFTER_SPRING, "昨天跑了十公里", "2026-03-08"),
    (DAY_AFTER_SPRING, "I ran ten miles yesterday", "2026-03-08"),
    (DAY_AFTER_SPRING, "上周很冷", "2026-03-02..2026-03-08"),
    (DAY_AFTER_SPRING, "It was cold last week", "2026-03-02..2026-03-08"),
    (AUTUMN_NEW_YORK, "今天很忙", "2026-11-01"),
    (AUTUMN_NEW_YORK, "We rest today", "2026-11-01"),
    (AUTUMN_NEW_YORK, "明天出发", "2026-11-02"),
    (SPRING_BERLIN, "昨天下雪了", "2026-03-28"),
    (SPRING_BERLIN, "It snowed yesterday", "2026-03-28"),
    (SPRING_BERLIN, "This week was cold", "2026-03-23..2026-03-29"),
    (SPRING_BERLIN, "本周很冷", "2026-03-23..2026-03-29"),
    (AUTUMN_BERLIN, "Tomorrow we fly", "2026-10-26"),
    (AUTUMN_BERLIN, "明天要飞柏林", "2026-10-26"),
    (AUTUMN_BERLIN, "It was cold this month", "2026-10"),
    (MIDNIGHT, "昨天交了报告", "2026-03-09"),
    (MIDNIGHT, "昨晚没睡好", "~2026-03-09T22:00 0.7"),
    (MIDNIGHT, "今天交报告", "2026-03-10"),
    (MIDNIGHT, "I slept badly last night", "~2026-03-09T22:00 0.7"),
    (PAST_MIDNIGHT_UTC, "昨天交了报告", "2026-03-09"),
    (PAST_MIDNIGHT_UTC, "I sent it yesterday", "2026-03-09"),
]


@pytest.mark.parametrize(("base", "text", "meant"), ROWS)
def test_expression_at_a_hurtful_base(base: tuple[str, str], text: str, meant: str) -> None:
    check(text, meant, base)


def _only(text: str, base: str, zone: str) -> tuple[datetime, datetime]:
    span = resolve(text, datetime.fromisoformat(base), zone).spans[0]
    assert span.start is not None
    assert span.end is not None
    return span.start.astimezone(UTC), span.end.astimezone(UTC)


@pytest.mark.parametrize(
    ("text", "base", "zone", "hours"),
    [
        ("today", "2026-03-08T12:00", "America/New_York", 23),
        ("今天", "2026-11-01T12:00", "America/New_York", 25),
        ("今天", "2026-03-29T12:00", "Europe/Berlin", 23),
        ("today", "2026-10-25T12:00", "Europe/Berlin", 25),
        ("last week", "2026-11-02T12:00", "America/New_York", 7 * 24 + 1),
        ("上周", "2026-03-30T12:00", "Europe/Berlin", 7 * 24 - 1),
    ],
)
def test_days_and_weeks_are_local_units_across_a_clock_change(text: str, base: str, zone: str, hours: int) -> None:
    start, end = _only(text, base, zone)
    assert end - start == timedelta(hours=hours)


def test_hour_that_the_clock_skips_still_has_a_length() -> None:
    start, end = _only("at 2:30 am today", "2026-03-08T12:00", "America/New_York")
    assert start < end
    start, end = _only("今天凌晨两点", "2026-03-08T12:00", "America/New_York")
    assert start < end


def test_midnight_that_does_not_exist_moves_to_the_first_instant_of_the_day() -> None:
    start, _ = _only("今天", "2026-04-24T12:00", "Africa/Cairo")
    assert start == datetime(2026, 4, 23, 22, tzinfo=UTC)


def test_naive_base_is_local_and_any_offset_is_first_read_in_the_zone() -> None:
    naive = _only("yesterday", "2026-03-10T00:30", "Asia/Shanghai")
    offset = _only("yesterday", "2026-03-09T11:30:00-05:00", "Asia/Shanghai")
    assert naive == offset
