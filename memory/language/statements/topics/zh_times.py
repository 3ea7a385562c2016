"""Chinese: clock times of meetings, days by which a thing is due, money, telephone numbers, references."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, custom
from memory.language.statements.peel import Peeled
from memory.language.statements.topics.kit import people, state

_NUM: Final = r"[一二三四五六七八九十两]"
TIME: Final = (
    r"(?:[上下]午|早上|晚上|中午|清晨|傍晚|早|晚|凌晨)?(?:\d{1,2}[:：]\d{2}|\d{1,2}点(?:\d{1,2}分?|半|一刻|三刻|整)?"
    rf"|{_NUM}{{1,3}}点(?:半|一刻|三刻|整|{_NUM}{{1,3}}分?)?)"
)
DATE: Final = rf"(?:\d{{4}}年)?(?:\d{{1,2}}|{_NUM}{{1,2}})月(?:\d{{1,2}}|{_NUM}{{1,3}})[日号]?"
MONEY: Final = r"\d[\d,.]*\d?\s?(?:万|亿|千|百万)?(?:元|块钱?|美元|欧元|港币|台币|刀)?"
_OTHERS: Final = re.compile(r"隔壁|别人|人家|别组|他们|她们|他|她|对方|自己那|自己的|客户的")
_NAME: Final = r"[\u4e00-\u9fff]{2,4}?"


def ours(hit: Hit, group: str = "v") -> bool:
    """Whether it is not another team's: the name before it may be that of the project."""
    return _OTHERS.search(hit.view.text[: hit.match.start(group)]) is None


def mine(hit: Hit, group: str = "v") -> bool:
    """Whether nothing before the value says that it is somebody else's."""
    before = hit.view.text[: hit.match.start(group)]
    owned = any(re.search(rf"{re.escape(name)}(?:的|家|自己|那|他们|组|这边)", before) for name in people(hit))
    return not owned and _OTHERS.search(before) is None


@custom(
    "zh.topic_meeting",
    rf"(?P<n>[\u4e00-\u9fff]{{1,12}}会)(?!议室|计|员|场|儿|费|馆|长|所)(?P<b>[^。；]{{0,24}}?)(?P<v>(?:每?(?:周"
    rf"|星期|礼拜)[一二三四五六日天]的?)?{TIME})",
)
def meeting(hit: Hit) -> Iterable[Statement]:
    """周一的排期会上午11点35开始; 排期会的时间挪了，周一上午10点20."""
    dated = re.search(rf"{DATE}|明天|后天|昨天|下周|上周|上次|那次|开了|[结散]束", hit.match["b"])
    name = _meeting(hit.match["n"])
    if name and dated is None and ours(hit):
        yield state(hit, "我们", f"{name}.meeting_time", hit.value())


def _meeting(words: str) -> str:
    cut = re.split(
        r"周[一二三四五六日天]|星期[一二三四五六日天]|礼拜[一二三四五六日天]|每[天周日月晚]|为止|以前|之前|以后"
        r"|今后|往后|的|我们|咱们|开|这边|这|那|把|将|临时|起|里|现在|目前",
        words,
    )
    name = cut[-1]
    return (
        name
        if 1 < len(name) <= 6
        and not re.search(
            r"[会社]会|机会|不会|才会|就会|都会|也会|还会|将会|只会|协会|委员会|工会|学会|商会|基金会|晚会|宴会"
            r"|聚会|约会|展会|大会$",
            name,
        )
        else ""
    )


@custom(
    "zh.topic_meet_at",
    r"(?:我们|咱们|大家|组里|团队)?(?:每[天周日](?:[一二三四五六日天])?|工作日|周[一二三四五六日天])(?:的"
    rf"|都)?(?P<v>{TIME})(?:准时|开始|要|都)*开?(?P<n>[\u4e00-\u9fff]{{1,4}}会)(?!议室|计|员|场)",
)
def meet_at(hit: Hit) -> Iterable[Statement]:
    """我们每天上午8点40开站会."""
    name = _meeting(hit.match["n"])
    if name and mine(hit):
        yield state(hit, "我们", f"{name}.meeting_time", hit.value())


_DUE: Final = (
    r"[\u4e00-\u9fff]{0,4}(?:材料|标书|书稿|文稿|稿子|稿件|报告|论文|方案|申请书?|作业|草案|初稿|终稿|文件|资料"
    r"|提案|投标书?|摘要|合同|译文|图纸|样品|样机|问卷|表格|成果|计划书|策划案|报表)"
)
_LEAD: Final = re.compile(r"^(?:.*[的了把将，：]|这份|那份|我们|咱们|我|这边|现在|项目)+")


