"""The table of predicates. One line each: name, Chinese wordings, English wordings, traits.

Half-lives: 7 days for what changes by the day, 14 for projects, 30 for what a person is.
"""

from memory.model.assertion import MemoryKind
from memory.model.fact import Cardinality, PredicateClass
from memory.settle.predicate import Predicate

_SINGLE, _MULTI, _EVENT = Cardinality.SINGLE, Cardinality.MULTI, Cardinality.EVENT
_SEMANTIC, _EPISODIC = MemoryKind.SEMANTIC, MemoryKind.EPISODIC
_PREFERENCE, _PROCEDURAL = MemoryKind.PREFERENCE, MemoryKind.PROCEDURAL


def _words(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("/") if part.strip())


def _state(
    name: str,
    zh: str,
    en: str,
    cardinality: Cardinality = _SINGLE,
    days: float = 14.0,
    kind: MemoryKind = _SEMANTIC,
    official: bool = False,
) -> Predicate:
    return Predicate(name, _words(zh), _words(en), cardinality, PredicateClass.STATE, days, kind, official)


def _other(name: str, zh: str, en: str, cls: PredicateClass, kind: MemoryKind = _EPISODIC) -> Predicate:
    cardinality = _EVENT if cls is PredicateClass.EVENT else _MULTI
    return Predicate(name, _words(zh), _words(en), cardinality, cls, 14.0, kind)


def _relation(name: str, zh: str, en: str, cardinality: Cardinality = _MULTI) -> Predicate:
    return _state(name, zh, en, cardinality, 30.0)


_IDENTITY = (
    _state("name", "名字/姓名/叫/全名/真名", "full name/called", days=30),
    _state("birthday", "生日/出生日期/生辰", "birth date/date of birth/born on", days=30),
    _state("age", "年龄/岁数/年纪", "", days=30),
    _state("gender", "性别", "sex", days=30),
    _state("nationality", "国籍", "citizenship", _MULTI, 30),
    _state("born_in", "出生地/老家/籍贯/出生在", "birthplace/hometown/place of birth/native place", days=30),
    _state(
        "phone",
        "哪个号/电话/手机/手机号/手机号码/电话号码/联系电话/号码/联系方式",
        "phone number/mobile/mobile number/cell/cell number/telephone/cell phone/contact number/number",
    ),
    _state(
        "email", "邮箱/邮箱地址/电子邮箱/电邮/邮件地址/工作邮箱", "e-mail/mail/email address/e-mail address/work email"
    ),
    _state("wechat", "微信号/微信", "wechat id"),
    _state(
        "address",
        "住哪儿/住在哪儿/地址/住址/收货地址/家庭住址/收件地址/邮寄地址/寄件地址/门牌",
        "do i live/was i living/home address/postal address/mailing address/shipping address/delivery address",
    ),
    _state("lives_in", "住/住在/居住地/定居/现居/住处", "live/lives/residence/home/home town now/based in/lives at"),
    _state("location", "位置/在/所在地/地点/所在位置/存放位置", "place/whereabouts/located/position of/stored in"),
    _state(
        "works_from",
        "办公地点/工位/办公地/驻场/上班地点/工作地点/在哪儿上班/在哪上班/哪个城市上班",
        "work location/workplace/desk/usual place of work/working from/find me at work",
    ),
    _state("works_at", "工作单位/公司/单位/就职/任职/雇主/东家", "employer/company/work/works for/employed by"),
    _state("role", "职业/工作/岗位/职位/角色/身份", "job/occupation/profession/position/works as"),
    _state("title", "职称/头衔/职务", "job title/rank", official=True),
    _state("grade", "职级/级别", "level/pay grade/salary grade", official=True),
    _state("permission", "权限/访问权限", "permissions/access/access level/access rights", official=True),
    _state("balance", "余额/账户余额", "account balance/remaining balance", official=True),
    _state("policy", "政策/规定/制度", "rule/regulation", _MULTI, official=True),
    _state("salary", "月薪/工资/薪水/年薪/薪资/期望月薪/期望薪资", "pay/wage/expected salary"),
    _state("member_of", "部门/团队/小组/所属部门", "department/team/group/belongs to", _SINGLE),
    _state("studies_at", "学校/就读/就读学校/母校", "school/university/college/studies/student at", days=30),
    _state("major", "专业", "field of study/degree", days=30),
    _state("language", "语言/会说/母语", "languages/speaks/mother tongue/native language", _MULTI, 30),
    _state("skill", "技能/擅长/会", "skills/good at", _MULTI, 30),
    _state("habit", "习惯/作息", "routine/habits", _MULTI, 30, _PREFERENCE),
    _state("hobby", "爱好/兴趣", "hobbies/interest/plays", _MULTI, 30, _PREFERENCE),
    _state("commute", "通勤/通勤方式/上下班方式", "commutes by/way to work/take to work/get to work/come to work"),
    _state("car", "车/座驾/汽车", "vehicle/drives"),
    _state("has", "有/拥有", "have/possesses", _MULTI),
)

