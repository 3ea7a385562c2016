"""Words by which a question shows what it asks for. Chinese patterns are in simplified characters."""

import re
from typing import Final


def _cue(english: str, *more: str) -> re.Pattern[str]:
    return re.compile("|".join((english, *more)), re.IGNORECASE)


# The first that matches names the class; the order matters (`how often` is no `how`).
QUESTION_CLASSES: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    (
        "why",
        _cue(
            r"\bwhy\b|\bhow come\b|\bbecause of what\b|\b(?:reason|cause) (?:for|of|behind)\b",
            r"\bwhat (?:caused|led to|made|makes|(?:is|was) the (?:root )?cause)\b",
            r"为什么|为何|为啥|怎么会|怎么就|何以|原因|因为什么|起因|根源|咋回事|怎么回事|什么导致|什么造成",
            r"什么.{0,2}(?:引起|引发|触发|惹)|怎么(?:引起|造成|弄|搞)的|根子|祸根|怪什么",
        ),
    ),
    (
        "history",
        _cue(
            r"\bhow (?:has|have|did) .{1,40}\b(?:chang|evolv|develop)\w*|\bhistory of\b|\bover time\b|\bused to\b",
            r"\bpreviously\b|\boriginally\b|\bformer(?:ly)?\b|\bwhat (?:was|were) .{1,30}\bbefore\b",
            r"\b(?:before|prior to) (?:that|this|the change)\b",
            r"变化过程|历史|沿革|演变|以前是|原来是|之前是|曾经|过去是|改过几次|先后|从前",
        ),
    ),
    (
        "next",
        _cue(
            r"\b(?:after|following) (?:that|this|saying|I (?:said|mentioned|told))\b|\bright after\b|\beventually\b",
            r"\bwhat (?:happened|came) (?:next|then|after)\b|\bin the end\b|\bnext step\b|\bwhat(?:'s| is) next\b",
            r"\bafter (?:I )?(?:mention|say|talk|tell)\w*|之后.{0,8}(?:说|讲|提|发生|做|聊)",
            r"(?:说完|讲完|聊完|提完|提到|说到|讲到).{0,20}(?:之后|以后|后)",
            r"后来|接着|接下来|然后呢|下一句|下一步|最后怎么",
        ),
    ),
    (
        "when",
        _cue(
            r"\bwhen\b|\bwhat (?:time|date|day|year|month|week)\b|\bhow long ago\b|\bsince when\b",
            r"\b(?:which|on what|on which) (?:day|date|year|month|weekday)\b",
            r"什么时候|何时|几点|哪天|哪一天|哪年|哪个月|几号|几月|星期几|周几|多久以前|啥时候|什么时间|日期",
        ),
    ),
    (
        "relation",
        _cue(
            r"\b(?:relat(?:ed|ion|ionship)|connect(?:ed|ion)|link(?:ed)?) (?:to|with|between)\b|\bin common\b",
            r"\bdepends? on\b|\breports? to\b|\bwho(?:se)? .{1,20}\b(?:manager|boss|report)s?\b",
            r"\bshare\w* the same\b|\bbetween .{1,40} and\b",
            r"什么关系|有何关系|关联|依赖|汇报给|向谁汇报|共用|共同的|认识谁|之间",
        ),
    ),
    (
        "list",
        _cue(
            r"\b(?:which|what) (?:\w+ ){0,3}\w+s\b.{0,40}\b(?:have|has|do|did|are|were|am)\b|\blist\b|\bhow many\b",
            r"\ball (?:of )?(?:the|my|our)\b|\beverything\b|\bname (?:all|every|the)\b",
            r"哪些|有什么|列出|列一下|所有|全部|都有|几个|多少个|有哪几|分别是|知道些?什么",
        ),
    ),
    (
        "how",
        _cue(
            r"\bhow (?:do|does|did|can|could|should|to|would)\b|\bsteps to\b",
            r"\bwhat(?:'s| is| are) the (?:steps?|procedure|process|way)\b",
            r"怎么(?:做|办|弄|处理|配置|设置|安装|解决|部署|操作|走|用)|如何|怎样|步骤|流程|方法|咋(?:弄|办|做)",
        ),
    ),
    (
        "preference",
        _cue(
            r"\b(?:like|likes|prefer\w*|favou?rite|enjoy\w*|love|loves|hate|hates|dislike\w*|can(?:'|’)t (?:\w+ )?stand|want)\b",
            r"\bnormally\b|\busual(?:ly)?\b|\bby default\b",
            r"喜欢|偏好|爱吃|爱喝|讨厌|受不了|习惯|最爱|口味|偏爱|平时|一般|默认|固定",
        ),
    ),
)

