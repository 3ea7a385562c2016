"""`X's Y is Z`: which question the noun Y asks, and of whom."""

import re
from dataclasses import replace
from typing import Final

from memory.language.statements.clause import comparable
from memory.language.statements.en_persons import is_person_noun
from memory.language.statements.peel import Peeled
from memory.language.statements.subject_words import PERSON_RELATIONS
from memory.language.statements.zh_people import KIN
from memory.settle.registry import DEFAULT_REGISTRY, plain_wording

PROJECT_ATTRIBUTES: Final = frozenset(["version", "deadline", "budget", "meeting_time", "identifier"])
"""Questions about a part of the project: the part goes into the predicate (`parser.version`), the subject stays the project."""

_OF_A_PERSON: Final = frozenset(["address", "phone", "email", "wechat"])
_EMPTY_HEADS: Final = frozenset(
    [
        "总",
        "最终",
        "最新",
        "整体",
        "新",
        "全部",
        "项目",
        "公司",
        "团队",
        "当前",
        "project",
        "company",
        "team",
        "current",
        "total",
        "overall",
        "final",
        "whole",
        "full",
        "new",
    ]
)
_OF_EN: Final = re.compile(r"^(?:the |a )?(?P<y>[\w\- ]+?) (?:of|for) (?P<x>.+)$", re.I)
_OWNS: Final = re.compile(r"(?:['’]s?|(?<=[\u4e00-\u9fff])[他她])$")
"""`my sister's phone` is the sister's, 我堂弟他的电话 the 堂弟's."""
_KIN: Final = re.compile(KIN)
_POSS_EN: Final = re.compile(r"^(?P<x>.+?)'s? (?P<y>.+)$", re.I)
_MY: Final = re.compile(
    r"^(?:(?P<x>my|our|his|her|its|their)\s+(?P<y>.+)|(?P<x2>我们家?的?|"
    r"我家?的?|咱们的?|他们?的?|她的?|它的?)(?P<y2>.+))$",
    re.I,
)
_OWNER: Final = {
    "my": "I",
    "our": "we",
    "his": "he",
    "her": "she",
    "its": "it",
    "their": "they",
    "我家": "我",
    "我们家": "我们",
}
_LEADING: Final = re.compile(
    r"^(?:(?:the|a|an|new|current|latest)\s+|(?:新的?|现在的?|目前的?|最新的?|这次的?|今年的?))", re.I
)


def _owner(words: str) -> str:
    return _OWNER.get(words.casefold().removesuffix("的"), words.removesuffix("的"))


def noun_predicate(noun: str, language: str) -> tuple[str, str] | None:
    """(head, predicate) of a noun that asks a registered question: 税务编号 is the identifier of 税务."""
    noun = _LEADING.sub("", noun.strip())
    exact = DEFAULT_REGISTRY.canonical(noun, language)
    if exact is not None:
        return "", exact
    cuts = range(1, len(noun) - 1) if language == "zh" else [m.end() for m in re.finditer(r"\s+", noun)]
    for cut in cuts:
        name = DEFAULT_REGISTRY.canonical(noun[cut:], language)
        # `running partner` is no partner: only questions about things take a head.
        if name is not None and name not in PERSON_RELATIONS:
            head = noun[:cut].strip().removesuffix("的")
            return ("" if head.casefold() in _EMPTY_HEADS else head), name
    return None


def attribute(peeled: Peeled, language: str) -> tuple[Peeled, str] | None:
    """The subject and the predicate of a noun phrase, or None when it asks no registered question.

    `我的手机号` is the phone of 我, `the travel budget` the budget of travel, 渡口的部署 the deployment of 渡口.
    """
    raw = peeled.subject.strip()
    words = comparable(raw)
    read = _read_attribute(words, language)
    if read is None:
        return None
    subject, name = read
    at = words.find(subject)
    # What is shown stays as it was written: the folded text has the same length.
    return replace(peeled, subject=raw[at : at + len(subject)] if at >= 0 else subject), name


def _read_attribute(words: str, language: str) -> tuple[str, str] | None:
    owner, noun = "", words
    mine = _MY.match(words)
    if mine is not None:
        owner, noun = _owner(mine["x"] or mine["x2"]), mine["y"] or mine["y2"]
    elif language == "zh" and "的" in words:
        owner, _, noun = words.rpartition("的")
    elif language == "en" and (found := _POSS_EN.match(words) or _OF_EN.match(words)):
        owner, noun = found["x"], found["y"]
    read = noun_predicate(noun, language)
    if read is None:
        return None
    head, name = _OWNS.sub("", read[0]), read[1]
    if mine is not None and _names_a_person(head, language):
        return words[: words.find(head) + len(head)], name
    if not head or (not owner and language == "zh" and name in _OF_A_PERSON):
        return owner, name  # 快递地址 is an address of somebody, not of the parcels
    if not owner:
        return head, name
    return owner, f"{plain_wording(head)}.{name}"


def _names_a_person(head: str, language: str) -> bool:
    """Whether a head is somebody and no sort of the thing: the phone of a sister is hers, a work phone is one's own."""
    return _KIN.fullmatch(head) is not None if language == "zh" else is_person_noun(head)


def named_value(noun: str) -> str:
    """The predicate of a noun that no registered question covers: one value at a time."""
    return f"{plain_wording(_LEADING.sub('', noun))[:60]}.value"
