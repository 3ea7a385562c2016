"""Port: a general reader of written dates, for writings that the grammar of time words does not know."""

from datetime import date, datetime
from typing import Protocol


class DateParser(Protocol):
    """Reads one date that is written out in full."""

    def day(self, words: str, language: str, base: datetime) -> date | None:
        """The day that the words name with day, month and year; None where they do not.

        Args:
            words: a delimited expression and nothing else.
            language: `zh` or `en`; no other language is tried.
            base: when it was said.
        """
        ...
