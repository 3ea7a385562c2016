"""Chinese: what something runs on, is kept in, comes from or goes to, told by what kind of thing the value is."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, custom
from memory.language.statements.topics.en_places import DATABASE
from memory.language.statements.topics.kit import spell, state
from memory.language.statements.topics.zh_times import mine, ours
from memory.ports.recognizer import EntityType

_DATABASE: Final = rf"(?:达梦|人大金仓|金仓|南大通用|神通|瀚高|海量数据|崖山|万里|星环|openGauss|{DATABASE})"
_MACHINE: Final = r"(?:机房|机柜|集群|服务器|云|可用区|大区|节点|数据中心|平台|主机|虚拟机|容器|物理机)"
_NOW: Final = r"(?:现在|目前|如今|改成?|已经|都|统一|以后|往后|今后|从今天起?|又|全|直接|先|暂时)*"
_STOP: Final = r"(?=[，。；：]|来?(?:部署|发布|上线)(?:的|了)?(?:$|[，。；])|就好|就行|吧|$)"


@custom(
    "zh.topic_deploy",
    rf"(?:^|[，：])(?P<s>[\u4e00-\u9fffA-Za-z]{{2,8}}?)?{_NOW}(?:走|用|换成|改用|改走|迁到|搬到|跑在|放在|通过"
    rf"|靠)了?(?P<v>[^，。的]{{2,16}}?(?:的[^，。]{{2,10}}?)?){_STOP}(?P<t>来?(?:部署|发布|上线))?"
    r"|(?P<u>[\u4e00-\u9fffA-Za-z]{2,8}?)的?(?:部署|发布|上线)(?:方式|平台)?(?:现在|又|已经)*(?:改成|换成|改为"
    r"|改走|改用|换到|切到|是|走|用)了?(?P<w>[^，。]{2,20})",
)
def deploy(hit: Hit) -> Iterable[Statement]:
    """部署方式换了，渡口现在走蓝绿发布平台; 渡口的部署改成跳板机上的rsync了."""
    thing, value = (hit.match["u"], hit.value("w")) if hit.has("u") else (hit.match["s"] or "我们", hit.value())
    cue = hit.has("u") or hit.has("t") or re.search(r"部署|发布方式|上线方式", hit.view.text[: hit.match.start("v")])
    other = re.search(r"自己|他|她|别人|隔壁|小网站", hit.view.text)
    thing = re.sub(rf"^(?:我们的?|咱们的?|这个项目|项目)|{_NOW}$", "", thing) or "我们"
    if cue and not other and not re.match(r"^(?:部署|发布|上线)", thing):
        yield state(hit, thing, "deployment", value)


@custom(
    "zh.topic_hosted",
    rf"(?:^|[，：])(?P<s>[\u4e00-\u9fffA-Za-z]{{2,6}}?){_NOW}(?:跑|放|托管|架|挂|住|搬|迁)(?:在"
    rf"|到)了?(?P<v>[^，。]{{1,12}}?{_MACHINE})(?:上|里)?",
)
def hosted(hit: Hit) -> Iterable[Statement]:
    """石桥现在跑在苏州机房."""
    if not re.match(r"^(?:我|他|她|数据|服务器)", hit.match["s"]):
        yield state(hit, hit.match["s"], "deployment", hit.value())


@custom(
    "zh.topic_database",
    rf"(?P<s>(?:(?![的，这那了]|我们|咱们|现在|项目)[\u4e00-\u9fff]){{2,4}}?)(?:数据库|资料库|数据|资料|记录|库"
    rf"|表)[^。；]{{0,16}}?(?:从[^，。；]{{1,16}}?(?:迁移?|换|改|切|转)[到成为]了?)?(?P<v>{_DATABASE})",
)
def database(hit: Hit) -> Iterable[Statement]:
    """从这次上线起，订单数据改存Doris; 订单库用的是TiKV."""
    if ours(hit):
        noun = re.sub(r"^.*(?:上线|完成|迁移)[之起后，]*", "", hit.match["s"])
        name = "" if noun in ("数据", "资料", "主", "生产", "") else f"{noun}."
        yield state(hit, "我们", f"{name}database", hit.value(), object=EntityType.PRODUCT)


@custom(
    "zh.topic_branch",
    r"(?P<s>夜间|每晚|每夜|每日|每周|夜里|晚上|日常|发布)(?:的)?构建[^。；，]{0,6}?(?:用的是|用|走|从|指到|指向"
    r"|切到|改到|先走|来自|取自|换到|换成|改走|挂到|是|到)(?P<v>[^，。；]{1,12}?)(?:这条|那条)?分支",
)
def branch(hit: Hit) -> Iterable[Statement]:
    """接下来5天夜间构建先走晨曦分支; 每晚的构建从稳定三期分支出."""
    kind = "每周" if hit.match["s"] == "每周" else "发布" if hit.match["s"] == "发布" else "夜间"
    yield state(hit, "我们", f"{kind}构建.branch", hit.value())


@custom(
    "zh.topic_wifi",
    r"(?:访客|客人|来宾|来客)[^。；]{0,12}?(?:用|连|改连|是|叫|走|接)(?P<v>[\w]+-[\w-]+|“[^”]+”)",
)
def wifi(hit: Hit) -> Iterable[Statement]:
    """路由器送修，9月11号以前访客改连spare-5g."""
    yield state(hit, "我们", "访客Wi-Fi.value", hit.value())


STREET: Final = (
    r"(?:(?!在|住|到|是|写|送|寄|给|成|为|家|搬|发你)[\u4e00-\u9fff]){1,8}?(?:路|街|巷|弄|里|道|大道|胡同|大厦"
    r"|小区|村|苑|园|段|坊|湾|庄|寓|城|府|居|阁)"
    r"(?:\d+|[一二三四五六七八九十百]+)(?:号|弄|室|栋|幢|座|楼)(?:[\d\u4e00-\u9fff]{0,6}(?:号|室|楼|栋))?"
)


@custom("zh.topic_parcels", rf"^(?=.*(?:快递|包裹|收件|收货|寄东西给我)).*?(?:到|寄|送|写|是|：|为|在)(?P<v>{STREET})")
def parcels(hit: Hit) -> Iterable[Statement]:
    """到这周五为止快递请寄到建设东路214号，家里没人."""
    if mine(hit):
        yield state(hit, "我", "快递.address", hit.value())


@custom(
    "zh.topic_home",
    rf"^(?=.*(?:我|住址|新家|新房|新地址|搬家|家里地址)).*?(?:住在?|是|搬到|搬去|搬进|迁到|：|你|为|成|在|到)了?(?P<v>{STREET})",
)
def home(hit: Hit) -> Iterable[Statement]:
    """今天拿到新房钥匙，以后我住桂花弄225号; 住址变了，新地址是临港大道199号."""
    text = hit.view.text
    own = re.search(
        r"我(?!们公司|们单位)(?:家|现在|目前|搬|以后|往后|今后|就|人|们家|已经|如今|的住址|的地址)*(?:住|搬)"
        r"|我家|住址|新家|新房|新地址|家里地址",
        text,
    )
    if own and mine(hit) and not re.search(r"公司|办公室|门店|仓库|[他她]家|要送花", text):
        yield state(hit, "我", "address", hit.value())


@custom(
    "zh.topic_works_from",
    r"我(?!们)(?:人|这[一个]?[周月]|本周|先|暂时|临时|接下来[\d一两三四五六七八九十]+天|都|平时|现在"
    r"|目前)*在(?P<v>[\u4e00-\u9fff]{2,6}?)(?:出差|驻场|那边|分部)?(?P<k>办公|上班|坐班|驻场|出差)"
    r"|我的?(?:工位|座位|办公桌|位子)(?:现在|目前|换到|搬到|就)*在?(?P<w>[\u4e00-\u9fff]{2,6})(?:办公室|分部"
    r"|分公司)?(?=$|[，。])",
)
def works_from(hit: Hit) -> Iterable[Statement]:
    """这一周我在泉州办公，支援那边的同事; 我的工位在株洲."""
    if hit.has("k") and hit.match["k"] == "上班" and spell(hit) is None:
        return  # 我在云帆上班: whom one works for
    value = hit.value() if hit.has("v") else hit.value("w")
    if not re.search(r"家|公司$|会|公交|地铁|外面|哪", value):
        yield state(hit, "我", "works_from", value, object=EntityType.PLACE)


@custom(
    "zh.topic_commute",
    r"我(?!们)(?:(?!不|没|想|要|愿|喜|爱)[\u4e00-\u9fff\d]){0,8}?(?:坐|搭|乘|挤|靠|(?=[骑开走]))"
    r"(?P<v>[\u4e00-\u9fffA-Za-z\d]{1,8}?)(?P<k>去公司|去单位|上下?班|通勤)?(?=$|[，。；])",
)
def commute(hit: Hit) -> Iterable[Statement]:
    """我上班坐轮渡; 这一周我搭城际列车去公司."""
    before = hit.view.text[: hit.match.start("v")]
    if hit.has("k") or re.search(r"上下?班|通勤|去公司|去单位", before):
        yield state(hit, "我", "commute", hit.value())


_DIET: Final = (
    r"(?:生酮|无麸质|低碳水?|低钠|低盐|低脂|低糖|无糖|无乳糖|无奶|高蛋白|半流质?|流质?|软|纯素|全素|蛋奶素|鱼素"
    r"|弹性素|地中海|轻断食|间歇性?断食|清真|低嘌呤|低GI|糖尿病|清淡|减脂"
    r"|高纤维?|低FODMAP|原始人|杜兰|DASH|得舒|月子|术后|无蛋|无坚果|无谷物|素)(?:餐|食|饮食|式|的)?"
)


@custom("zh.topic_diet", rf"^(?=.*(?:吃|饮食|食谱|推荐菜|菜|忌口|断食)).*?(?P<v>{_DIET})(?=$|[，。；了的吧])")
def diet(hit: Hit) -> Iterable[Statement]:
    """推荐菜的时候注意，我在吃生酮餐; 我换吃法了，目前是半流食."""
    clause = re.split(r"[，：]", hit.view.text[: hit.match.start("v")])[-1]
    if (
        re.search(r"我|给我|推荐|饮食|吃法|^(?:最近|现在|目前|医生)", hit.view.text)
        and mine(hit)
        and not re.search(r"不|没|别|妈|爸|店|馆|她|他|想", clause)
    ):
        yield state(hit, "我", "diet", hit.value())


_LICENCE: Final = (
    r"(?:A?GPL|LGPL|MPL|EUPL|Apache|Artistic|BSD|MIT|ISC|CC-?BY(?:-\w+)*|EPL|CDDL|OSL|AFL|Zlib|BSL|木兰|Unlicense"
    r"|CeCILL)(?:[- ]?v?\d(?:\.\d)?)?(?:-Clause)?(?:-or-later|-only)?"
)


@custom("zh.topic_licence", rf"^(?=.*(?:许可|开源|协议|授权)).*?(?P<v>{_LICENCE})(?![A-Za-z0-9-])")
def licence(hit: Hit) -> Iterable[Statement]:
    """这边按EUPL-1.2开源."""
    if mine(hit):
        yield state(hit, "我们", "licence", hit.value())


@custom(
    "zh.topic_colour",
    r"^(?=.*(?P<s>品牌主色|品牌色|主色|辅色|强调色|背景色|按钮色|链接色)).*?(?P<v>#[0-9A-Fa-f]{6}"
    r"|#[0-9A-Fa-f]{3})(?![0-9A-Fa-f])",
)
def colour(hit: Hit) -> Iterable[Statement]:
    """主色统一用#9fb64c."""
    yield state(hit, "我们", f"{hit.match['s'].removeprefix('品牌')}.value", hit.value())


