"""What recall must find that no single search finds: the cause of a cause; and what it must not take for an answer."""

import pytest

from tests.cases.test_settling import LIN, at, said
from tests.stack import Memory, message

CHAINS = [
    (
        ["The mail migration was rolled back because logins failed.", "Logins failed on account of a skewed clock."],
        "Why was the mail migration rolled back?",
        "skewed clock",
    ),
    (
        ["会话缓存满了，结算页瘫了一小时。", "把会话缓存塞满的是卡住的过期任务。"],
        "结算页那次瘫痪是怎么引起的？",
        "卡住的过期任务",
    ),
    (
        ["The humidity alarm would not stop, so the exhibit closed early.", "The alarm was set off by a fog machine."],
        "Why did the exhibit close early?",
        "fog machine",
    ),
]
FILLING = [
    "I had soup for lunch.",
    "今天午饭喝的汤。",
    "The lift is slow again.",
    "楼下又在装修。",
    "Ask me about the picnic.",
]


@pytest.mark.parametrize(("told", "question", "cause"), CHAINS)
def test_why_goes_one_cause_further_back(memory: Memory, told: list[str], question: str, cause: str) -> None:
    for number, text in enumerate([*told, *FILLING]):
        said(memory, text, f"03-{number + 1:02d}")
    items = memory.recall(question, user_id="lin", limit=8, now=at("03-20"))["items"]
    assert any(cause in item["text"] for item in items[:3])


def test_an_assistants_guess_is_no_answer_beside_what_the_user_said(memory: Memory) -> None:
    said(memory, "The lab freezer holds 673 sample trays.", "03-01")
    guess = "Freezers like yours usually hold about 239 sample trays, so I'd assume that."
    memory.say([message(guess, at("03-02"), role="assistant")], **LIN, session_id="guess")

    def texts(**fields: object) -> str:
        items = memory.recall("How many trays fit in the lab freezer?", user_id="lin", now=at("03-05"), **fields)[
            "items"
        ]
        return " ".join(item["text"] for item in items)

    assert "673" in texts()
    assert "239" not in texts()
    assert "239" in texts(include=["pending"])