@custom(
    "zh.topic_deadline",
    rf"(?P<s>{_DUE})(?P<b>[^。；]{{0,16}}?)(?P<v>{DATE}|本?月底|年底|下?周[一二三四五六日天])(?P<t>[^。；，]{{0,8}})",
)
def deadline(hit: Hit) -> Iterable[Statement]:
    """石榴的结题材料现在要求1月28日之前交齐; 标书改到9月20号收口."""
    cue = re.search(
        r"截止|收口|到期|最晚|最迟|期限|交|递|提交|死线|ddl|deadline|截",
        f"{hit.match['b']}{hit.match['t']}{hit.match['s']}",
        re.I,
    )
    moved = re.search(r"改到|延到|推迟到|提前到|宽限到|放宽到|定在", hit.match["b"])
    noun = _LEAD.sub("", hit.match["s"])
    if (cue or moved) and noun and ours(hit) and not re.search(r"已经?交|交了|写于|寄来", hit.view.text):
        yield state(hit, "我们", f"{noun}.deadline", hit.value(), dated=True)


_CUE: Final = r"(?:预算|经费|盘子|拨款|那笔钱|款子)"


@custom(
    "zh.topic_budget",
    rf"^(?=.*(?:{_CUE}|拨|批|能花|可以花|可以用|能用|手头)).*?(?:从\d[\d,.]*(?:万|亿|千|元)*[^，。\d]{{1,4}})?(?P<v>{MONEY})(?![\d点:月日号人台个辆件次%])",
)
def budget(hit: Hit) -> Iterable[Statement]:
    """预算又动了，栈桥现在能花37.3万; 给石桥拨了61万; 隔壁阿哲那个组做小程序，预算才70.4万."""
    text, value = hit.view.text, hit.value()
    if not re.search(r"[万亿元块千]", hit.match["v"]) or re.search(
        r"工资|月薪|房租|价格|单价|成本|报价|发票|票价|会费|一年给", text
    ):
        return
    other = re.search(
        rf"(?:隔壁|别组|那边)?(?P<o>{_NAME})(?:那个|那边|他们|自己)的?(?:组|团队|部门|小队|项目|那边)?", text
    )
    if other is not None and ("隔壁" in text or other["o"] in people(hit)):
        yield state(hit, Peeled(f"{other['o']}那个组", parsed=True), "budget", value)
        return
    head = _budget_head(hit)
    if head is not None and _OTHERS.search(text) is None:
        yield state(hit, head, "budget", value)


_HEADS: Final = (
    re.compile(
        rf"(?:^|[，：。了给是])(?P<s>[\u4e00-\u9fffA-Za-z]{{2,8}}?)(?:这边|项目|这个项目)?(?:的|那)?(?:最新的?"
        rf"|总|新|整体|全年|本期)*{_CUE}"
    ),
    re.compile(r"给(?P<s>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:项目)?(?:又|再|多)?(?:拨|批|划)"),
    re.compile(
        r"(?:^|[，：])(?P<s>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:这边|项目|手头)?(?:现在|目前|如今|一共|总共|今年"
        r"|这季度|这回)*(?:能花|可以花|可以用|能用|有|给了|批了|拨了|批下来|拿到)"
    ),
)
_NO_HEAD: Final = re.compile(
    r"^(?:我们|咱们|这边|今年|现在|目前|项目|总|最新|财务|领导|老板|通知|公司|又|新|上面|刚|本项目|这个项目"
    r"|这次|跟你说一下|说一下|对了|还有)+的?|批[准了复].*|.*通知"
)


def _budget_head(hit: Hit) -> str | None:
    """Whose budget: the project's where the words name none; None where the money is for something else."""
    before = hit.view.text[: hit.match.start("v")]
    for regex in _HEADS:
        for found in reversed(list(regex.finditer(before))):
            head = _NO_HEAD.sub("", found["s"])
            if head and re.search(r"[了分批给变调动刚]", head) is None:
                left = found.start("s") + found["s"].find(head)
                return hit.raw_of((left, left + len(head)))
    return "我们" if re.search(_CUE, before) else None


@custom(
    "zh.topic_phone",
    r"^(?=.*(?:手机|电话|号码|联系我|打给我|找我|我号|老号|新号|新卡"
    r"|补了卡)).*?(?<![\d-])(?P<v>1\d{2}-?\d{4}-?\d{4}|09\d{2}-?\d{3}-?\d{3}|0\d{2,3}-?\d{7,8})(?![\d-])",
)
def phone(hit: Hit) -> Iterable[Statement]:
    """联系我打138-5550-5209，这是我的手机; 以后打139-5550-2716找我，老号停机了."""
    text = hit.view.text
    someone = any(re.search(rf"{re.escape(name)}(?:的|他|她)?(?:手机|电话|号)", text) for name in people(hit))
    if someone or re.search(
        r"找[他她]|[他她]的?(?:手机|电话|号)|(?:物业|师傅|老板|前台|总机|热线|公司)[^，]{0,4}(?:手机|电话)", text
    ):
        return
    if re.search(r"我|新卡|新号|老号|旧卡|补了|号码?换|换号", text):
        yield state(hit, "我", "phone", hit.value())


