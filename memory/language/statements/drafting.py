"""From what a pattern read to a draft: subject, stance, time and scope are added here, the same for every pattern."""

import re
from dataclasses import dataclass
from typing import Final

from memory.language.statements.attributes import PROJECT_ATTRIBUTES
from memory.language.statements.clause import Clause, comparable
from memory.language.statements.frames import Stance
from memory.language.statements.pattern import Statement
from memory.language.statements.peel import Peeled
from memory.language.statements.scope_words import application_of, change_of, usual
from memory.language.statements.small_talk import says_nothing
from memory.language.statements.subject_words import PERSON_RELATIONS
from memory.language.statements.subjects import Context, resolve_subject
from memory.model.assertion import (
    Application,
    Change,
    Draft,
    MemoryKind,
    Mention,
    Modality,
    Polarity,
    SubjectKind,
)
from memory.model.chunk import Role
from memory.model.fact import PredicateClass
from memory.model.timespan import Bound, TimeSpan
from memory.ports.recognizer import EntityType
from memory.settle.registry import DEFAULT_REGISTRY, plain_wording

MAX_VALUE_WORDS: Final = 28
MAX_VALUE_HAN: Final = 60
_LONE: Final = Peeled("")
_OF_PROJECTS: Final = PROJECT_ATTRIBUTES | {"database", "branch", "deployment", "limit", "total", "environment"}

_OF_PEOPLE: Final = PERSON_RELATIONS | frozenset(
    [
        "health",
        "allergy",
        "medication",
        "injury",
        "diet",
        "likes",
        "dislikes",
        "prefers",
        "avoids",
        "habit",
        "hobby",
        "birthday",
        "age",
        "phone",
        "email",
        "wechat",
        "address",
        "born_in",
        "studies_at",
        "major",
        "skill",
        "language",
        "salary",
        "zodiac",
        "blood_type",
        "star_sign",
        "surname",
        "has_pet",
        "commute",
        "school_year",
        "lives_in",
        "works_at",
        "身高",
        "体重",
        "血压",
        "心率",
        "血糖",
        "视力",
        "鞋码",
        "腰围",
        "近视",
    ]
)
"""What only people have: without a subject it is the speaker's."""
_BY_PEOPLE: Final = frozenset(["zh.travels", "zh.surgery", "zh.befell", "zh.habit", "zh.located"])
_OF_WORKERS: Final = frozenset("uses commute hobby skill salary language works_at works_from studies_at".split())  # noqa: SIM905
"""What no thing does, whatever was spoken of before: 车送修了，这几天打车上班."""
_MATTERS: Final = re.compile(
    r"部署|发布|上线|灰度|回滚|版本|数据库|服务器?|接口|预算|截止|交付|需求|测试|代码|分支|缺陷|验收|迁移|集群|监控|告警|"
    r"评审|迭代|里程碑|项目|系统|模块|日志|缓存|网关|流水线|配置|环境|合同|招标|方案|客户端|后端|前端|"
    r"\b(?:deploy|release|bug|api|sdk|ci|pr|sql|db|server)",
    re.I,
)
"""Matters of a project: a clause without a subject that speaks of them is about the project."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How the clause is to be taken: the sentence's stance and words, and whether it is a quote."""

    stance: Stance
    sentence: str
    quoted: bool
    role: Role
    start: int
    end: int
    corrects: bool = False
    """The words before it said that something was wrong."""


def _polarity(statement: Statement, peeled: Peeled) -> Polarity | None:
    """None when two denials meet: such a statement is not to be trusted."""
    stated = statement.polarity or Polarity.POSITIVE
    if peeled.negative and stated is Polarity.NEGATIVE:
        return None
    if peeled.was and DEFAULT_REGISTRY.lookup(statement.predicate).cls is PredicateClass.STATE:
        return Polarity.NEGATIVE
    return Polarity.NEGATIVE if peeled.negative else stated


def _modality(statement: Statement, peeled: Peeled, reading: Reading) -> Modality:
    if reading.quoted:
        return Modality.QUOTED
    if statement.predicate == "procedure":
        return Modality.ASSERTED  # its `if` is the occasion of an order, no supposition
    if reading.stance is Stance.SUPPOSED or peeled.doubtful:
        return Modality.HYPOTHETICAL
    if statement.modality is not None:
        return statement.modality
    return Modality.PLANNED if peeled.planned else Modality.ASSERTED


def _too_long(value: str, language: str) -> bool:
    return len(value) > MAX_VALUE_HAN if language == "zh" else len(value.split()) > MAX_VALUE_WORDS


def _time(statement: Statement, clause: Clause) -> TimeSpan | None:
    """The clause's time, unless it is the value of a state (a deadline is no period of validity)."""
    if statement.time is not None:
        return statement.time
    if statement.predicate == "meeting_time":
        # The clock time is the value; only `until Friday` and the like say how long it holds.
        return next((span for span in clause.spans if span.bound is not Bound.AT), None)
    state = DEFAULT_REGISTRY.lookup(statement.predicate).cls is PredicateClass.STATE
    return None if statement.timeless and state else clause.event_time


