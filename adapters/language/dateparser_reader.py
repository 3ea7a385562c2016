"""`dateparser` as a reader of written dates: one language, strict, and only with day, month and year."""

from datetime import date, datetime
from typing import Any, Final

_LANGUAGES: Final = {"zh": ["zh"], "en": ["en"]}


class DateparserReader:
    """A `DateParser`. The package is loaded at its first use: most texts have nothing for it."""

    def day(self, words: str, language: str, base: datetime) -> date | None:
        """See `DateParser`; never raises, since the words come from anybody."""
        import dateparser  # noqa: PLC0415  # the package compiles its languages for a third of a second

        languages = _LANGUAGES.get(language)
        if languages is None:
            return None
        try:
            found = dateparser.parse(words, languages=languages, settings=_settings(base))
        except (ValueError, OverflowError, TypeError, AttributeError, IndexError, RecursionError):
            return None
        return found.date() if found is not None else None


def _settings(base: datetime) -> Any:
    """Nothing of a date may come from anywhere but the words: not the month, not the year, not the clock of the server."""
    return {
        "RELATIVE_BASE": base.replace(tzinfo=None),
        "STRICT_PARSING": True,
        "REQUIRE_PARTS": ["day", "month", "year"],
        "PARSERS": ["absolute-time"],
        "DATE_ORDER": "YMD",
        "RETURN_AS_TIMEZONE_AWARE": False,
    }