_DOMAIN: Final = (
    r"(?P<s>税务|税局|税号|税|海关|备案|工商|社保|进出口|出口|进口|客户|合同|保单|专利|账户|会员|营业执照|许可|增值税)"
)


@custom("zh.topic_reference", rf"{_DOMAIN}(?P<b>[^。；]{{0,20}}?)(?P<v>[A-Za-z]{{1,4}}-?\d{{3,}}[\w-]*)")
def reference(hit: Hit) -> Iterable[Statement]:
    """编号更正：税局那边登记的是TX-63234."""
    named = re.search(r"编号|备案号|登记|号码|单号|证号|税号|号|代码", hit.view.text)
    if named is not None and mine(hit):
        noun = {"税局": "税务", "税": "税务", "税号": "税务", "增值税": "税务"}.get(hit.match["s"], hit.match["s"])
        yield state(hit, "我们", f"{noun}.identifier", hit.value())


_RIDE: Final = r"(?P<s>航班|飞机|火车|高铁|动车|列车|渡轮|轮渡|大巴|班车|班船|船票)"


@custom("zh.topic_departs", rf"{_RIDE}(?P<b>[^。；]{{0,20}}?)(?P<v>{TIME})(?P<t>[^。；，]{{0,4}})")
def departs(hit: Hit) -> Iterable[Statement]:
    """上次报的时间不对，展会那趟航班上午11点20飞; 渡轮时间我看错了，时刻表上写17:05."""
    cue = re.search(r"起飞|飞|开|出发|发车|走|时刻表|时间|是", f"{hit.match['b']}{hit.match['t']}")
    if cue is not None and not re.search(r"到达|抵达|降落|落地|到站", hit.view.text) and mine(hit):
        yield state(hit, "我", f"{hit.match['s']}.departure", hit.value(), dated=True)


@custom("zh.topic_hours", rf"(?P<v>{TIME})(?:就|才|准时|会|要)*(?P<b>打烊|关门|闭店|开门|开店|收摊)")
def hours(hit: Hit) -> Iterable[Statement]:
    """盘点，从今晚到下周三都是7点45就打烊."""
    if mine(hit):
        opens = hit.match["b"] in ("开门", "开店")
        yield state(hit, "我们", "开门时间.value" if opens else "打烊时间.value", hit.value())


@custom(
    "zh.topic_capacity",
    r"(?P<s>[\u4e00-\u9fff]{1,3}(?:堂|厅|室|馆|场|店|教室|剧场))(?:一共|总共|能|可以|最多|只能|现在)*(?:坐|容纳"
    r"|是|有|装)(?:得下|下)?(?P<v>\d+个?(?:人|座位?|位))",
)
def capacity(hit: Hit) -> Iterable[Statement]:
    """重新数了椅子，礼堂是215座."""
    yield state(hit, "我们", f"{hit.match['s']}容量.value", hit.value())


@custom(
    "zh.topic_quota",
    r"(?P<s>(?:(?!的|每|天)[\u4e00-\u9fff]){2,4})(?:额度|配额|限额)(?:是|为|：|:|有|调到|改成)(?P<v>\d+(?:分钟|小时|次|个|元|份))"
    r"|每[个]?(?:组|人|团队)[^，。]{0,6}?(?:能用|可用|可以用|能跑)(?P<w>\d+(?:分钟|小时|次))的?(?P<t>[\u4e00-\u9fff]{2,4})"
    r"|[一每]个?组[^，。]{0,6}?(?:能用|可用|可以用)(?P<x>\d+(?:分钟|小时|次))的?(?P<u>[\u4e00-\u9fff]{2,4})",
)
def quota(hit: Hit) -> Iterable[Statement]:
    """现在每组一天能用690分钟构建; 每组每天的构建额度为271分钟."""
    pairs = (("s", "v"), ("t", "w"), ("u", "x"))
    noun, value = next((hit.match[a], hit.value(b)) for a, b in pairs if hit.has(a))
    yield state(hit, "我们", f"{noun}.limit", value)


PATTERNS: Final[tuple[Pattern, ...]] = (
    meet_at, meeting, deadline, reference, phone, budget, departs, hours, capacity, quota,
)  # fmt: skip