LAST_TIME: Final = _cue(
    r"\b(?:the )?(?:last|previous) time\b|\bthe other day\b|\bmost recent(?:ly)?\b|\blast (?:said|talked|spoke|met)\b",
    r"\b(?:the|my|our|your|his|her|their) (?:last|latest|previous)(?= \w)"
    r"(?! (?:name|word|page|line|version|two|three|few|couple|days?|nights?|weeks?|months?|years?)\b)",
    r"\b(?:the )?(?:latest|most recent) (?:time|one)\b|上次|上回|上一[次回趟]|上趟|最近(?:的)?[一那这]?(?:次|回|趟|场|轮)|前一次",
)
IN_THE_END: Final = _cue(
    r"\bin the end\b|\beventually\b|\bfinally\b|\b(?:end|ended|turn|turned|work|worked) (?:up|out)\b|\bget settled\b",
    r"\b(?:ever|what) became of\b|\bfinal (?:word|outcome|decision|verdict|result)\b|\boutcome of\b",
    r"最后|最终|到头来|结果呢|结果怎|收场|落定|到底(?=.{0,8}(?:怎|谁|哪|什么|多少|成没|有没))",
)
AFTERWARDS: Final = _cue(
    r"\bwhat happened (?:next|then|after)\b|\bright after\b|\bafterwards\b|\bcame (?:out )?of (?:it|that|this)\b",
    r"\b(?:that|the) (?:night|day|morning|evening|afternoon|time|week(?:end)?) .{8,60},? (?:what|how|who|did|was|were)\b",
    r"\bwhat (?:followed|then|next)\b|\b(?:find out|found out|turned up|learn(?:ed)?) (?:later|after)\b|\blater on\b",
    r"\bhow (?:was|were|did|is) (?:that|it|this) (?:get |got )?\w+(?:ed|t)?\b|\bafter that\b|\bcame to light\b",
    r"事后|随后|过后|后续|接下来(?=.{0,6}(?:怎|什么|呢|如何))|(?<![日号期\d])那(?:一)?(?:次|回|趟|天|晚|夜|场|轮)(?:之后|以后)?[，,].*(?:怎|什么|吗|没有|谁|哪)",
    r"\bafter (?:I )?(?:saying|said|mention\w*|told|telling|talk\w*)\b|\bdo about (?:it|that|this)\b",
    r"后来|[，,]之后|之后(?:呢|怎|说|讲|提|发生|我|又)|之后.{0,3}下一句|说完|讲完|聊完|接着|下一句|后面(?:是|怎|又|呢)",
    r"之后.{1,6}(?:怎|什么|说|回)|\b(?:straight|directly|immediately|just) after\b|\bfollowed (?:from|on)\b|\bdone about\b",
)
ASIDE: Final = _cue(
    r"[,;]? (?:and|so|then|but) (?:what|how|who|did|was|were|where|when)\b.*$|, (?:what|how|who|did|where|when)\b.*$",
    r"[，,；;](?=.*(?:怎|什么|如何|谁|多少|哪|吗|呢|么)).*$",
)
"""What a question asks about an event that it has named before."""
FORMS: Final = _cue(
    r"\b(?:what|how|who|did|do|does|was|were|is|the|happen(?:ed|s)?|go|went|get|got|come|came|whole|business|thing|with|about)\b",
    r"是怎么回事|怎么回事|是什么情况|什么情况|怎么样了?|怎样了?|如何了?|怎么(?:说|弄|搞|处理|解决|定|修好|收场)?的?|什么|的事|情况|谁",
)
"""Words of a question about an event that do not name it."""
BEFOREHAND: Final = _cue(
    r"\b(?:right|just) before\b|\bbefore (?:I )?(?:saying|said|mention\w*|told|telling)\b|\bwhat came before\b",
    r"之前(?:说|讲|提|我|聊)|上一句|前一句|(?:说|讲|提)到?.{0,20}之前",
)
QUESTION_MARK: Final = re.compile(r"[?？]\s*$|[吗呢么]\s*[?？。]?\s*$")
ASKS: Final = _cue(
    r"^(?:who|what|when|where|which|why|how|is|are|was|were|do|does|did|can|could|will|would|should|have|has|any)\b",
    r"^(?:谁|什么|哪|为什么|怎么|如何|几|多少|有没有|是不是|能不能|要不要|可不可以)",
)
FIRST_PERSON: Final = re.compile(r"\b(?:I|I'm|I've|I'd|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)\b|我(?!们)|咱(?!们)|本人|俺")
FIRST_PLURAL: Final = _cue(r"\b(?:we|us|our|ours)\b", r"我们|咱们|本项目|这个项目")

