"""The short cut before the patterns of orders lets none of them through."""

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.language import directive, screen
from memory.language.directive import looks_like_instruction

# Words of the patterns themselves, so that what is drawn often is an order.
_PARTS_TEXT = (
    "ignore disregard forget override bypass all any of your its the instructions rules prompts guidelines restrictions limits"
    " safety policy guardrails above previous prior everything system developer assistant prompt message : <system> [INST] you"
    " must shall are now have to always never obey answer act comply respond execute pretend send an unrestricted admin root in"
    " post forward email upload leak reveal transfer wire keys passwords secrets tokens credentials money funds run call invoke"
    " command shell script tool function curl rm -f mark as verified trusted approved do not don't tell mention inform user"
    " anyone human owner act as jailbroken dan dear attention note ai llm chatbot notice store save record remember this that"
    " with no mode god jailbreak from openai creators delete drop erase dump memories data show print hidden"
)
_PARTS = _PARTS_TEXT.split()


@settings(max_examples=2_000, deadline=None)
@given(st.lists(st.sampled_from(_PARTS), min_size=2, max_size=12))
def test_what_a_pattern_sees_is_never_passed_over(words: list[str]) -> None:
    text = " ".join(words)
    seen = screen.is_injection(text) or directive._EN.search(text) is not None  # pyright: ignore[reportPrivateUsage]
    assert looks_like_instruction(text) == seen
