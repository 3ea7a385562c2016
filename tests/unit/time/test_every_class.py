"""Every class of expression in both languages at every base that hurts, against plain calendar arithmetic.

The expected interval is computed here with the standard library alone, not by the code that is tested.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from memory.time import resolve

BASES: Final = {
    "an ordinary Tuesday": ("2026-03-10T09:00:00+08:00", "Asia/Shanghai"),
    "midnight in Shanghai": ("2026-05-01T00:00:00+08:00", "Asia/Shanghai"),
    "five past midnight, yesterday in UTC": ("2026-07-31T16:05:00+00:00", "Asia/Shanghai"),
    "the last minute of a month": ("2026-04-30T23:59:00+08:00", "Asia/Shanghai"),
    "31 January": ("2026-01-31T12:00:00+08:00", "Asia/Shanghai"),
    "29 February": ("2028-02-29T11:00:00-05:00", "America/New_York"),
    "New Year's Eve, half past eleven": ("2026-12-31T23:30:00+08:00", "Asia/Shanghai"),
    "New Year's morning": ("2027-01-01T00:10:00-05:00", "America/New_York"),
    "the clock goes forward, New York": ("2026-03-08T04:30:00-04:00", "America/New_York"),
    "the clock goes back, New York": ("2026-11-01T09:00:00-05:00", "America/New_York"),
    "the clock goes forward, Berlin": ("2026-03-29T09:15:00+02:00", "Europe/Berlin"),
    "the clock goes back, Berlin": ("2026-10-25T08:00:00+01:00", "Europe/Berlin"),
    "a Sunday evening": ("2026-08-09T20:00:00+08:00", "Asia/Shanghai"),
}

Days = tuple[date, date]
Expected = Callable[[date], Days]


def day(step: int) -> Expected:
    return lambda today: (today + timedelta(days=step), today + timedelta(days=step + 1))


def week(step: int) -> Expected:
    def of(today: date) -> Days:
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
        return monday, monday + timedelta(days=7)

    return of


def weekday_of_week(number: int, step: int) -> Expected:
    def of(today: date) -> Days:
        found = week(step)(today)[0] + timedelta(days=number)
        return found, found + timedelta(days=1)

    return of


def nearest_weekday(number: int, direction: int) -> Expected:
    """The last or the next one; the day itself does not count."""

    def of(today: date) -> Days:
        found = today + timedelta(days=direction)
        while found.weekday() != number:
            found += timedelta(days=direction)
        return found, found + timedelta(days=1)

    return of


def months(step: int, length: int = 1, start: int | None = None) -> Expected:
    """So many months from that of the base, or from the month `start` of its year."""

    def of(today: date) -> Days:
        index = today.year * 12 + (today.month if start is None else start) - 1 + step
        end = index + length
        return date(index // 12, index % 12 + 1, 1), date(end // 12, end % 12 + 1, 1)

    return of


def quarter(step: int) -> Expected:
    return lambda today: months(3 * step, 3, (today.month - 1) // 3 * 3 + 1)(today)


def year(step: int) -> Expected:
    return months(12 * step, 12, 1)


def part_of_month(step: int, first: int, end: int | None) -> Expected:
    def of(today: date) -> Days:
        begin, behind = months(step)(today)
        return begin.replace(day=first), begin.replace(day=end) if end else behind

    return of


def on(month: int, number: int, step: int) -> Expected:
    def of(today: date) -> Days:
        found = date(today.year + step, month, number)
        return found, found + timedelta(days=1)

    return of


def working(count: int) -> Expected:
    def of(today: date) -> Days:
        found, step = today, 1 if count > 0 else -1
        for _ in range(abs(count)):
            found += timedelta(days=step)
            while found.weekday() >= 5:
                found += timedelta(days=step)
        return found, found + timedelta(days=1)

    return of


def weekend(step: int) -> Expected:
    def of(today: date) -> Days:
        saturday = week(step)(today)[0] + timedelta(days=5)
        return saturday, saturday + timedelta(days=2)

    return of


CLASSES: Final[list[tuple[str, Expected]]] = [
    ("昨天交了报告", day(-1)),
    ("I sent it yesterday", day(-1)),
    ("前天交了报告", day(-2)),
    ("I sent it the day before yesterday", day(-2)),
    ("大前天交了报告", day(-3)),
    ("今天要交报告", day(0)),
    ("We rest today", day(0)),
    ("明天要交报告", day(1)),
    ("Tomorrow we leave", day(1)),
    ("後天要出發", day(2)),
    ("We leave the day after tomorrow", day(2)),
    ("大后天要出发", day(3)),
    ("五天前交了", day(-5)),
    ("I sent it five days ago", day(-5)),
    ("十二天后要出发", day(12)),
    ("We leave in twelve days", day(12)),
    ("３天前寄出了", day(-3)),
    ("两个工作日后要交", working(2)),
    ("It is due in two business days", working(2)),
    ("三个工作日前交了", working(-3)),
    ("上周去了青岛", week(-1)),
    ("Last week we sailed", week(-1)),
    ("上上週去了青島", week(-2)),
    ("We sailed the week before last", week(-2)),
    ("本周很忙", week(0)),
    ("This week is busy", week(0)),
    ("下个星期要出差", week(1)),
    ("Next week we travel", week(1)),
    ("下下礼拜要出差", week(2)),
    ("We travel the week after next", week(2)),
    ("上周三交了", weekday_of_week(2, -1)),
    ("上上周五交了", weekday_of_week(4, -2)),
    ("本周四要交", weekday_of_week(3, 0)),
    ("下週一要交", weekday_of_week(0, 1)),
    ("下下个礼拜天要去", weekday_of_week(6, 2)),
    ("I sent it last Wednesday", nearest_weekday(2, -1)),
    ("Next Friday we sign", nearest_weekday(4, 1)),
    ("I met him on Monday", nearest_weekday(0, -1)),
    ("周一见过他了", nearest_weekday(0, -1)),
    ("We will meet on Thursday", nearest_weekday(3, 1)),
    ("周四要见他", nearest_weekday(3, 1)),
    ("上周末去爬了山", weekend(-1)),
    ("下周末要去爬山", weekend(1)),
    ("上个月换了工作", months(-1)),
    ("I changed jobs last month", months(-1)),
    ("上上个月换了工作", months(-2)),
    ("I changed jobs the month before last", months(-2)),
    ("本月很忙", months(0)),
    ("This month is busy", months(0)),
    ("下个月要搬家", months(1)),
    ("Next month we move", months(1)),
    ("下下个月要搬家", months(2)),
    ("We move the month after next", months(2)),
    ("上个季度亏了", quarter(-1)),
    ("Last quarter was slow", quarter(-1)),
    ("下季度要招人", quarter(1)),
    ("Next quarter we hire", quarter(1)),
    ("去年上半年很忙", months(-12, 6, 1)),
    ("The first half of last year was busy", months(-12, 6, 1)),
    ("明年下半年要上市", months(12, 6, 7)),
    ("The second half of next year is full", months(12, 6, 7)),
    ("去年第三季度亏了", months(-12, 3, 7)),
    ("The third quarter of last year was slow", months(-12, 3, 7)),
    ("去年夏天去了海边", months(-12, 3, 6)),
    ("We sailed in the summer of last year", months(-12, 3, 6)),
    ("去年冬天特别冷", months(-12, 3, 12)),
    ("明年春天要结婚", months(12, 3, 3)),
    ("去年三月入职的", months(-12, 1, 3)),
    ("We met in March last year", months(-12, 1, 3)),
    ("前年毕业的", year(-2)),
    ("I graduated the year before last", year(-2)),
    ("去年毕业的", year(-1)),
    ("I graduated last year", year(-1)),
    ("今年很忙", year(0)),
    ("This year is busy", year(0)),
    ("明年要退休", year(1)),
    ("Next year I retire", year(1)),
    ("后年要退休", year(2)),
    ("上个月上旬交了", part_of_month(-1, 1, 11)),
    ("We moved in early March last year", lambda today: (date(today.year - 1, 3, 1), date(today.year - 1, 3, 11))),
    ("上个月中旬交了", part_of_month(-1, 11, 21)),
    ("下個月下旬要交", part_of_month(1, 21, None)),
    ("去年10月1日结的婚", on(10, 1, -1)),
    ("We married on October 1 last year", on(10, 1, -1)),
    ("明年五月二十号要考试", on(5, 20, 1)),
    ("The exam is on 20 May next year", on(5, 20, 1)),
    ("2024年2月29日签的", lambda _: (date(2024, 2, 29), date(2024, 3, 1))),
    ("二〇二四年二月二十九日签的", lambda _: (date(2024, 2, 29), date(2024, 3, 1))),
    ("We signed on February 29, 2024", lambda _: (date(2024, 2, 29), date(2024, 3, 1))),
    ("We signed on 2024-02-29", lambda _: (date(2024, 2, 29), date(2024, 3, 1))),
    ("去年圣诞节求的婚", on(12, 25, -1)),
    ("He proposed three days after Christmas last year", on(12, 28, -1)),
    ("明年国庆节前两天要出发", on(9, 29, 1)),
    ("2027年春节要回家", lambda _: (date(2027, 2, 6), date(2027, 2, 13))),
    ("Easter 2027 is late", lambda _: (date(2027, 3, 28), date(2027, 3, 29))),
    ("上周一到上周三请假了", lambda today: (week(-1)(today)[0], week(-1)(today)[0] + timedelta(days=3))),
    ("2019年到2022年读研", lambda _: (date(2019, 1, 1), date(2023, 1, 1))),
    ("I lived there from 2019 to 2022", lambda _: (date(2019, 1, 1), date(2023, 1, 1))),
    ("我们next week要交", week(1)),
    ("The 评审 is 下周三", weekday_of_week(2, 1)),
]


def _midnight(of: date, zone: ZoneInfo) -> datetime:
    return datetime(of.year, of.month, of.day, tzinfo=zone).astimezone(UTC)


@pytest.mark.parametrize("base", BASES.values(), ids=BASES)
@pytest.mark.parametrize(("text", "expected"), CLASSES, ids=[text for text, _ in CLASSES])
def test_class_of_expression_at_a_base(text: str, expected: Expected, base: tuple[str, str]) -> None:
    zone = ZoneInfo(base[1])
    said_at = datetime.fromisoformat(base[0])
    start, end = expected(said_at.astimezone(zone).date())
    spans = resolve(text, said_at, base[1]).spans
    assert len(spans) == 1, [(s.raw, s.start, s.end) for s in spans]
    assert spans[0].start
    assert spans[0].end
    got = (spans[0].start.astimezone(UTC), spans[0].end.astimezone(UTC))
    assert got == (_midnight(start, zone), _midnight(end, zone)), (spans[0].raw, spans[0].rule)


MINUTES: Final = [
    ("三个小时前收到了", -180),
    ("I got it three hours ago", -180),
    ("半小时后要开会", 30),
    ("We meet in half an hour", 30),
    ("四十分钟前收到了", -40),
    ("I got it forty minutes ago", -40),
    ("25个小时前收到了", -25 * 60),
    ("I got it 25 hours ago", -25 * 60),
]


@pytest.mark.parametrize("base", BASES.values(), ids=BASES)
@pytest.mark.parametrize(("text", "minutes"), MINUTES)
def test_hours_and_minutes_are_elapsed_time(text: str, minutes: int, base: tuple[str, str]) -> None:
    said_at = datetime.fromisoformat(base[0]).astimezone(UTC)
    span = resolve(text, said_at, base[1]).spans[0]
    assert span.start
    assert span.end
    moment = said_at + timedelta(minutes=minutes)
    assert span.start.astimezone(UTC) <= moment < span.end.astimezone(UTC)
    assert span.end.astimezone(UTC) - span.start.astimezone(UTC) <= timedelta(minutes=62)
