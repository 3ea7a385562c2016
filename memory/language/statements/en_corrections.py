"""English sentences that first repeat the wrong value: only what is right now is stated, never what was said before."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import Change, MemoryKind

_TOLD: Final = (
    r"(?:i|we|you)(?:'ve| have| had|'d)?(?: previously| earlier| mistakenly| wrongly| just)? (?:know i )?(?:told"
    r" (?:you|him|her|them|everyone|everybody|people)|said|wrote|mentioned|noted|claimed|announced|thought|assumed|texted"
    r"|wrote down|put down|(?:had|got|have|put) (?=.+ down (?:as|for)\b))(?: you| them)?"
)
_BE: Final = (
    r"(?:is|was|were|are|starts?|started|begins?|began|ends?|ended|costs?|leaves|left|would be|down (?:as|for)|had"
    r"|has|opens?|closes?)"
)
_RIGHT: Final = (
    r"(?:it|he|she|they|that|there)(?:'s|'re| is| are| was| should be| should have been| should read|'ll be| will be)"
    r"(?: actually| really| in fact| now| just| meant to be| supposed to be| going to be)*"
)
_NUMBER: Final = (
    r"(?:\d[\d.,:]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|(?:a|one|two|three) (?:hundred|thousand|dozen))"
)
_THEN: Final = (
    r"(?:[\s,;.!\u2013-]+(?:sorry|no|and|but|i misread|my mistake|i misspoke"
    r"|oops)\b)*[\s,;.!\u2013-]+(?:and )?not (?:a |the )?"
)


def _restated(noun: str, hit: Hit) -> Iterable[Statement]:
    value = hit.value()
    name = "schedule" if hit.clause.spans and not re.search(r"\d{3,}", value) else "description"
    kind = MemoryKind.EPISODIC if name == "schedule" else None
    if usable(value):
        subject = Peeled(re.sub(r"^that ", "", noun, flags=re.I), parsed=True)
        yield Statement(subject, name, value, kind=kind, change=Change.REPLACES, confidence=0.65, timeless=True)


@custom(
    "en.told_wrong",
    rf"^(?!what )(?:.{{0,30}}?\b)?{_TOLD} (?:that )?(?P<s>[\w'\- ]{{1,40}}?) {_BE} (?P<f>[^;]{{1,40}}?)"
    rf"(?:\s*[;,.\u2013-]\s*(?:and |but |well |so |sorry,? )*| but (?:actually )?){_RIGHT} (?P<v>[^,;]+?)(?:,? not .+)?$",
    timed=True,
)
def told_wrong(hit: Hit) -> Iterable[Statement]:
    """I told you the christening was Saturday; it's actually this Sunday."""
    yield from _restated(hit.raw("s"), hit)


@custom(
    "en.not_that_one",
    r"^(?:(?:wait|no|sorry|ah|oh|actually|oops|hang on|hold on)[\s,]+)*(?:(?:it's|its|that's|thats|i meant|make (?:it|that)"
    r"|should be)"
    r" )?(?:the )?(?P<s>[a-z]+) (?P<v>[A-Z]{0,3}-?\d[\w.:-]*|[A-Z]\d\w*)"
    rf"{_THEN}(?:[a-z]+ )?(?P<f>[\w.:-]+)$",
    timed=True,
)
def not_that_one(hit: Hit) -> Iterable[Statement]:
    """Gate C14, not G14."""
    yield Statement(Peeled(hit.raw("s"), parsed=True), "number", hit.value(), change=Change.REPLACES, confidence=0.6)


@custom(
    "en.that_many",
    rf"^(?:(?:wait|no|sorry|ah|oh|actually|oops|hang on)[\s,]+)*(?:(?:it's|its|that's|i meant|make (?:it|that)|should be|we're)"
    rf" )?(?P<v>{_NUMBER}) (?P<s>[a-z][\w-]+(?: [a-z][\w-]+)?)(?:{_THEN}(?P<f>[\w.:-]+(?: \w+)?))?$",
    timed=True,
)
def that_many(hit: Hit) -> Iterable[Statement]:
    """Thirteen guests! Not thirty."""
    after = hit.source[hit.clause.end : hit.clause.end + 30]
    if hit.has("f") or re.match(r"[\s.!,;]*(?:and )?not (?:a |the )?[\w.:-]+(?: \w+)?[\s.!]*$", after, re.I):
        noun = clean_value(hit.raw("s"), "en")
        yield Statement(
            Peeled(noun, parsed=True), "number", hit.raw("v"), change=Change.REPLACES, confidence=0.6, timeless=True
        )


def told_wrong_before(text: str) -> bool:
    """Whether a sentence repeats what was said before it says what is right."""
    return told_wrong.regex.match(text.rstrip(" .!")) is not None


SENTENCES: Final[tuple[Pattern, ...]] = (told_wrong, not_that_one, that_many)
