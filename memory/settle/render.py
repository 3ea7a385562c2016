"""A fact as a short sentence in the language of its value."""

import re
from typing import Final, Literal

from memory.language.detect import language_of
from memory.language.inflection import plural_form
from memory.settle.predicate import Predicate
from memory.settle.registry import DEFAULT_REGISTRY

Language = Literal["zh", "en"]

# Predicates that read badly as "X's P is V": (Chinese, English), with {s} and {v}.
_SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "name": ("{s}的名字是{v}", "{s}'s name is {v}"),
    "age": ("{s}的年龄是{v}", "{s} is {v} years old"),
    "born_in": ("{s}出生在{v}", "{s} was born in {v}"),
    "lives_in": ("{s}住在{v}", "{s} lives in {v}"),
    "location": ("{s}在{v}", "{s} is at {v}"),
    "works_from": ("{s}在{v}办公", "{s} works from {v}"),
    "works_at": ("{s}在{v}工作", "{s} works at {v}"),
    "role": ("{s}的职业是{v}", "{s}'s role is {v}"),
    "member_of": ("{s}属于{v}", "{s} is a member of {v}"),
    "studies_at": ("{s}在{v}就读", "{s} studies at {v}"),
    "language": ("{s}会说{v}", "{s} speaks {v}"),
    "skill": ("{s}擅长{v}", "{s} is good at {v}"),
    "habit": ("{s}的习惯是{v}", "{s}'s habit: {v}"),
    "hobby": ("{s}的爱好是{v}", "{s}'s hobby is {v}"),
    "commute": ("{s}的通勤方式是{v}", "{s} commutes by {v}"),
    "car": ("{s}的车是{v}", "{s}'s car is {v}"),
    "has": ("{s}有{v}", "{s} has {v}"),
    "diet": ("{s}的饮食是{v}", "{s}'s diet is {v}"),
    "allergy": ("{s}对{v}过敏", "{s} is allergic to {v}"),
    "health": ("{s}的健康状况：{v}", "{s}'s health: {v}"),
    "medication": ("{s}服用{v}", "{s} takes {v}"),
    "ability": ("{s}能{v}", "{s} can {v}"),
    "likes": ("{s}喜欢{v}", "{s} likes {v}"),
    "dislikes": ("{s}不喜欢{v}", "{s} dislikes {v}"),
    "prefers": ("{s}偏好{v}", "{s} prefers {v}"),
    "default_choice": ("{s}默认用{v}", "{s}'s default is {v}"),
    "avoids": ("{s}不碰{v}", "{s} avoids {v}"),
    "owner": ("{s}的负责人是{v}", "{s}'s owner is {v}"),
    "lead": ("{s}的牵头人是{v}", "{s}'s lead is {v}"),
    "uses": ("{s}使用{v}", "{s} uses {v}"),
    "deployment": ("{s}的部署方式是{v}", "{s}'s deployment is {v}"),
    "support": ("{s}支持{v}", "{s} supports {v}"),
    "reminder": ("{s}的提醒：{v}", "{s}'s reminder: {v}"),
    "instruction": ("{s}的要求：{v}", "{s}'s instruction: {v}"),
    "procedure": ("{s}的流程：{v}", "{s}'s procedure: {v}"),
    "description": ("{s}是{v}", "{s} is {v}"),
    "does": ("{s}{v}", "{s} {v}"),
    "value": ("{s}是{v}", "{s} is {v}"),
    "choice": ("{s}选{v}", "{s} is {v}"),
    "status": ("{s}的状态是{v}", "{s} is {v}"),
    "event": ("{s}{v}", "{s} {v}"),
    "plan": ("{s}打算{v}", "{s} plans: {v}"),
    "cause": ("{s}的原因是{v}", "the cause of {s}: {v}"),
    "outcome": ("{s}的结果是{v}", "the outcome of {s}: {v}"),
    "spouse": ("{s}的配偶是{v}", "{s}'s spouse is {v}"),
    "departure": ("{s}的出发时间是{v}", "{s} departs at {v}"),
    "arrival": ("{s}的到达时间是{v}", "{s} arrives at {v}"),
    "storage": ("{s}存放在{v}", "{s} is stored in {v}"),
    "ships_to": ("{s}发货到{v}", "{s} ships to {v}"),
    "works_with": ("{s}与{v}合作", "{s} works with {v}"),
    "teaches": ("{s}教{v}", "{s} teaches {v}"),
    "has_pet": ("{s}的宠物是{v}", "{s}'s pet is {v}"),
    "on_call": ("{s}的值班人是{v}", "{s}'s on-call is {v}"),
    "responsible_for": ("{s}负责{v}", "{s} is responsible for {v}"),
}
# What is denied of somebody, in the same form.
_DENIALS: Final[dict[str, tuple[str, str]]] = {
    "ability": ("{s}不会{v}", "{s} cannot {v}"),
    "allergy": ("{s}对{v}不过敏", "{s} is not allergic to {v}"),
    "drinks": ("{s}不喝{v}", "{s} does not drink {v}"),
    "eats": ("{s}不吃{v}", "{s} does not eat {v}"),
    "has": ("{s}没有{v}", "{s} does not have {v}"),
    "habit": ("{s}没有{v}的习惯", "{s} does not usually: {v}"),
    "language": ("{s}不会说{v}", "{s} does not speak {v}"),
    "likes": ("{s}不喜欢{v}", "{s} dislikes {v}"),
    "need": ("{s}不需要{v}", "{s} does not need {v}"),
    "prefers": ("{s}不偏好{v}", "{s} does not prefer {v}"),
    "skill": ("{s}不擅长{v}", "{s} is not good at {v}"),
    "support": ("{s}不支持{v}", "{s} does not support {v}"),
    "uses": ("{s}不使用{v}", "{s} does not use {v}"),
}
_ZH_VERB: Final = re.compile(r"(?:[在到给為为成用住叫有去来做养養买買吃喝学學看听聽写寫管是]|了|过|過)$")
_EN_VERB: Final = re.compile(
    r"(?:s|(?<!e)ed)$|^(?:at|in|on|to|for|from|with|by|of|about|out|over|up|off|down|into|onto|around|through|away|back)$"
)
_EN_NOUN: Final = re.compile(r"(?:ss|us|is|ness|ings|status|address|news|class)$")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")


