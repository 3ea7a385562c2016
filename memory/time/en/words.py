"""Tables of English time words."""

from collections.abc import Iterable
from typing import Final

from memory.time.calendar import Unit
from memory.time.festivals import DayOf, before_first_of, fixed, from_easter, lunar, nth

WEEKDAYS: Final = {
    "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6,
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6,
}  # fmt: skip
MONTHS: Final = {
    "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9,
    "october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8,
    "sept": 9, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
}  # fmt: skip
SEASONS: Final = {
    "spring": 0,
    "springtime": 0,
    "summer": 1,
    "summertime": 1,
    "autumn": 2,
    "fall": 2,
    "winter": 3,
    "wintertime": 3,
}
UNITS: Final = {
    "minute": Unit.MINUTE, "min": Unit.MINUTE, "hour": Unit.HOUR, "hr": Unit.HOUR, "day": Unit.DAY, "night": Unit.DAY,
    "week": Unit.WEEK, "month": Unit.MONTH, "quarter": Unit.QUARTER, "year": Unit.YEAR, "yr": Unit.YEAR, "decade": Unit.DECADE,
    "business day": Unit.DAY, "working day": Unit.DAY, "workday": Unit.DAY, "weekday": Unit.DAY, "fortnight": Unit.WEEK,
}  # fmt: skip
DECADES: Final = {"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80,
                  "nineties": 90}  # fmt: skip
DAY_PARTS: Final = {"morning": "morning", "afternoon": "afternoon", "evening": "evening", "night": "night"}
ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1, "1st": 1, "2nd": 2, "3rd": 3,
                   "4th": 4, "5th": 5, "final": -1}  # fmt: skip

_LUNAR_NEW_YEAR: Final = lunar(1, 1)
FESTIVALS: Final[dict[str, DayOf]] = {
    "new year's day": fixed(1, 1), "new years day": fixed(1, 1), "new year's": fixed(1, 1), "new year's eve": fixed(12, 31),
    "new years eve": fixed(12, 31), "valentine's day": fixed(2, 14), "valentines day": fixed(2, 14), "valentine's": fixed(2, 14),
    "st patrick's day": fixed(3, 17), "st. patrick's day": fixed(3, 17), "april fools' day": fixed(4, 1),
    "april fool's day": fixed(4, 1), "april fools": fixed(4, 1), "earth day": fixed(4, 22), "may day": fixed(5, 1),
    "cinco de mayo": fixed(5, 5), "juneteenth": fixed(6, 19), "canada day": fixed(7, 1), "independence day": fixed(7, 4),
    "the fourth of july": fixed(7, 4), "fourth of july": fixed(7, 4), "bastille day": fixed(7, 14), "halloween": fixed(10, 31),
    "veterans day": fixed(11, 11), "armistice day": fixed(11, 11), "christmas eve": fixed(12, 24), "xmas eve": fixed(12, 24),
    "christmas day": fixed(12, 25), "christmas": fixed(12, 25), "xmas": fixed(12, 25), "boxing day": fixed(12, 26),
    "guy fawkes night": fixed(11, 5), "bonfire night": fixed(11, 5), "international women's day": fixed(3, 8),
    "anzac day": fixed(4, 25), "australia day": fixed(1, 26), "burns night": fixed(1, 25), "groundhog day": fixed(2, 2),
    "mlk day": nth(1, 0, 3), "martin luther king day": nth(1, 0, 3), "presidents' day": nth(2, 0, 3),
    "presidents day": nth(2, 0, 3), "president's day": nth(2, 0, 3), "mother's day": nth(5, 6, 2), "mothers day": nth(5, 6, 2),
    "memorial day": nth(5, 0, -1), "father's day": nth(6, 6, 3), "fathers day": nth(6, 6, 3), "labor day": nth(9, 0, 1),
    "labour day": nth(9, 0, 1), "columbus day": nth(10, 0, 2), "indigenous peoples' day": nth(10, 0, 2),
    "thanksgiving day": nth(11, 3, 4), "thanksgiving": nth(11, 3, 4), "black friday": nth(11, 3, 4, 1),
    "cyber monday": nth(11, 3, 4, 4), "easter sunday": from_easter(0), "easter monday": from_easter(1), "easter": from_easter(0),
    "good friday": from_easter(-2), "maundy thursday": from_easter(-3), "palm sunday": from_easter(-7),
    "ash wednesday": from_easter(-46), "shrove tuesday": from_easter(-47), "mardi gras": from_easter(-47),
    "ascension day": from_easter(39), "pentecost": from_easter(49), "whit monday": from_easter(50),
    "corpus christi": from_easter(60), "chinese new year": _LUNAR_NEW_YEAR, "lunar new year": _LUNAR_NEW_YEAR,
    "the spring festival": _LUNAR_NEW_YEAR, "spring festival": _LUNAR_NEW_YEAR,
    "chinese new year's eve": before_first_of(_LUNAR_NEW_YEAR), "lunar new year's eve": before_first_of(_LUNAR_NEW_YEAR),
    "lantern festival": lunar(1, 15), "dragon boat festival": lunar(5, 5), "qixi": lunar(7, 7),
    "mid-autumn festival": lunar(8, 15), "mid-autumn": lunar(8, 15), "double ninth festival": lunar(9, 9),
    "singles' day": fixed(11, 11), "singles day": fixed(11, 11),
}  # fmt: skip

_OPENERS: Final = """
a about afternoons ages almost an annually approx approximately around at back beginning between biweekly close cob coming
couple current daily dawn days during dusk each earlier early end eod evenings every exactly few following for
fortnightly from half hourly in just last late lately later less long lunchtime many maybe mid midday middle midmorning
midnight monthly months more mornings nearly next nights noon noontime on once only over past per precisely previous
quarterly quite recently roughly same several small some someday sometime start tail that the these this
throughout tmr tmrw today tommorow tomorow tomorrow tonight tonite turn twice under upcoming very wee weekdays weekend
weekends weekly weeks within yearly years yesterday mondays tuesdays wednesdays thursdays fridays saturdays sundays
sunrise sunset exact
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
twenty thirty forty fifty sixty seventy eighty ninety zero sixth seventh eighth ninth tenth eleventh twelfth thirteenth
fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth
"""
_TABLES: Final = (WEEKDAYS, MONTHS, SEASONS, FESTIVALS, DECADES, DAY_PARTS, UNITS, ORDINALS)
OPENERS: Final = frozenset(word.split()[0] for table in _TABLES for word in table) | frozenset(_OPENERS.split())
"""The words with which a time expression can begin."""


def any_of(table: Iterable[str]) -> str:
    """An alternation, the longest word first; a blank stands for any white space."""
    return "|".join(word.replace(".", r"\.").replace(" ", r"\s+") for word in sorted(table, key=len, reverse=True))
