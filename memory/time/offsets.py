"""Counted distances: N units ago or ahead, the last or next N units, N units before or after another expression."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from memory.model.timespan import Grain
from memory.time.calendar import ISO_LETTER, Unit, at, elapsed, instant, shift, working_day
from memory.time.periods import RANK_OF
from memory.time.terms import Context, Cyclic, Fixed, Nested, Period, Rank, Tense, Term


@dataclass(frozen=True, slots=True)
class Length:
    """A counted length. `vague`: a few, several; `rough`: about; `working`: working days."""

    count: float
    unit: Unit
    up_to: float | None = None
    """Two or three days: the other end."""
    plus: "Length | None" = None
    """The smaller unit of a year and three months."""
    vague: bool = False
    rough: bool = False
    working: bool = False

    def iso(self) -> str:
        """ISO 8601 (P3D, PT1H30M); a vague length has no value."""
        if self.vague or self.up_to is not None:
            return ""
        if self.plus is not None:
            return _joined_iso(replace(self, plus=None).iso(), self.plus.iso())
        whole, rest = int(self.count), self.count - int(self.count)
        unit, scale = (Unit.YEAR, 10) if self.unit is Unit.DECADE else (self.unit, 1)
        if unit in (Unit.QUARTER, Unit.HALF):
            unit, scale = Unit.MONTH, 3 if self.unit is Unit.QUARTER else 6
        mark = "PT" if unit in (Unit.MINUTE, Unit.HOUR) else "P"
        if not rest:
            return f"{mark}{whole * scale}{ISO_LETTER[unit]}"
        return _iso_with_half(whole, unit, mark)


def _joined_iso(first: str, second: str) -> str:
    """P1Y and P3M are P1Y3M; P1D and PT2H are P1DT2H."""
    if not first or not second:
        return ""
    tail = second.removeprefix("P")
    return first + (tail.removeprefix("T") if "T" in first else tail)


def _iso_with_half(whole: int, unit: Unit, mark: str) -> str:
    """A unit and a half in whole smaller units."""
    match unit:
        case Unit.HOUR:
            return f"PT{whole}H30M" if whole else "PT30M"
        case Unit.YEAR:
            return f"P{12 * whole + 6}M"
        case Unit.MONTH:
            return f"P{whole}M15D" if whole else "P15D"
        case Unit.DAY:
            return f"P{whole}DT12H" if whole else "PT12H"
        case Unit.WEEK:
            return f"P{7 * whole + 3}DT12H"
        case _:
            return f"{mark}{whole}{ISO_LETTER.get(unit, 'D')}"


def moved(day: date, length: Length, sign: int, weekend: frozenset[int] = frozenset()) -> date:
    """The day so many units away; half a month is 15 days, half a year six months."""
    whole, rest = int(length.count), length.count - int(length.count)
    if length.working:
        return working_day(day, sign * whole, weekend)
    day = shift(day, sign * whole, length.unit)
    if length.plus is not None:
        return moved(day, length.plus, sign)
    if not rest:
        return day
    if length.unit is Unit.YEAR:
        return shift(day, sign * 6, Unit.MONTH)
    return day + timedelta(days=sign * {Unit.MONTH: 15, Unit.WEEK: 3}.get(length.unit, 0))


SIZES = {unit: size for size, unit in enumerate(Unit)}
"""From the minute up."""
_CLOCK_UNITS = frozenset({Unit.MINUTE, Unit.HOUR})
_MARGIN = {Unit.WEEK: 2, Unit.MONTH: 5, Unit.QUARTER: 15, Unit.HALF: 20, Unit.YEAR: 30, Unit.DECADE: 365}
_WIDEST = {Unit.WEEK: 3, Unit.MONTH: 14, Unit.QUARTER: 30, Unit.HALF: 30, Unit.YEAR: 120, Unit.DECADE: 1000}


def margin(length: Length) -> int:
    """Days on either side of a counted distance: wider with the count, never more than one unit in all."""
    if length.plus is not None:
        return margin(replace(length.plus, rough=length.rough or length.plus.rough))
    if length.unit is Unit.DAY:
        return 1 if length.rough else 0
    if length.unit is Unit.YEAR and length.count < 1:
        return 25 if length.rough else 15
    wide = round(_MARGIN[length.unit] * (1 + (max(length.count, 1) - 1) / 4) * (1.5 if length.rough else 1))
    return min(wide, _WIDEST[length.unit])


def away(length: Length, sign: int, *, sure: bool = False) -> Fixed:
    """N units ago (-1) or ahead (1): that day for days, an interval around it for longer units, the minute for shorter."""

    def resolve(cx: Context) -> Period | None:
        if sign > 0 and not sure and cx.tense is Tense.PAST:
            # "He wrote it in three days", 三天后他走了: a length, or counted from something else.
            return None
        if length.unit in _CLOCK_UNITS or (length.plus and length.plus.unit in _CLOCK_UNITS):
            return _clock_away(cx.base, length, sign)
        if length.vague:
            return _vaguely_away(length, sign, cx)
        near = around(moved(cx.today, length, sign, frozenset(cx.settings.weekend)), length, cx)
        if length.up_to is None:
            return near
        far = around(moved(cx.today, replace(length, count=length.up_to), sign), length, cx)
        return _hull(near, far)

    def opened(cx: Context) -> Period:
        return cx.unit(moved(cx.today, length, sign), length.unit, 0.9)

    return Fixed(RANK_OF.get(length.unit, Rank.CLOCK), resolve, None if length.unit in _CLOCK_UNITS else opened)


def _hull(one: Period, other: Period) -> Period:
    """Both and what lies between."""
    first, last = sorted((one, other), key=lambda period: instant(period.start))
    return Period(first.start, last.end, one.grain, one.certainty * 0.7)


def around(day: date, length: Length, cx: Context) -> Period:
    wide = margin(length)
    certainty = (1.0 if length.unit is Unit.DAY else 0.8) * (0.7 if length.rough else 1.0)
    return cx.days(day - timedelta(days=wide), day + timedelta(days=wide + 1), Grain(length.unit.value), certainty)


def _clock_away(base: datetime, length: Length, sign: int) -> Period:
    """Elapsed time: three hours before 04:30 on the day of a clock change is 00:30."""
    minutes = _clock_length(length) / timedelta(minutes=1)
    middle = elapsed(base.replace(second=0, microsecond=0), timedelta(minutes=sign * minutes))
    wide = min(90, round(minutes * 0.6)) if length.vague else min(30, max(1, round(minutes / 6)))
    if length.rough and not length.vague:
        wide = min(35, wide * 2)
    grain = Grain.HOUR if length.unit is Unit.HOUR else Grain.MINUTE
    start, end = elapsed(middle, timedelta(minutes=-wide)), elapsed(middle, timedelta(minutes=wide + 1))
    return Period(start, end, grain, 0.5 if length.vague else 0.9)


def _vaguely_away(length: Length, sign: int, cx: Context) -> Period:
    """A few days ago: the week before the base's day; a few weeks ago: two to six weeks."""
    near, far = (0, 7) if length.unit is Unit.DAY else (1, 5)
    if sign < 0:
        first, end = shift(cx.today, -far, length.unit), shift(cx.today, -near, length.unit)
    else:
        first, end = shift(cx.today, near, length.unit), shift(cx.today, far, length.unit)
        first, end = (d + timedelta(days=1) for d in (first, end)) if length.unit is Unit.DAY else (first, end)
    return cx.days(first, end, Grain(length.unit.value), 0.5)


