"""Words that turn from what was told before: something took its place, it ended, or it stands back for a while."""

import re
from typing import Final

from memory.model.topic import Turn

_REPLACES_ZH: Final = re.compile(
    r"换|改(?!善|进|天)|变[了卦更]|搬|切[到换]|迁|挪|移到|涨|降[到为]|调[到成整]|现在|眼下|从[今现明][天在]|从.{1,8}(?:开始|起)|即日起"
    r"|今天起|以后|往后|今后|新(?:的|换|装|买)|谈到|磨到|定为|不再|更正|[说记抄看听写报弄搞]错|[记说]岔|记混|纠正|不对|其实|应该是|更新"
    r"|升级|升到|接手|接替|交给|归.{1,6}管"
)
_REPLACES_EN: Final = re.compile(
    r"\b(?:now|new|from (?:now|here|today|this|next)|as of|starting|since (?:this|last|yester)|switch\w*|chang\w+|moved?"
    r"|moving|swap\w*|joined|gone over|goes to|no longer|any ?(?:more|longer)|brought|cut|raised|lowered|bumped|settled"
    r"|reconsidered|wrong|misread|misheard|mistook|misspoke|mistaken"
    r"|mistyped|miscounted|misremembered|mixed up|mistake|actually|instead|took over|takes over|replac\w+|upgraded|done with"
    r"|parted ways|correct\w*|tired of|upside down|the old|other place|finished that|these days|nowadays)\b",
    re.I,
)
_ENDS_ZH: Final = re.compile(r"取消|退[掉了赛订单课]|不去了|不办了|不要了|作罢|泡汤|撤销")
_ENDS_EN: Final = re.compile(
    r"\b(?:cancel\w*|call(?:ed)? (?:\w+ ){0,4}off|backed out|withdr\w+|strike|scratch|disregard|is off|not going|scrapped"
    r"|returned|pulled out|fell through"
    r"|off the table)\b",
    re.I,
)
_FOR_A_WHILE: Final = re.compile(
    r"到.{1,9}为止|接下来|未来[一二两三四五六七八九十\d]|这一?周(?!起|开始)|本周(?!起|开始)|[这近][几两三]天|[这今]一?[回次](?!上线)|临时|从今天起到"
    r"|\b(?:until|till|through|for the (?:next|rest|time)|only|just (?:this|for|the)|this once|for once|this (?:week|time)"
    r"|temporar\w+)\b",
    re.I,
)


def turn_of(text: str) -> Turn:
    """What the words of a whole chunk say of what was told before."""
    if for_a_while(text):
        return Turn.NONE
    if _ENDS_ZH.search(text) or _ENDS_EN.search(text):
        return Turn.ENDS
    return Turn.REPLACES if _REPLACES_ZH.search(text) or _REPLACES_EN.search(text) else Turn.NONE


def for_a_while(text: str) -> bool:
    """Whether it is told for a time only: what stood before stands again after it."""
    return _FOR_A_WHILE.search(text) is not None