_HEALTH = (
    _state("diet", "饮食/饮食方案/吃法/饮食习惯/忌口", "eats/eating plan/dietary plan/diet plan", days=30),
    _state("allergy", "过敏/过敏原/过敏源", "allergies/allergic/allergic to/allergen", _MULTI, 30),
    _state("health", "健康/病史/患有/疾病/身体状况", "condition/disease/illness/diagnosis/diagnosed with", _MULTI, 30),
    _state("medication", "药/用药/服药/服用", "medicine/medicines/takes/meds", _MULTI),
    _state("ability", "能力", "can", _MULTI, 30),
)

_TASTES = (
    _state(
        "likes",
        "喜欢/爱/喜爱/热爱/爱吃/爱喝/最爱/喜欢吃/喜欢喝",
        "like/love/enjoys/favourite/favorite/fond of",
        _MULTI,
        30,
        _PREFERENCE,
    ),
    _state("dislikes", "讨厌/不喜欢/反感/烦/受不了", "dislike/hates/cannot stand", _MULTI, 30, _PREFERENCE),
    _state("prefers", "偏好/更喜欢/首选/倾向/偏爱", "prefer/preference/preferred", _MULTI, 30, _PREFERENCE),
    _state("default_choice", "默认/固定/平时用", "default", _SINGLE, 30, _PREFERENCE),
    _state("avoids", "不吃/不喝/不碰/忌", "avoid/does not eat/does not drink", _MULTI, 30, _PREFERENCE),
)

_PROJECT = (
    _state(
        "owner",
        "负责人/负责/归属/责任人/管理/主负责人/接手人/管",
        "owns/responsible/in charge/person in charge/point person",
    ),
    _state("on_call", "值班/值班人/顶班", "on-call/on-call person", _SINGLE),
    _state("responsible_for", "", "takes care of", _MULTI),
    _state("value", "", "", _SINGLE),
    _state("lead", "组长/队长/带头人/主导/牵头人/牵头", "leads/team lead/leader"),
    _state("uses", "使用/用/采用/选用", "use/using/relies on", _MULTI),
    _state("choice", "选择/方案/选型", "option/chosen", _SINGLE),
    _state(
        "deployment",
        "部署/部署方式/部署在/发布方式/上线方式/部署平台",
        "deploy/deployed/deploys/hosting/hosted/hosted on/deployed on/deployment method/release method",
    ),
    _state("database", "数据库/资料库/库/主库/存储", "db/data store/database engine"),
    _state("branch", "分支/构建分支", "build branch"),
    _state("budget", "预算/经费/预算额/预算金额", "budget cap/spending limit/funding"),
    _state("price", "价格/单价/报价/费用", "cost/costs/fee/premium"),
    _state("total", "总额/总价/合计/金额", "amount/sum"),
    _state("accountant", "会计/做账/公司的账", "accountant/accounts/bookkeeper"),
    _state("licence", "许可证/开源协议/什么许可", "license"),
    _state("supplier", "供应商/哪家进货/从哪家/哪家订/跟哪家/订面包的店", "come from/order from/get our"),
    _state("room_number", "几号房/哪个房间/几号房间", "which room/what room/room number/number of the server room"),
    _state("course_place", "上哪些课/上什么课", "evening courses/courses/lessons"),
    _state("sold_to", "卖给谁/卖给", "selling/sell"),
    _state("limit", "上限/限制/限额", "cap/maximum/quota"),
    _state(
        "deadline",
        "截止日期/截止/截止日/到期日/到期日期/截止日/交付日期/期限/死线/ddl/截止时间/交期/上线日期/上线时间/发布日期",
        "due/due date/due on/submission date/delivery date/release date/launch date/final date",
    ),
    _state("version", "版本/版本号", "version number/pinned at/release version"),
    _state("status", "状态/进度/进展/情况", "state/progress/stage", days=7),
    _state("meeting_time", "会议时间/开会时间/例会时间", "meeting slot/time of meeting"),
    _state("schedule", "时间/时间安排/日程/排班", "time/timing/schedule time", days=7),
    _state("departure", "起飞/出发/起飞时间/出发时间/发车", "departs/leaves/takes off/departure time"),
    _state("arrival", "到达/抵达/降落/到达时间", "arrives/lands/arrival time"),
    _state("password", "密码/口令/门禁密码/开锁密码", "passcode/pin/access code/door code/code"),
    _state(
        "identifier",
        "编号/单号/证号/卷宗号/账号/代号",
        "id/reference/reference number/serial number/file number/account number",
    ),
    _state("support", "支持", "supports/supported", _MULTI),
    _state("recipient", "收件人/收信人", "addressee/receiver"),
    _state("environment", "环境", "environments", _MULTI),
    _state("quantity", "数量/剩余/剩余数量/库存", "amount left/remaining/stock/count", days=7),
    _state("reminder", "提醒/待办", "reminders/todo/to-do", _MULTI, 7, _EPISODIC),
    _state("instruction", "指示/规则/要求", "instructions/standing order/directive", _MULTI, 30, _PROCEDURAL),
    _state("procedure", "流程/步骤/处理办法", "procedures/runbook/steps", _MULTI, 30, _PROCEDURAL),
    _state("ip_address", "ip/ip地址", "ip", _SINGLE),
    _state("port", "端口/端口号", "port number", _SINGLE),
    _state("storage", "存放", "store", _SINGLE),
    _state("memory", "内存", "ram", _SINGLE),
    _state("disk", "硬盘", "hard disk", _MULTI),
    _state("ships_to", "发货", "delivers to", _MULTI),
    _state("works_with", "合作", "collaborates with", _MULTI),
    _state("teaches", "教", "teacher of", _MULTI),
    _state("description", "描述/是", "is/is a/kind of", _MULTI),
    _state("does", "", "", _MULTI),
)