_GOODS: Final = (
    r"(?P<s>包装盒?|牛奶|面包|咖啡豆?|水果|鲜花|打印纸|纸张|鸡蛋|面粉|肉|蔬菜|桶装水|茶叶|蛋糕|午餐|盒饭|煤气|墨盒"
    r"|办公用品|豆子|布料|毛线|种子|饲料|蜂蜜|啤酒|家具|工服|冰块|木料)"
)


@custom(
    "zh.topic_supplier",
    rf"{_GOODS}(?:(?!的钱)[^，。；]){{0,6}}?(?:从|跟|向|找|(?<!现)在|由|让)(?P<v>[^，。；]{{2,10}}?)(?:那里|那边"
    r"|家)?(?:进货?|订购?|买|拿货?|采购|供货?|取货?|供应|送)(?:的|来的)?",
)
def supplier(hit: Hit) -> Iterable[Statement]:
    """有张10月26日的老发票，那时包装从鼎盒纸业进货; 牛奶我们跟小崙牧场订."""
    if not re.match(r"^[了着过]", hit.match["v"]):
        yield state(hit, "我们", f"{hit.match['s']}.supplier", hit.value())


@custom(
    "zh.topic_shop",
    r"(?P<s>面包|花|咖啡|奶|蛋糕)(?:店|坊|房)(?:的名字|名字|名)?[^。；]{0,12}?(?:其实是|应该是|是|叫|换成"
    r"|改成)(?P<v>[^，。；]{2,10})",
)
def shop(hit: Hit) -> Iterable[Statement]:
    """面包店的名字说错了，其实是屋檐下面包."""
    noun = {"花": "鲜花", "奶": "牛奶"}.get(hit.match["s"], hit.match["s"])
    if mine(hit):
        yield state(hit, "我们", f"{noun}.supplier", hit.value())