def language_of_value(subject_name: str, value: str) -> Language:
    """The language of a value; one without letters takes the subject's."""
    return language_of(value if any(c.isalpha() for c in value) else subject_name)


def render_text(subject_name: str, predicate: Predicate, value: str, language: str) -> str:
    """The sentence: `Juniper's parser version is 5.56.22`, `渡口的部署方式是Nomad任务`."""
    chinese = language == "zh"
    head, _, last = predicate.name.rpartition(".")
    head = head.replace("_", " ").replace(".", " ")
    subject = subject_name.strip()
    template = _SENTENCES.get(last)
    if template is not None and (subject or head):
        whose = _of(subject, head, chinese)
        told = last == "event" and value.startswith(whose)  # 登录 + 登录失败: the words begin with whom they are about
        sentence = template[0] if chinese else _agreed(whose, template[1])
        return sentence.format(s="" if told else whose, v=value).strip()
    if chinese:
        return _chinese(_of(subject, head, chinese), _chinese_wording(last), value)
    wording = f"{head} {last.replace('_', ' ')}".strip()
    return _english("" if _named_in(subject, head) else subject, wording, value)


def render_negated(subject_name: str, predicate: Predicate, value: str, language: str) -> str:
    """The sentence that denies a value: `Jack dislikes football`, `林不吃香菜`."""
    chinese = language == "zh"
    head, _, last = predicate.name.rpartition(".")
    template = _DENIALS.get(last)
    if template is None:
        return f"{'并非' if chinese else 'not so'}: {render_text(subject_name, predicate, value, language)}"
    return template[0 if chinese else 1].format(s=_of(subject_name.strip(), head.replace("_", " "), chinese), v=value)


def negated_value(value: str, language: str) -> str:
    """A denied value, for programs that read no sentence."""
    return f"不是{value}" if language == "zh" else f"not {value}"


def value_in(subject_name: str, predicate: Predicate, sentence: str) -> str | None:
    """The value in a sentence that reads as `render_text` would put it; None for any other sentence."""
    plain = sentence.strip().rstrip(".。!！")
    for language in ("zh", "en"):
        before, _, after = render_text(subject_name, predicate, "\0", language).partition("\0")
        if plain.startswith(before) and plain.endswith(after) and len(plain) > len(before) + len(after):
            return plain[len(before) : len(plain) - len(after)].strip() or None
    return None


def _named_in(subject: str, head: str) -> bool:
    return bool(subject) and subject.casefold() in head.casefold()


def _of(subject: str, head: str, chinese: bool) -> str:
    if not head or not subject or _named_in(subject, head):
        return head or subject
    return f"{subject}的{head}" if chinese else f"{_whose(subject)} {head}"


def _chinese_wording(name: str) -> str:
    wordings = DEFAULT_REGISTRY.lookup(name).wordings_zh
    return wordings[0] if wordings else name.replace("_", " ")


def _chinese(subject: str, wording: str, value: str) -> str:
    if not _HAN.search(wording):
        return f"{subject} {wording}：{value}".strip()
    if _ZH_VERB.search(wording):
        return f"{subject}{wording}{value}"
    return f"{subject}的{wording}是{value}" if subject else f"{wording}是{value}"


def _agreed(subject: str, wording: str) -> str:
    """A verb phrase, or a template that begins with its subject, as it reads beside it: `spare keys are`, but `James has`."""
    if _PLURAL.search(subject) is None:
        return wording
    if wording.startswith("{s}'s"):
        return wording.replace("{s}'s", "{s}'", 1)
    return re.sub(r"^((?:\{s\} )?)([a-z]+)", lambda found: f"{found[1]}{plural_form(found[2])}", wording)


def _whose(subject: str) -> str:
    return f"{subject}'" if _PLURAL.search(subject) else f"{subject}'s"


# A name is written with a capital: `James` is one person.
_PLURAL: Final = re.compile(r"(?:^|\s)(?!news|series)[a-z][a-z-]*(?<![su'i])s$|^(?:we|they)$", re.ASCII)


def _english(subject: str, wording: str, value: str) -> str:
    if _HAN.search(wording):
        return f"{subject} {wording}: {value}".strip()
    last = wording.rpartition(" ")[2]
    if _EN_VERB.search(last) and not _EN_NOUN.search(last):
        return f"{subject} {_agreed(subject, wording)} {value}".strip()
    return f"{_whose(subject)} {wording} is {value}" if subject else f"{wording} is {value}"
