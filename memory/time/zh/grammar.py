"""The Chinese grammar: rules, glue, ranges, the words around an expression, and where the verb looks."""

import re
from typing import Final

from memory.time.grammar import Affix, Grammar, Mode, any_affix, bucketed, scanner
from memory.time.terms import Rank, Tense
from memory.time.zh import clocks, counts, dates, days
from memory.time.zh.patterns import EN_WEEKDAY

_PAST: Final = re.compile(
    r"了(?!解|不起)|(?<![通超经不难越路])过(?![期程年节敏度于滤户关来得日几两去式渡审分半])|刚|已经?|曾|以来|[收拿买遇碰听见]到(?!底|时)|就没|就一直|一直没|完(?=[了的])|当时|结果|^(?![就是有我你他她它])[^,。的]{1,5}的(?=[^,。]|$)"
)
_TODAY_IS: Final = re.compile(r"今[天日](?:就?是|又是)?$")
_HERE: Final = re.compile(r"(?:就?要|快|又|终于|马上就?)?[到来]了")
_HABIT: Final = re.compile(r"总是|经常|一般|通常|平时|每次|每[天周月年晚早]|习惯|往往|从来|天天|常常|工作日")
_FUTURE: Final = re.compile(
    r"(?<![重主需必只还])要(?!求|素|点|是)|需要|(?<![开大晨例年聚约机社都散宴协周班茶])(?<![学体领误协工商酒])(?<!演唱)(?<!音乐)(?<!运动)(?<!发布)(?<!博览)(?<!座谈)(?<!委员)(?<!董事)(?<!家长)(?<!展览)(?<!研讨)(?<!招聘)(?<!读书)会(?![议员上计场谈见所费话])(?=[\u4e00-\u9fff])|将(?![近军])|打算|准备(?!好|就绪)|计划|预计|必须|(?<![我还都不也])记得|别忘|提醒|得去|安排|预约|争取|即将"
    r"|截止|务必|一定|应该|希望|想(?![起到法象念])|(?<![性功智技职才效])能(?![力量源干])|可以|就(?:到期|放假|开学|结束|毕业|满|到|该|开始|出发|能).{0,6}了|快.{0,6}了|麻烦|(?<![申邀聘宴])请(?!了|过|假|的)|再(?!次)"
)
# 答应了 | 周五给他, 老板让我 | 周三交: what was promised or asked for lies ahead.
_ASKED: Final = re.compile(
    r"(?:答应|承诺|保证|(?<!这个)(?<!那个)(?<!个)决定|说好|商量好|讲好|谈好|(?<![谦转])让|催|提醒)了?(?:[我你他她它]们?|大家)?\s*$"
)
# Plans and questions without a mark of their own: weaker than any mark of the past.
_LIKELY_AHEAD: Final = re.compile(r"去哪|[吗吧呢]$|怎么过|有空|有没有空|有时间|放假|一起|见(?:面)?$|约")
_CLAUSE: Final = re.compile(r"[,。!?;\n]")
_LOOK: Final = 60


def tense(text: str, start: int, end: int) -> Tense:
    """By the marks of the clause: those of the future decide, else those of the past; the time words are left out."""
    left = max((m.end() for m in _CLAUSE.finditer(text, max(0, start - _LOOK), start)), default=max(0, start - _LOOK))
    right = _CLAUSE.search(text, end, end + _LOOK)
    before, after = text[left:start], text[end : right.start() if right else end + _LOOK]
    if _TODAY_IS.search(before) or _HERE.match(after):
        return Tense.NONE
    if _HABIT.search(before) or _HABIT.search(after):
        return Tense.HABIT
    if _ASKED.search(before) or _FUTURE.search(before) or _FUTURE.search(after):
        return Tense.FUTURE
    if _PAST.search(after) or _PAST.search(before):
        return Tense.PAST
    return Tense.FUTURE if _LIKELY_AHEAD.search(after) else Tense.NONE


# 推迟到, 改在, 约了: to where a date is moved, or for when something is fixed.
_SHIFTED: Final = r"推迟|延期|延后|延迟|顺延|推后|后推|往后推|改期|改签|改约|改|挪|移|调整?|提前|提早|延|推|展期"
_FIXED: Final = r"约|预约|定|订|预定|预订|安排|排|敲定|确定|商定|说好|定好|约好|设"
_TO_THERE: Final = re.compile(
    rf"(?:(?:{_SHIFTED})(?:到|至|在|成|为)|(?:{_FIXED})(?:到|至|在|于|的是)|原定于?|拟定?于|暂定于?|等到)了?\s*$"
)
_MET: Final = re.compile(r"(?<![相大节制履违签合])约(?:好|到)?了?(?:我|你|他|她|大家)?\s*$")
_BOOKED: Final = re.compile(r"(?:预约|订|预定|预订|抢|买|挂|报|排)(?:好|到)?了\s*$")
_TICKET: Final = re.compile(
    r"[^,。!?;的了]{0,4}(?:的|见面|碰面|碰头|吃饭|去)[^,。!?;了]{0,6}$|[^,。!?;的了]{0,3}的[^,。!?;了]{0,8}[票号位房课车班场店桌]"
)
_PROLONGED: Final = re.compile(r"(?:延长|续|续签|续租|展期)(?:到|至)了?\s*$")
_FROM_THERE: Final = re.compile(rf"[^,。!?;]{{0,2}}(?:{_SHIFTED})(?:到|至|在|成|为)")


