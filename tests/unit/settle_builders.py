"""Builders for settling tests: statements in one line."""

import os
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from uuid import UUID

from memory.model.assertion import (
    Application,
    Assertion,
    Authority,
    Change,
    MemoryKind,
    Mention,
    Modality,
    Polarity,
    SubjectKind,
)
from memory.model.fact import Cardinality, FactStatus, PredicateClass, Slot
from memory.model.ids import derived_id
from memory.model.settled import LinkedAssertion, RevocationMark, Run, Timeline
from memory.settle.predicate import Predicate
from memory.settle.timeline import settle

EXAMPLES = int(os.environ.get("SETTLE_EXAMPLES", "500"))
"""Examples of the properties that a long run looks at more closely."""

CST = timezone(timedelta(hours=8))
SUBJECT = derived_id("entity", ["lin"])


def day(text: str) -> datetime:
    """`03-10` or `2025-03-10` or `03-10T09:30`, in China."""
    text = text if text.count("-") == 2 else f"2026-{text}"
    return datetime.fromisoformat(text).replace(tzinfo=CST)


def predicate(
    name: str = "lives_in",
    cardinality: Cardinality = Cardinality.SINGLE,
    cls: PredicateClass = PredicateClass.STATE,
    *,
    official: bool = False,
    registered: bool = True,
) -> Predicate:
    words = (name.replace("_", " "),) if registered else ()
    return Predicate(name, (), words, cardinality, cls, 30.0, MemoryKind.SEMANTIC, official)


HOME = predicate()
GRADE = predicate("grade", official=True)
LIKES = predicate("likes", Cardinality.MULTI)
LOOSE = predicate("favourite tool", Cardinality.MULTI, registered=False)
DID = predicate("did", Cardinality.EVENT, PredicateClass.EVENT)


def slot(of: Predicate = HOME) -> Slot:
    return Slot("scope", "general", SUBJECT, of.name)


def said(
    value: str,
    at: str,
    *,
    source: str = "",
    authority: Authority = Authority.USER_STATED,
    polarity: str = "+",
    modality: Modality = Modality.ASSERTED,
    change: Change = Change.NONE,
    application: Application = Application.ALWAYS,
    event: tuple[str | None, str | None] | None = None,
    bound: str = "at",
    grain: str = "",
    recorded: str | None = None,
    confidence: float = 0.8,
    object_id: UUID | None = None,
    ordinal: int = 0,
    position: int = 0,
) -> LinkedAssertion:
    """One statement, said on a day. `event` is its event time, half-open; `bound` how it bounds."""
    start, end = event or (None, None)
    told = (value, at, source, authority, polarity, modality, change, application, event, bound, grain, recorded)
    name = "|".join(str(part) for part in told)  # other words have another id: an assertion never changes
    assertion = Assertion(
        assertion_id=derived_id("assertion", [name, confidence, ordinal, position]),
        chunk_id=derived_id("chunk", [name]),
        source_id=derived_id("source", [source or name]),
        ordinal=ordinal,
        subject=Mention(SubjectKind.SPEAKER, "Lin"),
        predicate="",
        value=value,
        object=None,
        polarity=Polarity(polarity),
        modality=modality,
        kind=MemoryKind.SEMANTIC,
        change=change,
        application=application,
        start=0,
        end=1,
        event_start=day(start) if start else None,
        event_end=day(end) if end else None,
        event_bound=bound if event else "",
        event_grain=(grain or "minute") if event else "",
        event_certainty=0.9 if event else 0.0,
        event_raw="then" if event else "",
        confidence=confidence,
        authority=authority,
        said_at=day(at),
        recorded_at=day(recorded or at),
        extractor="test",
        extractor_version="1",
    )
    return LinkedAssertion(assertion, SUBJECT, "Lin", object_id, None, position)


def again(linked: LinkedAssertion, name: str) -> LinkedAssertion:
    """The same statement from another chunk of another source."""
    ids = [derived_id(kind, [name, linked.assertion.assertion_id]) for kind in ("assertion", "chunk", "source")]
    changed = replace(linked.assertion, assertion_id=ids[0], chunk_id=ids[1], source_id=ids[2])
    return replace(linked, assertion=changed)


def timeline(*statements: LinkedAssertion, of: Predicate = HOME, revoked: tuple[RevocationMark, ...] = ()) -> Timeline:
    return settle(slot(of), statements, of, revoked)


def short(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    local = moment.astimezone(CST)
    text = local.strftime("%m-%d" if local.year == 2026 else "%Y-%m-%d")
    return text if (local.hour, local.minute) == (0, 0) else text + local.strftime("T%H:%M")


def told(line: Timeline) -> list[tuple[str, str | None, str | None, str]]:
    """The runs as (value, from, to, status), oldest first."""
    return [(run.value, short(run.valid_from), short(run.valid_to), run.status.value) for run in line.runs]


def reasons(line: Timeline) -> dict[str, str]:
    return {run.value: run.reason for run in line.runs}


def value_at(line: Timeline, moment: str) -> list[str]:
    """What holds at a moment, whatever the stored status of a run whose time is over."""
    at = day(moment)
    live = (FactStatus.CURRENT, FactStatus.SUPERSEDED)
    return [run.value for run in line.runs if run.status in live and holds(run, at)]


def holds(run: Run, at: datetime) -> bool:
    return (run.valid_from is None or run.valid_from <= at) and (run.valid_to is None or at < run.valid_to)
