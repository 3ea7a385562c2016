"""Chinese: plans, appointments, wishes of the moment."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, custom, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import MemoryKind, Modality, Polarity
from memory.model.timespan import Bound
from memory.ports.recognizer import EntityType


def lies_ahead(hit: Hit) -> bool:
    """Whether the time of the clause is still to come when it is said."""
    span = hit.clause.event_time
    return span is not None and span.start is not None and span.start >= span.base and span.bound is Bound.AT


@custom(
    "zh.starts_work", r"^(?P<s>.*?)(?:可以|能|就)?(?P<v>入职|到职|上岗|报到|离职|退休|毕业|结婚|休假|请假|出院)了?$"
)
def starts_work(hit: Hit) -> Iterable[Statement]:
    """她下周一入职."""
    ahead = lies_ahead(hit)
    yield Statement(
        hit.peeled(),
        "plan" if ahead else "event",
        hit.value(),
        kind=MemoryKind.EPISODIC,
        modality=Modality.PLANNED if ahead else None,
    )


@custom(
    "zh.travels",
    r"^(?P<s>.*?)(?:要|会|得|打算|计划|准备|将)?(?P<w>去|飞|到|回|前往|"
    r"赴)(?P<p>[^，]{2,8}?)(?P<v>出差|旅游|旅行|度假|见.{1,8}|参加.{1,12}|开会|看.{1,8}|玩|"
    r"过年|考察|培训|拜访.{1,8})?$",
)
def travels(hit: Hit) -> Iterable[Statement]:
    """王芳下周三去成都出差."""
    places = {m.text for m in hit.clause.mentions if m.type is EntityType.PLACE}
    peeled, place = hit.peeled(), hit.raw("p")
    if place not in places:
        return
    planned = lies_ahead(hit) or peeled.planned or hit.match.end("s") + 1 < hit.match.start("w") + 1 < 0
    value = hit.view.text[hit.match.start("w") : hit.match.end()]
    words = "".join(hit.source[p] for p in hit.view.places[hit.match.start("w") : hit.match.start("w") + len(value)])
    planned = planned or any(word in hit.match[0][: hit.match.start("w")] for word in ("要", "打算", "准备", "计划"))
    yield Statement(
        peeled,
        "plan" if planned else "event",
        words,
        kind=MemoryKind.EPISODIC,
        confidence=0.75,
        modality=Modality.PLANNED if planned else None,
        object_text=place,
        object=EntityType.PLACE,
    )


@custom("zh.not_for_me", r"^(?:请)?(?:先)?(?:别|不要|不用)(?:再)?(?:给|帮|为)我(?P<v>[^，]{2,20})$")
def not_for_me(hit: Hit) -> Iterable[Statement]:
    """这两周先别给我排夜班."""
    yield Statement(Peeled("我"), "instruction", hit.value(), polarity=Polarity.NEGATIVE, kind=MemoryKind.PREFERENCE)


@custom(
    "zh.usual_again",
    r"^(?:平时|平常|一般|其他时候|其余|其他)(?:情况)?(?:还是|都是|"
    r"仍然?|照旧|依旧|还|都)(?:用|是|走)?(?P<v>[^，]{1,10})$",
)
def usual_again(hit: Hit) -> Iterable[Statement]:
    """平时还是中文: the same question as in the clause before."""
    if usable(hit.value()):
        yield Statement(Peeled(""), "", hit.value(), again=True)


@custom("zh.remind", r"^(?:请|麻烦|记得|再)?(?:提醒我|加(?:一)?个提醒(?:：|:|，)?)(?P<v>[^，]{2,24})$")
def remind(hit: Hit) -> Iterable[Statement]:
    """提醒我给暖气放气."""
    yield Statement(Peeled("我"), "reminder", hit.value(), kind=MemoryKind.EPISODIC)


PATTERNS: Final[tuple[Pattern, ...]] = (starts_work, travels, not_for_me, usual_again, remind)
_ = replace
