"""Parts of the day and clock times."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum

from memory.model.timespan import Grain
from memory.time.calendar import Unit, at, elapsed, instant
from memory.time.terms import Context, Cyclic, Period, Pick, Rank, Tense

DAY_PARTS: dict[str, tuple[int, int]] = {
    "small_hours": (0, 6),
    "dawn": (5, 8),
    "early_morning": (5, 9),
    "morning": (6, 12),
    "forenoon": (8, 12),
    "noon": (11, 13),
    "midday": (11, 14),
    "afternoon": (12, 18),
    "dusk": (17, 20),
    "evening": (18, 24),
    "late_evening": (22, 26),
    "night": (18, 24),
    "daytime": (6, 18),
    "late_morning": (10, 12),
    "mid_morning": (9, 11),
    "early_afternoon": (12, 15),
    "mid_afternoon": (14, 16),
    "late_afternoon": (15, 18),
    "early_evening": (17, 20),
    "end_of_day": (16, 24),
}
"""First hour, and the hour after the last (24 and more: of the next day)."""


def day_part(name: str) -> Cyclic:
    first, end = DAY_PARTS[name]

    def instance(day: date, cx: Context) -> Period:
        return Period(at(day, cx.zone, first), at(day, cx.zone, end), Grain.DAY_PART)

    return Cyclic(Rank.DAY_PART, Unit.DAY, instance, Pick.CURRENT)


class Half(StrEnum):
    """Which half of the day a clock time is in."""

    AM = "am"
    PM = "pm"
    OPEN = "open"
    """Not said: 12-hour speech, so another twelve hours may have to be added."""
    FULL = "full"
    """24-hour writing."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock time. Without minutes it is its hour; `loose` (两点多) means somewhere in that hour."""

    hour: int
    minute: int | None = None
    half: Half = Half.OPEN
    loose: bool = False
    rank: Rank = Rank.CLOCK

    def alone(self, cx: Context) -> Period | None:
        """On the base's day; on the next or the previous one where the verb looks away from it."""
        if cx.tense is Tense.HABIT:
            return None
        today = cx.day(cx.today)
        found = self.within(today, cx)
        if found is None:
            return None
        if cx.tense is Tense.FUTURE and instant(found.end) <= instant(cx.base):
            found = self.within(cx.day(cx.today + timedelta(days=1)), cx) or found
        elif cx.tense is Tense.PAST and instant(found.start) > instant(cx.base):
            found = self.within(cx.day(cx.today - timedelta(days=1)), cx) or found
        return found.less_certain(0.85)

    def within(self, frame: Period, cx: Context) -> Period | None:
        if frame.grain is Grain.DAY:
            return self._of_day(frame, cx)
        if frame.grain is Grain.DAY_PART:
            return self._of_part(frame, cx)
        return None

    def after(self, moment: datetime, cx: Context) -> Period | None:
        found = [self._on(moment.date() + timedelta(days=day), hour, cx) for day in (0, 1) for hour in self._hours()]
        return next((p for p in found if instant(p.start) > instant(moment)), None)

    def before(self, moment: datetime, cx: Context) -> Period | None:
        found = [self._on(moment.date() + timedelta(days=day), hour, cx) for day in (-1, 0) for hour in self._hours()]
        return next((p for p in reversed(found) if instant(p.start) < instant(moment)), None)

    def moved(self, half: Half) -> "Clock":
        return replace(self, half=half) if self.half is Half.OPEN else self

    def _hours(self) -> tuple[int, ...]:
        """The hours of the day that the words allow, the usual reading first where it is open."""
        hour = self.hour % 12
        match self.half:
            case Half.AM:
                return (hour,)
            case Half.PM:
                return (hour + 12,)
            case Half.FULL:
                return (self.hour,)
            case Half.OPEN:
                return (self.hour,) if self.hour > 12 or self.hour == 0 else (hour, hour + 12)

    def _of_day(self, frame: Period, cx: Context) -> Period:
        day = frame.start.date()
        hours = self._hours()
        if len(hours) == 1:
            return self._on(day, hours[0], cx)
        early, late = (self._on(day, hour, cx) for hour in hours)
        # Nobody means the small hours without saying so: 1 to 6 are after noon, 12 is noon.
        usual = late if self.hour <= 6 or self.hour == 12 else early
        if day == cx.today and usual is early and cx.tense is Tense.FUTURE and instant(early.end) <= instant(cx.base):
            usual = late
        elif day == cx.today and usual is late and cx.tense is Tense.PAST and instant(late.start) > instant(cx.base):
            usual = early
        return usual.less_certain(0.85)

    def _of_part(self, frame: Period, cx: Context) -> Period | None:
        """Within a part of the day; an evening reaches to the next morning, an hour more on either side is allowed."""
        late = frame.end.hour < 3 or frame.end.hour >= 22
        first = elapsed(frame.start, timedelta(hours=-1))
        end = elapsed(frame.end, timedelta(hours=6 if late else 1))
        day = frame.start.date()
        for hour in (*self._hours(), *(h + 24 for h in self._hours())):
            found = self._on(day, hour, cx)
            if instant(first) <= instant(found.start) < instant(end):
                return found
        return None

    def _on(self, day: date, hour: int, cx: Context) -> Period:
        start = at(day, cx.zone, hour, self.minute or 0)
        if self.minute is None:
            end = at(day, cx.zone, hour + 1)
            if instant(end) <= instant(start):  # the hour that the clock skips
                end = elapsed(start, timedelta(hours=1))
            return Period(start, end, Grain.HOUR, 0.9 if self.loose else 1.0)
        return Period(start, elapsed(start, timedelta(minutes=1)), Grain.MINUTE)


def clock(hour: int, minute: int | None = None, half: Half = Half.OPEN, *, loose: bool = False) -> Clock | None:
    """None where there is no such time of day."""
    if not (0 <= hour <= 24 and (minute is None or 0 <= minute < 60)):
        return None
    if half in (Half.AM, Half.PM) and not 0 < hour <= 12 and not (half is Half.PM and 12 < hour < 24):
        return None
    if half is Half.PM and hour > 12:
        half = Half.FULL
    return Clock(hour, minute, half, loose)
