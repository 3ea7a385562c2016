"""Chinese words of the moment: outcries, tiredness, weather, what one is off to do. A general reading keeps none of them."""

import re
from typing import Final

from memory.language.statements.zh_clause_parts import Parts

_OUTCRY: Final = re.compile(
    r"真(?:是)?(?!的|正|实|相|丝|皮|空|人|心|菌|假|名|迹)[^，,。！!~～\s不没]{1,4}(?:$|[，,。！!~～\s])|"
    r"[冻热累气渴饿困烦笑急愁吵]死(?:个)?(?:人|我)|咯(?:$|[，,。！!~～])|拜拜|好[滴哒的]?(?:哟|呦|嘞)|嗯嗯|"
    r"好[困累饿冷热烦气](?:$|[啊呀，,。！!~～])|哈哈(?:$|[，,。！!~～\s])|嘿嘿|嘻嘻|嘎嘎|2333|hhh|笑(?:死|不活|疯|喷|哭|"
    r"抽)|我的(?:天|妈)|妈呀|天[哪呐啊]|我[去靠滴](?=[，,!！]|天)|卧槽|救命|无语|服了|吓(?:死|我)|"
    r"(?:真|可真|真是|真的是|太|多么?|简直|实在)(?:太)?(?:贴心|敬业|体[恤贴]|英明|大方|勤快|准时|高效|靠谱|懂事|"
    r"幸[福运]|荣幸|感动|良心|周到|聪明|能干|厉害|优秀|"
    r"伟大|人性化|专业|给力|孝顺|细心|热情|及时|神速|浪漫|走运|仗义|公平|友[好善]|温[馨暖]|精彩|完美|美[好妙]|惬意|暖心|"
    r"关心|照顾|会)|新年快乐|恭喜发财|生日快乐|节日快乐|万事如意"
)
_FELT: Final = re.compile(
    r"^(?:都|快|要|已经|又|实在)*[累困饿冷热冻吓笑气烦渴急忙愁撑堵闷晒馋挤吵酸麻疼痒](?:得|到|成)?(?:死|瘫|僵|懵|疯|哭|"
    r"麻|惨|坏|傻|毙|炸|趴|垮|慌|不行|要命|要死|够呛|不活|难受|透|狗|慌|受不了)(?:我|人|个人)?[了啦]*"
    r"(?:[累困饿冷热冻吓笑气烦渴急忙愁撑堵闷晒馋挤吵酸麻](?:死|瘫|坏|惨)了?)*$"
)
_OFF: Final = re.compile(
    r"^(?P<twice>[\u4e00-\u9fff])(?P=twice)(?!子)|^又要|^头大$|(?:会儿|一会|一下|歇歇|缓缓|片刻)(?:先|吧|了)?$|(?:先|"
    r"再说)$|^(?:先|再|要|得)?(?:出去|回去|下去|上去|过去|去|来)?(?:吃(?:个)?饭|洗个?澡|开个?会|睡[觉了]?|上课|买菜|"
    r"做饭|倒杯?水|上个?厕所|拿(?:个)?快递|"
    r"遛弯|打水|忙|接个?电话|躺|歇|眯|休息|喝[口杯]水|喘口气|补[个]?觉|透[口个]?气|洗漱|收拾|遛[个]?狗|干饭|摸鱼|上班|"
    r"下班|搬砖)(?:去|了|啦|吧|一?会儿?|先)*$|"
    r"^再?[睡躺歇眯](?:[一二三四五六七八九十\d半几]+(?:个)?(?:分钟|小时)|个?懒?觉)|^[刷打玩看](?:了|会儿?).{0,5}(?:手机|"
    r"视频|游戏|剧|抖音|小说)$|^(?:又|就|快|眼看)*(?:到)?年[底末]了?$|^(?:路上)?(?:全|都)?是水$"
)
_SKY: Final = re.compile(
    r"^(?:今[天儿]个?|昨[天儿]|[这那]会儿|刚才?|现在|这|那|外[面头边]?|窗外)?(?:的)?(?:天儿?|天色|太阳|日头|月亮|星星|"
    r"阳光|空气|风|雨|雪|雾|雾霾|气温|夜色|晚霞|彩虹|外头|外面|外边|路上|街上|蚊子)$|^这(?:天儿?|太阳|风|雨|雪|鬼天气)|^一点风"
)
_HEART: Final = re.compile(r"^(?:我)?(?:心里?|心头|脑子|脑袋|浑身|整个人|人|心情|情绪|手脚?|脚|眼皮)$")
_LOUD: Final = frozenset(
    ["真", "可真", "真是", "太", "好", "多", "多么", "真的", "可", "怪", "老", "贼", "巨", "超", "超级"]
)
_DATE: Final = re.compile(r"\d|[下上这]个?[周月]|星期|礼拜|[明后昨前]天|[一二三四五六七八九十]+[月号]")


def cries_out(sentence: str) -> bool:
    """Whether a sentence laughs, cries out, wishes well or praises loudly."""
    return _OUTCRY.search(sentence) is not None


def of_the_moment(parts: Parts, subject: str, value: str, times: str) -> bool:
    """Whether a clause tells how one feels, what the sky is like, or what one is just off to do."""
    if _SKY.match(subject):
        return True
    if _FELT.match(value) and (not subject or subject in ("我", "大家") or _HEART.match(subject)):
        return True
    if (
        _HEART.match(subject)
        and parts.head is not None
        and parts.tokens[parts.head].lemma[:1] in "堵闷慌乱凉暖酸烦冻晃挤"
    ):
        return True
    mine = not subject or subject in ("我", "我们", "咱", "咱们")
    return mine and _OFF.search(value) is not None and _DATE.search(times) is None


def exclaims(parts: Parts) -> bool:
    """太折腾了, 真大: an adjective that is cried out."""
    at = parts.head
    if at is None or parts.tokens[at].tag != "a" or at == 0:
        return False
    return at - 1 in parts.skipped and parts.tokens[at - 1].lemma in _LOUD
