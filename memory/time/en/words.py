"""Tables of English time words."""

from typing import Final

from memory.time.calendar import Unit

WEEKDAYS: Final = {
    "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6,
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6,
}  # fmt: skip
MONTHS: Final = {
    "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9,
    "october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8,
    "sept": 9, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
}  # fmt: skip
SEASONS: Final = {"spring": 0, "springtime": 0, "summer": 1, "summertime": 1, "autumn": 2, "fall": 2, "winter": 3, "wintertime": 3}
UNITS: Final = {
    "minute": Unit.MINUTE, "min": Unit.MINUTE, "hour": Unit.HOUR, "hr": Unit.HOUR, "day": Unit.DAY, "night": Unit.DAY,
    "week": Unit.WEEK, "month": Unit.MONTH, "quarter": Unit.QUARTER, "year": Unit.YEAR, "yr": Unit.YEAR, "decade": Unit.DECADE,
    "business day": Unit.DAY, "working day": Unit.DAY, "workday": Unit.DAY, "fortnight": Unit.WEEK, "weekend": Unit.WEEK,
}  # fmt: skip
DAY_PARTS: Final = {"morning": "morning", "afternoon": "afternoon", "evening": "evening", "night": "night"}
"""Parts that stand beside a day: yesterday morning, Friday night."""