def recent(length: Length) -> Fixed:
    """The last N units: from so long ago to the base."""

    def resolve(cx: Context) -> Period | None:
        if length.unit in (Unit.MINUTE, Unit.HOUR):
            start = elapsed(cx.base, -_clock_length(length))
        else:
            start = at(moved(cx.today, length, -1, frozenset(cx.settings.weekend)), cx.zone)
        return Period(start, cx.base, Grain.RANGE, 0.6 if length.vague else 0.9)

    return Fixed(RANK_OF.get(length.unit, Rank.CLOCK), resolve)


def coming(length: Length) -> Fixed:
    """The next N units: from the base to the end of the last day."""

    def resolve(cx: Context) -> Period | None:
        if cx.tense is Tense.PAST:
            return None
        if length.unit in (Unit.MINUTE, Unit.HOUR):
            return Period(cx.base, elapsed(cx.base, _clock_length(length)), Grain.RANGE, 0.9)
        last = moved(cx.today, length, 1, frozenset(cx.settings.weekend))
        return Period(cx.base, at(last + timedelta(days=1), cx.zone), Grain.RANGE, 0.6 if length.vague else 0.9)

    return Fixed(RANK_OF.get(length.unit, Rank.CLOCK), resolve)


def _clock_length(length: Length) -> timedelta:
    """Of hours and minutes; days beside them count 24 hours."""
    sizes = {Unit.MINUTE: 1, Unit.HOUR: 60, Unit.DAY: 1440}
    own = timedelta(minutes=length.count * sizes.get(length.unit, 0))
    return own + (_clock_length(length.plus) if length.plus else timedelta())


