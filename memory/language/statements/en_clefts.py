"""English sentences that single something out: `a loose wire was what tripped it`, `from A to B it's 212 steps`."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import MemoryKind, Modality
from memory.ports.recognizer import EntityType

_NAME: Final = r"(?-i:(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?[A-Z\u00c0-\u024f][\w'’\-]*(?: [A-Z\u00c0-\u024f][\w'’\-]*){0,2})"
_MEASURE: Final = (
    r"(?:about |around |roughly |exactly |only |just |some )?(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|twenty"
    r"|thirty|forty|fifty"
    r"|(?:a|one|two|three) (?:hundred|thousand)) ?(?:-?[a-z°%]+)(?: [a-z]+)?"
)


@custom(
    "en.was_what",
    r"^(?P<s>(?!(?:this|that|it|he|she|they|you|i|we|here|there)\b)[^,;]{3,60}?) (?:is|was|are|were|turned out to be"
    r"|proved to be)"
    r" (?:exactly |actually |partly )?what(?: had| has|'d)? (?P<v>(?:kept|keeps|made|makes|broke|breaks|let|led|ruined|killed"
    r"|set|took|brought|cost"
    r"|gave|blew|shut|threw|\w+ed|causes?|triggers?|trips?|stops?)\b .{3,})$",
)
def was_what(hit: Hit) -> Iterable[Statement]:
    """A loose earth wire was what kept tripping the breaker."""
    subject = clean_value(hit.raw("s"), "en")
    if usable(subject):
        yield Statement(Peeled(subject, parsed=True), "cause_of", hit.value(), kind=MemoryKind.EPISODIC, confidence=0.6)


@custom(
    "en.from_to",
    rf"^from (?:the |our |my )?(?P<a>[\w' -]{{2,40}}?) (?:to|up to|down to) (?P<b>[\w' -]{{2,50}}?),? (?:it(?:'s| is)|takes?"
    rf"|it takes) (?P<v>{_MEASURE})"
    r"(?: on foot| by \w+)?$",
    timed=True,
)
def from_to(hit: Hit) -> Iterable[Statement]:
    """From the crypt to the top of the bell tower it's 212 steps."""
    goal = re.sub(r"^(?:the )?(?:top|end|bottom|edge|foot) of ", "", hit.raw("b"), flags=re.I)
    unit = hit.value().split()[-1] if hit.value().split() else ""
    yield Statement(
        Peeled(clean_value(goal, "en"), parsed=True), f"distance.{unit}", hit.value(), confidence=0.6, timeless=True
    )


@custom(
    "en.for_it_see",
    rf"^for (?:an? |the |any )?(?P<s>(?!me\b|us\b|now\b|example\b|instance\b)[\w' -]{{2,40}}?),? (?:please )?(?:see"
    rf"|ask(?: for)?|talk to|go to|contact"
    rf"|speak to|call|e-?mail|find|try|ring) (?P<v>{_NAME})(?: first| instead)?$",
)
def for_it_see(hit: Hit) -> Iterable[Statement]:
    """For a locker see Mr. Bakshi."""
    who, what = "v", "s"
    people = {m.text for m in hit.clause.mentions if m.type in (EntityType.PLACE, EntityType.PRODUCT)}
    if hit.value(who) not in people and usable(hit.value(what)):
        yield Statement(Peeled(hit.value(who)), "responsible_for", hit.value(what), confidence=0.65)


@custom(
    "en.aims_at",
    r"^(?P<s>i|we) (?:really |just |still |'d )*(?:want|hope|aim|mean|intend) to (?P<v>(?!be\b|know\b|say\b|thank\b|ask\b"
    r"|see\b).+)$",
    timed=True,
)
def aims_at(hit: Hit) -> Iterable[Statement]:
    """I want to retire at 60: a wish with a figure or a day is a plan."""
    if (hit.clause.spans or re.search(r"\d", hit.raw("v"))) and usable(hit.value()):
        value = hit.raw("v").strip(" .!,")
        yield Statement(
            Peeled(hit.raw("s")), "plan", value, kind=MemoryKind.EPISODIC, modality=Modality.PLANNED, confidence=0.6
        )


SENTENCES: Final[tuple[Pattern, ...]] = (was_what, from_to)
PATTERNS: Final[tuple[Pattern, ...]] = (for_it_see, aims_at)
