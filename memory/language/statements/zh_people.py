"""Chinese: who somebody is, how to reach them, and who belongs to whom."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, custom, pattern, usable
from memory.language.statements.peel import Peeled
from memory.language.statements.subject_words import PERSON_RELATIONS, is_family
from memory.model.assertion import Mention, Polarity, SubjectKind
from memory.ports.recognizer import EntityType
from memory.settle.registry import DEFAULT_REGISTRY

KIN: Final = (
    "(?:大|小|二|前|亲)?(?:太太|妻子|老婆|媳妇|丈夫|老公|爱人|先生|未婚[妻夫]|男朋友|"
    "女朋友|男友|女友|爸爸|父亲|老爸|爸|妈妈|母亲|老妈|妈|儿子|女儿|闺女|孩子|哥哥|弟弟|"
    "姐姐|妹妹|哥|弟|姐|妹"
    "|爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|舅舅|姑姑|阿姨|表[哥姐弟妹]|堂[哥姐弟妹]|室友|"
    "舍友|邻居|同学|同事|朋友|好友|闺蜜|直属领导|领导|上司|上级|下属|下级|老板|主管|导师|老师|助理|秘书|搭档|房东|教练|"
    "伯伯|舅妈|姨妈|婶婶|侄子|侄女|外甥女|外甥|客户|主治医生|医生|产品经理|项目经理)"
)
PET: Final = "(?:猫|狗|小狗|小猫|猫咪|狗狗|宠物|兔子|鹦鹉|仓鼠)"
_NAME: Final = r"(?P<v>[\u4e00-\u9fffA-Za-z·. ]{1,14})"


def _kin_statement(hit: Hit, relation: str, owner: Peeled) -> Iterable[Statement]:
    value = hit.value()
    if not usable(value):
        return
    person = EntityType.PERSON if relation in PERSON_RELATIONS else EntityType.OTHER
    mention = Mention(SubjectKind.NAMED, value, person)
    yield Statement(owner, relation, value, object=person, topic=mention, topic_of=relation, confidence=0.85)


@custom(
    "zh.kin",
    rf"^(?P<o>我们?|咱们?|他|她|.{{0,6}}?的)?(?:家|家的|的)?(?:新|现在的)?(?P<k>{KIN}|"
    rf"{PET})(?:的名字)?(?:现在)?(?P<b>叫做?|名叫|是|换成|改成|变成)了?{_NAME}$",
)
def kin(hit: Hit) -> Iterable[Statement]:
    """我太太叫苏婉, 我的直属领导换成了郑岩."""
    word = hit.match["k"]
    relation = DEFAULT_REGISTRY.canonical(word, "zh") or DEFAULT_REGISTRY.canonical(word[1:], "zh")
    value = hit.match["v"]
    named = hit.match["b"] != "是" or any(
        m.type is EntityType.PERSON and m.text in hit.raw("v") for m in hit.clause.mentions
    )
    if relation is None or not named or not value.strip():
        return
    owner = (hit.match["o"] or "").removesuffix("的")
    owner = "我" if is_family(owner.removesuffix("家")) else owner
    yield from _kin_statement(hit, relation, Peeled(owner))


@custom(
    "zh.kin_one",
    rf"^(?P<o>我们?|咱们?|他|她)?(?:家里?)?(?:还)?有(?:一|两|俩)?(?:个|位|名|只|条)(?P<m>[^，。是叫]{{0,6}}?)(?P<k>{KIN}|{PET})"
    rf"(?:叫做?|名叫|名字叫){_NAME}$",
)
def kin_one(hit: Hit) -> Iterable[Statement]:
    """我有个双胞胎妹妹叫邵晴: the sister's name, and the sister is spoken of next."""
    relation = DEFAULT_REGISTRY.canonical(hit.match["k"], "zh")
    if relation is not None:
        yield from _kin_statement(hit, relation, Peeled(hit.match["o"] or ""))


@custom(
    "zh.self",
    r"^(?:本人|在下|鄙人)(?:姓名|名)?(?:叫|是)?(?P<v>[\u4e00-\u9fff]{2,4})$",
)
def self_named(hit: Hit) -> Iterable[Statement]:
    """本人谭雪梅: the speaker's name, when the recogniser sees one."""
    if any(m.text in hit.raw("v") and m.type is EntityType.PERSON for m in hit.clause.mentions):
        yield Statement(Peeled("我"), "name", hit.value())


@custom(
    "zh.kin_of",
    rf"^(?P<v>[\u4e00-\u9fff·A-Za-z ]{{2,12}}?)是(?P<o>我们?|咱们?|"
    rf"他|她)(?:家)?的?(?:新|前)?(?P<k>{KIN})$",
)
def kin_of(hit: Hit) -> Iterable[Statement]:
    """郑岩是我的领导."""
    relation = DEFAULT_REGISTRY.canonical(hit.match["k"], "zh")
    if relation is not None:
        yield from _kin_statement(hit, relation, Peeled(hit.match["o"]))


