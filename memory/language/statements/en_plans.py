"""English: plans, appointments, reminders."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, custom, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import MemoryKind, Modality


@custom(
    "en.plans_to",
    r"^(?P<s>.*?)\b(?:plans?|planning|intends?|intending|aims?|aiming|decided|agreed|"
    r"promised|scheduled|arranged|volunteered|signed up|committed) to (?P<v>.+)$",
)
def plans_to(hit: Hit) -> Iterable[Statement]:
    """We plan to open a second warehouse in the fall."""
    peeled = hit.peeled()
    if peeled.subject and usable(hit.value()):
        yield Statement(peeled, "plan", hit.value(), modality=Modality.PLANNED, kind=MemoryKind.EPISODIC)


@custom(
    "en.appointment",
    r"^(?P<s>i|we|he|she|they|[A-Z]\w+)(?:'ve| have| has|'s)?(?: got)? (?P<v>(?:an? |the |"
    r"my |our )(?:[\w-]+ ){0,3}(?:appointment|meeting|interview|exam|flight|call|deadline|"
    r"party|wedding|visit|class|lesson|concert|dinner|lunch|trip|surgery)(?: .+)?)$",
)
def appointment(hit: Hit) -> Iterable[Statement]:
    """I have a dentist appointment on Monday."""
    time = hit.clause.event_time
    if time is None:
        return
    ahead = time.start is None or time.start >= time.base
    if re.search(r"\b(?:have|has|'ve|got)\b", hit.view.text):
        yield Statement(
            hit.peeled(),
            "plan" if ahead else "event",
            hit.value(),
            kind=MemoryKind.EPISODIC,
            modality=Modality.PLANNED if ahead else None,
        )


@custom("en.remind", r"^(?:please |do |can you )?remind me (?:again )?(?:to|about) (?P<v>.+)$")
def remind(hit: Hit) -> Iterable[Statement]:
    """Please remind me to return the drill."""
    yield Statement(Peeled("I"), "reminder", hit.value(), kind=MemoryKind.EPISODIC)


PATTERNS: Final[tuple[Pattern, ...]] = (remind, plans_to, appointment)
