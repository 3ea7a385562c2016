"""What the readers of all topics need: whose a thing is, when it held, and how long."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from memory.language.statements.en_persons import PERSON_NOUN
from memory.language.statements.pattern import Hit, Statement
from memory.language.statements.peel import Peeled
from memory.language.statements.scope_words import application_of
from memory.language.statements.zh_people import KIN
from memory.model.assertion import Application, Change, MemoryKind, Mention
from memory.model.timespan import Bound, Grain, TimeSpan
from memory.ports.recognizer import EntityType

RECORD: Final = re.compile(
    r"\b(?:older|old|dated|printed|back then|at that (?:point|time)|at the time|dug (?:out|up)|came across|turned up"
    r"|found something|(?:letter|minutes|note|entry|invoice|receipt|sheet|flyer|logbook|log|book|page|memo|copy|photo|record)"
    r"s? (?:of|from|for|dated)|, (?:letter|minutes|note|entry) of|used to be)\b|\bthen$"
    r"|那时|当时|那会儿|以前的|早先|(?:信|表|发票|收据|单|照片|记录|登记|纪要|日志|合同|名册|档案|通知|海报"
    r"|传单|说明|备忘|账本|笔记)"
    r"(?:里|上|中|显示|写|记|，|：)|那天|翻到|查到|查了?(?=[\u4e00-\u9fff])|补一条|补记|补充以前",
    re.I,
)
_PAST: Final = re.compile(r"\b(?:was|were|came|had|went|showed|shows|has|names|named|read|reads|says|said)\b", re.I)
_ONCE: Final = re.compile(
    r"\b(?:just (?:for|this|the) (?:once|now|today|tomorrow|this|the map)|just the once|(?:this time|tomorrow|today|tonight|once)"
    r" only|only (?:for )?(?:this|today|tomorrow|tonight|once)|this once|exceptionally|one[- ](?:time|off|night)|as an exception"
    r"|in this one|for this (?:one|single)|odd one out|for once|this time|the exception|just this|only this|a one-off)\b"
    r"|这一?次(?!上线|发布|迁移|搬|调整|升级|改版|开始|之后|起)|就这|只这|仅此|本次|破[一个]?[次回]?例|破次戒"
    r"|破戒|例外|这一?回|下不为例|一次性|只有(?:这|今|明|后)|就(?:今|明|后)天"
    r"|(?:今|明)[天晚早](?:这|那|就|先|的)|唯独|单独|特殊|特例|这一份|这一封|这一单|这张|这封|这份|明天还照旧|仅限",
    re.I,
)
_WEEKDAY: Final = re.compile(
    r"^(?:on |every |each )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^(?:每个?)?(?:周|星期"
    r"|礼拜)[一二三四五六日天]$|^[一二三四五六七八九十]+号$",
    re.I,
)
"""The day of a meeting is a part of its name."""
_UP_TO: Final = re.compile(
    r"(?:\bup to(?: and including)?|\bbetween now and|\bthrough to|\btill)\s*$|从[^，。]{1,8}(?:到|至)$", re.I
)
_SINCE: Final = frozenset([Grain.DAY, Grain.WEEK, Grain.MONTH, Grain.YEAR])
_DAY: Final = timedelta(days=1)
_WEEK: Final = timedelta(days=7)
_PASSING: Final = frozenset([Grain.DAY, Grain.DAY_PART, Grain.HOUR, Grain.MINUTE])
_SPELL: Final = frozenset([Grain.WEEK, Grain.MONTH, Grain.RANGE, Grain.WEEKEND])


def once(hit: Hit) -> bool:
    """Whether the sentence speaks of one time only."""
    return _ONCE.search(hit.view.text) is not None


def is_record(hit: Hit) -> bool:
    """Whether the sentence tells what an older record says."""
    return RECORD.search(hit.view.text) is not None


def record_time(hit: Hit) -> TimeSpan | None:
    """The first past day that the sentence names; in a record one read as still to come is that of the year before."""
    record = is_record(hit)
    for span in hit.clause.spans:
        if span.start is None or span.bound is not Bound.AT or span.grain in (Grain.MINUTE, Grain.HOUR):
            continue
        if _WEEKDAY.match(span.raw) or span.grain is Grain.DAY_PART:
            continue
        if span.start < span.base and (span.end is None or span.end <= span.base):
            return span
        if record and re.search(r"月|[A-Z][a-z]{2}", span.raw) and re.search(r"[年]|\b\d{4}\b", span.raw) is None:
            return _a_year_before(span)
    return None


def _a_year_before(span: TimeSpan) -> TimeSpan:
    start = (
        span.start.replace(year=span.start.year - 1) if span.start is not None and span.start.day < 29 else span.start
    )
    end = span.end.replace(year=span.end.year - 1) if span.end is not None and span.end.day < 29 else span.end
    return replace(span, start=start, end=end)


def spell(hit: Hit) -> TimeSpan | None:
    """The stretch of time for which an exception holds: `for the next 7 days`, this week, `through March 15`."""
    for span in map(_ahead, hit.clause.spans):
        up_to = span.grain not in _PASSING or span.grain is Grain.DAY
        if span.end is None or span.end <= span.base:
            continue
        if span.bound in (Bound.UNTIL, Bound.WITHIN) or (up_to and _UP_TO.search(hit.source[: span.span[0]])):
            until = span.bound is Bound.UNTIL
            return replace(span, bound=Bound.UNTIL if until else Bound.WITHIN, start=_opening(span))
    for span in hit.clause.spans:
        if span.start is None or span.end is None or span.bound is not Bound.AT or span.grain not in _SPELL:
            continue
        if span.start <= span.base < span.end:
            return replace(span, bound=Bound.WITHIN)
    return None


def _reach(hit: Hit) -> Application | None:
    """For one time only where the words say so; `since this release` speaks of no single time."""
    passing = application_of(hit.view.text) is Application.ONCE
    return Application.ONCE if once(hit) else Application.ALWAYS if passing else None


def _ahead(span: TimeSpan) -> TimeSpan:
    """这5天 and `till Saturday` of what is arranged now are still to come, whatever tense stands beside them."""
    if span.end is not None and span.end <= span.base < span.end + _WEEK and span.bound is Bound.UNTIL:
        return replace(span, end=span.end + _WEEK)
    if span.start is None or span.end is None or not span.raw.startswith("这") or span.end > span.base + _DAY:
        return span
    return replace(span, start=span.base, end=span.base + (span.end - span.start))


def _opening(span: TimeSpan) -> datetime:
    """When an exception begins: when it is said, unless the words name a day."""
    named = span.bound is Bound.WITHIN and span.start is not None
    return span.start if named and span.start is not None else span.base


_SOMEBODY: Final = re.compile(
    rf"(?<![送给帮替为陪跟和对教带接寄])我(?:们)?(?:的|家的?)?{KIN}"
    rf"|(?<!for )(?<!to )(?<!with )(?<!give )(?<!gave )(?<!get )(?<!got )\b(?:my|our) (?:[a-z-]+ ){{0,2}}?(?:{PERSON_NOUN})s?\b",
    re.I,
)
"""Somebody who has or does something; not to whom it is given: 送我妈绣球."""
_SPEAKER_AGAIN: Final = re.compile(r"我|\b(?:i|i'm|i've|i'll|me|my|mine)\b", re.I)
_TELLS: Final = re.compile(
    r"^(?:[^，,]{0,4}(?:说|让|叫|建议|要求|嘱咐|告诉|提醒|劝|通知)"
    r"|,? ?(?:\w+ )?(?:says?|said|tells?|told|wants?|suggest\w*|recommend\w*|asks?|asked))",
    re.I,
)


def of_another(hit: Hit) -> bool:
    """Whether what is read belongs to somebody whom the speaker names by what he is to him: `my sister's phone`, 我同事吃素.

    Where the speaker stands between that person and the value, or the person only says it, it is the speaker's own.
    """
    text = hit.view.text
    end = hit.match.start("v") if hit.has("v") else hit.match.end()
    named = list(_SOMEBODY.finditer(text, 0, end))
    if not named:
        return False
    between = text[named[-1].end() : end]
    return _SPEAKER_AGAIN.search(between) is None and _TELLS.match(between) is None


def state(
    hit: Hit,
    subject: str | Peeled | Mention,
    predicate: str,
    value: str,
    object: EntityType | None = None,
    dated: bool = False,
) -> Statement:
    """One value of a slot with its time: of an old record, of an exception, else from when it is said.

    Args:
        hit: Where it was read.
        subject: Whose slot it is.
        predicate: The slot.
        value: The value.
        object: What kind of thing the value is.
        dated: The days in the sentence are the value itself.
    """
    owner = Peeled(subject, parsed=True) if isinstance(subject, str) else subject
    told = Statement(owner, predicate, value, object=object, confidence=0.85, application=_reach(hit))
    if dated:
        return replace(told, timeless=True)
    bounded, past = spell(hit), record_time(hit)
    if bounded is not None:
        return replace(told, time=bounded, change=Change.NONE, application=Application.ALWAYS)
    if past is not None:
        return replace(told, time=past, change=Change.NONE if is_record(hit) else None)
    held = next((s for s in hit.clause.spans if (s.bound is Bound.SINCE and s.grain in _SINCE) or _is_over(s)), None)
    return replace(told, time=held, timeless=held is None)


def _is_over(span: TimeSpan) -> bool:
    """`from January to March` of what was: that stretch and no longer."""
    return span.bound is Bound.WITHIN and span.start is not None and span.end is not None and span.end <= span.base


def wish(hit: Hit, topic: str, value: str) -> Statement:
    """What the speaker wants for a kind of thing: always, or for this one time."""
    told = Statement(
        Peeled("I" if hit.clause.language == "en" else "我"),
        f"{topic}.default_choice",
        value,
        kind=MemoryKind.PREFERENCE,
    )
    if not once(hit):
        return replace(told, timeless=True)
    day = next((s for s in hit.clause.spans if s.grain in _PASSING and s.bound is Bound.AT), None)
    return replace(told, application=Application.ONCE, time=day, timeless=day is None, change=Change.NONE)


def people(hit: Hit) -> set[str]:
    """The persons that the sentence names."""
    return {m.text for m in hit.clause.mentions if m.type is EntityType.PERSON}


def first(found: Iterable[Statement]) -> list[Statement]:
    """At most one statement."""
    return list(found)[:1]
