"""Which value a statement means that ends `the last one`: the one told last before it that nothing has ended yet."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from memory.model.assertion import Assertion, Change, Polarity
from memory.model.pointing import points
from memory.model.settled import LinkedAssertion


def pointed(live: Mapping[UUID, LinkedAssertion]) -> dict[UUID, LinkedAssertion]:
    """The statements with such values replaced; one that points at nothing is left out."""
    if not any(_points(one.assertion) for one in live.values()):
        return dict(live)
    told: list[LinkedAssertion] = []
    found: dict[UUID, LinkedAssertion] = {}
    for key, linked in sorted(live.items(), key=_order):
        if not _points(linked.assertion):
            found[key] = linked
            told.append(linked)
            continue
        meant = _meant(told)
        if meant is not None:
            told = [one for one in told if one.assertion.value != meant.assertion.value]
            named = replace(linked.assertion, value=meant.assertion.value)
            found[key] = replace(linked, assertion=named, object_id=meant.object_id)
    return found


def _points(assertion: Assertion) -> bool:
    return assertion.change is Change.ENDS and points(assertion.value)


def _order(item: tuple[UUID, LinkedAssertion]) -> tuple[datetime, int, int, int]:
    linked = item[1]
    return linked.assertion.said_at, linked.position, linked.assertion.ordinal, linked.assertion.assertion_id.int


def _meant(told: list[LinkedAssertion]) -> LinkedAssertion | None:
    affirmed = (one for one in reversed(told) if one.assertion.polarity is Polarity.POSITIVE)
    return next((one for one in affirmed if one.assertion.change is not Change.ENDS), None)
