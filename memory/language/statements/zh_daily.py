"""Chinese: what people are, are used to, cannot bear and cannot do, in the words of everyday talk."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, custom, listed, pattern, usable
from memory.model.assertion import Change, MemoryKind, Polarity
from memory.ports.recognizer import EntityType

_S: Final = r"^(?P<s>.*?)"
_PERSON: Final = r"(?P<s>我|我们|他|她|[\u4e00-\u9fffA-Za-z]{2,6}?)"
_DOES: Final = r"(?:看|听|玩|买|穿|坐|逛|用|化|读|刷|打|抽|做|住|追|碰|参加|去|熬)"
_PASSING: Final = frozenset(["用", "去", "做", "买", "住", "坐", "打", "参加", "碰", "追", "化", "读", "熬"])
_FIGURE: Final = r"[\d一二三四五六七八九十百千万两半]"
_MENTAL: Final = re.compile(
    r"^(?:知道|清楚|明白|确定|觉得|认为|想|行|是|会|能|太|好|懂|信|记得|同意|介意|敢|得|在|"
    r"要|再|怎|了|愿|应|需|用|够|错|见|对|到|打算"
    r"|舒服|喜欢|爱|吃|喝|负责|管|跟|支持|住|允许|可以|准|甘|后悔|怕|难|容易|急|忙|累|开心|满意|理解|放心)"
)


@custom(
    "zh.taken_by",
    rf"{_S}对(?P<v>[^，]{{1,10}}?)(?:特别|非常|很|挺|比较|一直|也|真的|可)*(?P<w>着迷|痴迷|"
    rf"上瘾|感兴趣|有兴趣|情有独钟|没(?:有)?什么兴趣|没(?:有)?兴趣|不感兴趣|不感冒|无感)$",
)
def taken_by(hit: Hit) -> Iterable[Statement]:
    """我对爵士乐特别着迷, 我对海鲜没什么兴趣."""
    negative = hit.match["w"][0] in "没不无"
    peeled = hit.peeled()
    if peeled.subject and usable(hit.value()):
        polarity = Polarity.NEGATIVE if negative else None
        yield Statement(peeled, "likes", hit.value(), polarity=polarity, kind=MemoryKind.PREFERENCE)


@custom(
    "zh.never_does",
    rf"^{_PERSON}??(?:一般|平时|基本)?(?P<n>从来不|从不|从没|不怎么|不太习惯|"
    rf"不太|不习惯|不)(?P<w>{_DOES})(?P<v>[^，了过]{{2,10}})$",
)
def never_does(hit: Hit) -> Iterable[Statement]:
    """我从来不看恐怖片."""
    people = {m.text for m in hit.clause.mentions if m.type is EntityType.PERSON}
    if hit.raw("s") not in ("我", "我们", "他", "她", *people, *([""] if hit.clause.prefixed else [])):
        return
    if hit.match["n"] == "不" and hit.match["w"] in _PASSING:
        return  # 这周不去健身房 is no dislike
    if usable(hit.value()) and not re.match(r"^(?:出|到|懂|起|惯|成|好|见|完|得|了|下|上|定|住)", hit.match["v"]):
        yield Statement(hit.peeled(), "likes", hit.value(), polarity=Polarity.NEGATIVE, kind=MemoryKind.PREFERENCE)


@custom(
    "zh.cannot_take", rf"^{_PERSON}(?:完全|实在|真的|一点|也)*(?:吃|喝|闻|碰|沾)不(?:了|得|惯)(?P<v>[^，了]{{1,8}})$"
)
def cannot_take(hit: Hit) -> Iterable[Statement]:
    """我吃不了辣."""
    for each in listed(hit.value(), "zh"):
        yield Statement(hit.peeled(), "likes", each, polarity=Polarity.NEGATIVE, kind=MemoryKind.PREFERENCE)


@custom(
    "zh.picks",
    r"^(?P<s>我)(?P<t>[^，我不]{0,6}?)(?:一般|通常|平时|向来|总是|都|基本|基本上)+(?:会)?(?P<w>选|"
    r"要|买|坐|点|住|用|喝|吃|穿|走|订|听|看)(?P<v>[^，了]{2,14})$",
)
def picks(hit: Hit) -> Iterable[Statement]:
    """我订酒店一般选靠近地铁的."""
    if usable(hit.value()):
        yield Statement(hit.peeled(), "prefers", hit.value(), kind=MemoryKind.PREFERENCE)


@custom(
    "zh.does_not",
    r"^(?P<s>(?:周末|平时|晚上|早上|中午|出差|在家)?我)(?:一般|通常|平时|从来|从|基本上?|周末|"
    r"早上|晚上)+不(?P<v>[^，了过]{2,8})$",
)
def does_not(hit: Hit) -> Iterable[Statement]:
    """周末我一般不加班."""
    if _MENTAL.match(hit.match["v"]) is None:
        peeled = replace(hit.peeled(), subject="我")
        yield Statement(peeled, "habit", hit.value(), polarity=Polarity.NEGATIVE, kind=MemoryKind.PREFERENCE)


@custom(
    "zh.cannot_do",
    r"^(?P<s>我|他|她|[\u4e00-\u9fff]{2,4}?)(?:还|也|完全|根本)?不会(?P<v>(?:开车|游泳|做饭|"
    r"做菜|弹|说|写|打|骑|滑|唱|跳|编程|用|修|抽烟|喝酒|画|拉|下|用|包|烤|理财)[^，了]{0,8})$",
)
def cannot_do(hit: Hit) -> Iterable[Statement]:
    """我不会开车."""
    yield Statement(hit.peeled(), "skill", hit.value(), polarity=Polarity.NEGATIVE)


@custom(
    "zh.measure",
    rf"{_S}(?P<k>身高|体重|血压|近视|视力|鞋码|鞋号|腰围|心率|血糖|体脂率|体温)(?:是|有|大概|大约|"
    rf"约|为|在)*(?P<v>{_FIGURE}[^，]{{1,12}})$",
)
def measure(hit: Hit) -> Iterable[Statement]:
    """我身高一米七八."""
    peeled = hit.peeled()
    if re.fullmatch(r"静息|空腹|餐后|平均|最高|最低|裸眼|晨起|早上|睡前|矫正", peeled.subject):
        peeled = replace(peeled, subject="")
    yield Statement(peeled, f"{hit.match['k']}.value", hit.value())


@custom(
    "zh.reach_me",
    r"^(?:.{0,8}?)(?:打|拨|联系|找|加|发)(?P<s>我)(?:的)?(?:新)?(?P<k>座机|手机|电话|微信|"
    r"邮箱|qq)?(?:号)?[，,：:是为 ]*(?P<v>\+?\d[\d\- ]{6,18}\d|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$",
    timed=True,
)
def reach_me(hit: Hit) -> Iterable[Statement]:
    """有事打我座机，021-55667788."""
    kind = (hit.match["k"] or "").casefold()
    name = "email" if "@" in hit.match["v"] else {"微信": "wechat", "qq": "qq.value"}.get(kind, "phone")
    yield Statement(hit.peeled(), name, hit.value(), confidence=0.85)


@custom(
    "zh.quit_since",
    rf"{_S}戒(?:掉|了)?(?P<v>烟|酒|糖|咖啡|奶茶|网游)(?:了)?(?:有|快|都|已经|整整)*{_FIGURE}+(?:来|"
    rf"多)?(?:个)?(?:年|月|天|周|星期)$",
)
def quit_since(hit: Hit) -> Iterable[Statement]:
    """我戒烟三个月了."""
    yield Statement(
        hit.peeled(), "likes", hit.value(), polarity=Polarity.NEGATIVE, change=Change.ENDS, kind=MemoryKind.PREFERENCE
    )


SENTENCES: Final[tuple[Pattern, ...]] = (reach_me,)
PATTERNS: Final[tuple[Pattern, ...]] = (
    pattern(
        "zh.rather",
        rf"{_S}(?:更|比较|还是更)(?:愿意|倾向于?|中意)(?P<v>[^，]{{2,16}})$",
        "prefers",
        kind=MemoryKind.PREFERENCE,
    ),
    pattern("zh.zodiac", rf"{_S}属(?P<v>[鼠牛虎兔龙蛇马羊猴鸡狗猪])$", "zodiac.value"),
    pattern(
        "zh.star_sign",
        rf"{_S}(?:是)?(?P<v>(?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座)(?:的)?$",
        "star_sign.value",
    ),
    pattern(
        "zh.changed_job",
        rf"{_S}(?:从[^，]{{2,10}}?)(?:跳槽|转岗|调)(?:到|去)了?(?P<v>[^，]{{2,14}})$",
        "works_at",
        change=Change.REPLACES,
        object=EntityType.ORG,
    ),
    pattern(
        "zh.befell",
        rf"{_S}(?P<v>中风|心梗|脑梗|怀孕|流产|晕倒|发烧|感冒|摔倒)$",
        "event",
        timed=True,
        kind=MemoryKind.EPISODIC,
    ),
    pattern(
        "zh.has_kin",
        rf"{_S}有(?:一?[个位]|[两二三四五]个)(?P<v>[^，的]{{0,6}}(?:哥哥|"
        rf"弟弟|姐姐|妹妹|儿子|女儿|孩子|室友|徒弟|助理))$",
        "has",
    ),
    pattern(
        "zh.favourite",
        rf"{_S}最(?:喜欢|爱|爱吃|爱看|爱喝|爱听|中意)的(?:[^，是]{{0,8}}?)(?:就)?是(?P<v>[^，]{{2,16}})$",
        "likes",
        split=True,
        kind=MemoryKind.PREFERENCE,
    ),
    pattern("zh.surname", rf"{_S}姓(?P<v>[\u4e00-\u9fff]{{1,2}})$", "surname"),
    taken_by,
    never_does,
    cannot_take,
    picks,
    does_not,
    cannot_do,
    measure,
    quit_since,
    pattern(
        "zh.enjoys",
        rf"{_S}(?:享受|沉迷于?|痴迷于?|热衷于?|钟情于?|酷爱|擅长)(?P<v>[^，]{{2,16}})$",
        "likes",
        split=True,
        kind=MemoryKind.PREFERENCE,
    ),
    pattern(
        "zh.fan_of",
        rf"{_S}是(?P<v>[^，]{{2,10}}?)(?:的)?(?:铁杆|忠实|死忠)?(?:粉丝|球迷|歌迷|影迷|书迷)$",
        "likes",
        kind=MemoryKind.PREFERENCE,
    ),
    pattern(
        "zh.intolerant",
        rf"{_S}(?:对)?(?P<v>(?:乳糖|牛奶|麸质|酒精|果糖|咖啡因|组胺)[\u4e00-\u9fff]{{0,2}}?)不耐(?:受)?$",
        "allergy",
    ),
    pattern(
        "zh.graduated",
        rf"{_S}(?:毕业于|就读于|(?:考上|考入|考进)了?(?=[^，]*(?:学|校|院|[大中研博系班]|[A-Z])$))(?P<v>[^，]{{2,14}})$",
        "studies_at",
        object=EntityType.ORG,
    ),
    pattern(
        "zh.graduated_from", rf"{_S}(?:是)?从(?P<v>[^，]{{2,14}}?)毕业(?:的)?$", "studies_at", object=EntityType.ORG
    ),
    pattern(
        "zh.school_year",
        rf"{_S}(?:在|正在)?(?:读|上|念)(?P<v>(?:小学|初|高|大|研|博|幼儿园)(?:[一二三四五六]|中|"
        rf"学)?(?:年级)?|[一二三四五六七八九]年级)$",
        "school_year",
    ),
    pattern(
        "zh.studied",
        rf"{_S}(?:本科|大学|硕士|研究生|博士|当年)+(?:读|学|念)(?:的)?(?:是)?(?P<v>[^，]{{2,12}})$",
        "major",
    ),
    pattern("zh.blood", rf"{_S}(?:是)?(?P<v>(?:A|B|AB|O)型)血?$", "blood_type.value"),
    pattern(
        "zh.dwells", rf"{_S}(?:住|租|买)的?(?:房子|公寓|房)在(?P<v>[^，]{{2,16}})$", "lives_in", object=EntityType.PLACE
    ),
)
