"""An assistant's guess is no answer; a person's is."""

import pytest

from memory.model.chunk import Role
from memory.recall.guess import is_guess

GUESSES = [
    "Freezers like yours usually hold about 239 sample trays, so I'd assume that.",
    "Distance matters. I suspect your gateway is in Kosice.",
    "It's probably the blue one.",
    "您女儿的班主任可能是薛工，可以先问问。",
    "我猜你们工作室的租约大概12月27日到期。",
    "距离影响很大，我怀疑网关在乌兰察布。",
]


@pytest.mark.parametrize("text", GUESSES)
def test_an_assistants_guess_is_one(text: str) -> None:
    assert is_guess(text, Role.ASSISTANT)
    assert not is_guess(text, Role.USER)


@pytest.mark.parametrize("text", ["Noted: the gateway is in Odense.", "好的，已经记下：网关在廊坊。", "Tea it is."])
def test_what_an_assistant_confirms_is_no_guess(text: str) -> None:
    assert not is_guess(text, Role.ASSISTANT)
