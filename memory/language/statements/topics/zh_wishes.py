"""Chinese: what somebody wants for a kind of thing, always or this once.

The value is what is left of a clause when the topic, the words of time and scope, and the verbs of wishing are taken off.
"""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, usable
from memory.language.statements.topics.en_wishes import Topic
from memory.language.statements.topics.kit import once, people, wish


def _topic(name: str, words: str) -> Topic:
    return Topic(name, re.compile(rf"(?:{words})"))


_MUM: Final = r"(?:我妈妈?|我母亲|老妈|我奶奶|我外婆|我姐|我太太|我老婆|我妻子)"
TOPICS: Final[tuple[Topic, ...]] = (
    _topic("提交信息", r"提交(?:信息|说明|记录|注释|消息)(?:的?(?:写法|格式|风格))?|commit信息"),
    _topic("周报", r"(?:给我看的|那种|每周的?|我的)?(?:周报|状态报告|进度报告|进展报告)(?:的?(?:写法|格式|形式))?"),
    _topic("编辑器主题", r"(?:编辑器|IDE|终端)的?(?:主题|配色)?|主题(?=以后|都|换|改)"),
    _topic("会上喝的", r"(?:开会|会上|会议上)(?:的时候|时)?(?:喝的|饮料)?"),
    _topic("构建失败提醒", r"构建(?:失败|挂了?|坏了?|出错)的?(?:时候|时)?的?(?:提醒|消息|通知|告警)?"),
    _topic("出差", r"出差(?:时|的时候|的(?:座位|车票|机票))?"),
    _topic("幻灯片底色", r"(?:做)?(?:幻灯片|PPT|演示稿)的?(?:底色|背景色?)?|底色|(?:这次|那次)?路演"),
    _topic("脚本", r"(?:给我写|写)?(?:导入|一次性|导出|清理|迁移|小)?脚本"),
    _topic("距离单位", r"(?:给我看的?|图里|表里)?距离的?(?:单位)?|(?<=用)(?=公里|英里|海里|华里|俄里|弗隆)"),
    _topic("早餐", r"早餐|早饭|早点(?=[吃要我固])|早上(?=.*(?:想换|来份|来个|想吃))"),
    _topic("午饭", r"午饭|午餐|中饭|中午(?=.*(?:嘴馋|来份|来个|吃))"),
    _topic("一对一", r"一对一(?:谈话|面谈|会)?"),
    _topic("给妈妈的花", rf"{_MUM}的?(?:过?生日|节)?(?:的花)?(?=.*(?:送|买|花))|(?<=送){_MUM}|给{_MUM}(?:送|买)"),
    _topic("酒店", r"(?:住|订)?(?:酒店|宾馆|旅馆)(?:房间|的(?:习惯|楼层|房间))?"),
    _topic("表格小数", r"(?:试算表|电子表格|表格|报表)?(?:里|的|那边|中)*小数点?|试算表(?:那边)?"),
    _topic("起草回信", r"(?:给我|替我|帮我)?起草(?:的)?(?:回信|回复|邮件)(?:这事|的事)?|回信草稿"),
    _topic("落款", r"(?:我?写?的?(?:邮件|信件?|简报)的?)?落款|署名"),
    _topic("工作背景音", r"(?:干活|工作|写代码|专心)(?:的时候|时)?(?=.*(?:放|听|音))|背景音乐?|那种背景音"),
    _topic("备份", r"(?:我的|这次|今晚)?备份"),
    _topic("面试", r"(?:那场|这场)?面试"),
    _topic("会议纪要", r"会议(?:纪要|记录)"),
    _topic("摘要", r"摘要|总结"),
    _topic("图表", r"图表|示意图"),
    _topic("通知", r"通知|告警"),
)
_SCOPE: Final = re.compile(
    r"就?这一?次|就?这一?回|这个|从(?:今天|现在|今|这次|本周|今往后)(?:起|开始|以后|往后|后)?|以后|往后|今后"
    r"|从此|现在|目前|如今|今天|明天(?:早上|中午|晚上)?|今晚|今年|这次|这一次|这回|那次|本次|这张[图表]里?"
    r"|这一?[份封张条]|破一?[回次]?例(?:一次)?|破次戒|就这"
    r"|只有|就(?=[这明今])|唯独|例外|特殊|平时|平常|通常|一般|固定|默认|一律|一向|一直|总是|都|请|麻烦|还是"
    r"|老样子|暂时|临时|往常|统统|全部|每天|每次|周[一二三四五六日天](?:那场)?|只(?=住|要|用|喝|坐)"
)
_LEAD: Final = re.compile(
    r"改主意|想通|口味|看腻|听腻|看久|眼睛累|腰|腻了|投降|换一换|改一改|得改改|习惯得|变了|不看了|不听了|换换"
    r"|不行了|有人|已经|是给|没人|原来那|老大|跟你|说一下|记一下|辛苦|嘴馋|明天还照旧|讲究|觉得|特殊$|例外$"
    r"|破例$|算了|不用了|这事$|那边我"
)
_FRAME: Final = re.compile(
    r"^(?:我(?:们)?(?:的)?(?:想要?|要|喜欢|爱|习惯|希望|更?想|偏好|就|只|得|宁愿|比较)?|给我|帮我|替我|为我"
    r"|咱们?|想要?|要|喜欢|爱(?=喝|吃|坐|用)|习惯(?:在|用)?|希望|请|就|先|也|再|最好|应该|该|会|可以"
    r"|用|改用|换成|换|改成|改|改到|挪到|挪|写成|写|做成|做|弄成|设成|设|调成|订|定(?:在|成|为)|备|准备|安排"
    r"|发到|发|送|买|点|吃|喝|坐|住|放(?:在|到|点)?|听|看|聊|约(?:在|到)|来(?:份|个|杯|点)?|是|为|在|到|走|进"
    r"|送到|选|挑|的|了|，|：|“|成"
    r"|里|上|、|\s)+"
)
_TAIL: Final = re.compile(
    r"(?:写成|写|呈现|尝尝|聊|看|吧|就行|就好|即可|为准|主题|的|了|(?<![公英海华俄])里|上|以内|啊|哦|喔|。|，|”"
    r"|；|\s|聊天|谈|也行|好了|先)+$"
)
_WANTS: Final = re.compile(
    r"以后|往后|今后|从今|从现在|默认|固定|平时|一律|一直|一向|总是|都|喜欢|爱喝|爱吃|习惯|想要?|最好|请|给我"
    r"|帮我|要|用|订|备|改主意|如今|现在|老样子|午饭|早餐|通常|一般|写|放|落款"
)
_NOT_HERE: Final = re.compile(
    r"昨天|前天|上周|刚才|没(?:有|来|做|写|收)|不想|不要|不用|忘|丢|坏了|崩|失败了|完成了|怎么|什么|吗|哪|谁|几"
    r"|多少|，?因为|结果|出了|挺|好吃|难|太"
)
_SAYS: Final = re.compile(r"用|写|要|订|备|换|放|听|吃|喝|送|挪|约|住|坐|默认|固定|最好|都|是|来份|发")
_CUT: Final = re.compile(r"[，。；：]")


