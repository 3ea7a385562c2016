# ruff: noqa: DTZ001  a naive base is meant: it is local in its zone
"""What holds for every text, base and zone."""

import os
import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.model.errors import InputInvalid
from memory.model.timespan import TimeReading
from memory.time import TimeSettings, mask, resolve

ZONES = [
    "Asia/Shanghai",
    "America/New_York",
    "Europe/Berlin",
    "UTC",
    "Pacific/Apia",
    "Africa/Cairo",
    "Australia/Lord_Howe",
]
WORDS = (
    "昨天 上周三 下个月 三天前 两周后 下午三点 3月5日 2024年 春节 前 后 "
    "之前 从 到 至 的 初 底 上旬 半 第二 每周一 前两天 周末 去年 夏天 "
    "yesterday|last Monday|next month|three days ago|in two weeks|at 3 pm|March 5|2024|Christmas|before|after|until|since|from|to"
    "|the end of|the|of|first|week|every|early|Q3|half past two|5/3|2026-03-05|weekend|summer|tonight|and|,"
)
pieces = st.sampled_from([word for part in WORDS.split("|") for word in (part.split() if "昨" in part else [part])])
texts = st.one_of(
    st.text(max_size=60),
    st.lists(pieces, max_size=8).map("".join),
    st.lists(pieces, max_size=8).map(" ".join),
)
bases = st.datetimes(min_value=datetime(1971, 1, 1), max_value=datetime(2099, 12, 31))
zones = st.sampled_from(ZONES)


@given(texts, bases, zones)
@settings(max_examples=400, deadline=None)
def test_every_interval_has_a_length_and_lies_in_its_text(text: str, base: datetime, zone: str) -> None:
    reading = resolve(text, base, zone)
    behind = 0
    for span in reading.spans:
        assert span.start is not None or span.end is not None
        if span.start is not None and span.end is not None:
            assert span.start.astimezone(UTC) < span.end.astimezone(UTC)
        assert 0 < span.certainty <= 1
        assert text[span.span[0] : span.span[1]] == span.raw
        assert span.span[0] >= behind
        behind = span.span[1]
    assert len(mask(text, reading)) == len(text)


@given(texts, st.datetimes(), zones)
@settings(max_examples=150, deadline=None)
def test_no_base_makes_it_crash(text: str, base: datetime, zone: str) -> None:
    assert isinstance(resolve(text, base, zone), TimeReading)


@given(texts, bases, zones)
@settings(max_examples=60, deadline=None)
def test_reading_is_the_same_whatever_the_zone_of_the_server(text: str, base: datetime, zone: str) -> None:
    before = os.environ.get("TZ")
    readings: list[TimeReading] = []
    try:
        for server in ("Asia/Tokyo", "America/Los_Angeles"):
            os.environ["TZ"] = server
            time.tzset()
            readings.append(resolve(text, base, zone))
    finally:
        if before is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = before
        time.tzset()
    assert readings[0] == readings[1]


MOVING = ["昨天", "大后天", "三天前", "yesterday", "the day after tomorrow", "ten days ago", "in five days", "十天后"]


@given(st.sampled_from(MOVING), st.datetimes(datetime(2000, 1, 1), datetime(2060, 1, 1)), st.integers(1, 3000))
@settings(max_examples=150, deadline=None)
def test_reading_moves_with_the_base(text: str, base: datetime, days: int) -> None:
    near = resolve(text, base, "Asia/Shanghai").spans[0]
    far = resolve(text, base + timedelta(days=days), "Asia/Shanghai").spans[0]
    assert near.start is not None
    assert far.start is not None
    assert far.start - near.start == timedelta(days=days)


SURE = [
    "昨天",
    "上周三",
    "2024年5月20日",
    "三天前",
    "去年夏天",
    "yesterday",
    "last Monday",
    "March 5, 2024",
    "two weeks ago",
    "next month",
]


@given(
    st.sampled_from(SURE),
    st.sampled_from(["", "嗯。", "Well. ", "他说：", "OK! "]),
    st.sampled_from(["", "。好的", ". Fine", "！", "; ok"]),
)
@settings(max_examples=200, deadline=None)
def test_text_around_an_expression_does_not_change_it(words: str, before: str, behind: str) -> None:
    base = datetime(2026, 3, 10, 9)
    alone = resolve(words, base, "Asia/Shanghai").spans[0]
    inside = resolve(before + words + behind, base, "Asia/Shanghai").spans[0]
    assert (alone.start, alone.end, alone.grain, alone.raw) == (inside.start, inside.end, inside.grain, inside.raw)


@pytest.mark.parametrize("zone", ["Moon/Base", "", "../../etc/passwd", "Asia/Shanghai\x00", "x" * 300])
def test_an_unknown_zone_is_refused(zone: str) -> None:
    with pytest.raises(InputInvalid):
        resolve("昨天", datetime(2026, 3, 10), zone)


@pytest.mark.parametrize(
    "text",
    [
        "1" * 8_000, "一" * 8_000, "a" * 8_000, " " * 8_000, "a." * 4_000, "the " * 2_000, "第" * 8_000,
        "周" * 8_000, "1:" * 4_000, "1/" * 4_000, '"' * 8_000, "“a" * 4_000, "《" * 8_000, "前三天" * 2_000,
        "last " * 1_600, "一个半" * 2_000, "\n" * 8_000, "1 " * 4_000, "of the " * 1_500, "a@" * 4_000, "-" * 8_000,
        "+1-" * 3_000, "http://" * 1_000, "/a" * 4_000, "twenty " * 1_000, "(" * 8_000,
    ],
    ids=lambda text: f"{text[:8]!r}",
)  # fmt: skip
def test_long_monotonous_text_takes_time_in_proportion(text: str) -> None:
    began = time.process_time()
    resolve(text, datetime(2026, 3, 10, 9), "Asia/Shanghai")
    assert time.process_time() - began < 2


def test_settings_change_what_a_week_is() -> None:
    sunday_first = TimeSettings(week_start=6)
    span = resolve("this week", datetime(2026, 3, 10, 9), "UTC", settings=sunday_first).spans[0]
    assert span.start == datetime(2026, 3, 8, tzinfo=UTC)


def test_settings_change_how_a_slashed_date_is_read() -> None:
    day_first = TimeSettings(month_first=False)
    span = resolve("due on 5/3/2026", datetime(2026, 1, 10, 9), "UTC", settings=day_first).spans[0]
    assert span.start == datetime(2026, 3, 5, tzinfo=UTC)


def test_mask_hides_time_words_and_keeps_every_place() -> None:
    text = "我昨天改了网关，until Friday I rest"
    masked = mask(text, resolve(text, datetime(2026, 3, 10, 9), "Asia/Shanghai"))
    assert masked == "我  改了网关，             I rest"
