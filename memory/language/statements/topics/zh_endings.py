"""Chinese: what was applied for, signed up for, sold or invited, and that it was called off again."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, custom
from memory.language.statements.topics.en_endings import ends, over
from memory.language.statements.topics.kit import state
from memory.model.assertion import Change
from memory.ports.recognizer import EntityType

_PERSON: Final = EntityType.PERSON
_COURSE: Final = (
    r"(?P<s>陶艺|二胡|速写|合唱|瑜伽|钢琴|吉他|古筝|琵琶|书法|国画|油画|素描|水彩|舞蹈|街舞|拉丁舞|芭蕾|太极"
    r"|拳击|击剑|柔道|空手道|游泳|划艇|攀岩|编织|缝纫|木工|烘焙|烹饪|厨艺|摄影"
    r"|话剧|戏剧|声乐|架子鼓|围棋|象棋|普拉提|网球|羽毛球|射箭|西班牙语|法语|德语|日语|韩语|英语|意大利语"
    r"|尤克里里|插花|茶艺|剪纸|篆刻)"
)
_QUIT: Final = r"放弃|不学|退[了掉课]|退$|停[了掉]|停$|不上[了课]|不上$|取消|不去了|不去$|不练|算了|不报了"


@custom("zh.topic_course_off", rf"{_COURSE}(?:课|班)?[^。；]{{0,8}}?(?P<p>{_QUIT})")
def course_off(hit: Hit) -> Iterable[Statement]:
    """陶艺我放弃了，就当没说; 二胡不学了，课退了."""
    yield over(hit, f"{hit.match['s']}.course_place", hit.raw("p"), "我")


@custom(
    "zh.topic_course",
    rf"{_COURSE}(?:课|班|排练|社|团)?[^。；]{{0,10}}?(?:在|地点是?在?)(?P<v>[\u4e00-\u9fff]{{2,8}}?)(?:上课|上"
    r"|练|排练|学)?(?=$|[，。；])",
)
def course(hit: Hit) -> Iterable[Statement]:
    """我报了陶艺课，在河埠头会馆上; 合唱继续，在钟楼活动室."""
    yield state(hit, "我", f"{hit.match['s']}.course_place", hit.value())


@custom("zh.topic_course_at", rf"报了?(?:名)?(?P<v>[\u4e00-\u9fff]{{2,6}}?)的{_COURSE}(?:课|班)")
def course_at(hit: Hit) -> Iterable[Statement]:
    """我报了琴房巷的二胡课."""
    yield state(hit, "我", f"{hit.match['s']}.course_place", hit.value())


_POINT: Final = (
    r"(?P<p>(?:上次|上回|之前|前面|先前|前几天|刚才|那天|那|这)(?:说|讲|提|要|记|报|加)?(?:我|你)?(?:说|提|加"
    r"|报)?(?:的)?(?:那|这)?(?:一)?(?:[个条位件项次份])?的?"
)


@custom(
    "zh.topic_reminder_off",
    rf"{_POINT}(?:提醒|待办|闹钟))[^。；，]{{0,6}}?(?:不用|不要|撤|取消|删|划掉|作废|算了|去掉|免了|拿掉|没意义)"
    r"|(?:撤掉|取消|删掉|划掉|去掉|拿掉|撤了|不要)(?P<q>(?:之前|上次|前面|先前|前几天|那)(?:的"
    r"|那)?[个条]?(?:提醒|待办))",
)
def reminder_off(hit: Hit) -> Iterable[Statement]:
    """前几天那个提醒不用了，已经没意义; 前面那条待办划掉吧，有人做了."""
    yield ends(hit, "reminder", "我", "p" if hit.has("p") else "q")
    kept = re.search(
        r"(?:只留这个|留这个|留下|换成|改成|改为|只留|要提醒我的是)[：:，]?(?P<v>[^，。；：]{2,20})",
        hit.view.text[hit.match.end() :],
    )
    if kept is not None:
        left = hit.match.end() + kept.start("v")
        yield replace(
            state(hit, "我", "reminder", hit.raw_of((left, left + len(kept["v"])))), timeless=True, change=Change.NONE
        )


@custom(
    "zh.topic_reminder",
    r"(?:提醒|待办)(?:清单)?(?:里|上|帮我|给我|我)?(?:再)?(?:记|加|添|设|留)?(?:上|一[个条]"
    r"|个)*[：:](?P<v>[^。；]{2,24})|(?:只留这个|留这个|要提醒我的是|换成)[：:]?(?P<w>[^，。；：]{2,20})$",
)
def reminder(hit: Hit) -> Iterable[Statement]:
    """帮我记一个提醒：归还电钻; 要提醒我的是给院门上油."""
    alone = hit.has("w") and not re.search(r"提醒|留这个|换成：", hit.match[0])
    if not alone:
        value = hit.value() if hit.has("v") else hit.value("w")
        yield replace(state(hit, "我", "reminder", value), timeless=True, change=Change.NONE)


@custom(
    "zh.topic_bid_off",
    rf"{_POINT}(?P<s>基金|标|展|项目申请|申请|课题|投标|展会))[^。；，]{{0,8}}?(?:撤|退|不去|不报|不投|取消"
    r"|放弃)|(?:撤回|撤了|退了|取消了?|收回)(?P<q>(?:那|这|上次|之前|上)(?:[个份]|的)?(?:申请|投标|标书))",
)
def bid_off(hit: Hit) -> Iterable[Statement]:
    """上次那个基金我撤回申请了; 先前报的那个展退了，不去了."""
    yield ends(hit, f"{bid_name(hit.view.text)}.申请", "我", "p" if hit.has("p") else "q")


def bid_name(text: str) -> str:
    """What is applied for: a fund, an exhibition or a contract."""
    return "展" if re.search(r"展", text) else "标" if re.search(r"标", text) else "基金"


@custom(
    "zh.topic_bid",
    r"(?P<v>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:基金)(?:会)?(?:的)?(?:申请书?|还在|在走|已经)[^。；]{0,10}?(?:递|交"
    r"|报|投|走|进行|审|送)"
    r"|(?:申请|申报|报|投|递)了?(?P<w>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:基金|的联展|的展|的标|展)"
    r"|(?P<x>[\u4e00-\u9fff]{2,6}?)(?:那边|那个|那家)的?(?P<k>展|标|基金)(?:照旧|照样|还|继续|仍)",
)
def bid(hit: Hit) -> Iterable[Statement]:
    """沃土基金的申请书已经递上去了; 船闸那边的展照旧参加."""
    group = next(g for g in ("v", "w", "x") if hit.has(g))
    value = re.sub(r"^(?:我们?|咱们|还|也|的)+", "", hit.value(group))
    if value and not re.match(r"^(?:上次|那|这)", value):
        yield replace(
            state(hit, "我", f"{bid_name(hit.match[0])}.申请", value), timeless=True, change=Change.NONE, time=None
        )


_JOB: Final = r"(?P<s>链路追踪|日志|监控|告警|指标|仪表盘|搜索|缓存|压测|测试|代码检查|消息队列|网关|埋点|支付|追踪)"


@custom(
    "zh.topic_plan_off", rf"{_JOB}的?(?:计划|方案|打算|事)?(?P<p>撤掉|撤了|取消|作罢|不做了|不上了|算了|搁置|黄了|停掉)"
)
def plan_off(hit: Hit) -> Iterable[Statement]:
    """链路追踪的计划撤掉，什么都不上."""
    yield over(hit, f"{hit.match['s']}.choice", hit.raw("p"), "我们")


@custom(
    "zh.topic_tool",
    rf"{_JOB}(?:我们|这边|打算|准备|计划|会|要|还是|现在|以后|统一|最后|决定|都)*(?:上|用|选|换成|采用|走"
    rf"|接)(?:了|的是)?(?P<v>[A-Za-z][\w .-]{{1,24}})",
)
def tool(hit: Hit) -> Iterable[Statement]:
    """链路追踪打算上SkyWalking; 日志还是用Fluentd."""
    yield state(hit, "我们", f"{hit.match['s']}.choice", hit.value(), object=EntityType.PRODUCT)


_GOODS: Final = r"(?P<s>房车|船|车|自行车|摩托车|钢琴|相机|公寓|房子|拖拉机|织机|窑|打印机|烤箱|帐篷|沙发|皮划艇)"
_BUYER: Final = r"(?P<v>(?!我|他|她|谁|别人)[\u4e00-\u9fff·]{2,4}?)"


@custom(
    "zh.topic_sale_off",
    rf"{_GOODS}(?:我|又)?(?P<p>不卖|留着|留下)|(?:卖|出)(?P<t>房车|船|车|钢琴|相机|房子)的事(?P<q>黄了|算了|取消|作罢|吹了|不提)",
)
def sale_off(hit: Hit) -> Iterable[Statement]:
    """船不卖了，我自己留着."""
    noun = hit.match["s"] if hit.has("s") else hit.match["t"]
    yield over(hit, f"{noun}.sold_to", hit.raw("p") or hit.raw("q"), "我")


@custom(
    "zh.topic_sale",
    rf"{_GOODS}(?:我|已经|答应|打算|要|准备|就)*(?:卖给|让给|转给|出给|给)了?{_BUYER}(?=$|[，。；了])"
    rf"|把(?P<t>房车|船|车|钢琴|相机|房子)(?:卖给|让给|转给)了?(?P<w>[\u4e00-\u9fff·]{{2,4}}?)(?=$|[，。；了])",
)
def sale(hit: Hit) -> Iterable[Statement]:
    """我答应把船卖给柏松了; 船给陆明远，已经口头说好."""
    noun, name = (hit.match["s"], hit.value()) if hit.has("v") else (hit.match["t"], hit.value("w"))
    yield state(hit, "我", f"{noun}.sold_to", name, object=_PERSON)


_EVENT: Final = r"(?P<s>开业典礼|开业|开幕|义卖|婚礼|派对|聚会|发布会|晚宴|年会|展会|音乐会|家宴|野餐|揭牌)"


@custom(
    "zh.topic_guest_off",
    rf"{_POINT}(?:嘉宾|客人|志愿者|讲者))[^。；]{{0,12}}?(?:来不了|不来|划掉|去掉|删|取消|拿掉|撤)[^。；]{{0,12}}",
)
def guest_off(hit: Hit) -> Iterable[Statement]:
    """上次说的那位嘉宾来不了，从开业名单里划掉."""
    yield ends(hit, "活动.嘉宾", "我们")


@custom(
    "zh.topic_guest",
    rf"{_EVENT}(?:那天|上|的时候)?(?:让|请|把)?{_BUYER}(?:也|会|要|一起|肯定)*(?:来|去|加进|加到|列进|列入|参加"
    rf"|出席|当志愿者)|把(?P<w>[\u4e00-\u9fff·]{{2,4}}?)(?:加进|列进|写进|加到)(?:[^，。；]{{0,6}})(?:嘉宾|开业"
    r"|名单|志愿者)"
    r"|(?:志愿者|嘉宾)再?加(?:一个|上|个)?(?P<x>[\u4e00-\u9fff·]{2,4})(?=$|[，。；])|(?:^"
    r"|[，。：])(?P<y>[\u4e00-\u9fff·]{2,3})(?:也)?会来$",
)
def guest(hit: Hit) -> Iterable[Statement]:
    """开业典礼乔磊会来; 开业那天把汪敏加进嘉宾名单; 戚薇会来."""
    group = next(g for g in ("v", "w", "x", "y") if hit.has(g))
    yield replace(
        state(hit, "我们", "活动.嘉宾", hit.value(group), object=_PERSON), change=Change.NONE, time=None, timeless=True
    )


PATTERNS: Final[tuple[Pattern, ...]] = (
    course_off, reminder_off, bid_off, plan_off, sale_off, guest_off, course_at, course, reminder, bid, tool, sale, guest,
)  # fmt: skip
