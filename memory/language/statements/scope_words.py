"""Words that tell how far a wish reaches, and whether something replaces or ends what was before."""

import re
from typing import Final

from memory.model.assertion import Application, Change

_ONCE: Final = re.compile(
    r"这一?次|就这次|仅此一次|本次|破例|例外|这一回|这回|今天就|今天先|只有这|临时|下不为例|单独这"
    r"|\b(?:just |only )?this once\b|\bthis time\b|\bjust for (?:today|now|this)\b|"
    r"\bfor once\b|\bone[- ]off\b|\bexceptionally\b|\bas an exception\b|\bin this one\b|"
    r"\bfor this one\b|\bonly for this\b|\bthis one time\b",
    re.I,
)
_SESSION: Final = re.compile(
    r"本次对话|这次对话|这次聊天|这个会话|\b(?:in|for) this (?:chat|conversation|session)\b", re.I
)
_PROJECT: Final = re.compile(
    r"(?:在)?(?:这个|本|该|我们)项目(?:里|中|内|上)|\b(?:in|for|on|within) this (?:project|"
    r"repo|repository|codebase)\b|\bproject-wide\b",
    re.I,
)
_ENDS: Final = re.compile(
    r"不再|再也不|戒了|停用|下线|废弃|取消|\b(?:no longer|not any ?more|anymore|any more|"
    r"stopped|quit|gave up|dropped|retired|decommissioned)\b",
    re.I,
)
_REPLACES: Final = re.compile(
    r"改成|改为|改到|改用|改在|改走|改由|换成|换到|换为|换了|更正|"
    r"变成|切到|切换到|迁到|迁移到|升级到|升到|推迟到|提前到|延到|"
    r"延期到|搬到|转到|调到|调整为|涨到|降到|交给|移交"
    r"|现在|目前|如今|从今天[起开]|从现在[起开]|以后|今后|往后|新的?(?=办公|"
    r"手机|号|地址|邮箱|负责|领导|主管|预算|截止)|说错|记错|写错|不对|"
    r"其实是|应该是|改了|变了|换|改主意"
    r"|\b(?:now|these days|nowadays|from now on|as of|switched|switching|changed|moved|"
    r"migrated|replaced|bumped|upgraded|raised|lowered|postponed|pushed|instead|new|"
    r"correction|mistaken|wrong|actually|no longer|settled on|took over|takes over|"
    r"handed)\b",
    re.I,
)


_USUAL: Final = re.compile(
    r"平时|平常|一般|通常|默认|照旧|\b(?:usually|normally|generally|by default|otherwise)\b", re.I
)


def usual(text: str) -> bool:
    """Whether the words speak of what is usual, whatever an exception beside them says."""
    return _USUAL.search(text) is not None


def application_of(text: str) -> Application:
    """How far the words reach: once, this session, this project, or always."""
    for pattern, application in (
        (_SESSION, Application.SESSION),
        (_ONCE, Application.ONCE),
        (_PROJECT, Application.PROJECT),
    ):
        if pattern.search(text):
            return application
    return Application.ALWAYS


def change_of(text: str, negative: bool, ends: bool) -> Change:
    """Whether the words say that something before is replaced or ends."""
    if ends or (negative and _ENDS.search(text)):
        return Change.ENDS
    return Change.REPLACES if _REPLACES.search(text) else Change.NONE
