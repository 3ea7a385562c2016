"""Chinese sentences of two halves: something was wrong or has changed, and what is right now.

They are tried on the whole sentence, before it is cut into clauses.
"""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.attributes import attribute, named_value, noun_predicate
from memory.language.statements.pattern import Hit, Pattern, Statement, custom, listed, usable
from memory.language.statements.peel import Peeled
from memory.language.statements.zh_life import JOB
from memory.model.assertion import Change, MemoryKind
from memory.ports.recognizer import EntityType
from memory.settle.registry import DEFAULT_REGISTRY

_TIMED: Final = frozenset(["deadline", "meeting_time", "schedule", "departure", "arrival", "birthday"])
_WRONG: Final = r"(?:我)?(?:刚才|上次|之前)?(?:说错|报错|记错|写错|搞错|弄错|讲错|不对|有误|错)了?"


def about(noun: str, value: str) -> Statement:
    """The new value of a noun phrase, as a replacement."""
    noun = re.sub(r"^(?:上次|之前|刚才|前面|那天|昨天)?我?(?:说|报|写|给|发|填|讲)(?:你|您)?(?:过)?的", "", noun)
    noun = re.sub(r"(?:那个|那里)?(?:的)?(?:日期|最新数字|数字)$", "", noun).strip() or noun
    read = attribute(Peeled(noun), "zh")
    if read is not None:
        subject, predicate = read
    else:
        mine = re.match(r"^(?P<o>我们?的?|咱们的?)(?P<n>.+)$", noun)
        owner = "我" if mine is not None and not mine["o"].startswith("我们") else "我们"
        subject, predicate = Peeled(owner), named_value(mine["n"] if mine else noun)
    timeless = predicate.rpartition(".")[2] in _TIMED
    return Statement(subject, predicate, value, change=Change.REPLACES, timeless=timeless, confidence=0.8)


def what_is(subject: Peeled, value: str) -> Statement:
    """What a person is, after what they are not: a role, or a description."""
    job = re.search(rf"{JOB}$", value) is not None
    return Statement(subject, "role" if job else "description", value, change=Change.REPLACES)


@custom(
    "zh.corrected",
    rf"^(?P<n>[^，。]{{2,16}}?){_WRONG}[，,。]\s*(?:其实|应该|正确的|实际上?|正确)*(?:是|叫|"
    rf"为)(?P<v>[^，。]{{1,24}})$",
    timed=True,
)
def corrected(hit: Hit) -> Iterable[Statement]:
    """面包店的名字说错了，其实是发酵时间."""
    if usable(hit.value()) and not re.match(r"^(?:我|上次|刚才|之前|你)$", hit.match["n"]):
        yield about(hit.raw("n"), hit.value())


_TELL: Final = r"(?:说|讲|报|写|记|发|告诉|提|填|登记)"


@custom(
    "zh.told_wrong",
    rf"^(?:我|上次|之前|刚才|前面|昨天|上回|那天|早上)*(?:跟|和|给|对|向)?(?:你|您|你们|大家)?{_TELL}(?:的|过|了|是)*(?P<n>[^，。]{{2,20}}?)"
    r"(?:是|为|在|：|:)?(?P<f>[^，。是为的]{1,10})[，,。]\s*(?:其实|实际上?|正确的|准确地说|应该|后来发现|查了一下)+[是为在]?(?P<v>[^，。]{1,24})(?:[，,。].{0,14})?$",
    timed=True,
)
def told_wrong(hit: Hit) -> Iterable[Statement]:
    """上次跟你说我妈退休金四千五，其实是五千四: what was told, without its old value, and the new one."""
    if not re.match(r"^(?:我|上次|之前|刚才|前面|昨天|上回|那天|早上|跟|和|给)", hit.match[0]) or not usable(
        hit.value()
    ):
        return
    left, right = hit.view.places[hit.match.start("n")], hit.view.places[hit.match.end("f") - 1]
    tokens = [t for t in hit.clause.tokens if left <= t.start <= right]
    figures = [i for i, t in enumerate(tokens) if t.tag in ("m", "TIME", "PER", "LOC", "ORG", "nz")]
    if not figures or not figures[0]:
        return
    noun = tokens[figures[0] - 1]
    owner = hit.source[tokens[0].start : noun.start].rstrip("的")
    name = noun_predicate(noun.text, "zh")
    predicate = name[1] if name is not None and not name[0] else named_value(noun.text)
    yield Statement(Peeled(owner), predicate, hit.value(), change=Change.REPLACES, timeless=True)