# Questions about a predicate in words that are no wording of it.
PREDICATE_CUES: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    (
        "lives_in",
        _cue(
            r"\bwhere (?:do|does|did|am|is) .{1,20}\b(?:live|living|home|based)\b|\bhome for\b",
            r"住(?:在)?(?:哪|什么地方)|家在哪|哪里住",
        ),
    ),
    (
        "works_from",
        _cue(
            r"\bwhere (?:do|does|am) .{1,20}\bwork(?:ing)? from\b",
            r"在哪(?:儿|里)?(?:上班|办公)|办公地点|人在哪",
        ),
    ),
    (
        "works_at",
        _cue(
            r"\bwhere (?:do|does|did) .{1,20}\bwork\b|\bwho .{1,20}\bwork for\b",
            r"在哪(?:家|个)(?:公司|单位)|哪家公司",
        ),
    ),
    (
        "owner",
        _cue(
            r"\bwho(?:'s| is| was)? (?:owns?|responsible|in charge|the owner|running|handles?|leads?)\b",
            r"谁(?:在|来)?(?:负责|管|牵头|跟)|负责人",
        ),
    ),
    (
        "deadline",
        _cue(r"\b(?:deadline|due|submit(?:ted|ting)?|submission|delivery date)\b", r"截止|交付日|哪天交|何时交|几号交"),
    ),
    ("budget", _cue(r"\bbudget\b|\bhow much (?:can|may|do) (?:we|I) spend\b", r"预算|经费|能花多少")),
    ("version", _cue(r"\bversion\b|\bpinned\b", r"版本")),
    ("deployment", _cue(r"\bdeploy\w*\b|\bhosted\b", r"部署|上线方式|发布方式")),
    ("database", _cue(r"\bdatabase\b", r"数据库|主库")),
    ("diet", _cue(r"\bdiet\b|\beating plan\b|\bwhat .{1,12}\beat\b", r"饮食|吃什么|忌口")),
    ("allergy", _cue(r"\ballerg\w+\b", r"过敏")),
    ("phone", _cue(r"\b(?:phone|mobile|cell|number to call|call me)\b", r"电话|手机号|号码")),
    ("address", _cue(r"\baddress\b", r"地址|寄到哪")),
    ("birthday", _cue(r"\bbirthday\b|\bborn\b|\bcelebrate\b", r"生日|出生")),
    ("meeting_time", _cue(r"\b(?:stand-?up|planning|meeting|sync)\b", r"站会|例会|晨会|周会|几点开会")),
    ("car", _cue(r"\b(?:car|drive|driving)\b", r"车是|我的车|开什么车|座驾")),
    ("reminder", _cue(r"\bremind\w*\b", r"提醒|待办")),
    ("departure", _cue(r"\b(?:flight|train|take off|depart\w*)\b", r"航班|起飞|出发|发车")),
    ("likes", _cue(r"\b(?:like|likes|favou?rite|enjoy\w*|love|loves)\b", r"(?<!不)喜欢|爱吃|爱喝|最爱")),
    ("dislikes", _cue(r"\b(?:dislike\w*|hate|hates|can(?:'|’)t (?:\w+ )?stand|cannot stand)\b", r"讨厌|不喜欢|受不了")),
    ("prefers", _cue(r"\bprefer\w*\b|\bhow do I (?:like|want)\b", r"偏好|更喜欢|想要什么样|喜欢什么")),
    ("default_choice", _cue(r"\b(?:default|usual|usually|normally|normal)\b", r"默认|平时|固定|一般")),
)