@dataclass(frozen=True, slots=True)
class Beside:
    """N units before or after another expression: two weeks before Christmas, the day after Easter."""

    length: Length
    sign: int
    anchor: Term
    whole: bool = False
    """The week before X: all of the unit that adjoins X, not a day one unit away."""

    @property
    def rank(self) -> Rank:
        return RANK_OF.get(self.length.unit, Rank.CLOCK)

    def alone(self, cx: Context) -> Period | None:
        return self._from(self.anchor.alone(cx), cx)

    def within(self, frame: Period, cx: Context) -> Period | None:
        return self._from(self.anchor.within(frame, cx), cx)

    def after(self, moment: datetime, cx: Context) -> Period | None:
        return self._from(self.anchor.after(moment, cx), cx)

    def before(self, moment: datetime, cx: Context) -> Period | None:
        return self._from(self.anchor.before(moment, cx), cx)

    def _from(self, anchor: Period | None, cx: Context) -> Period | None:
        if anchor is None:
            return None
        if self.length.unit in (Unit.MINUTE, Unit.HOUR):
            edge = anchor.start if anchor.grain in (Grain.HOUR, Grain.MINUTE) or self.sign < 0 else anchor.end
            return replace(_clock_away(edge, self.length, self.sign), certainty=anchor.certainty * 0.9)
        last = elapsed(anchor.end, timedelta(microseconds=-1)).date()
        edge_day = anchor.start.date() if self.sign < 0 else last
        if self.whole and self.length.unit is not Unit.DAY:
            return self._adjoining(edge_day, anchor, cx)
        day = moved(edge_day, self.length, self.sign, frozenset(cx.settings.weekend))
        exact = self.length.unit is Unit.WEEK and anchor.grain is Grain.DAY and not self.length.rough
        return (cx.day(day) if exact else around(day, self.length, cx)).less_certain(anchor.certainty)

    def _adjoining(self, edge: date, anchor: Period, cx: Context) -> Period:
        first = edge if self.sign < 0 else edge + timedelta(days=1)
        other = moved(first, self.length, self.sign)
        return cx.days(min(first, other), max(first, other), Grain(self.length.unit.value), anchor.certainty * 0.8)


@dataclass(frozen=True, slots=True)
class Following:
    """The second of two listed times (next Monday and Wednesday, 3月5日和8日): the next one after the first."""

    first: Term
    second: Term

    @property
    def rank(self) -> Rank:
        return self.second.rank

    def alone(self, cx: Context) -> Period | None:
        if isinstance(self.first, Nested) and self.first.terms[0].rank is Rank.YEAR:  # 今年国庆和中秋: of one year
            year = self.first.terms[0].alone(cx)
            found = year and self.second.within(year, cx)
            if found is not None:
                return found
        first = self.first.alone(cx)
        return first and self.second.after(first.end, cx)

    def within(self, frame: Period, cx: Context) -> Period | None:
        first = self.first.within(frame, cx)
        return first and self.second.after(first.end, cx)

    def after(self, moment: datetime, cx: Context) -> Period | None:
        first = self.first.after(moment, cx)
        return first and self.second.after(first.end, cx)

    def before(self, moment: datetime, cx: Context) -> Period | None:
        first = self.first.before(moment, cx)
        return first and self.second.after(first.end, cx)


@dataclass(frozen=True, slots=True)
class OfThatDay:
    """A time of day in a clause that a day opened: read in that day, or in that part of it."""

    day: Term
    time: Term
    up_to: bool = False
    """昨天忙到凌晨三点: the first such time behind noon."""

    @property
    def rank(self) -> Rank:
        return self.time.rank

    def alone(self, cx: Context) -> Period | None:
        frame = self.day.alone(cx)
        if frame is None:
            return self.time.alone(cx)
        if self.up_to:
            return self.time.after(at(frame.start.date(), cx.zone, 12), cx)
        found = self.time.within(frame, cx) if frame.grain is Grain.DAY_PART and self.rank is Rank.CLOCK else None
        return found or self.time.within(cx.day(frame.start.date(), certainty=frame.certainty), cx)

    def within(self, frame: Period, cx: Context) -> Period | None:
        return self.time.within(frame, cx)

    def after(self, moment: datetime, cx: Context) -> Period | None:
        return self.time.after(moment, cx)

    def before(self, moment: datetime, cx: Context) -> Period | None:
        return self.time.before(moment, cx)


@dataclass(frozen=True, slots=True)
class Adjacent:
    """The Monday after Easter, the weekend before Christmas: the nearest instance on one side of another expression."""

    what: Cyclic
    sign: int
    anchor: Term

    @property
    def rank(self) -> Rank:
        return self.what.rank

    def alone(self, cx: Context) -> Period | None:
        return self._from(self.anchor.alone(cx), cx)

    def within(self, frame: Period, cx: Context) -> Period | None:
        return self._from(self.anchor.within(frame, cx), cx)

    def after(self, moment: datetime, cx: Context) -> Period | None:
        return self._from(self.anchor.after(moment, cx), cx)

    def before(self, moment: datetime, cx: Context) -> Period | None:
        return self._from(self.anchor.before(moment, cx), cx)

    def _from(self, anchor: Period | None, cx: Context) -> Period | None:
        if anchor is None:
            return None
        found = self.what.before(anchor.start, cx) if self.sign < 0 else self.what.after(anchor.end, cx)
        return found and found.less_certain(anchor.certainty)