@custom(
    "zh.time_moved",
    r"^(?P<n>[^，。我]{2,12}?)(?:的时间|时间)?(?:又)?(?:挪|改|变|调)了[，,](?:改成|改到|现在是|"
    r"新的是|到|是)?(?P<v>[^，]{2,20})$",
    timed=True,
)
def time_moved(hit: Hit) -> Iterable[Statement]:
    """排期会的时间挪了，周一上午10点20."""
    if hit.clause.spans and re.search(r"\d|点", hit.match["v"]) and hit.match["n"].endswith("会"):
        yield Statement(Peeled(hit.raw("n")), "meeting_time", hit.value(), change=Change.REPLACES, timeless=True)


@custom(
    "zh.renewed",
    r"^(?P<s>我们?|咱们|他|她)(?:又|刚|已经)?(?:换|"
    r"改)(?P<n>[^，了]{1,8})了[，,]\s*(?:新的?|现在的?|目前的?)?(?:号码?|地址|名字)?(?:是|"
    r"为|叫|用|:|：)(?P<v>[^，。]{2,30})$",
    timed=True,
)
def renewed(hit: Hit) -> Iterable[Statement]:
    """我换手机号了，新的是138-5550-6866."""
    read = noun_predicate(hit.raw("n"), "zh")
    if read is not None:
        yield Statement(Peeled(hit.match["s"]), read[1], hit.value(), change=Change.REPLACES)


@custom(
    "zh.not_but", r"^(?P<s>[^，]{0,12}?)不是(?P<f>[^，]{1,14})[，,]\s*(?:而)?(?:应该)?是(?P<v>[^，]{1,24})$", timed=True
)
def not_but(hit: Hit) -> Iterable[Statement]:
    """收件人不是叶珍，是叶蓁: only with a subject; without one the second half is read by itself."""
    who = hit.match["s"].strip()
    if not who or not usable(hit.value()):
        return
    people = {m.text for m in hit.clause.mentions if m.type is EntityType.PERSON}
    if hit.match["v"].endswith("的") and hit.match["f"].endswith("的"):
        yield Statement(hit.peeled(), "owner", hit.value().removesuffix("的"))  # 那只箱子不是我的，是室友的
        return
    if who in ("他", "她", "它", "我") or who in people:
        yield what_is(hit.peeled(), hit.value())
    else:
        yield about(hit.raw("s"), hit.value())


@custom(
    "zh.but_not",
    r"^(?P<s>[^，]{1,14}?)(?:是|叫)(?P<v>[^，]{1,24})[，,]\s*(?:而)?不是(?P<f>[^，]{1,24})"
    r"(?:[，,。].{0,4}(?:别|不要|不用|勿).{0,3}(?:搞|弄|记|写|认|叫|混|错).{0,4})?$",
    timed=True,
)
def but_not(hit: Hit) -> Iterable[Statement]:
    """收件人是叶蓁，不是叶珍."""
    value, noun = hit.value(), re.sub(r"^(?:我|刚才|上次|之前|这里|前面)+(?:说|讲|写|指|提到?|要)的", "", hit.raw("s"))
    if hit.match[0][hit.match.end("s") : hit.match.start("v")] == "叫" and usable(value):
        yield Statement(hit.peeled(), "name", value, change=Change.REPLACES)
    elif usable(value) and hit.match["v"].endswith("的") and hit.match["f"].endswith("的"):
        yield Statement(Peeled(noun), "owner", value.removesuffix("的"))  # 那辆车是岳父的，不是我的
    elif usable(value):
        yield about(noun, value)