@custom(
    "zh.topic_contractor",
    r"(?P<s>食堂|保洁|物业|班车|安保|绿化|印刷|装修)(?:的)?(?:现在|如今|那时|当时)*(?:承包|外包|包)(?:给|方"
    r"|商)?了?(?:写的|现在|当时|那时)?(?:是|：|由|给)?了?(?P<v>[^，。；]{2,10})",
)
def contractor(hit: Hit) -> Iterable[Statement]:
    """4月3号拍的公告栏照片上，食堂承包方写的是禾丰餐饮."""
    yield state(hit, "我们", f"{hit.match['s']}承包方.value", hit.value())


@custom(
    "zh.topic_moored",
    r"(?P<s>房车|游艇|驳船|渔船|帆船|船|车)(?:(?!卖|送|修|给)[^，。；]){0,8}?(?:停|泊|靠|锚)(?:泊|靠|放)?(?:着"
    r"|在|到)?(?P<v>[^，。；了]{2,12})",
)
def moored(hit: Hit) -> Iterable[Statement]:
    """查港务登记，8月24日那天我们的船泊在石阶泊位; 地库刷漆，这5天车先停露天3区."""
    if mine(hit) and not re.match(r"^(?:[了不]|过|下来|一会|几|好)", hit.match["v"]) and "了吗" not in hit.view.text:
        car = hit.match["s"] in ("车", "房车")
        yield state(hit, "我" if car else "我们", f"{hit.match['s']}位置.value", hit.value())


