"""Chinese: where people live and work, their health, tastes and habits."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, custom, listed, pattern, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import Change, MemoryKind, Polarity
from memory.ports.recognizer import EntityType

_S: Final = r"^(?P<s>.*?)"
_PLACE: Final = EntityType.PLACE
JOB: Final = (
    r"(?:师|员|工程师|医生|老师|教师|经理|总监|主管|顾问|律师|护士|司机|厨师|记者|编辑|"
    r"会计|设计师|架构师|程序员|开发|运营|产品|测试|销售|作家|学生|教授|研究员|博士|总裁|"
    r"店长|翻译|演员|公务员|警察|军人|保安)"
)


@custom("zh.moved", rf"{_S}(?:从(?P<f>[^，]{{1,10}}?))?搬(?:家)?(?:到|去|回|往|进)了?(?P<v>.{{2,20}})$")
def moved(hit: Hit) -> Iterable[Statement]:
    """我上个月从成都搬到了厦门."""
    peeled, value = hit.peeled(), hit.value()
    if usable(value):
        yield Statement(peeled, "lives_in", value, change=Change.REPLACES, object=_PLACE, confidence=0.85)


@custom("zh.left_job", rf"{_S}(?:从|离开)了?(?P<v>[^，]{{2,14}}?)(?:离职|辞职|退休|跳槽|走)?了?$")
def left_job(hit: Hit) -> Iterable[Statement]:
    """我三月底从云帆离职了."""
    if not any(word in hit.clause.text for word in ("离职", "辞职", "退休", "跳槽", "离开")):
        return
    if re.search(r"跳槽[到去]", hit.clause.text):
        return
    yield Statement(
        hit.peeled(), "works_at", hit.value(), polarity=Polarity.NEGATIVE, change=Change.ENDS, object=EntityType.ORG
    )


@custom(
    "zh.works_as",
    rf"{_S}(?<![现正])在(?P<p>[^，]{{1,14}}?)(?:做|当|担任|从事|任)(?P<v>[^，当]{{2,14}}?)(?:工作|的工作)?$",
)
def works_as(hit: Hit) -> Iterable[Statement]:
    """在启明做架构师: an employer and a role; in a town, a town and a role."""
    peeled, place = hit.peeled(), hit.value("p")
    left, right = (hit.view.places[hit.match.start("p")], hit.view.places[hit.match.end("p") - 1])
    if re.search(r"[中时]$|如何|怎么", place) or any(
        t.tag in ("v", "vd") and left <= t.start <= right for t in hit.clause.tokens
    ):
        return  # 在学习如何做面食: what one is busy with
    types = {m.type for m in hit.clause.mentions if m.text in place or place in m.text}
    town = EntityType.PLACE in types
    yield Statement(peeled, "works_from" if town else "works_at", place, object=_PLACE if town else EntityType.ORG)
    yield Statement(peeled, "role", hit.value())


@custom("zh.is_job", rf"{_S}(?:是|当|担任)(?:一?[名位个])?(?P<v>[^，是的]{{0,8}}{JOB})$")
def is_job(hit: Hit) -> Iterable[Statement]:
    """是儿科医生."""
    yield Statement(hit.peeled(), "role", hit.value())


@custom("zh.surgery", rf"{_S}(?P<v>(?:做|动)(?:过|了)?.{{0,6}}?手术|开(?:过|了)?刀|骨折|住(?:过|了)?院|摔伤|扭伤)")
def surgery(hit: Hit) -> Iterable[Statement]:
    """我膝蓋去年開過刀."""
    peeled = hit.peeled()
    yield Statement(peeled, "event", hit.raw("v"), kind=MemoryKind.EPISODIC)


@custom(
    "zh.likes_most",
    rf"{_S}(?P<n>不)?(?:特别|非常|最|很|更|挺|超|超级|稍微)*(?P<w>喜欢|喜爱|热爱|爱|偏爱|钟爱|"
    rf"迷上了?|(?<!的)习惯|偏好|倾向于?)(?!好|人|情)(?P<v>.{{2,30}})$",
)
def likes(hit: Hit) -> Iterable[Statement]:
    """我特别喜欢喝美式, 更习惯用飞书沟通."""
    verb = hit.match["w"]
    predicate = "prefers" if verb in ("习惯", "偏好", "倾向", "倾向于", "偏爱") else "likes"
    value = hit.value()
    if usable(value):
        polarity = Polarity.NEGATIVE if hit.has("n") else None
        for each in listed(value, "zh"):
            yield Statement(hit.peeled(), predicate, each, polarity=polarity, kind=MemoryKind.PREFERENCE)


@custom("zh.consumes", rf"{_S}(?:吃|喝|抽|碰|沾)(?P<v>[^，了]{{1,12}})$")
def consumes(hit: Hit) -> Iterable[Statement]:
    """我不再喝咖啡: only what is refused says something about the person."""
    peeled = hit.peeled()
    if peeled.negative:
        yield Statement(peeled, "likes", hit.value(), kind=MemoryKind.PREFERENCE)


@custom("zh.not_me", r"^对(?P<v>[^，]{1,10})过敏的(?:那个|这个)?人?不是(?P<s>我|他|她)$")
def not_me(hit: Hit) -> Iterable[Statement]:
    """对花生过敏的那个人不是我."""
    yield Statement(Peeled(hit.match["s"]), "allergy", hit.value(), polarity=Polarity.NEGATIVE, change=Change.ENDS)


@custom(
    "zh.habit",
    r"^(?P<s>我们?|咱们|他|她|[\u4e00-\u9fff]{0,4})(?P<v>每(?:天|晚|周[一二三四五六日天末]?|"
    r"个?月|年)(?!的)[^，是]{2,20}(?<!会))$",
    timed=True,
)
def habit(hit: Hit) -> Iterable[Statement]:
    """我每天六点起床."""
    people = {m.text for m in hit.clause.mentions if m.type is EntityType.PERSON}
    if hit.match["s"] in ("我", "我们", "咱们", "他", "她", "") or hit.raw("s") in people:
        yield Statement(hit.peeled(), "habit", hit.value(), kind=MemoryKind.PREFERENCE)


PATTERNS: Final[tuple[Pattern, ...]] = (
    moved,
    left_job,
    works_as,
    pattern(
        "zh.works_at",
        rf"{_S}(?<![现正])在(?P<v>[^，]{{2,14}}?)(?:上班|工作|任职|就职|实习|供职)(?:了?.{{1,6}}[年月])?$",
        "works_at",
    ),
    pattern(
        "zh.joined",
        rf"{_S}(?:就职于|任职于|供职于|入职了?|加入了?|跳槽到了?|跳槽去了?)(?P<v>[^，]{{2,14}}?)$",
        "works_at",
        object=EntityType.ORG,
    ),
    pattern(
        "zh.works_from",
        rf"{_S}(?<![现正])在(?P<v>[^，]{{2,14}}?)(?:办公|驻场|出差|值班|坐班|支援)(?:.{{0,8}})?$",
        "works_from",
        object=_PLACE,
    ),
    pattern(
        "zh.desk",
        rf"{_S}的?(?:工位|办公桌|座位|办公地点)(?:在|是|搬到|换到|挪到)了?(?P<v>.{{2,20}})$",
        "works_from",
        object=_PLACE,
    ),
    pattern(
        "zh.lives_in",
        rf"{_S}(?:居住在|住在|定居在?|住(?!院|宿|址|处|户|房|所|的|过))(?P<v>[^，]{{2,20}}?)$",
        "lives_in",
        object=_PLACE,
    ),
    pattern("zh.home_is", r"^(?P<s>我)?家(?:现在)?(?:在|住)(?P<v>[^，]{2,20}?)$", "lives_in", object=_PLACE),
    pattern(
        "zh.studies_at",
        rf"{_S}(?<![现正])在(?P<v>[^，]{{2,14}}?)(?:上学|读书|念书|读研|读博|就读|学习)$",
        "studies_at",
        object=EntityType.ORG,
    ),
    pattern(
        "zh.not_member",
        rf"{_S}不在(?P<v>[^，]{{1,10}}(?:部|组|团队|部门|公司|中心))$",
        "member_of",
        negative=True,
        change=Change.ENDS,
    ),
    pattern("zh.member", rf"{_S}(?<![现正])在(?P<v>[^，]{{1,10}}(?:部|组|部门))$", "member_of"),
    pattern("zh.speaks", rf"{_S}(?:会说|会讲|能说|母语是)(?P<v>[^，]{{2,20}})$", "language", split=True),
    pattern(
        "zh.commute",
        rf"{_S}(?P<v>骑车|开车|坐地铁|地铁|走路|步行|公交|坐公交|骑行|打车)(?:上班|上下班|通勤)$",
        "commute",
    ),
    not_me,
    pattern(
        "zh.keeps_pet",
        rf"{_S}(?:养|(?<!没)有|领养|收养)(?:了|着)?(?:[一二两三四五\d]?[只条个匹头])?(?P<v>[^，]{{1,8}}(?:猫|"
        rf"狗|犬|兔|鸟|鱼|龟|"
        r"柯基|金毛|泰迪|布偶|英短|拉布拉多|边牧|鹦鹉|仓鼠)|柯基|金毛|泰迪|布偶|英短|拉布拉多|"
        r"边牧|猫|狗|鹦鹉|仓鼠|兔子)$",
        "has_pet",
    ),
    pattern("zh.eats_again", rf"{_S}(?:又|开始|恢复|重新)+吃(?P<v>肉|荤|素)$", "diet", change=Change.REPLACES),
    pattern(
        "zh.quit",
        rf"{_S}戒(?:掉|了)?(?P<v>烟|酒|糖|咖啡|奶茶|[^，了]{{1,6}})$",
        "likes",
        negative=True,
        change=Change.ENDS,
        kind=MemoryKind.PREFERENCE,
    ),
    pattern("zh.allergy", rf"{_S}对(?P<v>[^，]{{1,12}}?)(?:严重)?过敏$", "allergy", split=True),
    pattern(
        "zh.allergic",
        r"^(?P<s>我|他|她|我[爸妈哥姐弟妹]|我(?:爸爸|妈妈|儿子|女儿|老公|老婆|孩子))(?![吃碰闻喝对一])(?P<v>(?:青霉素|头孢|阿司匹林|磺胺|花粉|海鲜|坚果"
        r"|[\u4e00-\u9fff]{2,4}?))(?:严重|重度)?过敏$",
        "allergy",
        split=True,
    ),
    pattern(
        "zh.allergy_eat",
        rf"{_S}(?:吃|碰|闻)(?P<v>[^，]{{1,8}}?)(?:就|会|就会)?(?:过敏|起疹子|"
        rf"拉肚子|胃疼|不舒服)$",
        "allergy",
    ),
    pattern(
        "zh.health",
        rf"{_S}(?:有|患有?|得了|得过|确诊了?|查出了?|被诊断(?:出|为))(?P<v>[^，]{{0,8}}(?:病|"
        r"高血压|低血压|糖尿病|哮喘|痛风|炎|症|癌|瘤|近视|贫血|失眠|结石|结节|囊肿|息肉|脂肪肝|抑郁))$",
        "health",
    ),
    pattern(
        "zh.medication",
        rf"{_S}(?:每天|每晚|早上|晚上|中午|每周|饭[前后]|长期|睡前)+(?:吃|服用|服|打|注射)(?P<v>[^，]{{2,20}})$",
        "medication",
    ),
    surgery,
    pattern(
        "zh.cannot",
        rf"{_S}(?:不能|没法|无法|不可以|不宜)(?P<v>(?!超过|多于|大于|低于|少于|高于)[^，]{{2,16}})$",
        "ability",
        negative=True,
    ),
    pattern(
        "zh.diet_now",
        rf"{_S}(?:改)?(?:吃|换成了?|改成了?)(?P<v>[^，]{{0,6}}(?:素|全素|生酮餐?|无麸质餐?|"
        r"低碳餐?|流食|半流食|清真餐?|轻食|低盐餐?|低脂餐?|纯素|素食|减脂餐|"
        r"(?![早中午晚大聚一])[\u4e00-\u9fff]{1,3}(?<![早中午晚大聚的])餐))$",
        "diet",
    ),
    pattern(
        "zh.diet_is",
        rf"{_S}(?:吃法|饮食|饮食方案)?(?:是|目前是|换成|改成)(?P<v>[^，]{{0,4}}(?:素食(?:主义)?者|"
        rf"素食|吃素|生酮|流食|半流食|无麸质餐?|清真餐?))(?:的)?$",
        "diet",
    ),
    pattern(
        "zh.avoids",
        rf"{_S}(?:从不|不|从来不|戒了?)(?:吃|喝|碰|沾|抽)(?P<v>[^，了]{{1,12}})$",
        "likes",
        negative=True,
        kind=MemoryKind.PREFERENCE,
    ),
    pattern(
        "zh.dislikes",
        rf"{_S}(?:讨厌|反感|厌恶|受不了|痛恨|(?<!麻)烦(?!躁|恼|闷|琐|请|"
        rf"心|你)|怕(?=[^自我你他会，]{{1,5}}$)|嫌弃|看不惯|不喜欢|不爱|不待见)(?!我|"
        rf"死|心|恼)(?P<v>.{{2,24}})$",
        "likes",
        negative=True,
        kind=MemoryKind.PREFERENCE,
    ),
    pattern(
        "zh.cannot_stand",
        r"^(?P<v>[^，我他她你]{2,12}?)(?P<s>我们?|他|她)(?:是|真的?|实在|完全|根本|最|可|都)*"
        r"(?:受不$|受不了|吃不消|接受不了?|无法接受|忍不了?$|看不惯|闻不得|碰都不|没兴趣|不感冒|提不起兴趣)",
        "likes",
        negative=True,
        kind=MemoryKind.PREFERENCE,
    ),
    consumes,
    likes,
    pattern("zh.reads_now", rf"{_S}(?:只)(?:看|用|喝|吃|买|听|穿|坐|住|写)(?P<v>[^，]{{2,16}})$", "prefers"),
    pattern(
        "zh.plays",
        rf"{_S}(?:会弹|会拉|弹|拉|会打|在学|学)(?P<v>大提琴|钢琴|吉他|小提琴|古筝|羽毛球|网球|乒乓球|"
        rf"篮球|[\u4e00-\u9fff]{{2,4}}(?:琴|球))$",
        "hobby",
    ),
    pattern(
        "zh.salary",
        rf"{_S}(?:期望|要求|希望|拿)?(?:月薪|年薪|工资|薪水)(?:是|为|要)?(?P<v>[\d一二三四五六七八九十百千万萬两.kK]+[^，]{{0,6}})$",
        "salary",
    ),
    habit,
    is_job,
)