@custom("zh.not_appointment", r"^不是(?P<f>[^，]{1,14})(?:[，,]\s*(?:而)?|而)是(?P<v>[^，]{2,24})$", timed=True)
def not_appointment(hit: Hit) -> Iterable[Statement]:
    """不是周三，是周四下午评审: what is left without its time is what happens then."""
    left, right = hit.match.span("v")
    kept = set(hit.clause.bare.places)
    rest = "".join(hit.source[p] for p in hit.view.places[left:right] if p in kept).strip()
    spans = tuple(s for s in hit.clause.spans if s.span[0] >= hit.view.places[left])
    if spans and len(rest) > 1:
        yield Statement(Peeled(""), "plan", rest, change=Change.REPLACES, kind=MemoryKind.EPISODIC, time=spans[-1])


@custom(
    "zh.wish_for",
    r"^(?:以后|今后|往后)?(?:给我)?(?:看|写|做|发)?的?(?P<t>[^，我]{1,8}?)[，,]?(?:以后|"
    r"今后|往后)?(?:最好|我要|(?<![申邀])请(?![了过假客教])|我喜欢|我想要|我习惯)(?:都)?(?:是|用|写成|做成|要|"
    r"给我)?(?P<v>[^，]{2,14}?)(?:写|吧|的)?$",
)
def wish_for(hit: Hit) -> Iterable[Statement]:
    """给我看的周报，最好是一页表格; 以后周报我要分条列点."""
    topic = re.sub(r"^(?:给我(?:看|写|做|发)的|我的|每周的)", "", hit.raw("t")).strip()
    if (
        1 < len(topic) <= 8
        and usable(hit.value())
        and not re.search(r"[去来到有是在说想会]|下周|明天|今天|昨天|已|了|正|被|线|不|没|别|告诉|的时候", topic)
    ):
        yield Statement(
            Peeled("我"), f"{topic}.default_choice", hit.value(), kind=MemoryKind.PREFERENCE, confidence=0.7
        )


@custom(
    "zh.this_not_that",
    r"^(?:(?:应该)?是(?P<v>[^，是不]{2,16}?)[，,]?\s*(?:而)?不是(?P<f>[^，]{1,16})|不是(?P<g>[^，是]{1,16})[，,]\s*(?:而)?是(?P<w>[^，是]{2,16}))$",
    timed=True,
)
def this_not_that(hit: Hit) -> Iterable[Statement]:
    """是三号楼不是二号楼; 不是红烧的，是清蒸的."""
    value = hit.value("v") if hit.has("v") else hit.value("w")
    if usable(value) and not hit.clause.spans:
        yield Statement(Peeled(""), "description", value, change=Change.REPLACES, confidence=0.6, personal=True)


@custom(
    "zh.counted",
    r"^(?P<s>[^，：:]{1,16}?)(?:现在|目前|一共|总共|共|就|都|只)*(?:有|是)?(?P<c>[两二三四五六七八九十\d]+)(?:个|位|名|只|条|家|人|件|种|款|台|辆)"
    r"(?P<k>[^，：:的]{0,6}?)[，：:,]\s*(?:分别)?(?:是|叫)?(?P<v>[^，。]{2,30})$",
)
def counted(hit: Hit) -> Iterable[Statement]:
    """我手下的研究生有两个，杜航和苗苗; 我有两个孩子：豆豆和果果."""
    left = hit.view.places[hit.match.start("v")]
    names = [t for t in hit.clause.tokens if t.start >= left and t.tag not in ("w", "c", "p", "xc")]
    members = listed(hit.value(), "zh")
    if len(members) < 2 or any(t.tag not in ("PER", "LOC", "ORG", "nz", "n", "nr", "a") for t in names):
        return
    relation = DEFAULT_REGISTRY.canonical(hit.match["k"], "zh") if hit.match["k"] else None
    for each in members:
        yield Statement(hit.peeled(), relation or "members", each)


SENTENCES: Final[tuple[Pattern, ...]] = (
    corrected,
    told_wrong,
    counted,
    time_moved,
    renewed,
    not_but,
    but_not,
    not_appointment,
    this_not_that,
    wish_for,
)