@custom(
    "zh.topic_proxy",
    r"(?:出口|出网|外网)(?:代理|流量)(?:[^，。；]{0,6}?)(?:是|走|用|经|过|：)(?:的是)?(?P<v>[^，。；]{2,12})",
)
def proxy(hit: Hit) -> Iterable[Statement]:
    """翻到一张9月26日的表，那时出口代理是squid-北."""
    yield state(hit, "我们", "出口代理.value", hit.value())


@custom(
    "zh.topic_queue",
    r"(?P<s>客服单|工单|支持单|投诉|退款单)(?:[^，。；]{0,4}?)(?:进|走|归|到|排)(?P<v>[^，。；]{1,8}?)队列",
)
def queue(hit: Hit) -> Iterable[Statement]:
    """客服单都进琥珀队列."""
    yield state(hit, "我们", f"{hit.match['s']}队列.value", hit.value())


@custom(
    "zh.topic_room",
    r"(?P<s>服务器|打印机|机柜|样品|档案|仪器)(?:[^。；]{0,14}?)(?:(?<!不)(?:在|是)|搬到"
    r"|挪到)(?P<v>[A-Za-z]-?\d{2,4})(?:号|号房|房间|房|室)?",
)
def room(hit: Hit) -> Iterable[Statement]:
    """刚去看了门牌，服务器在B-352，上次说得不对."""
    yield state(hit, "我们", f"{hit.match['s']}.room_number", hit.value())


PATTERNS: Final[tuple[Pattern, ...]] = (
    database, deploy, hosted, branch, wifi, parcels, home, works_from, commute, diet,
    licence, colour, supplier, shop, contractor, moored,
    proxy, queue, room,
)  # fmt: skip
