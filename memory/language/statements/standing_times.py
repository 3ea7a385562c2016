"""Times that stand in one clause and hold for the others: `this week they are away, so Ann does the pick-up`."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.extracted import ExtractInput
from memory.language.statements.topic_turns import for_a_while
from memory.language.statements.topics.kit import RECORD
from memory.model.assertion import Draft, Modality
from memory.model.timespan import Bound, Grain, TimeSpan

_DAYS: Final = frozenset([Grain.DAY, Grain.WEEK, Grain.WEEKEND, Grain.MONTH, Grain.RANGE])


def with_times(drafts: Iterable[Draft], chunk: ExtractInput) -> list[Draft]:
    """The drafts; those without a time of their own take that of the whole chunk, where it is one of the two kinds.

    What is told for a while holds for that while only; what an old record says holds since then.
    """
    common = _common(chunk)
    if common is None:
        return list(drafts)
    return [
        replace(draft, event_time=common) if draft.event_time is None and draft.modality is Modality.ASSERTED else draft
        for draft in drafts
    ]


def _common(chunk: ExtractInput) -> TimeSpan | None:
    if for_a_while(chunk.text):
        coming = [span for span in chunk.reading.spans if span.end is not None and span.end > chunk.said_at]
        return next((replace(span, bound=Bound.WITHIN) for span in coming if _lasts(span)), None)
    if RECORD.search(chunk.text) is None:
        return None
    past = [span for span in chunk.reading.spans if span.end is not None and span.end <= chunk.said_at]
    return next(
        (replace(span, end=None, bound=Bound.SINCE) for span in past if span.start is not None and _lasts(span)), None
    )


def _lasts(span: TimeSpan) -> bool:
    return span.grain in _DAYS or span.bound is Bound.UNTIL
