"""When two wordings are one value: `50万` and `500,000`, `the Porto office` and `Porto office`, 離線安裝包 and 离线安装包.

The normalised form is only compared and hashed, never shown.
"""

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from typing import Final
from uuid import UUID

from memory.language.han import fold

_HAN: Final = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff"
_EDGES: Final = " \t\r\n.,:;!?…~'\"“”‘’「」『』《》〈〉()（）[]【】。，、：；！？·-—*`"
_BREAKS: Final = re.compile(r"[\s,;、，；。!?！？\"“”‘’「」『』《》()（）\[\]【】`*]+")
_ARTICLE: Final = re.compile(r"(?<![\w'])the\s+(?=\S)|^(?:an?)\s+(?=\S)")
_HAN_SPACE: Final = re.compile(rf"(?<=[{_HAN}])\s+(?=\S)|(?<=\S)\s+(?=[{_HAN}])")
_THOUSANDS: Final = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_SCALED: Final = re.compile(
    r"(?<![\w.])(\d+(?:\.\d+)?)\s*(万亿|百万|千万|[万亿千]|k|m|bn|thousand|million|billion)(?![a-z\d])"
)
_SCALE: Final = {
    "千": 10**3,
    "万": 10**4,
    "百万": 10**6,
    "千万": 10**7,
    "亿": 10**8,
    "万亿": 10**12,
    "k": 10**3,
    "thousand": 10**3,
    "m": 10**6,
    "million": 10**6,
    "bn": 10**9,
    "billion": 10**9,
}
_MONEY: Final = re.compile(r"(?:[¥￥]|rmb|cny)?\s*(\d+(?:\.\d+)?)\s*(?:元整?|块钱?|圆|人民币|rmb|cny|yuan)(?![a-z])")
_YEN_SIGN: Final = re.compile(r"[¥￥]\s*(?=\d)|(?:rmb|cny)\s*(?=\d)")
_CLOCK: Final = re.compile(r"(?<![\d:.])0(\d:[0-5]\d)")
_HAN_NUMBER: Final = re.compile(
    r"[零〇一二三四五六七八九十百千两]*[十百千][零〇一二三四五六七八九十百千两]*(?=[万亿元块])|[一二两三四五六七八九](?=[万亿])"
)
_DIGIT: Final = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNIT: Final = {"十": 10, "百": 100, "千": 1000}
_WORDS: Final = re.compile(rf"[{_HAN}]|[^\W{_HAN}]+")


def _han_number(text: str) -> int:
    total, digit = 0, 0
    for char in text:
        if char in _UNIT:
            total += (digit or 1) * _UNIT[char]
            digit = 0
        else:
            digit = _DIGIT[char]
    return total + digit


def _plain_number(number: Decimal) -> str:
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _numbers(text: str) -> str:
    """Numbers in one spelling: thousands, scales in both languages, the unit of money that is the default here."""
    text = _THOUSANDS.sub(lambda m: m[0].replace(",", ""), text)
    text = _HAN_NUMBER.sub(lambda m: str(_han_number(m[0])), text)
    text = _SCALED.sub(lambda m: _plain_number(Decimal(m[1]) * _SCALE[m[2]]), text)
    text = _YEN_SIGN.sub("", _MONEY.sub(r"\1", text))
    return _CLOCK.sub(r"\1", text)


@lru_cache(maxsize=20_000)
def normal_value(text: str) -> str:
    """The form in which values are compared; never empty unless the text holds no character at all."""
    plain = fold(unicodedata.normalize("NFKC", text)).casefold().strip()
    shorter = _BREAKS.sub(" ", _numbers(_HAN_SPACE.sub("", plain))).strip(_EDGES)
    shorter = _HAN_SPACE.sub("", _ARTICLE.sub("", shorter)).strip(_EDGES)
    return " ".join(shorter.split()) or plain


def value_words(norm: str) -> frozenset[str]:
    """The words and Chinese characters of a normalised value."""
    return frozenset(_WORDS.findall(norm))


def _digits(norm: str) -> list[str]:
    return re.findall(r"\d+", norm)


def refers_to(words: str, stated: str) -> bool:
    """Whether the words that end something may mean a stated value: `pottery` the `pottery class at Tanner's Yard`.

    Both are normalised. One must contain the other, as words; numbers must be the same.
    """
    shorter, longer = sorted((words, stated), key=len)
    if len(shorter) < (3 if shorter.isascii() else 2) or not value_words(shorter) <= value_words(longer):
        return False
    if any(c > "\u2fff" for c in shorter) and shorter not in longer:
        return False
    return not _digits(words) or _digits(words) == _digits(stated)


def value_keys(values: Iterable[tuple[str, UUID | None]]) -> dict[tuple[str, UUID | None], str]:
    """The key under which each (normalised value, entity) counts as one value.

    Values that name one entity are one; a wording without a link joins the entity that alone bears this wording.
    """
    pairs = set(values)
    entities: dict[str, set[UUID]] = {}
    for norm, entity in pairs:
        if entity is not None:
            entities.setdefault(norm, set()).add(entity)
    keys: dict[tuple[str, UUID | None], str] = {}
    for norm, entity in pairs:
        named = {entity} if entity is not None else entities.get(norm, set[UUID]())
        keys[norm, entity] = f"entity:{min(named, key=str)}" if len(named) == 1 else f"value:{norm}"
    return keys
