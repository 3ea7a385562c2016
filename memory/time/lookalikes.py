"""Stretches of text in which no time is looked for: titles, code, addresses, version numbers, names that hold a time word."""

import re
from typing import Final

Zone = tuple[int, int]

_TITLE: Final = r"《[^》]{0,60}》|〈[^〉]{0,60}〉|『[^』]{0,60}』|`[^`]{1,200}`|\[\[[^\]]{1,80}\]\]"
_ADDRESS: Final = (
    r"https?://\S+|www\.\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![\d.])"
    r"|(?<!\S)(?:\.{0,2}/)[\w./-]+/[\w.-]+|#\w+|@\w+"
)
_VERSION: Final = (
    r"\b(?:version|ver|v|release|python|java|node|ubuntu|debian|ios|android|windows|office|macos|chrome|firefox|postgres|redis|django|php"
    r"|c\+\+|es|rfc|iso|issue|ticket|pr|room|route|section|chapter|page|line|port|error|code|figure|table|bus|flight|gate|build|model)"
    r"\s*#?\.?\s*v?\d+(?:[.:]\d+)*\b|\bv\d+(?:\.\d+)+\b|(?<![\d.])(?!(?:19|20)\d\d\.\d{1,2}\.\d{1,2}(?![\d.])|\d{1,2}\.\d{1,2}\.(?:19|20)\d\d(?![\d.]))\d+\.\d+\.\d+(?:\.\d+)?(?![\d.])"
)
_NUMBERS: Final = (
    r"\b24/7\b|\b9/11\b|\b7/11\b|\b50/50\b|(?<!\d)1[3-9]\d{9}(?!\d)|\+?\d{1,3}[-\s]\d{3}[-\s]\d{4,8}\b|\b\d{3}-\d{4}\b"
)
_EN_NAMES: Final = (
    r"\b(?:sunday\s+(?:times|school|best|roast|telegraph)|monday\s+night\s+football|monday\.com|ruby\s+tuesday|friday\s+night\s+lights"
    r"|freaky\s+friday|casual\s+friday|(?<!this )(?<!last )(?<!next )friday\s+the\s+13th(?!\s+of)|tgi\s*fridays?"
    r"|(?:black|bloody|gloomy|lazy)\s+sunday|(?:manic|blue|stormy)\s+monday|monday\s+(?:blues|mood)|man\s+friday|girl\s+friday|wednesday\s+addams|super\s+tuesday"
    r"|usa\s+today|today\s+show|tomorrowland|day\s+one|spring\s+(?:boot|roll|rolls|cleaning|framework|security|cloud|data|mvc|onion)"
    r"|fall\s+(?:guys|in\s+love|asleep|apart|behind|back|over|down)|back\s+to\s+back|summer\s+(?:camp|school|house|job)|winter\s+(?:coat|olympics|is\s+coming)"
    r"|may\s+(?:day\s+parade|fourth\s+movement)|mayday|august\s+wilson|june\s+carter|april\s+ludgate|january\s+jones|prague\s+spring|arab\s+spring"
    r"|october\s+revolution|hot\s+spring|palm\s+springs|silver\s+spring|watchful\s+eye|rush\s+hour|happy\s+hour|zero\s+day|d-day"
    r"|good\s+(?:morning|afternoon|evening|night|day)|at\s+the\s+end\s+of\s+the\s+day|day\s+(?:by|after|in)\s+day|day\s+in,?\s+day\s+out"
    r"|from\s+day\s+to\s+day|day-to-day|week\s+after\s+week|year\s+after\s+year|all\s+day\s+long|the\s+day\s+the\s+\w+"
    r"|last\s+minute|last\s+but\s+not\s+least|second\s+(?:hand|opinion|nature|thoughts?)|just\s+a\s+(?:second|minute|sec)|wait\s+a\s+(?:second|minute)"
    r"|yesterday's\s+news|night\s+and\s+day|once\s+in\s+a\s+(?:while|lifetime)|light[\s-]years?|leap\s+years?|new\s+year's\s+resolutions?"
    r"|happy\s+(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|holidays|new\s+year|birthday|easter|christmas|halloween|thanksgiving)|merry\s+christmas|(?:the\s+)?nineteen\s+eighty[-\s]four)\b"
)
# A year of accounts starts when its company says.
_FISCAL: Final = (
    r"(?:\d{2,4}|[本上下今明去])?个?财(?:政)?年度?的?(?:q[1-4]|第?[一二三四]季度|[上下]半年)?(?:[初中底末])?|财报季"
    r"|\bfy\s?'?\d{2,4}(?:[\s-]*q[1-4])?\b|\bq[1-4][\s-]*(?:of\s+)?(?:fy\s?'?|fiscal\s+(?:year\s+)?)\d{2,4}\b"
    r"|\bfiscal\s+(?:year\s+|q[1-4]\s*)?(?:19|20)?\d\d\b"
)
_ZH_NAMES: Final = (
    r"五月天(?!气)|星期五餐厅|明日方舟|明日之后|明日黄花|今日头条|昨日重现|今夕何夕|三月三|九月九的酒|十月革命|十月围城|五四运动|一二九"
    r"|后天(?:性|努力|培养|习得|形成|因素|教育|养成|环境|免疫|获得|学|的?努力)|后天(?:失明|失聪|残疾|障碍|的?天赋|的?性格)|(?:靠|凭)后天|先天.{0,6}后天|一天到晚|三天两头|一日三餐"
    r"|前天线|前天井|明天系|(?:今天|明天|今日|明日|昨日)(?:集团|公司|国际|香(?!港)|传媒|文化|资本|酒店|书店)|十月怀胎|六月(?:飞)?雪|三月不知|九月授衣|一年四季|[早晚](?:上|安)好|(?:上|下|中)午好|晚上好|早晚(?:会|要|得)|早晚餐|下午茶|春天里|周末愉快|新年快乐|(?:春节|元旦|中秋|国庆|圣诞|端午|元宵|劳动节|儿童节|情人节|母亲节|父亲节|教师节|节日|周末|生日)节?(?:快乐|愉快|安康)|春夏秋冬|春秋|年轻|新年"
    r"|[一二三四五六七八九十两几\d]点(?:建议|理由|意见|要求|原因|说明|看法|想法|共识|注意|区别|不同|好处|坏处|问题|内容|优势|不足|希望|补充|疑问|体会|感受|启示|经验|教训|结论|原则|事项|提示)"
    r"|一点(?:也|都|点|儿|小|不|没|问题|关系|时间|钱|东西|吃|喝|水)|有一?点|这一点|那一点|差一点|早一点|晚一点|快一点|多一点|少一点|好一点"
    r"|第[一二三四五六七八九十\d]+(?:季(?!度)|周年|期|届|次|年级)|[\d.]+版|版本[\d.]+|[\d一二三四五六七八九十]年级|[\d一二三四五六七八九十]年制"
    r"|[一二三四五六七八九十\d]+月(?:一|两|二|三)次|百日咳|千年|万年|百年好合|星期几|周几|几月几[号日]|几点(?!前|后)|什么时候|哪[天年月周]|零点[几一二三四五六七八九\d]"
    r"|百分点|百分之|知识点|两点(?:之间|一线)|三点(?:共|一)线|半天(?!前|后|以|之)|三月不减肥|四月徒伤悲|人间四月天|七月流火|八月飘香|明天会更好|一时|不日|指日|来日|他日|改日|往日|昔日|平日|假日|生日|节日|工作日报"
    r"|[一二三四五六七八九十]月(?:网络|科技|文化|传媒|影业|资本|教育|信息)|(?:[我你他她它名,]叫|姓名是?)(?![我你他她咱])[\u4e00-\u9fff]{2,3}(?=$|[,。!?;])"
    r"|冬奥会?|春晚|春运|秋裤|冬瓜|夏令营|双休日?|周记|周报|日报|年报|月报|晨报|晚报|年终奖|年会|月薪|年薪|日薪|周刊|月刊|年货|年夜饭|年兽"
    r"|(?:夜间|日间|午间|晚间|早间|凌晨)(?:构建|编译|模式|版本?|任务|批处理|作业|部署|巡检|新闻|门诊|航班|护理|课程|套餐)"
)
# 国庆是我表哥: a name, whatever it means otherwise.
_ZH_PERSON: Final = (
    r"[\u4e00-\u9fff]{2,3}(?=(?:是|叫)[我他她你咱]们?的?"
    r"(?:同学|同事|朋友|表?[哥姐弟妹]|儿子|女儿|老师|孩子|邻居|室友|领导|老板|经理|徒弟)(?!的|生日|结婚))"
)
# The Sunday Times, a Friday Harbor hotel: a weekday with another name behind it, unless a preposition stands before.
_EN_TITLE: Final = re.compile(
    r"(?<![.!?:\n] )(?<!^)(?<!\b[Oo]n )(?<!\b[Bb]y )(?<!\bnext )(?<!\blast )(?<!\bthis )"
    r"(?<!until )(?<!since )(?<!before )(?<!after )(?<!every )"
    r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\s+(?!I\b|I'|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Morning|Afternoon|Evening)"
    r"[A-Z][a-z]+"
    r"|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\s+(?:Brunch|Times|Harbor|Mail|Post|Telegraph|Club|Group|Band|Magazine"
    r"|Review|Records|Papers|Night\s+Live)\b|\bDay\s+After\s+Tomorrow\b|\bOnce\s+More\b"
    r"|\b(?:Midnight|Noon|Summer|Winter|Autumn|Spring|Morning|Tonight)\s+(?!I\b|I'|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
    r"|UTC|GMT|[ECP][SD]?T\b)[A-Z][a-z]+"
    r"|(?<![.!?:\n\"] )(?<!^)\b(?:Yesterday|Tomorrow|Tonight|Today)(?:'s)?"
    r"\s+(?!I\b|I'|Morning|Afternoon|Evening|Night|At\b)[A-Z][a-z]+"
    r"|\b[A-Z]\w+(?:\s+[A-Z]\w+){0,2},?\s+(?:Inc|Ltd|LLC|GmbH|Corp)\b"
)
_SPOKEN_TITLE: Final = re.compile(
    r"(?:歌|曲|书|片|剧|电影|小说|唱|演|叫|名为|标题|栏目|乐队|餐厅|专辑|节目|song|album|movie|film|novel|titled|called"
    r"|closed with|sang|track)"
    r"[^,。.!?\"“「]{0,8}[\"“「](?P<title>[^\"”」]{1,40})[\"”」]"
)
_QUOTED_WORD: Final = re.compile(r"[\"“](?P<title>[^\"“”]{1,40})[\"”]")

# Independence Day is a movie, 明天会来是一首歌: what stands before is its title.
_TITLE_TOLD: Final = (
    r"(?:^|(?<=[.!?;,] ))[^,.!?;\n]{1,40}(?=\s+(?:is|was)\s+(?:an?|the|my\s+favou?rite)\s+(?:[a-z]+\s+){0,2}"
    r"(?:movie|film|song|band|novel|album|tv\s+show|sitcom|video\s+game|poem|painting)\b(?:\s*[.,;!?]|\s*$|\s+(?:by|from|about|that)\b))"
    r"|[^,。!?;\n]{1,12}(?=是(?:一|那|这)?(?:首|部|本|支|款)[\u4e00-\u9fff]{0,4}(?:歌曲?|电影|小说|乐队|游戏|专辑|电视剧|动画片?)(?:$|[,。!?;]))"
)
_OPAQUE: Final = re.compile(
    "|".join((_TITLE, _ADDRESS, _VERSION, _NUMBERS, _EN_NAMES, _ZH_NAMES, _ZH_PERSON, _TITLE_TOLD, _FISCAL))
)


def opaque(folded: str, text: str) -> list[Zone]:
    """Zones of the folded text that no rule may touch; `text` is the same with its capitals."""
    zones = [match.span() for match in _OPAQUE.finditer(folded)]
    zones += [match.span() for match in _EN_TITLE.finditer(text)]
    zones += [match.span("title") for match in _SPOKEN_TITLE.finditer(folded)]
    zones += [match.span("title") for match in _QUOTED_WORD.finditer(text) if _is_title(match["title"])]
    return zones


def _is_title(quoted: str) -> bool:
    """A short quotation that begins with a capital and ends without a stop reads as a name: "Yesterday"."""
    return quoted[0].isupper() and quoted[-1].isalnum() and len(quoted.split()) <= 5
