"""What rests on a thing ends with it: the jobs run on alder, alder is decommissioned, so they run there no longer.

The statement that a thing is over stands in the thing's own `status` slot. It counts, as words that end a value, in every slot
that rests on the thing by its name, whichever came first.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from memory.language.linking import normal_name
from memory.model.assertion import Application, Assertion, Change, Modality, Polarity
from memory.model.ids import derived_id
from memory.model.settled import LinkedAssertion

STATUS: Final = "status"
RESTING: Final = ("deployment", "uses", "database", "environment", "storage", "works_with")
"""Predicates whose value is a thing that the subject needs to be there; dotted ones by their last part."""

_OVER: Final = re.compile(
    r"\b(?:decommissioned|retired|shut ?down|switched off|turned off|discontinued|sunset(?:ted)?|end[- ]of[- ]life|scrapped"
    r"|dismantled|deleted|defunct|dissolved|closed for good|out of service)\b"
    r"|下线|停用|退役|关停|报废|废弃|弃用|拆除|停产|淘汰|下架|停服|注销",
    re.I,
)


def rests(predicate: str) -> bool:
    """Whether the values of a predicate are things that their subject rests on."""
    return predicate.rpartition(".")[2] in RESTING


def says_over(status: str) -> bool:
    """Whether the value of a status means that its subject is there no longer."""
    return _OVER.search(status) is not None


def is_over(assertion: Assertion) -> bool:
    """Whether a statement says that its subject is there no longer."""
    told = assertion.modality is Modality.ASSERTED and assertion.polarity is Polarity.POSITIVE
    return told and assertion.predicate == STATUS and says_over(assertion.value)


def endings(
    stated: Sequence[LinkedAssertion], over: Iterable[tuple[str, LinkedAssertion]]
) -> tuple[LinkedAssertion, ...]:
    """Statements that end values of a slot, one for each thing and wording.

    Args:
        stated: The slot's own statements.
        over: (normalised name of a thing, a statement that it is over).
    """
    gone: dict[str, list[LinkedAssertion]] = {}
    for name, statement in over:
        gone.setdefault(name, []).append(statement)
    wordings = {(s.assertion.value, s.object_id, s.object_name) for s in stated}
    found = [
        ending("ending", statement, *wording)
        for wording in wordings
        for statement in gone.get(normal_name(wording[0]), ())
    ]
    return tuple(sorted(found, key=lambda linked: linked.assertion.assertion_id.int))


def ending(
    why: str, statement: LinkedAssertion, value: str, object_id: UUID | None, object_name: str | None
) -> LinkedAssertion:
    """The statement as words that end a value of another slot; `why` keeps the ids of two rules apart."""
    said = statement.assertion
    ended = replace(
        said,
        assertion_id=derived_id(why, [said.assertion_id, value]),
        value=value,
        polarity=Polarity.NEGATIVE,
        change=Change.ENDS,
        application=Application.ALWAYS,
    )
    return replace(statement, assertion=ended, object_id=object_id, object_name=object_name)
