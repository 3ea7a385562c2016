"""Chinese: who holds an office and who looks after a thing, by the noun of the office and a name."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, custom
from memory.language.statements.topics.kit import people, state
from memory.ports.recognizer import EntityType

_PERSON: Final = EntityType.PERSON
_END: Final = r"(?=$|[，。；：]|担任|主持|了|在任|当)"
NAME: Final = r"(?P<v>(?!我|他|她|它|这|那|谁|什么|怎么|不|没|一|写|说)[\u4e00-\u9fff·]{2,4}?)"
_OFFICE: Final = (
    r"(?P<o>主席|副主席|主管兽医|驻场兽医|兽医|会计师?|出纳|船长|班主任|队长|领队|教练|主编|馆长|园长|校长|院长"
    r"|站长|店长|厂长|社长|会长|理事长|秘书长|审计|法务|律师|舍监|管家|主厨|厨师长"
    r"|对接人|联系人|接口人|裁判长|指挥|总监)"
)
_SAME: Final = {"会计师": "会计", "驻场兽医": "主管兽医", "接口人": "对接人", "联系人": "对接人", "领队": "队长"}
_BODY: Final = re.compile(
    r"(?:(?!的|我|们|时候|那天|现在|主持|持|由)[\u4e00-\u9fff]){1,6}?(?:委员会|理事会|协会|学会|董事会|工会"
    r"|合唱团|俱乐部|小组|评审组|博物馆船)"
)


def office_name(office: str, text: str) -> str:
    """One name for an office, with the body that it belongs to."""
    plain = _SAME.get(office, office)
    body = _BODY.search(text)
    return f"{body[0]}{plain}" if body is not None and plain in ("主席", "副主席", "会长", "秘书长") else plain


def _held(hit: Hit, office: str, name: str) -> Iterable[Statement]:
    if re.search(r"[我你他她]的?[妈爸女儿子妹弟姐哥]|儿子|女儿|孩子", hit.view.text):
        return  # the teacher of a child is a matter of the family
    title = office_name(office, hit.view.text)
    yield state(hit, "我们", "accountant" if title == "会计" else f"{title}.value", name, object=_PERSON)


@custom(
    "zh.topic_office",
    rf"{_OFFICE}(?:现在|如今|目前|今年|当时|那时|一直|暂时|这一届|已经)*(?:写的是|登记的是|填的是|叫|是|为|：|:"
    rf"|由|换成了?|改由|改成|归)(?:了)?{NAME}{_END}",
)
def office(hit: Hit) -> Iterable[Statement]:
    """9月14日的一封信里，主管兽医写的是小祁; 现在的主管兽医叫段志强."""
    yield from _held(hit, hit.match["o"], hit.value())


@custom(
    "zh.topic_presides",
    rf"(?:委员会|理事会|协会|董事会|学会|会议|工会)(?:现在|目前|如今|当时|那时)*(?:由|是|归){NAME}(?:主持|当主席"
    r"|任主席|做主席|在主持)"
    r"|主持(?:[\u4e00-\u9fff]{2,8})的是(?P<w>[\u4e00-\u9fff·]{2,4})(?=$|[，。；])",
)
def presides(hit: Hit) -> Iterable[Statement]:
    """数据委员会现在由小祁主持; 主持资料委员会的是简博仁."""
    yield from _held(hit, "主席", hit.value() if hit.has("v") else hit.value("w"))


@custom(
    "zh.topic_accounts",
    rf"(?:做账|管账|记账|算账|做帐|记帐)的(?:人)?(?:现在|其实)?是{NAME}{_END}|(?:公司|我们|店里|厂里)的?(?:账"
    rf"|帐)目?(?:现在|目前|一直)*(?:是|由|归)(?P<w>[\u4e00-\u9fff·]{{2,4}}?)(?:在|来)?(?:做|管|记|负责)",
)
def accounts(hit: Hit) -> Iterable[Statement]:
    """给我们做账的是郭晓岚，之前报错人了; 公司的账是老邢在做."""
    yield from _held(hit, "会计", hit.value() if hit.has("v") else hit.value("w"))


_THING: Final = r"(?P<s>(?:(?!我们|这边|现在|目前|以后|起|由|归)[\u4e00-\u9fffA-Za-z]){2,10}?)"


def _thing(words: str) -> str:
    """What is looked after, without time words and small words at its ends."""
    words = re.sub(
        r"^(?:从今天起|从现在起|以后|今后|往后|项目的?|我们的?|这边的?)+|(?:这块|这一块|这事|这摊|这件事|的负责人|的责任人|原本|原先|原来|本来|之前)+$",
        "",
        words,
    )
    return re.sub(r"(?<=[\u4e00-\u9fff]{2})的(?=[\u4e00-\u9fff]{2,4}[卡锁证匙单]$)", "", words)


def _kept(hit: Hit, thing: str, name: str) -> Iterable[Statement]:
    known = (
        name in people(hit)
        or re.match(
            r"^(?:小|老|阿)[\u4e00-\u9fff]{1,2}$|^[\u4e00-\u9fff]{1,3}(?:师兄|师姐|师傅|工|姐|哥|叔|婶|总|老师|经理|主任)$",
            name,
        )
        or len(name) in (2, 3)
    )
    if known and thing and not re.search(r"[我你他她]|不|没|谁|人$", thing):
        yield state(hit, thing, "owner", name, object=_PERSON)


@custom(
    "zh.topic_handed",
    rf"(?:^|[，：]){_THING}(?:已经|现在|全部|都|就|今天)*(?:交接给|移交给|交给|转给|转交给|交接到|转到"
    rf"|归到)了?{NAME}(?:了|手[上里]|负责|来管|那边|名下)*(?=$|[，。；])",
)
def handed(hit: Hit) -> Iterable[Statement]:
    """发布清单交接给小祁了."""
    yield from _kept(hit, _thing(hit.raw("s")), hit.value())


@custom(
    "zh.topic_minds",
    rf"(?:^|[，：]){_THING}(?:这块|这一块|这事)?[，,]?(?:[\u4e00-\u9fff]{{2,4}}这边)?(?:现在|目前|以后|一直"
    rf"|平时)*(?:是|由|归){NAME}(?:在|来)?(?:管|负责|盯|带|跟|打理|照看|维护|跟进|保管|拿着|收着|管着|接手)(?:着|了"
    r"|的)?(?=$|[，。；])",
)
def minds(hit: Hit) -> Iterable[Statement]:
    """发布清单这块，麦浪这边是段志强在管."""
    yield from _kept(hit, _thing(hit.raw("s")), hit.value())


@custom(
    "zh.topic_held_by",
    rf"(?:^|[，：])(?P<s>[\u4e00-\u9fffA-Za-z]{{2,12}}?(?:卡|钥匙|手电|箱|证|密码|遥控器|账本|印章|公章"
    rf"|U盘))在{NAME}(?:手里|手上|那儿|那里|那边|身上)",
)
def held_by(hit: Hit) -> Iterable[Statement]:
    """档案室的门禁卡在费师兄手里."""
    yield from _kept(hit, _thing(hit.raw("s")), hit.value())


_LOOSE: Final = r"(?P<v>(?!我|他|她|它|这|那|谁|不|没|先)[\u4e00-\u9fff·]{2,4}?)"


@custom(
    "zh.topic_shift",
    rf"(?P<s>[\u4e00-\u9fff]{{0,4}}(?:早班|晚班|夜班|中班|前台|柜台|门岗|值日))(?:一直|平时|先|都|通常|这周|暂时"
    rf"|现在|改)*(?:是|由|让|归|请|换){_LOOSE}(?:站|上|值|顶|来|盯|在)(?:着|的)?(?=$|[，。；])",
)
def shift(hit: Hit) -> Iterable[Statement]:
    """前台早班一直是贺小满站; 10月1号以前前台早班先让骆扬站."""
    thing = re.sub(r"^(?:号|日|月)?(?:以前|之前|以后|之后|起|为止|的)+", "", hit.raw("s"))
    yield state(hit, thing, "owner", hit.value(), object=_PERSON)


@custom(
    "zh.topic_on_call",
    rf"(?:值班|值守|轮值)(?:先|暂时|临时|现在|改)*(?:换|由|让|归|请|找|交给|是)(?:成)?{_LOOSE}(?:来)?(?:顶|值|代"
    r"|盯|负责)?(?:一下|班|几天|着)?(?=$|[，。；])",
)
def on_call(hit: Hit) -> Iterable[Statement]:
    """到这周六为止值班换乔磊来顶一下."""
    if hit.value() in people(hit) or hit.clause.spans:
        yield state(hit, "我们", "on_call", hit.value(), object=_PERSON)


@custom(
    "zh.topic_born",
    r"(?:^|[，：])(?P<s>[\u4e00-\u9fff]{2,4}?)(?:其实)?是?(?P<v>\d{1,2}月\d{1,2}[日号])(?:出?生的?|的生日)",
)
def born(hit: Hit) -> Iterable[Statement]:
    """我把生日记混了，汪敏是12月13日生的."""
    yield state(hit, hit.raw("s"), "birthday", hit.value(), dated=True)


PATTERNS: Final[tuple[Pattern, ...]] = (presides, accounts, office, on_call, shift, held_by, handed, minds, born)