_PEOPLE = (
    _relation("spouse", "太太/妻子/老婆/丈夫/老公/先生/爱人/配偶/媳妇", "wife/husband/partner", _SINGLE),
    _relation("fiance", "未婚妻/未婚夫", "fiancé/fiancée/fiancee", _SINGLE),
    _relation("boyfriend", "男朋友/男友", "", _SINGLE),
    _relation("girlfriend", "女朋友/女友", "", _SINGLE),
    _relation("father", "爸爸/父亲/爸/老爸", "dad/papa", _SINGLE),
    _relation("mother", "妈妈/母亲/妈/老妈", "mom/mum/mama", _SINGLE),
    _relation("child", "孩子/小孩/宝宝", "kid/children/kids"),
    _relation("son", "儿子", ""),
    _relation("daughter", "女儿/闺女", ""),
    _relation("brother", "哥哥/弟弟/哥/弟/兄弟", "younger brother/older brother"),
    _relation("sister", "姐姐/妹妹/姐/妹/姐妹", "younger sister/older sister"),
    _relation("grandfather", "爷爷/外公/姥爷", "grandpa"),
    _relation("grandmother", "奶奶/外婆/姥姥", "grandma"),
    _relation("uncle", "叔叔/舅舅/伯伯", ""),
    _relation("aunt", "阿姨/姑姑/姨妈", ""),
    _relation("cousin", "表哥/表姐/表弟/表妹/堂哥/堂弟", ""),
    _relation("friend", "朋友/好友/闺蜜/哥们", "friends/best friend/buddy"),
    _relation("roommate", "室友/舍友", "flatmate/housemate"),
    _relation("neighbour", "邻居", "neighbor"),
    _relation("classmate", "同学", ""),
    _relation("colleague", "同事", "coworker/co-worker/teammate"),
    _relation(
        "manager",
        "领导/直属领导/上级/上司/直属上司/老板/主管/经理/汇报对象",
        "boss/supervisor/line manager/reports to/report to",
        _SINGLE,
    ),
    _relation("report", "下属", "direct report"),
    _relation("assistant", "助理", "secretary"),
    _relation("teacher", "老师/导师", "mentor/advisor/tutor"),
    _relation("student", "学生", ""),
    _relation("doctor", "医生/主治医生", "physician/gp"),
    _relation("client", "客户/甲方", "customer"),
    _relation("product_manager", "产品经理", "pm"),
    _relation("project_manager", "项目经理", ""),
    _relation("has_pet", "宠物/猫/狗/养/小狗/小猫/猫咪/狗狗", "pet/cat/dog/pets/puppy/kitten"),
)

_HAPPENED = (
    _other("event", "发生/事件", "happened/events", PredicateClass.EVENT),
    _other("cause", "原因/导致/因为/起因", "because/caused/caused by/reason/due to", PredicateClass.EVENT),
    _other("plan", "计划/打算/安排/日程安排", "plans/planned/going to/appointment", PredicateClass.PLAN),
    _other("outcome", "结果/成果", "result/results", PredicateClass.EVENT),
)

PREDICATES: tuple[Predicate, ...] = (*_IDENTITY, *_HEALTH, *_TASTES, *_PROJECT, *_PEOPLE, *_HAPPENED)
