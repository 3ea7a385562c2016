"""The last time of something, what came of it, and how it ended, among turns about much else."""

from datetime import timedelta

import pytest

from memory.language.tokens import index_tokens, query_tokens
from memory.recall.analysis import anchor_of, read_query
from memory.recall.episodes import SpokenTurn, led_by
from tests.unit.recall_builders import NOW, ago, ident

TOLD = [
    ("s1", 20, "The gateway went down at ten past eight and everybody was locked out."),
    ("s1", 20, "It was the certificate, renewed without its chain."),
    ("s2", 10, "Gateway trouble again, this time every request gave a 502."),
    ("s2", 10, "We moved the traffic to the other site for now."),
    ("s3", 9, "Somebody had put one zero too many into the rate limits."),
    ("s4", 3, "The gateway dropped out for four minutes while I made coffee."),
    ("s4", 3, "The hosting people admit a switch rebooted by itself."),
    ("s4", 2, "My bicycle has a flat tyre."),
]


def turns(*, skip: frozenset[int] = frozenset()) -> list[SpokenTurn]:
    return [
        SpokenTurn(ident(str(n)), session, ago(days), n, frozenset(index_tokens(text)), None, told=True)
        for n, (session, days, text) in enumerate(TOLD)
        if n not in skip
    ]


def led(question: str, anaphora: str, found: list[SpokenTurn]) -> list[str]:
    words = {ident(str(n)): text for n, (_, _, text) in enumerate(TOLD)}
    return [words[chunk] for chunk in led_by(anaphora, query_tokens(anchor_of(question)), found, NOW)]


def test_the_last_time_is_the_latest_session_that_tells_of_it_and_what_followed_stands_behind() -> None:
    answer = led("What happened the last time the gateway went down?", "last_time", turns())
    assert answer[0].startswith("The gateway dropped out for four minutes")
    assert answer[1].startswith("The hosting people admit")


def test_how_it_ended_is_what_was_told_of_it_last() -> None:
    assert led("How did the gateway trouble end up?", "in_the_end", turns())[0].startswith("The gateway dropped out")


def test_what_came_of_an_event_begins_with_the_event_that_matches_best() -> None:
    answer = led("When the gateway gave a 502 on every request, what came of it?", "afterwards", turns())
    assert answer[0].startswith("Gateway trouble again")
    assert answer[1].startswith("We moved the traffic")


def test_what_is_said_later_than_now_does_not_count() -> None:
    later = SpokenTurn(
        ident("later"),
        "s9",
        NOW + timedelta(days=1),
        0,
        frozenset(index_tokens("The gateway went down.")),
        None,
        told=True,
    )
    assert led("What happened the last time the gateway went down?", "last_time", [*turns(), later])[0].startswith(
        "The gateway dropped out"
    )


def test_an_assistants_turn_and_a_question_tell_nothing() -> None:
    asked = SpokenTurn(
        ident("asked"), "s9", ago(1), 0, frozenset(index_tokens("Did the gateway go down?")), None, told=False
    )
    assert led("What happened the last time the gateway went down?", "last_time", [*turns(), asked])[0].startswith(
        "The gateway dropped out"
    )


def test_where_nothing_tells_of_the_topic_nothing_leads() -> None:
    assert led("What happened the last time the printer jammed?", "last_time", turns()) == []
    assert led_by("last_time", ["gateway"], [], NOW) == ()


@pytest.mark.parametrize(
    ("question", "anaphora", "anchor"),
    [
        ("What happened the last time the VPN went down, and what was the cause?", "last_time", "vpn"),
        ("How did my last trip to Hobart go and what did the port say?", "last_time", "hobart"),
        ("上次网关挂了是怎么回事，后来查到什么原因？", "last_time", "网关"),
        ("申请第二条专线的事最后怎么样了？", "in_the_end", "专线"),
        ("How did the pergola approval turn out in the end?", "in_the_end", "pergola"),
        ("网关晚上全报502的那次，后来怎么处理的？", "afterwards", "502"),
        ("Where do I live?", "", "live"),
        ("What did I do the last two weeks?", "", "week"),
    ],
)
def test_what_a_question_points_from(question: str, anaphora: str, anchor: str) -> None:
    read = read_query(question, NOW, "UTC", [])
    assert read.anaphora == anaphora
    assert anchor in read.anchor.casefold()
    if anaphora:
        assert not {"cause", "port", "原因"} & set(read.anchor.casefold().split())