def moved(text: str, start: int, end: int) -> tuple[Mode, ...]:
    """推迟到三月, 订了周六的票: ahead; 从周三改到周五: the Wednesday is only the nearest. 推迟到周五才交 happened."""
    before = text[max(0, start - 8) : start]
    if before.endswith(("从", "由")) and _FROM_THERE.match(text, end):
        return (Mode.NEAREST,)
    if _PROLONGED.search(before):
        return (Mode.AHEAD, Mode.BY)
    if _TO_THERE.search(before) or _MET.search(before) or (_BOOKED.search(before) and _TICKET.match(text, end)):
        return () if text.startswith("才", end) else (Mode.AHEAD,)
    return ()


def _prefix(pattern: str, mode: Mode, *, supports: bool = True) -> Affix:
    return Affix(re.compile(rf"(?:{pattern})\s*$"), mode, supports)


def _suffix(pattern: str, mode: Mode, *, supports: bool = True, finest: Rank = Rank.PART) -> Affix:
    return Affix(re.compile(rf"\s*(?:{pattern})"), mode, supports, finest=finest)


_FIRST: Final = (
    "〇一七万三上下两中之九二五今从仨仲俩傍儿元光入八六再农冬凌几刚初前劳十千卅午半去双同后周哪四国圣复夏夜大天头好妇将小差平年底建廿开当往快情惊愚"
    "感接改教数新日旧早明星春昨晌晚暮最月有未末本来某植次正母每民深清父白百盛礼秋立端第约翌腊芒若谷跨转过近这逢那重阴除隆隔零霜青黄"
)
_BEGINS: Final = re.compile(
    rf"[\d{_FIRST}]|的(?=[\s今这那当第最同前后头次隔转翌初中底末春夏秋冬])|(?<![a-z])(?=q[1-4]|today|tomorrow|yesterday|next|last|this|{EN_WEEKDAY})"
)
_RULES: Final = (*days.RULES, *dates.RULES, *clocks.RULES, *counts.RULES)
_PREFIXES: Final = (
    _prefix(
        r"一直到|直到|截至|截止到?|不晚于|最晚|最迟|最晚到|持续到|延续到|有效期(?:至|到)|至迟|(?<=[住待呆干忙休假差班效租])到",
        Mode.BY,
    ),
    _prefix(r"自从|自打|(?<![各独来])自", Mode.SINCE),
    _prefix(r"(?<!服)从|打从|(?<![\u4e00-\u9fff])打", Mode.FROM),
    _prefix(r"大约|大概|约|差不多|将近", Mode.ROUGH, supports=False),
    _prefix(r"在|于|赶在", Mode.AT),
)
_SUFFIXES: Final = (
    _suffix(r"之前|以前|前(?![后台端往夕夜些几]|面(?![试谈签]))", Mode.BEFORE),
    _suffix(r"之后|以后|过后|后(?![来面端台悔天年第])", Mode.AFTER),
    _suffix(r"以来|至今|到现在|到今天为止", Mode.SINCE),
    _suffix(r"为止|下班(?:之|以)?前", Mode.BY),
    _suffix(r"起(?![来床飞码点名头不了的])|开始(?!前|后)", Mode.STARTING, finest=Rank.DAY),
    _suffix(r"左右|前后|上下", Mode.ROUGH),
    _suffix(r"期间|(?:之内|以内|内)(?![部存容])", Mode.DURING),
)
GRAMMAR: Final = Grammar(
    name="zh",
    rules=_RULES,
    begins=_BEGINS,
    scan=scanner(_RULES),
    buckets=bucketed(_RULES),
    glue=re.compile(r"\s*的?\s*|,\s*|\s*\(\s*"),
    link=re.compile(r"\s*(?:一直到|直到|到|至|-|~|—{1,2}|–)\s*"),
    listing=re.compile(r"\s*(?:和|、|及|以及|与|跟|或者?|还有)\s*"),
    prefixes=_PREFIXES,
    suffixes=_SUFFIXES,
    any_prefix=any_affix(_PREFIXES),
    any_suffix=any_affix(_SUFFIXES),
    anchor_left=True,
    tense=tense,
    moved=moved,
)  # fmt: skip
