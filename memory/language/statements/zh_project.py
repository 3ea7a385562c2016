"""Chinese: who is in charge, what is used, how many, by when, and how things stand."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.attributes import attribute, named_value
from memory.language.statements.clause import comparable
from memory.language.statements.pattern import Hit, Pattern, Statement, custom, pattern, usable
from memory.language.statements.peel import Peeled
from memory.language.statements.plausible import plausible
from memory.language.statements.zh_life import JOB
from memory.language.statements.zh_owners import does
from memory.language.statements.zh_schedule import (
    departs,
    due,
    meeting_moved,
    meets_at,
    postponed,
    scheduled,
    without_times,
)
from memory.model.assertion import Change, MemoryKind, Modality
from memory.ports.recognizer import EntityType

_S: Final = r"^(?P<s>.*?)"
_PERSON: Final = EntityType.PERSON
_TIMED: Final = frozenset(["deadline", "meeting_time", "schedule", "departure", "arrival", "birthday"])
_CHANGE: Final = (
    r"(?:改成|改为|改到|改在|改用|改走|换成|换到|换为|变成|变为|调整为|调到|涨到|降到|升到|"
    r"升级到|推迟到|提前到|延到|延期到|定为|定在|定到|定的是|定了|敲定为|更正为|增加到|"
    r"减到|减少到|提高到|削减到|迁到|迁移到|切到|切换到|搬到|移到|挪到)"
)
_MORE_KIN: Final = (
    r"岳父|岳母|公公|婆婆|嫂子|姐夫|妹夫|侄子|侄女|外甥女?|徒弟|师父|"
    r"师傅|干妈|干爹|继父|继母|亲家|孙子|孙女"
)
_BE: Final = r"(?:就是|还是|仍是|是|为|等于|(?<!\d)[：:])"


@custom(
    "zh.status_from",
    r"^(?P<s>.+?)(?:已经|刚|刚刚|今天)?从(?P<f>[^，]{1,12}?)(?:改成|改为|变成|变为|转为|进入|"
    r"推进到|流转到)了?(?P<v>[^，]{1,14}?)$",
)
def status_from(hit: Hit) -> Iterable[Statement]:
    """工单T-3312已经从待处理改成处理中了."""
    words = re.sub(r"^(?:工单|任务|缺陷|需求|订单|bug)\s*(?=[A-Z]+-?\d)", "", hit.peeled().subject, flags=re.I)
    yield Statement(replace(hit.peeled(), subject=words), "status", hit.value(), change=Change.REPLACES)


@custom(
    "zh.migrated",
    r"^(?P<s>.*?)(?:已经|全部|会|将)?从(?P<f>[^，]{1,16}?)(?:迁移?|切换?|换|改|转|升级?)(?:到|"
    r"成|为)了?(?P<v>[^，]{1,20}?)$",
)
def migrated(hit: Hit) -> Iterable[Statement]:
    """订单库从MySQL迁到PostgreSQL."""
    peeled = hit.peeled()
    if re.search(r"(?:打算|计划|准备|想|要)[^，]*把", hit.match["s"]) or re.match(
        r"[\d一二三四五六七八九十两半每]", hit.match["v"]
    ):
        return  # a plan of somebody's; a number is nothing that is used
    peeled = replace(peeled, subject=re.sub(r"^.*?把", "", peeled.subject))
    read = attribute(peeled, "zh") if peeled.subject else None
    subject, predicate = read if read is not None else (peeled, "uses")
    yield Statement(subject, predicate, hit.value(), change=Change.REPLACES, object=EntityType.PRODUCT)


@custom(
    "zh.attribute",
    rf"{_S}(?P<b>{_CHANGE}|{_BE}|在(?=\d|[上下]午|早|晚|周|星期|每))了?(?P<v>[^，是]{{1,40}})$",
    timed=True,
)
def attribute_is(hit: Hit) -> Iterable[Statement]:
    """今年的市场预算定了八十万, 验收截止日期改到5月20日."""
    peeled = hit.peeled()
    if re.search(r"(?:打算|计划|准备|想|要)[^，]*把", hit.match["s"]):
        return  # a plan of somebody's
    peeled = replace(peeled, subject=re.sub(r"(?<=.)从[^，]{1,10}$", "", re.sub(r"^.*?把", "", peeled.subject)))
    peeled = replace(peeled, subject=re.sub(r"(?<=.)(?:最新|目前)?(?:数字|数额)$", "", peeled.subject))
    if hit.match["b"] in (":", "："):
        peeled = replace(
            peeled, subject=re.sub(r"(?<=.{2})(?:更新|变更|更改|更正|变动|调整|修改|通知|如下)$", "", peeled.subject)
        )
    value = hit.value()
    read = attribute(peeled, "zh") or (_changed_thing(peeled) if hit.match["b"] in _NEW_VALUE else None)
    if read is None or not usable(value):
        return
    subject, predicate = read
    if predicate in ("description", "event", "plan", "name", "role", "likes", "has", "has_pet"):
        return
    changed = hit.match["b"] not in ("是", "为", "：", ":", "就是", "定了", "定为", "定在")
    timeless = predicate.rpartition(".")[2] in _TIMED
    if not timeless:
        value = without_times(hit, "v") or value
    yield Statement(
        subject, predicate, value, change=Change.REPLACES if changed else None, timeless=timeless, confidence=0.85
    )


_NEW_VALUE: Final = frozenset(["改成", "改为", "换成", "换为", "变成", "变为", "调整为", "改用", "更正为"])


def _changed_thing(peeled: Peeled) -> tuple[Peeled, str] | None:
    """X的Y改成Z where nothing is known of Y: one value at a time."""
    thing, _, noun = peeled.subject.rpartition("的")
    if peeled.planned or not noun or len(noun) > 8 or not plausible(noun, "zh") or re.match(r"^(?:我|你|他|她)", noun):
        return None
    return replace(peeled, subject=thing or "我们"), named_value(noun)


@custom(
    "zh.deployed",
    r"^(?P<s>.*?)(?:都|现在|目前|已经|改|统一)*(?:部署在|部署到|放在|放到|托管在|跑在|运行在|"
    r"架在|上线到)了?(?P<v>[^，]{2,24}?)(?:上|里)?$",
)
def deployed(hit: Hit) -> Iterable[Statement]:
    """生产环境部署在阿里云华东2区."""
    peeled = hit.peeled()
    machine = re.search(r"环境|服务|系统|集群|网关|站点|网站|应用|后端|前端|数据库|平台|接口", peeled.subject)
    predicate = "deployment" if machine or "部署" in hit.clause.text else "location"
    yield Statement(peeled, predicate, hit.value())


@custom(
    "zh.deploys_by",
    r"^(?P<s>.*?)(?:现在|目前|改|都|统一|一直)*(?:用|走|靠|通过|采用|改用|使用)(?P<v>[^，]{2,20}?)(?:来)?(?:部署|"
    r"发布|上线)(?:的)?$",
)
def deploys_by(hit: Hit) -> Iterable[Statement]:
    """渡口现在用离线安装包部署."""
    peeled = hit.peeled()
    yield Statement(replace(peeled, subject=re.sub(r"是$", "", peeled.subject)), "deployment", hit.value())


@custom(
    "zh.topic_choice",
    r"^(?P<t>[^，我]{1,8}?)(?:我们|咱们|这边)?(?:最后|最终|已经|还是|统一|决定|现在)*(?:选了|"
    r"选用|选定|用的是|敲定了?|定了用|采用|选择了?)(?P<v>[^，]{2,20})$",
)
def topic_choice(hit: Hit) -> Iterable[Statement]:
    """缓存我们选了Redis."""
    topic = hit.value("t")
    read = attribute(Peeled(topic), "zh")
    if read is not None:
        yield Statement(read[0], read[1], hit.value())
    else:
        yield Statement(Peeled("我们"), f"{topic}.choice", hit.value(), object=EntityType.PRODUCT)


@custom("zh.used_as", r"^(?P<s>.*?)(?:用|拿|选|使用)了?(?P<v>[^，]{1,16}?)(?:做|作为|当作?|充当)(?P<t>[^，]{2,8})$")
def used_as(hit: Hit) -> Iterable[Statement]:
    """我们用Kafka做消息队列."""
    topic = hit.value("t")
    peeled = hit.peeled()
    if peeled.subject in ("", "我们", "咱们", "团队", "项目组") and usable(topic):
        read = attribute(Peeled(topic), "zh")
        predicate = read[1] if read is not None and not read[0].subject else f"{topic}.choice"
        yield Statement(replace(peeled, subject="我们"), predicate, hit.value(), object=EntityType.PRODUCT)


def _starts_with_verb(hit: Hit) -> bool:
    """书房先当客房用: the value is a verb phrase, no choice."""
    at = hit.view.places[hit.match.start("v")]
    return any(t.start == at and t.tag in ("v", "p") and t.lemma not in ("用", "写") for t in hit.clause.tokens)


@custom(
    "zh.default_choice",
    r"^(?P<t>.{1,16}?)(?P<d>默认|固定|平时|一般|最好|还是|就|先|换成|改成|给我订|要)+(?:用|"
    r"是|写|走|为|订)?(?P<v>[^，]{1,12}?)(?:写|吧|的)*$",
)
def default_choice(hit: Hit) -> Iterable[Statement]:
    """我的脚本默认用Elixir写, 这次报告就用英文写吧."""
    topic = re.sub(
        r"^(?:我的|我|暂时|临时|目前|现在|给我(?:写|看)?的?|这次|这一次|本次|做|每天的?)+", "", hit.match["t"]
    ).strip()
    words = hit.clause.text
    if not re.search(r"默认|固定|用|最好|破例", words) or not usable(hit.value()) or _starts_with_verb(hit):
        return
    if topic and not plausible(topic, "zh"):
        return
    if not topic:
        yield Statement(Peeled("我"), "prefers", hit.value(), kind=MemoryKind.PREFERENCE)
    elif len(topic) <= 8:
        yield Statement(
            Peeled("我"), f"{topic}.default_choice", hit.value(), kind=MemoryKind.PREFERENCE, confidence=0.75
        )


@custom("zh.stuck", r"^(?P<s>.{1,14}?)(?:还)?(?P<v>(?:卡|堵|压|停留|处)(?:在|于).{2,16})$")
def stuck(hit: Hit) -> Iterable[Statement]:
    """簽約流程卡在法務審核."""
    yield Statement(hit.peeled(), "status", hit.value())


@custom(
    "zh.closed",
    r"^(?P<s>.{2,16}?)(?P<v>(?:关闭|上线|发布|完成|修复|解决|通过|合并|下线|冻结|结束|取消|"
    r"暂停|merge|部署|恢复|停用|验收|交付)(?:到.{1,10})?)了?$",
)
def closed(hit: Hit) -> Iterable[Statement]:
    """退款那个缺陷昨天关闭了."""
    peeled = hit.peeled()
    if re.search(r"难以|很难|无法", hit.clause.text):
        return
    ahead = peeled.planned or (
        hit.clause.event_time is not None
        and hit.clause.event_time.start is not None
        and hit.clause.event_time.start > hit.clause.event_time.base
    )
    yield Statement(peeled, "status", hit.value(), modality=Modality.PLANNED if ahead else None, change=Change.REPLACES)


@custom(
    "zh.remaining",
    r"^(?P<s>.{1,16}?)(?:还)?(?:剩余|剩下|剩|库存|"
    r"还有)(?P<t>[\u4e00-\u9fffA-Za-z]{0,8}?)(?P<v>\d[\d,.]*\s*[\u4e00-\u9fffA-Za-z]{0,4})"
    r"$",
)
def remaining(hit: Hit) -> Iterable[Statement]:
    """库存仓A剩余羽绒服312件."""
    thing = hit.value("t")
    yield Statement(hit.peeled(), f"{thing}.quantity" if thing else "quantity", hit.value())


@custom(
    "zh.has_amount",
    r"^(?P<s>.{1,14}?)(?:有|达|约|共)(?P<v>\d[^，]{0,16}|[一二三四五六七八九十百千万两]+[个块台人件条张辆名套家位].{0,12})$",
)
def has_amount(hit: Hit) -> Iterable[Statement]:
    """硬盘有4块3.84TB."""
    yield Statement(hit.peeled(), "quantity", hit.value())


@custom("zh.located", rf"{_S}(?:停泊|停靠|停|泊|摆|存|藏|收|搁|锁|定|订|安排|设)?(?<![现正])在(?P<v>[^，]{{2,24}})$")
def located(hit: Hit) -> Iterable[Statement]:
    """我们新办公室在南山科技园B座12楼."""
    peeled = hit.peeled()
    after = hit.view.places[hit.match.start("v")]
    if any(t.end > after and t.tag in ("v", "vd") for t in hit.clause.tokens):
        return  # 在云南支教, 在学习: what somebody does there
    if re.search(r"你|的时候|过程|期间|当中|如何|总是", hit.match["v"]):
        return
    if re.search(r"(?:时|候|做|说|想|忙|等|看|开会|工作|学习|查)$", hit.match["v"]):
        return
    if re.search(r"(?<![最])[里上中内](?![面层边间侧头方上一])[^的]", hit.match["v"]):
        return
    stowed = re.match(r"^(?P<t>[^我]{2,12})我们?$", peeled.subject)
    peeled = replace(peeled, subject=stowed["t"]) if stowed is not None else peeled
    yield Statement(peeled, "location", hit.value(), object=EntityType.PLACE, confidence=0.75)


@custom("zh.is", rf"{_S}(?:叫做|是|等于)(?P<v>[^，是]{{1,30}})$")
def definition(hit: Hit) -> Iterable[Statement]:
    """我的车是五菱缤果, 我们的出口代理是收费站二号."""
    peeled, value = hit.peeled(), hit.value()
    if hit.raw("s").endswith("的"):
        return  # 看的是一部电影: a verb
    if not usable(value) or len(value) < 2 or not peeled.subject or re.search(r"(?:的|这样|那样|真|假|对|错)$", value):
        return
    read = attribute(peeled, "zh")
    if read is not None and read[1] not in ("description", "event", "plan", "has_pet"):
        yield Statement(read[0], read[1], value)
        return
    mine = re.match(r"^(?P<o>我们的?|我的?|咱们的?)(?P<n>.+)$", comparable(peeled.subject))
    if mine is not None and re.fullmatch(_MORE_KIN, mine["n"]):
        job = re.search(rf"{JOB}$|长$", value) is not None
        yield Statement(peeled, "role" if job else "description", value)
    elif mine is not None:
        owner = "我们" if mine["o"].startswith(("我们", "咱")) else "我"
        yield Statement(replace(peeled, subject=owner), named_value(mine["n"]), value, confidence=0.75)
    else:
        yield Statement(peeled, "description", value, confidence=0.6)


@custom(
    "zh.spec",
    r"^(?P<s>.{1,12}?)(?P<k>内存|硬盘|CPU|cpu|显卡|容量|重量|高度|长度|宽度|面积|尺寸|带宽|"
    r"温度|颜色|分辨率)(?:是|为|有|达|：|:)(?P<v>[^，]{1,20})$",
)
def spec(hit: Hit) -> Iterable[Statement]:
    """新服务器内存是256GB."""
    yield Statement(hit.peeled(), hit.match["k"].lower(), hit.value())


@custom(
    "zh.version",
    r"^(?P<s>.*?)(?:还)?(?:升到|升级到|更新到|降到|回退到|定在|锁在|固定在|跑着|跑的是|"
    r"用着|用的是|用|跑|在|是|到)?了?(?P<n>[\u4e00-\u9fffA-Za-z]{2,10}?)?(?:的?版本)?(?:是|"
    r"到|在|为)?\s*(?<![A-Za-z\-.\d])(?P<v>v?\d+(?:\.\d+){1,3})$",
)
def version(hit: Hit) -> Iterable[Statement]:
    """解析器升到4.57.28了, 我们用的解析器版本是6.39.23."""
    words = re.sub(r"^(?:我们|咱们)?(?:.{1,8}?用的)(?=.)", "", hit.peeled().subject)
    noun = hit.value("n")
    noun = re.sub(r"^.{0,8}用的|^.*(?:上还|上)?(?:跑着|跑的是|跑)", "", noun)
    noun = re.sub(r"^(?:升到|升级到|用的|用)|(?:升|升级|更新|切|降|回退|换|改|用的|版本|用|到|是)+$", "", noun)
    moved = re.search(r"升|更新|降|回退|换|改|切", hit.clause.text) is not None
    change = Change.REPLACES if moved else None
    if hit.peeled().planned or re.search(r"计划|打算|准备|预计|发布|推出", hit.clause.text):
        return  # a version that is to come is a plan
    if re.search(r"(?:ip|地址)$", noun or words, re.I) or hit.match["v"].count(".") > 2:
        return
    if hit.match["v"].count(".") < 2 and not re.search(
        r"版|升|更新|降|回退|用|跑|锁|固定|v\d|[A-Za-z]", hit.clause.text
    ):
        return  # 白细胞6.1 is a figure
    if noun and words and not re.search(r"^(?:我们|咱们|我)$", words):
        yield Statement(replace(hit.peeled(), subject=words), f"{noun}.version", hit.value(), change=change)
    elif noun or words:
        thing = noun or words
        thing = re.sub(r"的$", "", thing)
        if thing in ("我们", "咱们", "我", "项目"):
            yield Statement(Peeled("我们"), "version", hit.value(), change=change)
        else:
            yield Statement(Peeled(thing), "version", hit.value(), change=change)


@custom(
    "zh.can_spend",
    r"^(?P<s>.*?)(?:现在|总共|一共)?(?:能花|可以花|能用|批了|拨了)(?P<v>[\d.一二三四五六七八九十百]+\s*[万千亿元块].{0,4})$",
)
def can_spend(hit: Hit) -> Iterable[Statement]:
    """栈桥现在能花37.3万."""
    yield Statement(hit.peeled(), "budget", hit.value())


@custom("zh.goes_by", r"^(?P<s>.*?)(?:现在|改|目前|已经)*走(?P<v>[^，]{0,12}(?:平台|流水线|脚本|发布|部署|管道))$")
def goes_by(hit: Hit) -> Iterable[Statement]:
    """渡口现在走蓝绿发布平台."""
    yield Statement(hit.peeled(), "deployment", hit.value())


PATTERNS: Final[tuple[Pattern, ...]] = (
    status_from,
    migrated,
    spec,
    departs,
    version,
    meets_at,
    meeting_moved,
    can_spend,
    goes_by,
    deploys_by,
    deployed,
    attribute_is,
    due,
    postponed,
    scheduled,
    stuck,
    remaining,
    topic_choice,
    used_as,
    pattern(
        "zh.stopped_using",
        rf"{_S}(?:不再用|不再使用|停用了?|不用|弃用了?|停止使用)(?P<v>[^，]{{1,20}})$",
        "uses",
        negative=True,
        change=Change.ENDS,
        object=EntityType.PRODUCT,
    ),
    pattern(
        "zh.switched_to",
        rf"{_S}(?:切|切换|迁|迁移|换|转)(?:到|成|为)了?(?P<v>[^，]{{1,20}})$",
        "uses",
        change=Change.REPLACES,
        object=EntityType.PRODUCT,
    ),
    default_choice,
    pattern(
        "zh.uses",
        r"^(?P<s>我们?|咱们|团队|.{0,12}?)(?:现在|目前|都|主要|一直|统一)*(?:在用|使用|采用|用的是|"
        r"(?<![备试费信利引作通常适专租])(?<!(?<!没)有)用(?![户途法品量人处心完过着到好得不了]|[\d一二三四五六七八九十百千两半]+(?:度|元|块|天|年|次|个|分|小时)))(?P<v>[^，来去]{2,20})$",
        "uses",
        object=EntityType.PRODUCT,
    ),
    does,
    closed,
    has_amount,
    located,
    definition,
)
