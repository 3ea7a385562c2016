"""What a language gives to the reader: rules for pieces, what may stand between them, and the words around them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from memory.model.timespan import OtherKind
from memory.time.offsets import Length
from memory.time.terms import Cyclic, Rank, Tense, Term


@dataclass(frozen=True, slots=True)
class Other:
    """Time words that are no interval."""

    kind: OtherKind
    value: str = ""


class Side(StrEnum):
    """What a counted length does to the expression beside it."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Shift:
    """N units before or after what stands beside it (圣诞节|前两周, three days after|Christmas)."""

    length: Length | Cyclic
    """A cyclic term: the Monday after | Easter."""
    side: Side
    otherwise: Term | Other | None = None
    """Its meaning where nothing stands there."""
    whole: bool = False
    part: bool = False
    """Of a longer unit, its first or last ones (去年|前三个月)."""


Meaning = Term | Length | Shift | Other


class Need(IntEnum):
    """What a piece needs to count as a time at all."""

    NOTHING = 0
    SUPPORT = 1
    """A preposition, or another piece beside it (May, 2024, 三点)."""
    COMPANY = 2
    """Another piece beside it (the end of, 底)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A matched piece of text."""

    start: int
    end: int
    rule: str
    meaning: Meaning
    need: Need = Need.NOTHING
    certainty: float = 1.0


Build = Callable[[re.Match[str]], Meaning | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A named pattern and what it means; None from `build`: these words do not mean a time after all."""

    name: str
    pattern: re.Pattern[str]
    build: Build
    need: Need = Need.NOTHING
    certainty: float = 1.0


class Mode(StrEnum):
    """What the words around an expression make of it."""

    AT = "at"
    ROUGH = "rough"
    BEFORE = "before"
    BY = "by"
    SINCE = "since"
    FROM = "from"
    OUT_OF = "out_of"
    """English `from` alone: the photos from yesterday, but: from Monday we use Slack."""
    STARTING = "starting"
    AFTER = "after"
    DURING = "during"
    AHEAD = "ahead"
    """Where something was moved to, or fixed for (postponed to 3 April, 改到周五): ahead, though the verb is past."""
    NEAREST = "nearest"
    """Where something was moved from: the verb's tense says nothing about it."""


@dataclass(frozen=True, slots=True)
class Affix:
    """Words directly before (or after) an expression; `supports` lets a piece count that needs it."""

    pattern: re.Pattern[str]
    mode: Mode
    supports: bool = True
    absorbed: bool = True
    """Whether it belongs to the expression (`due date:` only supports it)."""
    coarsest: Rank = Rank.DECADE
    """The coarsest rank that it goes with (`about` only with clock times: "talk about today")."""
    finest: Rank = Rank.PART
    """The finest rank that it goes with (`in` not with clock times: "in 7:30" is a length)."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language."""

    name: str
    rules: Sequence[Rule]
    begins: re.Pattern[str]
    """Where a piece may begin, at most one character long: a first look that is much cheaper than `scan`."""
    scan: re.Pattern[str]
    """Matches where any rule does."""
    buckets: Sequence[tuple[re.Pattern[str], Sequence[tuple[int, Rule]]]]
    """The numbered rules, some at a time, with one pattern for all of them."""
    glue: re.Pattern[str]
    link: re.Pattern[str]
    """From one end of a range to the other."""
    listing: re.Pattern[str]
    """Between listed times."""
    prefixes: Sequence[Affix]
    suffixes: Sequence[Affix]
    any_prefix: re.Pattern[str]
    any_suffix: re.Pattern[str]
    anchor_left: bool
    """A counted length follows its anchor (圣诞节前两周); else it stands before it (two weeks before Christmas)."""
    tense: Callable[[str, int, int], Tense]
    moved: Callable[[str, int, int], tuple[Mode, ...]]
    """What a verb of moving or fixing a date says about the time words between two places."""


def rule(name: str, pattern: str, build: Build, need: Need = Need.NOTHING, *, certainty: float = 1.0) -> Rule:
    return Rule(name, re.compile(pattern), build, need, certainty)


_BUCKET = 12


def bucketed(rules: Sequence[Rule]) -> Sequence[tuple[re.Pattern[str], Sequence[tuple[int, Rule]]]]:
    """So that most rules need not be tried where another one matches."""
    numbered = list(enumerate(rules))
    parts = [numbered[first : first + _BUCKET] for first in range(0, len(numbered), _BUCKET)]
    return [(scanner([rule for _, rule in part]), part) for part in parts]


def any_affix(affixes: Sequence["Affix"]) -> re.Pattern[str]:
    """One pattern that tells whether any of them can match."""
    return re.compile("|".join(f"(?:{affix.pattern.pattern})" for affix in affixes))


def scanner(rules: Sequence[Rule]) -> re.Pattern[str]:
    """One pattern that finds where any of the rules may begin; names would clash in it, so it has none."""
    return re.compile("|".join(f"(?:{_nameless(rule.pattern.pattern)})" for rule in rules))


def _nameless(pattern: str) -> str:
    return re.sub(r"\(\?P=\w+\)", r"\\W", re.sub(r"\(\?P<\w+>", "(?:", pattern))
