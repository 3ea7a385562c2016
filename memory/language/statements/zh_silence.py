"""Chinese clauses of which the general reader keeps nothing: moods, politeness, praise, weather, requests."""

import re
from typing import Final

from memory.language.statements.pattern import usable
from memory.language.statements.subjects import plausible
from memory.language.statements.zh_reading import Reading

_MUTE: Final = re.compile(
    r"^(?:说|觉得|认为|知道|感觉|感到|以为|听说|明白|谢谢?|感谢|拜托|祝|佩服|恭喜|辛苦|聊聊?|看看|问问?|请问|告诉我?|"
    r"懂|相信|同意|理解|担心|怀疑|猜|叫|称为|等等|来着|算了|行|可以|没事|不是|像|如|麻烦|抱歉|对不起|忙|挺|打扰|收到|保重|加油)$"
)
_CHAT: Final = re.compile(
    r"^(?:[听看说闻想]起来|多喝|注意(?:身体|安全|休息|保暖)|早点|早日|万事|身体健康|一路|一切|吃饱了?撑|算[忙做弄写搞]?完|照顾好自己|到这|到此|[累忙气困饿热冻烦吵]死|手滑|接个?电话|应该的|(?:再"
    r"|回去)?考虑一下|慢慢来|放心|多谢|谢|感谢|回头|有道理|有意思|有点意思|笑死|想想|再想|试试|算了|加油|保重|随缘|随便|无所谓|没关系|一言难尽|"
    r"说来话长|理解|明白|知道|收到|辛苦|厉害|佩服|哈哈|见[面到]?$|聊|我|你|您|开玩笑|别客气|(?:客气|谢|急|用|怪|怕|管|理|打扰)$|打扰|麻烦|期待|加个鸡腿|祝|恭喜|好[的吧]?$|睡了?$|撤|走了?$|晚安|"
    r"等一?下|等会|稍等|马上|去忙|忙去|去吃饭$|去睡|休息[一了吧]?|回聊|先这样|就这样)"
)
_PRAISE: Final = re.compile(
    r"^(?:很|真|太|挺|都|非常|特别|还|蛮|相当|超级?)*(?:不错|好[听看吃喝玩笑闻]?|棒|赞|实用|有用|有趣|精彩|厉害|有道理|有意思|合理|可以|美|漂亮|酷|给力|靠谱|"
    r"感人|好笑|贴心|到位|清楚|详细|及时|对)$"
)
_WEATHER: Final = re.compile(
    r"天气|外面.{0,2}下[雨雪]|^下[大小]?[雨雪]|刮大?风|打雷|出太阳|降温|阳光|空气|风景|景色|心情|气氛|夜色|月亮|晚霞"
)
REQUEST: Final = re.compile(r"^(?:请|麻烦|帮|帮忙|帮我|给我|替我|让我|写|翻译|推荐|查|看|告诉|解释|列|讲|总结|提醒)$")
ONCE: Final = re.compile(r"破例|这一?[次回]|今[晚天]|例外|就这")
_OPEN: Final = re.compile(r"什么|哪|谁|怎么|多少|[你您]|这样|那样")


def _chats(reading: Reading, value: str) -> bool:
    """Whether the words are a mood, a politeness, praise, the weather, or words about words."""
    parts, clause = reading.parts, reading.hit.clause
    head = parts.tokens[parts.head or 0]
    if _MUTE.match(parts.verb) or _CHAT.match(value) or _WEATHER.search(reading.subject + value):
        return True
    if head.tag == "a" and not reading.subject + reading.part:
        return True
    goes_on = clause.prefixed and not reading.subject.startswith(("这", "那"))
    return _PRAISE.match(value) is not None and not goes_on and not (reading.subject and reading.about_person)


def silent(reading: Reading, value: str) -> bool:
    """Whether the clause says nothing to be kept."""
    parts = reading.parts
    head = parts.tokens[parts.head or 0]
    whole = head.tag == "a" or (parts.has("forbidden", "negative") and reading.subject)
    if not usable(value) or (len(value) < 2 and not whole):
        return True
    if _OPEN.search(reading.topic + reading.subject + value) or _chats(reading, value):
        return True
    if reading.subject:
        return not plausible(reading.subject, "zh") or not reading.named
    return _silent_without_subject(reading, value)


def _silent_without_subject(reading: Reading, value: str) -> bool:
    """Requests, and words too slight to be anybody's."""
    parts, clause = reading.parts, reading.hit.clause
    if parts.has("bidden") and parts.tokens[0].lemma in ("记得", "千万", "注意", "务必"):
        return True  # to the one spoken to; standing orders are read before
    asked = REQUEST.match(parts.verb) and not (parts.after and parts.after[0].lemma in ("着", "了", "过"))
    if asked and not ONCE.search(clause.text):
        return True
    if clause.prefixed:
        return False
    denies = parts.has("negative")
    if parts.verb in ("有", "在") or parts.verb.endswith("是"):
        return True
    if denies and not reading.topic and not _plain_denial(reading):
        return True
    dated = clause.event_time is not None or any(t.tag == "TIME" for t in clause.tokens)
    return len(value) < 3 and not dated and not (denies and clause.final.startswith("了"))


def _plain_denial(reading: Reading) -> bool:
    """不跑步了, 从不加班: a denial without a subject that still says what somebody does not do."""
    parts = reading.parts
    if parts.has("wished", "able") or parts.tokens[parts.head or 0].tag == "a":
        return False
    return reading.hit.clause.final.startswith("了") or parts.has("usual") or any(t.tag == "n" for t in parts.after)
