"""Numerals as people write them: Arabic (full width is folded before), Chinese, and English number words."""

import re
from typing import Final

_ZH_DIGIT: Final = {c: n for n, c in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "○": 0,
    "两": 2,
    "俩": 2,
    "仨": 3,
    "壹": 1,
}
_ZH_UNIT: Final = {"十": 10, "百": 100, "千": 1000, "拾": 10, "佰": 100}
_ZH_TENS: Final = {"廿": 20, "卅": 30}

ZH_NUMBER: Final = r"(?:\d{1,4}|[一二三四五六七八九十百千两俩仨廿卅][零〇○一二三四五六七八九十百千两俩仨廿卅]{0,6})"
"""A numeral in folded Chinese text."""

_EN_SMALL: Final = {
    word: n
    for n, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_EN_TENS: Final = {
    w: 10 * n for n, w in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
_EN_ORDINAL: Final = {
    word: n
    for n, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
        ],
        1,
    )
} | {"thirtieth": 30}
_EN_ONES: Final = "one|two|three|four|five|six|seven|eight|nine"

EN_NUMBER: Final = (
    r"(?:\d{1,4}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:" + _EN_ONES + r"))?|"
    r"ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|" + _EN_ONES + r"|"
    r"an?\s+hundred|one\s+hundred|a\s+dozen)"
)
"""A cardinal in lower-cased English text."""

EN_ORDINAL: Final = (
    r"(?:\d{1,2}(?:st|nd|rd|th)|(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|"
    + "|".join(sorted(_EN_ORDINAL, key=len, reverse=True))
    + r")"
)
"""An ordinal in lower-cased English text."""


ISO_WEEK: Final = r"(?<![\w-])(?P<y>(?:19|20)\d\d)-?w(?P<w>[0-5]\d)(?:-(?P<wd>[1-7]))?(?![\w-])"
"""A week of ISO 8601, perhaps with its day (2026-W10, 2026-W10-3)."""


def zh_number(text: str) -> int | None:
    """The value of a Chinese or Arabic numeral; digit by digit where it has no 十 (二〇二六, 二零二六). None: no numeral."""
    if text.isdecimal():
        return int(text)
    if not text:
        return None
    if not any(c in _ZH_UNIT or c in _ZH_TENS for c in text):
        digits = [_ZH_DIGIT.get(c) for c in text]
        return None if None in digits else int("".join(str(d) for d in digits))
    return _zh_by_place(text)


def _zh_by_place(text: str) -> int | None:
    total, digit = 0, None
    for c in text:
        if c in _ZH_UNIT:
            total += (1 if digit is None else digit) * _ZH_UNIT[c]
            digit = None
        elif c in _ZH_TENS:
            total += _ZH_TENS[c]
        elif c in _ZH_DIGIT:
            digit = _ZH_DIGIT[c]
        else:
            return None
    return total + (digit or 0)


def en_number(text: str) -> int | None:
    """The value of an English cardinal or ordinal in words or digits. None: no numeral."""
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", text.strip().lower())
    if plain.isdecimal():
        return int(plain)
    if plain.endswith("hundred"):
        return 100
    if plain.endswith("dozen"):
        return 12
    total = 0
    for word in re.split(r"[- ]+", plain):
        value = _EN_SMALL.get(word, _EN_TENS.get(word, _EN_ORDINAL.get(word)))
        if value is None:
            return None
        total += value
    return total


def year_number(text: str, value: int) -> int:
    """A year as written: two digits are of this century below 50, of the last one from there on."""
    if len(text) > 2 or value > 99:
        return value
    return 2000 + value if value < 50 else 1900 + value
