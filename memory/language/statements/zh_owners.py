"""Chinese: who is in charge of what."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, usable
from memory.language.statements.peel import Peeled, peel
from memory.language.statements.plausible import plausible
from memory.language.statements.zh_words import FAMILY
from memory.model.assertion import Change, Mention, Polarity, SubjectKind
from memory.ports.recognizer import EntityType

_S: Final = r"^(?P<s>.*?)"
_PERSON: Final = EntityType.PERSON
_OWN: Final = (
    r"(?:负责|主管|掌管|牵头|主导|管(?!理|用)|跟进|接手|接管|带|维护|处理|补齐|搞定|盯|来做|"
    r"做|写|完成|对接)"
)


@custom("zh.owns", rf"{_S}负责(?P<v>[^，了过]{{1,20}})$")
def owns(hit: Hit) -> Iterable[Statement]:
    """张工负责支付网关: the owner of 支付网关 is 张工."""
    peeled, thing = hit.peeled(), hit.value()
    if peeled.subject and usable(thing):
        yield from _owned_by(peeled, thing)


def _owned_by(peeled: Peeled, thing: str) -> Iterable[Statement]:
    if peeled.subject in ("我", "我们", "咱们", "他", "她"):
        yield Statement(peeled, "responsible_for", thing, confidence=0.85)
        return
    if not plausible(peeled.subject, "zh") or re.search(r"[不没别是在]", peeled.subject):
        return
    # 李雷负责前端，喜欢爬山 goes on about the person.
    topic = Mention(SubjectKind.NAMED, peeled.subject, _PERSON)
    owned = replace(peeled, subject=thing)
    yield Statement(owned, "owner", peeled.subject, object=_PERSON, confidence=0.85, topic=topic)


@custom(
    "zh.owned_by",
    r"^(?P<v>[^，]{1,16}?)(?P<a>现在|目前|以后|改|转|已经|都|就)*(?:由|归|交给了?|交由|"
    rf"转给了?|移交给了?|派给了?)(?P<s>[^，]{{1,8}}?){_OWN}?(?:了)?$",
)
def owned_by(hit: Hit) -> Iterable[Statement]:
    """登录模块现在由小周接手."""
    read = peel(hit.value(), "zh")
    thing, person = read.subject, re.sub(r"(?<=^我)(?:代|先|来|顶|暂|兼).{0,3}$", "", hit.value("s").removesuffix("来"))
    person = re.sub(r"(?<=..)(?:来|统一)?(?:管理|负责|维护|打理|运营|保管|监管|承办)$", "", person)
    if not usable(person) or not thing or len(person) > 8:
        return
    topic = Mention(SubjectKind.NAMED, thing, EntityType.OTHER)
    if person in ("我", "我们"):
        ends = Change.ENDS if read.negative else None
        yield Statement(
            replace(read, subject=person), "responsible_for", thing, confidence=0.8, topic=topic, change=ends
        )
    elif not read.negative:
        moved = bool(re.search("交|转|移|派|接手|接管|改由", hit.clause.text))
        yield Statement(
            Peeled(thing), "owner", person, object=_PERSON, confidence=0.85, change=Change.REPLACES if moved else None
        )


@custom(
    "zh.in_charge",
    r"^(?P<s>[^，]{2,14}?)(?:是|由|归)(?P<p>[^，是]{1,6}?)(?:在|来)?(?:管|负责|盯|带|做|弄|打理|照看|维护|跟进|保管|主持)(?:着|的)?$",
)
def in_charge(hit: Hit) -> Iterable[Statement]:
    """账本原本是怡君在管."""
    peeled, person = hit.peeled(), hit.value("p")
    people = {m.text for m in hit.clause.mentions if m.type is _PERSON}
    if person == "我":
        yield Statement(replace(peeled, subject="我"), "responsible_for", peeled.subject, topic=_thing(peeled.subject))
    elif person in people:
        yield Statement(peeled, "owner", person, object=_PERSON)


def _thing(words: str) -> Mention:
    return Mention(SubjectKind.NAMED, words, EntityType.OTHER)


@custom(
    "zh.still_with",
    r"^(?P<s>[^，是]{2,10}?)(?:还是|仍是|依旧是|仍然?归|依然是|则是|就是)(?P<p>我|我们|[^，是的]{2,4})$",
)
def still_with(hit: Hit) -> Iterable[Statement]:
    """华东归老贾管，华南还是我: after what another one is in charge of."""
    thing, person = hit.peeled().subject, hit.value("p")
    people = {m.text for m in hit.clause.mentions if m.type is _PERSON}
    if not hit.clause.prefixed or not plausible(thing, "zh"):
        return
    if person in ("我", "我们"):
        yield Statement(Peeled(person), "responsible_for", thing, topic=_thing(thing))
    elif person in people:
        yield Statement(Peeled(thing), "owner", person, object=_PERSON)


@custom("zh.passes_to", r"^(?P<s>.*?)(?:换成|改成|变成|轮到|换了|改由|换由)了?(?P<v>[^，]{2,5})$")
def passes_to(hit: Hit) -> Iterable[Statement]:
    """这学期换成子轩: the thing of the clause before gets another person."""
    people = {m.text for m in hit.clause.mentions if m.type is _PERSON}
    if hit.clause.prefixed and not hit.peeled().subject and hit.value() in people:
        yield Statement(Peeled(""), "owner", hit.value(), object=_PERSON, change=Change.REPLACES)


@custom("zh.belongs_to", r"^(?P<s>[^，]{2,16}?)是(?P<v>(?:我们?家?的?)?[^，是]{1,6}?)的$")
def belongs_to(hit: Hit) -> Iterable[Statement]:
    """那辆凯美瑞是我岳父的."""
    words = hit.value()
    who = re.sub(r"^(?:我|他|她)(?:们)?(?:家|的)?", "", words)
    people = {m.text for m in hit.clause.mentions if m.type is _PERSON}
    known = words in ("我", "我们", "他", "她", "公司", "单位") or words in people or FAMILY.match(who) is not None
    if known and plausible(hit.peeled().subject, "zh"):
        yield Statement(hit.peeled(), "owner", words, object=_PERSON)


@custom("zh.not_in_charge", r"^(?P<s>[^，]{1,8}?)(?:已经)?(?:不再|不)(?:负责|管|跟)(?P<v>[^，了]{0,16})了?$")
def not_in_charge(hit: Hit) -> Iterable[Statement]:
    """老吴不管了."""
    value = hit.value() or hit.clause.text[hit.match.end("s") :]
    yield Statement(
        Peeled(hit.raw("s")),
        "responsible_for",
        clean_value(value, "zh"),
        polarity=Polarity.NEGATIVE,
        change=Change.ENDS,
    )


@custom(
    "zh.does",
    r"^(?P<s>[^，]{1,8}?)(?:来)?(?:做|写|管|带|跟进|维护|主导|牵头)(?P<v>[A-Za-z][\w\- ]{1,24}|[^，了过]{2,12})$",
)
def does(hit: Hit) -> Iterable[Statement]:
    """我做backend."""
    peeled, thing = hit.peeled(), hit.value()
    people = {m.text for m in hit.clause.mentions if m.type is _PERSON}
    left = hit.view.places[hit.match.start("v")]
    if any(t.tag == "v" and t.start > left for t in hit.clause.tokens):
        return  # 带爸妈去云南: no duty
    if usable(thing) and (peeled.subject == "我" or peeled.subject in people):
        yield from _owned_by(peeled, thing)


@custom(
    "zh.on_call",
    r"^(?P<s>.*?)(?:的)?(?P<k>值班|顶班|轮值)(?:平时|现在|一直|人)?(?:是|由|归|换成|改成)了?(?P<v>[^，]{2,6})$",
)
def on_call(hit: Hit) -> Iterable[Statement]:
    """竹影的值班平时是苗师傅."""
    yield Statement(hit.peeled(), "on_call", hit.value(), object=_PERSON)


@custom("zh.covers", r"^(?:由|让|请)?(?P<v>[^，]{2,6}?)(?:来)?(?:顶班|值班|代班)$")
def covers(hit: Hit) -> Iterable[Statement]:
    """到12月7日为止由阿哲顶班."""
    if any(m.type is _PERSON and m.text in hit.raw("v") for m in hit.clause.mentions):
        yield Statement(Peeled("我们"), "on_call", hit.value(), object=_PERSON)


PATTERNS: Final[tuple[Pattern, ...]] = (
    belongs_to,
    owns,
    in_charge,
    still_with,
    passes_to,
    not_in_charge,
    owned_by,
    on_call,
    covers,
)
