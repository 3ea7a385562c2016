"""Ranges: from one expression to another. The far end is read after the near one; a year said once counts for both."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.model.timespan import Grain
from memory.time.calendar import Unit, at, instant
from memory.time.terms import Context, Cyclic, Fixed, Nested, Period, Pick, Rank, Tense, Term

_SAID = frozenset({Pick.LAST, Pick.NEXT, Pick.THIS, Pick.BEFORE_LAST, Pick.AFTER_NEXT})


def is_range(term: Term) -> bool:
    return isinstance(term, Range) or (isinstance(term, Nested) and any(is_range(part) for part in term.terms))


def is_dated(term: Term) -> bool:
    """Do the words themselves say which instance is meant?"""
    if isinstance(term, Nested):
        return is_dated(term.terms[0])
    if isinstance(term, Cyclic):
        return term.pick in _SAID
    return isinstance(term, Fixed)


def undated(term: Term) -> bool:
    """A time of day of which no words say the day."""
    head = term.terms[0] if isinstance(term, Nested) else term.first if isinstance(term, Range) else term
    return not isinstance(head, Fixed) and head.rank in (Rank.DAY_PART, Rank.CLOCK)


def _pick(term: Term) -> Pick | None:
    return term.pick if isinstance(term, Cyclic) else None


def _has_year(term: Term) -> bool:
    head = term.terms[0] if isinstance(term, Nested) else term
    return isinstance(head, Fixed) and (head.rank <= Rank.YEAR or head.absolute)


@dataclass(frozen=True, slots=True)
class Range:
    """From the start of `first` to the end of `last`; between clock times, to the start of the last one."""

    first: Term
    last: Term

    @property
    def rank(self) -> Rank:
        return self.last.rank

    def alone(self, cx: Context) -> Period | None:
        if is_dated(self.last):
            return self._towards(self.last.alone(cx), cx)
        if self._says_more_first():
            return self._from_first(cx)
        if cx.tense is not Tense.NONE and not is_dated(self.first) and self.first.rank is not Rank.CLOCK:
            # A range that the verb puts before or behind the base is read from the end that bounds it.
            return self._towards(self.last.alone(cx), cx)
        if self.rank is Rank.CLOCK and not is_dated(self.first):
            return self._of_day(cx)
        return self._onwards(self.first.alone(cx), cx)

    def _says_more_first(self) -> bool:
        """5月1日-5日: only the near end tells the month."""
        first, last = self.first, self.last
        return (
            isinstance(first, Cyclic)
            and isinstance(last, Cyclic)
            and (first.cycle, last.cycle) == (Unit.YEAR, Unit.MONTH)
        )

    def _from_first(self, cx: Context) -> Period | None:
        """From the near end; ahead counts also what has begun and not ended."""
        first = self.first.alone(cx)
        if first is not None and cx.tense is Tense.FUTURE:
            running = self._onwards(self.first.before(first.start, cx), cx)
            if running is not None and instant(running.end) > instant(cx.base):
                return running
        return self._onwards(first, cx)

    def _of_day(self, cx: Context) -> Period | None:
        """Hours of the base's day; of the next or the previous one where the verb looks away from them."""
        found = self.within(cx.day(cx.today), cx)
        if found is None or cx.tense is Tense.HABIT:
            return None if cx.tense is Tense.HABIT else self._onwards(self.first.alone(cx), cx)
        step = 0
        if cx.tense is Tense.FUTURE and instant(found.end) <= instant(cx.base):
            step = 1
        elif cx.tense is Tense.PAST and instant(found.start) > instant(cx.base):
            step = -1
        return self.within(cx.day(cx.today + timedelta(days=step)), cx)

    def within(self, frame: Period, cx: Context) -> Period | None:
        first = self.first.within(frame, cx)
        if first is None:
            return None
        return self._joined(first, self.last.within(frame, cx)) or self._onwards(first, cx)

    def after(self, moment: datetime, cx: Context) -> Period | None:
        return self._onwards(self.first.after(moment, cx), cx)

    def before(self, moment: datetime, cx: Context) -> Period | None:
        return self._onwards(self.first.before(moment, cx), cx)

    def _onwards(self, first: Period | None, cx: Context) -> Period | None:
        """From a known near end to the next far end."""
        if first is None:
            return None
        from_day = self.last.rank >= Rank.DAY_PART and self.first.rank >= Rank.DAY_PART and not is_dated(self.last)
        origin = first.start if from_day else at(first.start.date(), cx.zone)
        return self._joined(first, self.last.after(origin, cx))

    def _towards(self, last: Period | None, cx: Context) -> Period | None:
        """From the near end that belongs to a known far end."""
        if last is None:
            return None
        if is_dated(self.first) or (is_dated(self.last) and not _has_year(self.last)):
            found = self._joined(self.first.alone(cx), last)
            if found is not None:
                return found
            if _pick(self.last) is Pick.NEXT:
                return self._from_next(cx)
        return self._joined(self.first.before(last.start, cx), last)

    def _from_next(self, cx: Context) -> Period | None:
        """Next Monday to next Friday, said on a Tuesday: the Friday after that Monday."""
        first = self.first.alone(cx)
        return first and self._joined(first, self.last.after(first.start, cx))

    def _joined(self, first: Period | None, last: Period | None) -> Period | None:
        if first is None or last is None:
            return None
        end = last.start if self.last.rank is Rank.CLOCK else last.end
        if instant(first.start) >= instant(end):
            return None
        return Period(first.start, end, Grain.RANGE, min(first.certainty, last.certainty))