def _object(statement: Statement, context: Context) -> Mention | None:
    text = statement.object_text or statement.value
    found = context.type_of(text)
    if found is EntityType.OTHER and statement.object is None:
        return None
    kind = statement.object if found is EntityType.OTHER else found
    return Mention(SubjectKind.NAMED, text, kind or EntityType.OTHER)


def _change(statement: Statement, peeled: Peeled, polarity: Polarity, clause: Clause, reading: Reading) -> Change:
    if statement.change is not None:
        return statement.change
    if reading.corrects and polarity is Polarity.POSITIVE:
        return Change.REPLACES
    words = clause.text if clause.language == "en" else f"{reading.sentence}"
    return change_of(words, polarity is Polarity.NEGATIVE, peeled.ends or peeled.was)


def _dotted(subject: Mention, predicate: str, context: Context) -> tuple[Mention, str]:
    """A part of the project goes into the predicate: the parser's version is `parser.version` of the project."""
    if subject.kind is not SubjectKind.NAMED or predicate not in PROJECT_ATTRIBUTES:
        return subject, predicate
    if subject.type in (EntityType.PERSON, EntityType.ORG, EntityType.PLACE):
        return subject, predicate
    mine = (f"{context.speaker}'s ", f"{context.speaker}的", "user's ", "用户的")
    if (context.speaker and subject.text.startswith(mine[:2])) or subject.text.startswith(mine[2:]):
        thing = re.split("'s |的", subject.text, maxsplit=1)[1]
        return context.me, f"{plain_wording(thing)}.{predicate}"
    head = plain_wording(subject.text)
    return context.us, f"{head}.{predicate}"


def _application(clause: Clause, reading: Reading) -> Application:
    """The clause's own word counts first: `this time in English, usually in Chinese`."""
    own = application_of(clause.text)
    if own is not Application.ALWAYS or usual(clause.text):
        return own
    return application_of(comparable(reading.sentence))


def draft_of(statement: Statement, clause: Clause, context: Context, reading: Reading) -> Draft | str:
    """The draft, or a reason code why nothing may be stated."""
    given = statement.subject
    peeled = given if isinstance(given, Peeled) else _LONE
    subject = resolve_subject(peeled.subject, context, peeled.parsed) if isinstance(given, Peeled) else given
    if subject is None:
        return "subject_open"
    if not peeled.subject and isinstance(given, Peeled):
        subject = _unsaid(statement, subject, clause, context, reading)
    if (
        statement.predicate == "name"
        and not peeled.subject
        and subject.kind is SubjectKind.SPEAKER
        and not isinstance(given, Mention)
    ):
        return "name_of_whom"
    if says_nothing(statement, peeled.subject, clause.language, bool(clause.spans)):
        return "small_talk"
    subject, predicate = _dotted(subject, statement.predicate, context)
    if reading.role is Role.ASSISTANT and (subject.kind is SubjectKind.SPEAKER or statement.personal):
        return "assistant_self"
    polarity = _polarity(statement, peeled)
    if polarity is None:
        return "double_negation"
    if not statement.value or _too_long(statement.value, clause.language):
        return "value_long" if statement.value else "value_empty"
    kind = statement.kind or DEFAULT_REGISTRY.lookup(statement.predicate).kind
    return Draft(
        subject=subject,
        predicate=predicate,
        value=statement.value,
        start=reading.start,
        end=reading.end,
        polarity=polarity,
        modality=_modality(statement, peeled, reading),
        kind=kind,
        change=_change(statement, peeled, polarity, clause, reading),
        application=statement.application or _application(clause, reading),
        event_time=_time(statement, clause),
        confidence=_confidence(statement, peeled, kind),
        object=_object(statement, context),
        rule=statement.rule,
    )


def _unsaid(statement: Statement, subject: Mention, clause: Clause, context: Context, reading: Reading) -> Mention:
    """Whom a clause without a subject is about: the one before, the speaker for personal matters, else the project."""
    if subject.kind is SubjectKind.SPEAKER and statement.predicate in _OF_PROJECTS:
        return context.us  # `I like tea but the budget is 10` says nothing of my budget
    thing = subject.kind is SubjectKind.NAMED and subject.type in (EntityType.OTHER, EntityType.PRODUCT)
    if statement.rule == "zh.done" and thing and reading.role is Role.USER and not _MATTERS.search(reading.sentence):
        return context.me  # 游泳课退了，改学羽毛球
    if (
        statement.predicate in _OF_WORKERS
        and thing
        and clause.language == "zh"
        and not _MATTERS.search(reading.sentence)
    ):
        return context.me if reading.role is Role.USER else subject  # 手机送修了，这两天用备用机
    if clause.language != "zh" or subject.kind is not SubjectKind.PROJECT or context.topic is not None:
        return subject
    if reading.role is not Role.USER:
        return subject
    personal = statement.personal or statement.rule in _BY_PEOPLE
    own = statement.predicate.partition(".")[0] in _OF_PEOPLE or (personal and not _MATTERS.search(clause.text))
    return context.me if own else subject


def _confidence(statement: Statement, peeled: Peeled, kind: MemoryKind) -> float:
    """A pattern's own confidence, lowered where the words hedge or the reading is generic."""
    doubt = 0.2 if peeled.doubtful else 0.0
    return round(max(0.1, statement.confidence - doubt - (0.05 if kind is MemoryKind.EPISODIC else 0.0)), 2)
