"""A statement ends what it turns from, whatever the two are called; it leaves alone what is another's or another thing."""

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from memory.language.extraction import Extraction, extract_batch
from memory.model.assertion import Assertion, Authority, MemoryKind
from memory.model.topic import Turn
from memory.ports.recognizer import Recognizer
from memory.settle.turning import turns_from
from memory.usecases.statements import statements_of
from tests.builders import CaptureBuilder, Said, Tenant
from tests.extraction.reading import BASE, chunk

TURNS = [
    ("消息队列眼下用的是RabbitMQ。", "消息积压得厉害，队列搬到Kafka上了。"),
    ("写代码我要两个空格的缩进。", "缩进这事我变卦了，从现在起统一用Tab。"),
    ("导航我习惯开高德。", "以后导航一律给我开腾讯地图。"),
    ("办公室现在月租2.6万，水电另算。", "业主发了函，房租涨到每月2.9万。"),
    ("儿子的数学家教是郑老师，一周来两回。", "家教换人了，现在教儿子数学的是夏老师。"),
    ("家里的钟点工是阿霞。", "之前那位回老家了，钟点工换成赵姐。"),
    ("會議記錄請幫我寫成英文。", "會議記錄以後改寫日文，日本總部要看。"),
    ("办公室空调给我定24度。", "冷得我直打喷嚏，往后办公室空调都开26度。"),
    ("I train at Ferrous Hall, that's my gym.", "New gym! I left the other place and joined Northbank Fitness."),
    ("The request timeout is set to 1800 ms.", "We had complaints, so the request timeout is now 2400 ms."),
    ("Our home is insured with Hexham Mutual.", "We've moved our home insurance over to Tessera."),
    ("Whenever I ask you for focus music, I want baroque lute.", "From now on my focus music should be rain sounds."),
    ("The caterer charges $62 a head.", "I misheard the caterer, it's $78 a head."),
    ("My phone is a Fairlight 4.", "I've swapped phones, I carry an Ondo X now."),
    (
        "As of today our payroll is handled by Corvane Pay.",
        "We've parted ways with them, Tallyhouse runs our payroll now.",
    ),
]
STAYS = [
    # another owner
    ("我们的消息队列用的是RabbitMQ。", "老秦的消息队列换成NATS了。"),
    ("木棉的房租涨到每月2.9万。", "对门律所的房租现在一个月5.1万。"),
    ("Our home is insured with Hexham Mutual.", "Wilhelmina has moved her home insurance over to Corbel."),
    ("Pickle takes 4 mg of medicine a day.", "Lucinda's cat is on 8 mg of medicine a day now."),
    # another part, another thing of one attribute
    ("The code of the front door is 1234.", "The code of the back door is 9988 now."),
    ("站会固定在上午9点25。", "排期会的时间挪了，周一上午11点05。"),
    # another sort of value
    ("The office is on the 14th floor.", "The office opens at 8:30 now."),
    # for a while only
    ("瑜伽课平时都在二号厅上。", "到5月22日为止瑜伽课都改去顶楼露台上。"),
    ("The weekly review is in the Marlowe room.", "Until March 27 the weekly review is in the Bramble room."),
    # nothing turns
    ("The request timeout is set to 1800 ms.", "A request took 2400 ms in the test."),
    # what happened stays true
    (
        "The canal tour was called off because the boat had no skipper.",
        "My phone went into the canal, I have a Kestra now.",
    ),
    # supposed, asked
    ("The request timeout is set to 1800 ms.", "If we moved the request timeout to 900 ms, it would break."),
    ("消息队列用的是RabbitMQ。", "消息队列要不要换成Kafka？"),
]


def stated(text: str, extraction: Extraction, days: int) -> tuple[Assertion, ...]:
    said = Said(text, said_at=BASE + timedelta(days=days))
    (draft,) = CaptureBuilder(Tenant.fresh()).plan(said).chunks
    return statements_of(draft.chunk, extraction, "local", "1").assertions


def pairs(recognizer: Recognizer, before: str, after: str) -> list[tuple[Assertion, Assertion]]:
    """(a statement of the first text, one of the second), the second said a week later."""
    first, second = extract_batch([chunk(before), chunk(after)], recognizer)
    old, new = stated(before, first, 0), stated(after, second, 7)
    assert old, f"nothing read in {before}"
    return [(left, right) for left in old for right in new]


@pytest.mark.parametrize(("before", "after"), TURNS)
def test_a_change_ends_what_it_is_about(recognizer: Recognizer, before: str, after: str) -> None:
    assert any(turns_from(new, old) for old, new in pairs(recognizer, before, after))


@pytest.mark.parametrize(("before", "after"), STAYS)
def test_what_is_not_meant_stays(recognizer: Recognizer, before: str, after: str) -> None:
    assert not any(turns_from(new, old) for old, new in pairs(recognizer, before, after))


@pytest.mark.parametrize(("before", "after"), TURNS)
def test_the_older_statement_never_ends_the_newer_one(recognizer: Recognizer, before: str, after: str) -> None:
    assert not any(turns_from(old, new) for old, new in pairs(recognizer, before, after))


def test_an_assistant_ends_nothing_that_the_user_said(recognizer: Recognizer) -> None:
    for old, new in pairs(recognizer, *TURNS[0]):
        assert not turns_from(replace(new, authority=Authority.ASSISTANT_SAID), old)


def test_a_later_page_that_speaks_of_an_earlier_time_ends_nothing_newer(recognizer: Recognizer) -> None:
    for old, new in pairs(recognizer, *TURNS[0]):
        assert not turns_from(replace(new, event_start=BASE - timedelta(days=90)), old)


FRIENDS = Path(__file__).parents[2] / "benchmarks" / "data" / "friends.json"
MOST_ENDED = 0.03


def test_months_of_ordinary_talk_end_hardly_anything(recognizer: Recognizer) -> None:
    """Of what four pairs of friends tell each other nearly nothing is taken back, although every other turn has a `now`."""
    states = ended = 0
    for talk in json.loads(FRIENDS.read_text(encoding="utf-8")):
        turns = [turn for session in talk["sessions"] for turn in session["turns"]]
        read = extract_batch([chunk(turn["text"], speaker=turn["speaker"]) for turn in turns], recognizer)
        told = [
            s
            for day, (turn, found) in enumerate(zip(turns, read, strict=True))
            for s in stated(turn["text"], found, day)
        ]
        lasting = [s for s in told if s.kind is not MemoryKind.EPISODIC]
        turning = [s for s in told if s.topic is not None and s.topic.turn is not Turn.NONE]
        states += len(lasting)
        ended += sum(any(turns_from(later, before) for later in turning) for before in lasting)
    assert states > 300
    assert ended / states < MOST_ENDED
