"""Behind the grammar: written dates that it does not know are read by `dateparser`; what is rightly left open stays open."""

from datetime import date, datetime

import pytest

from adapters.language.dateparser_reader import DateparserReader
from memory.model.timespan import Bound, Grain
from memory.time import resolve
from memory.time.reader import CERTAINTY, RULE, TimeReader

BASE, ZONE = datetime.fromisoformat("2026-03-10T09:00:00+08:00"), "Asia/Shanghai"


@pytest.fixture(scope="module")
def reader() -> TimeReader:
    return TimeReader(DateparserReader())


@pytest.mark.parametrize(
    "text",
    [
        "The log says 5-Mar-2024",
        "Signed Mar-05-2024 in Lyon",
        "The file says 2024-Mar-05",
        "Booked on 5/Mar/2024",
        "It is dated 05.Mar.2024",
        "我们在5-Mar-2024签的合同",
    ],
)
def test_writing_that_the_grammar_does_not_know_is_read_and_marked(text: str, reader: TimeReader) -> None:
    assert resolve(text, BASE, ZONE).spans == ()
    (span,) = reader.read(text, BASE, ZONE).spans
    assert (span.rule, span.certainty, span.grain, span.bound) == (RULE, CERTAINTY, Grain.DAY, Bound.AT)
    assert span.start == datetime.fromisoformat("2024-03-05T00:00:00+08:00")
    assert span.end == datetime.fromisoformat("2024-03-06T00:00:00+08:00")
    assert text[span.span[0] : span.span[1]] == span.raw


@pytest.mark.parametrize(
    "text",
    [
        "30 February 2025 is no day",
        "30-Feb-2025 is no day",
        "31-Apr-2025 is no day",
        "29-Feb-2025 is no day",
        "2月30日的会",
        "2025年2月30日的会",
        "上次说过了",
        "那天他没来",
        "那天晚上没睡",
        "改天再说",
        "last time it failed",
        "That day it rained",
        "some time ago",
        "the following Monday",
        "手术两周后拆线",
        "two days before the launch",
        "花了三天",
        "every Monday",
        "You may use it",
        "She came in second",
        "version 5-mar-2024.1 broke",
        "see https://example.com/5-Mar-2024/x",
        "until 5-Mar-2024",
        "from 5-Mar-2024 to 7-Mar-2024",
        "5 Mar or 2024",
    ],
)
def test_what_the_grammar_leaves_open_is_not_guessed(text: str, reader: TimeReader) -> None:
    assert reader.read(text, BASE, ZONE) == resolve(text, BASE, ZONE)


@pytest.mark.parametrize(
    "text", ["昨天交了", "We met last Friday", "2024-03-05 was cold", "5 Mar 2024 was cold", "三天前和2024年3月5日"]
)
def test_what_the_grammar_reads_is_left_to_it(text: str, reader: TimeReader) -> None:
    reading = reader.read(text, BASE, ZONE)
    assert reading.spans
    assert reading == resolve(text, BASE, ZONE)


class Eager:
    """A parser that always finds a day."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def day(self, words: str, language: str, base: datetime) -> date | None:
        self.asked.append((words, language))
        return base.date()


def test_a_day_that_does_not_stand_in_the_words_is_refused() -> None:
    eager = Eager()
    for text in ("Signed 5-Mar-2024", "2025年2月30日的会"):
        assert TimeReader(eager).read(text, BASE, ZONE) == resolve(text, BASE, ZONE)
    assert eager.asked == [("5-Mar-2024", "en"), ("2025年2月30日", "zh")]


def test_no_text_without_a_full_date_reaches_the_parser() -> None:
    eager = Eager()
    for text in (
        "上次",
        "那天",
        "2月30日",
        "last time",
        "that day",
        "30 February",
        "昨天",
        "version 3.5",
        "we may meet",
    ):
        TimeReader(eager).read(text, BASE, ZONE)
    assert eager.asked == []


@pytest.mark.parametrize("words", ["", "\x00", "9" * 500, "5-Mar-2024" * 50, "::::", "00-00-0000", "5-Mar-99999"])
def test_no_words_make_the_parser_raise(words: str) -> None:
    assert DateparserReader().day(words, "en", BASE) is None


def test_another_language_is_not_tried() -> None:
    assert DateparserReader().day("5 mars 2024", "fr", BASE) is None
    assert DateparserReader().day("5 mars 2024", "en", BASE) is None
