"""Chinese: when something is due, takes place, is put off, leaves or is met for."""

import re
from collections.abc import Iterable

from memory.language.statements.pattern import Hit, Statement, clean_value, custom
from memory.language.statements.peel import Peeled
from memory.model.assertion import Change, MemoryKind, Modality


def without_times(hit: Hit, group: str) -> str:
    left, right = hit.match.span(group)
    kept = set(hit.clause.bare.places)
    return clean_value("".join(hit.source[p] for p in hit.view.places[left:right] if p in kept), "zh")


@custom(
    "zh.due",
    r"^(?P<s>.{1,14}?)(?:要在|必须在|务必在|必须|务必|最晚|最迟|得在?|须在?|应在|在)?(?P<v>(?:\d|"
    r"[一二三四五六七八九十]+月|周|下周|这周|本周|"
    r"月底|年底|今天|明天|后天)[^，交]{0,10}?)(?:之?前)?(?:交|提交|截止|到期|交付|上线|"
    r"发布)$",
    timed=True,
)
def due(hit: Hit) -> Iterable[Statement]:
    """结题材料2月15日交."""
    if any(s.span[1] > hit.view.places[hit.match.start("v")] for s in hit.clause.spans):
        yield Statement(hit.peeled(), "deadline", hit.value(), timeless=True)


@custom("zh.scheduled", r"^(?P<s>[^，]{1,14}?)(?:就|是|在|定在|定于|安排在|改在)+(?P<v>[^，]{2,16})$", timed=True)
def scheduled(hit: Hit) -> Iterable[Statement]:
    """会议在周五: what is left without its time words is nothing."""
    if hit.clause.event_time is None or without_times(hit, "v") or re.search("生日|日期|截止", hit.match["s"]):
        return
    span = hit.clause.event_time
    ahead = span.start is None or span.start >= span.base
    yield Statement(
        hit.peeled(), "schedule", hit.value(), kind=MemoryKind.EPISODIC, modality=Modality.PLANNED if ahead else None
    )


@custom(
    "zh.postponed",
    r"^(?P<s>.{1,14}?)(?:又|再)?(?:推迟|提前|延期|延后|改期|顺延|挪|改|推|拖|延|移|调)(?:到|至)了?(?P<v>.{2,16})$",
    timed=True,
)
def postponed(hit: Hit) -> Iterable[Statement]:
    """压测推迟到五月, standup改到每天10:30."""
    yield Statement(
        hit.peeled(), "schedule", hit.value(), change=Change.REPLACES, timeless=False, modality=Modality.ASSERTED
    )


@custom(
    "zh.departs",
    r"^(?P<s>.{0,10}?)(?:时间|日期)?(?:是|在|为)?(?P<v>(?:[上下]午|早上|晚上|凌晨|中午|"
    r"清晨)?[\d一二三四五六七八九十]{1,3}[点:：][^，]{0,5}?)(?:起飞|出发|飞|发车)$",
    timed=True,
)
def departs(hit: Hit) -> Iterable[Statement]:
    """我去展会的航班上午8点10起飞."""
    yield Statement(hit.peeled(), "departure", hit.value(), timeless=True)


@custom(
    "zh.meets_at",
    r"^(?P<s>.*?)(?P<v>(?:每天|每周.)?(?:[上下]午|早上|晚上|"
    r"中午)?[\d一二三四五六七八九十]{1,3}(?:[:：点][\d一二三四五六七八九十半刻]{0,3}分?))"
    r"(?:开|有)(?P<n>站会|例会|晨会|周会|早会|.{1,6}会)$",
    timed=True,
)
def meets_at(hit: Hit) -> Iterable[Statement]:
    """我们每天上午8点40开站会."""
    yield Statement(Peeled(hit.raw("n")), "meeting_time", hit.value(), timeless=True)


@custom(
    "zh.meeting_moved",
    r"^(?P<s>.*?)(?P<n>站会|例会|晨会|周会|早会|[\u4e00-\u9fff]{1,4}会|standup|stand-up)(?:的?时间)?(?:临时|"
    r"先|又|以后|暂时|现在)*(?:是|在|定在|改到|改成|改在|固定在|挪到|调到|推迟到|提前到|移到|:|"
    r"：)了?(?P<v>.*?\d.*|.*?点.*)$",
    timed=True,
)
def meeting_moved(hit: Hit) -> Iterable[Statement]:
    """站会临时挪到上午9点10, standup改到每天10:30."""
    yield Statement(Peeled(hit.raw("n")), "meeting_time", hit.value())
