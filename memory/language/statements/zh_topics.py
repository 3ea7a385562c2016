"""What stands before a Chinese verb and is not who does it: a thing one drinks, an activity, an occasion.

`酒也戒了` says of the speaker that they gave up drinking; `打字全靠语音输入` how they type. The statement is about the
one spoken of before, or the speaker, and the words before the verb stay with the verb.
"""

import re
from collections.abc import Sequence
from typing import Final

from memory.language.statements.subject_words import is_body
from memory.language.statements.zh_clause_parts import Parts
from memory.language.statements.zh_words import FAMILY, NAMES, VERBS
from memory.ports.recognizer import Token

_BY_HAND: Final = re.compile(
    r"^(?:改|又|重新|开始)?(?:喝|吃|抽|吸|穿|戴|听|玩|学|戒|养|骑|练|背|读|写|买|卖|订|报|约|选|挑|追|泡|做|申请|退|租|存|攒|还清?|交|办|考|尝|碰|沾|沾过|扔|送人|收拾|打扫|"
    r"参加|去|用|看|换|带|加|减|忌|啃|煮|炒|烤|织|画|弹|唱|跳|打|踢|爬|游|刷|搬|放弃|拒绝|接受|研究|复习|预习|翻译|签|填|寄|取|领|托运|预约|办理|报名|借|还给|送|捐|补|洗|晒|擦|拖)"
    r"(?:上|完|过|了|掉|好|着|惯|够|腻|通|会|得|到|起|回|给|成|下|不)*$"
)
"""What only people do, and not things of their own accord."""
_ACTED_ON: Final = frozenset(
    [
        "也",
        "都",
        "就",
        "早",
        "早就",
        "已经",
        "全",
        "还",
        "再",
        "不",
        "没",
        "没有",
        "从不",
        "不再",
        "还没",
        "也不",
        "基本",
        "彻底",
        "暂时",
        "只",
        "一直",
        "一般",
        "先",
        "要",
        "得",
        "能",
        "不能",
        "可以",
        "必须",
        "别",
        "反而",
        "总",
        "总是",
        "经常",
        "常",
        "刚",
        "刚刚",
        "偶尔",
        "多半",
    ]
)
_MATTER: Final = re.compile(
    r"(?:合同|单子?|款|票|证|货|项目|版本|需求|接口|系统|服务|数据|代码|分支|方案|文档|报告|账|发票|设备|机器?|服务器|水管|电梯|门|灯|屏|网|订单|快递|包裹|申请|材料|手续|流程|活动|会议|课|班|队|组|部|公司|学校|医院|店|厂|库|平台|软件|模块|页面|邮件|通知|房|车|路|桥|楼|工程|工地|客户|老师|员|生|人|方|家|们|师傅|司机|护士|医生|猫|狗|鸟|鱼|鸡|孩|娃|宝|品|集群|缓存|日志|索引|网关|脚本)$"
)
"""Things that are done with in a project or that stay the subject: 合同签了 is about the contract."""
_OCCASION: Final = re.compile(r"^(?:这|那|上|下|每|头)一?[趟次回顿餐场局把阵](?:出差|旅行|旅游|聚餐|考试|比赛|体检)?$")
_ORGAN: Final = re.compile(
    r"^(?:左|右)?(?:肾|肝|肺|肠胃|肠子?|脾胃?|胆|甲状腺|前列腺|子宫|乳腺|淋巴|牙龈|牙齿|口腔|鼻子|鼻炎|耳朵?|嗓子|喉咙|咽喉|脚踝|脚|腕|手腕|手肘|胳膊|"
    r"手指|指甲|脚趾|小腿|大腿|膝|髋|颈椎|腰椎|脊椎|肩|肩周|肩颈|尿酸|血脂|血压|血糖|血红蛋白|转氨酶|胆固醇|甘油三酯|心率|心跳|骨密度|体脂|体脂率|骨头|关节|半月板|韧带|"
    r"口味|饭量|酒量|作息|食欲|听力|嗅觉|头发|皮肤|发际线|眼压|眼底|近视|散光|度数)$"
)


_NOWHERE: Final = re.compile(
    r"^(?:里头|里面|里边|上面|下面|外面|旁边|那里|这里|那边|这边|其中|之后|最后|后来|结果|现)$"
)
_HURTS: Final = re.compile(r"^(?:扭|崴|拉伤|摔|磕|撞|割|烫|闪|碰|划|砸|夹)(?:到|伤|了|破|断|着)?$")


def _done_or_hurt(parts: Parts, tokens: Sequence[Token]) -> bool:
    """踢球|把脚踝扭了, 打球|崴了脚: an activity, and what came of it."""
    if len(tokens) != 1 or tokens[0].tag not in ("vn", "v") or parts.first is None:
        return False
    return parts.tokens[parts.first].lemma == "把" or _HURTS.match(parts.verb) is not None


def body_part(words: str) -> bool:
    """Whether words name a part, an organ or a measure of the body: what is said of it is said of its owner."""
    return is_body(words) or _ORGAN.match(words) is not None


def owner_and_part(words: str) -> tuple[str, str] | None:
    """我家狗|肾: the owner and the part, where the subject names both."""
    for size in (4, 3, 2, 1):
        owner, part = words[:-size], words[-size:]
        if len(owner) > 1 and body_part(part) and not owner.endswith(("的", "和", "跟", "与")):
            return owner, part
        if owner.endswith("的") and len(owner) > 2 and body_part(part):
            return owner[:-1], part
    return None


def by_hand(parts: Parts) -> bool:
    """Whether the verb is one of what only people do, with what they do it."""
    if parts.head is None or _BY_HAND.match(parts.verb) is None:
        return False
    return bool(parts.topics) or any(
        t.tag in ("n", "nz", "vn", "nw") for t in (*parts.after, *parts.tokens[: parts.head])
    )


def acted_on(parts: Parts, subject: str) -> bool:
    """Whether the words before the verb are what somebody does it with, or when, and not who does it."""
    at = parts.head
    if at is None or len(parts.phrases) != 1:
        return False
    left, right = parts.phrases[0]
    tokens = parts.tokens[left:right]
    if _NOWHERE.match(subject) or _done_or_hurt(parts, tokens):
        return True
    if _OCCASION.match(subject) or (left, right) in parts.topics:
        return True
    if (
        any(t.tag in NAMES - {"nz", "LOC"} or t.tag == "r" for t in tokens[:1])
        or FAMILY.match(subject)
        or _MATTER.search(subject)
    ):
        return False
    if (
        tokens[-1].tag not in ("n", "nz", "vn", "an")
        or not _BY_HAND.match(parts.verb)
        or parts.tokens[at].tag not in VERBS
    ):
        return False
    if parts.first != at:
        return False
    between = [parts.tokens[i].lemma for i in range(right, at)]
    return bool(between) and all(w in _ACTED_ON for w in between) and parts.tokens[left].tag != "PER"