def _left(clause: str, topic: Topic) -> str:
    """What is left of a clause without topic, scope and the verbs of wishing."""
    rest = _SCOPE.sub("", topic.words.sub("", clause)).strip()
    return _TAIL.sub("", _FRAME.sub("", _SCOPE.sub("", _FRAME.sub("", rest))))


def _values(text: str, topic: Topic) -> Iterable[str]:
    parts = [part for part in _CUT.split(text) if part.strip()]
    told = [part for part in parts if _LEAD.search(part) is None or len(parts) == 1]
    for part in sorted(told, key=lambda part: _SAYS.search(part) is None):
        quoted = re.search(r"[\"“「]([^\"”」]{2,16})[\"”」]", part)
        value = quoted[1] if quoted is not None else _left(part, topic)
        if 1 < len(value) <= 12 and usable(value) and not re.search(r"[我你他她]", value):
            yield value


@custom("zh.topic_wish", rf"^(?=.*(?:{'|'.join(t.words.pattern for t in TOPICS)})).+$")
def wishes(hit: Hit) -> Iterable[Statement]:
    """看久了眼睛累，编辑器主题以后都用墨绿护眼; 就这回，一对一挪到茶水间后面."""
    text = hit.view.text
    wanted = _WANTS.search(text) is not None or once(hit)
    if not wanted or _NOT_HERE.search(text) or len(text) > 44 or _of_others(hit):
        return
    for topic in TOPICS:
        if topic.words.search(text) is None:
            continue
        value = next(iter(_values(text, topic)), "")
        if value:
            yield wish(hit, topic.name, _as_worded(hit, value))
        return


def _of_others(hit: Hit) -> bool:
    return (
        any(hit.view.text.startswith(name) for name in people(hit)) or re.match(r"^[他她你]", hit.view.text) is not None
    )


def _as_worded(hit: Hit, value: str) -> str:
    """The value as it was written: characters may have been folded."""
    at = hit.view.text.find(value)
    return clean_value(hit.raw_of((at, at + len(value))) if at >= 0 else value, "zh")


PATTERNS: Final[tuple[Pattern, ...]] = (wishes,)
