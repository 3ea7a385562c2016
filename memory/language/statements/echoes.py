"""Sentences that only give back what was said or remembered before: they add nothing."""

import re
from typing import Final

from memory.model.chunk import Role

_YOU_ASSISTANT: Final = re.compile(
    r"\b(?:the user|users?'s|my notes|you|your|yours|you're|noted|got it|understood|logged|i see|okay|sure)\b|您|你|"
    r"用户|该客户|记住|记下|收到|明白|了解|好的|清楚|谢谢|怀疑|可能|一般|多半|通常|建议|可以|请",
    re.I,
)
_RECALLED: Final = re.compile(
    r"^\W*(?:from (?:my |your |long-term )?(?:memory|notes|records)|(?:recalled|known|stored|saved|retrieved|remembered|relevant)"
    r" (?:facts?|memor(?:y|ies)|context|notes?|information)|memor(?:y|ies)|user (?:profile|facts?)|what i (?:know|remember)"
    r"(?: about (?:you|the user))?|(?:here is|here's) what i (?:know|remember|have))\b[^.\n:]{0,40}:",
    re.I,
)
"""The chunk shows what was remembered before: it adds nothing."""
_MEMORY: Final = r"(?:召回|记忆|回忆|画像|检索|memor(?:y|ies)|recall\w*)"
_BRACKETED: Final = re.compile(rf"^\s*[\[【(（<《].{{0,8}}{_MEMORY}.{{0,8}}[\]】)）>》]", re.I)
_GIVEN_BACK: Final = re.compile(
    rf"^\s*(?:.{{0,8}}{_MEMORY}.{{0,8}}[：:]|(?:根据|依据|基于|按照).{{0,8}}(?:{_MEMORY}|记录|资料|信息|历史)[，,、:：])",
    re.I,
)


def is_recalled(chunk: str, role: Role) -> bool:
    """Whether a comparable chunk shows memories under their heading; some headings are a person's own words."""
    if _RECALLED.match(chunk) is not None or _BRACKETED.match(chunk) is not None:
        return True
    return role is not Role.USER and _GIVEN_BACK.match(chunk) is not None


def speaks_of_the_user(sentence: str, role: Role) -> bool:
    """Whether the assistant tells somebody what it heard from them."""
    return role is Role.ASSISTANT and _YOU_ASSISTANT.search(sentence) is not None