APPOSITION: Final = re.compile(
    rf"^(?P<o>我|我们|他|她)(?:家|的)?(?P<k>{KIN}|{PET})(?P<v>[\u4e00-\u9fff·]{{2,4}}?|"
    r"[A-Z][a-z]+)"
    r"(?=[在是对有负喜讨受去说住也爱不很最下上今明昨刚已会要想能从把被给跟和都还正，]|$)"
)
"""我朋友杰克受不了足球: the relation, and then what is said of the name."""


def apposition(match: re.Match[str], names: Iterable[str]) -> Statement | None:
    """The relation in an apposition, when the recogniser saw a name there too."""
    relation = DEFAULT_REGISTRY.canonical(match["k"], "zh")
    if relation is None or match["v"] not in names:
        return None
    person = EntityType.PERSON if relation in PERSON_RELATIONS else EntityType.OTHER
    mention = Mention(SubjectKind.NAMED, match["v"], person)
    return Statement(
        Peeled(match["o"]), relation, match["v"], object=person, topic=mention, topic_of=relation, rule="zh.apposition"
    )


@custom("zh.kin_with", rf"^(?P<o>我|他|她)(?:跟|和|与)(?P<v>[\u4e00-\u9fffA-Za-z·]{{2,8}}?)是.{{0,4}}?(?P<k>{KIN})$")
def kin_with(hit: Hit) -> Iterable[Statement]:
    """我跟张三是大学同学."""
    relation = DEFAULT_REGISTRY.canonical(hit.match["k"], "zh")
    if relation is not None:
        yield from _kin_statement(hit, relation, Peeled(hit.match["o"]))


@custom(
    "zh.role_holder",
    r"^(?P<s>.*?)的?(?P<k>产品经理|项目经理|负责人|主管|组长|队长|对接人|联系人|主责|"
    r"接口人|主理人|店长|班主任)(?:是|换成|改成|改为|由|叫|变成|"
    r"定为)了?(?P<v>[\u4e00-\u9fffA-Za-z· ]{2,12}?)(?:担任|接手|来做|负责)?$",
)
def role_holder(hit: Hit) -> Iterable[Statement]:
    """這個專案的產品經理是林佳穎, 支付模块的负责人是张工."""
    predicate = DEFAULT_REGISTRY.canonical(hit.match["k"], "zh") or f"{hit.match['k']}.value"
    if predicate in ("manager",):
        predicate = "owner"
    value = hit.value()
    if usable(value):
        yield Statement(hit.peeled(), predicate, value, object=EntityType.PERSON, confidence=0.85)


@custom(
    "zh.call_me",
    r"^(?:请|以后|大家|你们?|就|都|可以|直接|平时)*(?P<n>别|不要)?(?:再)?(?:叫|喊|称呼)(?P<s>我)"
    r"(?P<v>[\u4e00-\u9fffA-Za-z· ]{1,12}?)(?:就好|就行|就可以|即可|都行|吧|好了)*$",
)
def call_me(hit: Hit) -> Iterable[Statement]:
    """叫我老周就行."""
    polarity = Polarity.NEGATIVE if hit.has("n") else None
    if usable(hit.value()) and not any(t.tag == "v" and t.text in hit.raw("v") for t in hit.clause.tokens):
        yield Statement(Peeled("我"), "name", hit.value(), polarity=polarity)


PATTERNS: Final[tuple[Pattern, ...]] = (
    call_me,
    self_named,
    kin_one,
    kin,
    kin_of,
    kin_with,
    role_holder,
    pattern(
        "zh.name",
        r"^(?P<s>.*?)(?:的?(?:全名|真名|本名|名字|英文名|中文名))?(?:叫做?|名叫|名字是|姓名是|全名是)"
        r"(?P<v>[\u4e00-\u9fffA-Za-z·.\- ]{1,24})$",
        "name",
    ),
    pattern("zh.age", r"^(?P<s>.*?)(?:满|快)?(?P<v>[一二三四五六七八九十两\d]{1,4}岁)(?:半)?(?:了)?$", "age"),
    pattern("zh.birthday", r"^(?P<s>.*?)的?(?:生日|出生日期)(?:是|在|为|:|：)(?P<v>.+)$", "birthday", timed=True),
    pattern(
        "zh.born_in",
        r"^(?P<s>.*?)(?:出生在|出生于|老家在|老家是|是(?=[^军工商夫客]{2,6}(?<![军工商夫客病老男女好本])人$))(?P<v>[\u4e00-\u9fff]{2,10}?)(?:人)?$",
        "born_in",
        object=EntityType.PLACE,
    ),
)
