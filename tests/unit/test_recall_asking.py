"""What a message asks, apart from what is said around it."""

import pytest

from memory.recall.asking import message_of


@pytest.mark.parametrize(
    ("text", "asked", "around"),
    [
        (
            "The weather is lovely and I slept badly. Which supplier delivers the crown caps?",
            "Which supplier delivers the crown caps?",
            "The weather is lovely and I slept badly.",
        ),
        (
            "今天真热。昨天那部电影不错。咱们的发布会定在哪个城市？",
            "咱们的发布会定在哪个城市？",
            "今天真热。昨天那部电影不错。",
        ),
        ("Where is the key of the lab freezer? Thanks!", "Where is the key of the lab freezer?", "Thanks!"),
    ],
)
def test_thinking_aloud_is_told_from_the_question(text: str, asked: str, around: str) -> None:
    message = message_of(text)
    assert (message.asked, message.around) == (asked, around)


@pytest.mark.parametrize(
    "text",
    [
        "Which supplier delivers the crown caps?",
        "We moved the launch to May. Is it confirmed?",
        "I met Ana Ruiz at the fair. What does she do for a living?",
        "说说供应商。谁？",
        "Remember the freezer. It hums.",
        '那个主题是"读书会：交流心得。"的活动，地点是什么？',
        "",
    ],
)
def test_a_question_that_needs_its_surroundings_is_taken_whole(text: str) -> None:
    assert message_of(text).asked == text
    assert message_of(text).around == ""
