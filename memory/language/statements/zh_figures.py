"""Chinese: limits, settings, stages, figures, and who is to be asked about what."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.attributes import attribute, named_value
from memory.language.statements.pattern import Hit, Pattern, Statement, custom, listed, pattern, usable
from memory.language.statements.peel import Peeled
from memory.language.statements.plausible import plausible
from memory.language.statements.subject_words import is_body
from memory.model.assertion import Application, Change, MemoryKind, Polarity
from memory.ports.recognizer import EntityType

_S: Final = r"^(?P<s>.*?)"
_FIGURE: Final = r"[\d一二三四五六七八九十百千万亿两半]"
_UNIT: Final = r"(?:[^，是不]{0,10})"


def _who(hit: Hit) -> bool:
    """Whether the group `p` can be a person: one that was recognised, me, or a short name."""
    words = hit.raw("p")
    people = {m.text for m in hit.clause.mentions if m.type is EntityType.PERSON}
    return (
        words in ("我", "我们")
        or words in people
        or re.fullmatch(r"[老小阿][\u4e00-\u9fff]|[\u4e00-\u9fff][工总哥姐]|[A-Z][a-z]+", words) is not None
    )


def _owned(hit: Hit, thing: Peeled, change: Change | None = None) -> Iterable[Statement]:
    person = hit.value("p")
    if person in ("我", "我们"):
        yield Statement(Peeled(person), "responsible_for", thing.subject)
    else:
        yield Statement(thing, "owner", person, object=EntityType.PERSON, change=change, confidence=0.8)


@custom(
    "zh.ask_for",
    r"^(?P<s>[^，我]{2,12}?)(?:的)?(?:事情?|问题|需求|活儿?|相关|方面)?(?:就|都|请|可以|直接|"
    r"统一|先)*(?<![寻查翻])找(?P<p>[^，了]{1,5})$",
)
def ask_for(hit: Hit) -> Iterable[Statement]:
    """前端的事情找小陈."""
    peeled = hit.peeled()
    if _who(hit) and plausible(peeled.subject, "zh") and len(peeled.subject) > 1:
        yield from _owned(hit, peeled)


@custom(
    "zh.now_with",
    r"^(?:现在|目前|以后|后来|已经|改|都|还)*(?:是|由|归|换成了?|交给了?)(?P<p>[^，的]{1,5}?)(?:负责|"
    r"来?管|接手|在做|跟进|维护|牵头|对接)(?:了)?$",
)
def now_with(hit: Hit) -> Iterable[Statement]:
    """…，现在是李涛负责: the thing of the clause before."""
    if hit.clause.prefixed and _who(hit) and hit.raw("p") not in ("我", "我们"):
        yield Statement(Peeled(""), "owner", hit.value("p"), object=EntityType.PERSON, change=Change.REPLACES)


@custom("zh.held_by", r"^(?P<s>[^，]{2,14}?)(?:都|现在|目前)*在(?P<p>[^，]{1,4}?)(?:手里|手上|那里|那儿|那边)$")
def held_by(hit: Hit) -> Iterable[Statement]:
    """测试环境的账号都在孙姐手里."""
    if _who(hit):
        yield from _owned(hit, hit.peeled())


@custom(
    "zh.goes_by_rule",
    r"^(?P<s>[^，我]{2,10}?)(?:统一|一律|都|就|全部)*按(?:照)?(?P<v>[^，]{2,14}?)(?:来|走|"
    r"执行|写)$",
)
def goes_by_rule(hit: Hit) -> Iterable[Statement]:
    """代码风格按PEP8来."""
    topic = hit.peeled().subject
    if plausible(topic, "zh"):
        yield Statement(Peeled("我们"), f"{topic}.choice", hit.value())


@custom(
    "zh.only_keeps",
    r"^(?P<s>[^，我]{2,10}?)(?:现在|目前|以后|先|统一)*只(?:保留|留|支持|用|开放|接受|走|收)了?(?P<v>[^，]{2,14})$",
)
def only_keeps(hit: Hit) -> Iterable[Statement]:
    """登录方式只保留扫码."""
    topic = hit.peeled().subject
    if plausible(topic, "zh"):
        yield Statement(Peeled("我们"), f"{topic}.choice", hit.value())


@custom(
    "zh.set_to",
    r"^(?:我们?|咱们)?(?:已经|刚|又)?(?:把|将)?(?P<s>[^，我不]{2,12}?)(?:给|被|也|又)?(?P<b>设成|设为|设置为|"
    r"设置成|设定为|定为|定成|调成|限制在|控制在|控制为|改名叫|命名为|更名为|提到|提高到|提升到|"
    r"上调到|下调到|压到|压缩到|砍到|涨到|降到|减到|增加到|缩短到|延长到)了?(?P<v>[^，是]{1,16})$",
    timed=True,
)
def set_to(hit: Hit) -> Iterable[Statement]:
    """接口超时时间设成3秒, 主色调定为墨绿色."""
    words = re.sub(r"(?<=.)从[^，]{1,10}$", "", hit.peeled().subject)
    if hit.match["b"] == "提到" and not re.match(_FIGURE, hit.match["v"]):
        return
    thing, _, noun = words.rpartition("的")
    if not usable(hit.value()) or not plausible(noun, "zh"):
        return
    read = attribute(replace(hit.peeled(), subject=words), "zh")
    if (
        read is not None
        and read[1].endswith("schedule")
        and re.search(r"(?:秒|毫秒|分钟|小时|天|周|个月)$", hit.value())
    ):
        read = None  # 超时时间 is how long, not when
    subject, name = read or (Peeled(thing or ("" if is_body(noun) else "我们")), named_value(noun))
    timeless = name.rpartition(".")[2] in ("deadline", "meeting_time", "schedule")
    yield Statement(subject, name, hit.value(), change=Change.REPLACES, timeless=timeless)


@custom(
    "zh.limit",
    rf"{_S}(?:最大|最多|最高|最长|至多|上限|一次|每次)?(?:是|为)?(?P<n>不能|不得|不可以?|不许|"
    rf"不准|不要|别|必须)?(?P<w>超过|大于|多于|高于|低于|少于|小于)(?P<v>{_FIGURE}{_UNIT})$",
    timed=True,
)
def limit(hit: Hit) -> Iterable[Statement]:
    """单个文件最大不能超过20MB."""
    if hit.has("n") and hit.peeled().subject:
        thing = re.sub(r"(?:最大|最多|最高|最长|至多|上限)$", "", hit.peeled().subject)
        yield Statement(Peeled(thing), "limit", hit.value())


@custom(
    "zh.rate",
    rf"^(?:当前|目前|现在|今天)?(?P<s>[^，]{{2,14}}?(?:率|量|数|值|延迟|余额|温度|湿度|负载|"
    rf"qps))(?:为|是|：|:|约|达|达到|降到|升到|高达)?\s*(?P<v>{_FIGURE}[\d.,]*\s*[^，]{{0,6}})$",
    timed=True,
)
def rate(hit: Hit) -> Iterable[Statement]:
    """当前CPU使用率93%."""
    subject = hit.peeled()
    if attribute(subject, "zh") is None and plausible(subject.subject, "zh"):
        yield Statement(subject, "quantity", hit.value())


@custom(
    "zh.reaches",
    rf"^(?P<s>[^，我]{{2,12}}?)(?:已经|刚|终于|今天)?(?:跑到|达到|冲到|突破|超过|升至|降至|"
    rf"逼近|接近|来到|增长到)了?(?P<v>{_FIGURE}[^，]{{0,10}})$",
    timed=True,
)
def reaches(hit: Hit) -> Iterable[Statement]:
    """压测跑到了一万QPS."""
    subject = hit.peeled()
    if plausible(subject.subject, "zh") and not subject.negative:
        yield Statement(subject, "quantity", hit.value())


@custom(
    "zh.phase",
    r"^(?P<s>[^，]{2,14}?)(?:已经|目前|现在|正|还|刚|正式)*(?:进入|处于|走到|停在|卡在|到了|"
    r"进行到|推进到)了?(?P<v>[^，]{1,10}?(?:阶段|期|环节|状态|流程|步骤|一步|面))$",
)
def phase(hit: Hit) -> Iterable[Statement]:
    """项目已经进入验收阶段."""
    yield Statement(hit.peeled(), "status", hit.value())


@custom(
    "zh.agreed",
    r"^(?:我们|咱们|团队|大家|公司|组里|部门)(?:都|内部|已经|一致)?(?:约定|规定|商定|说好|"
    r"要求|达成一致)[，,：:]?(?P<v>[^，]{3,24})$",
    timed=True,
)
def agreed(hit: Hit) -> Iterable[Statement]:
    """团队约定每周三不开会."""
    yield Statement(
        Peeled("我们"),
        "instruction",
        hit.value(),
        kind=MemoryKind.PROCEDURAL,
        application=Application.PROJECT,
        timeless=True,
    )


@custom(
    "zh.uniformly",
    r"^(?P<s>[^，我他她]{2,10}?)(?:统一|一律|全部|默认)+(?:返回|采用|"
    r"使用|用|走|写成|输出|存成|存)(?P<v>[^，]{2,16})$",
)
def uniformly(hit: Hit) -> Iterable[Statement]:
    """接口统一返回JSON格式."""
    topic = hit.peeled().subject
    if plausible(topic, "zh"):
        yield Statement(Peeled("我们"), f"{topic}.choice", hit.value())


@custom("zh.undone", r"^(?P<s>[^，我他她你]{2,12}?)还没有?(?P<v>(?!有|到底|想|问)[^，了过]{2,8})$")
def undone(hit: Hit) -> Iterable[Statement]:
    """这批货还没发出去."""
    if plausible(hit.peeled().subject, "zh"):
        yield Statement(hit.peeled(), "status", hit.value(), polarity=Polarity.NEGATIVE)


@custom("zh.takes_part", r"^(?P<s>[^，]{0,8}?)(?:参会|出席|参加|参与)的(?:人|同事|成员)?有(?P<v>[^，]{2,20})$")
def takes_part(hit: Hit) -> Iterable[Statement]:
    """参会的有小王、小李和我."""
    for each in listed(hit.value(), "zh"):
        yield Statement(hit.peeled(), "participants", each)


PATTERNS: Final[tuple[Pattern, ...]] = (
    now_with,
    ask_for,
    held_by,
    goes_by_rule,
    only_keeps,
    limit,
    set_to,
    phase,
    agreed,
    rate,
    reaches,
    undone,
    takes_part,
    pattern(
        "zh.chose",
        r"^(?P<s>我们|咱们|我)(?:最后|最终|还是|已经|决定|现在)*(?:选定|"
        r"选了|敲定|选择了?|确定用|定下)了?(?P<v>[^，]{2,16})$",
        "uses",
    ),
    pattern(
        "zh.holds",
        rf"{_S}(?:最多|最大|可以|能|大概)*(?:容纳|承载|坐得?下|装得?下|储存)(?P<v>{_FIGURE}[^，]{{1,10}})$",
        "limit",
    ),
    uniformly,
    pattern(
        "zh.not_of",
        rf"{_S}不是(?P<v>(?:我们|咱们)?[^，]{{0,8}}?(?:部门|组|团队|公司|项目组))的?(?:人|成员|员工|同事)?$",
        "member_of",
        negative=True,
    ),
)
