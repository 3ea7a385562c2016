"""Named choices where languages, regions or people differ; the defaults are those of docs/reference/time.md."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """How ambiguous words are read."""

    week_start: int = 0
    """Weekday on which a week starts: 0 Monday, 6 Sunday."""
    weekend: tuple[int, ...] = (5, 6)
    """Weekdays that are no working days; `weekend` itself is from the first of them to the last."""
    month_first: bool = True
    """Whether 5/3 in English is May 3rd (Chinese always is)."""
    longest_text: int = 40_000
    """Characters read; what stands behind them is left alone."""


DEFAULT = TimeSettings()
