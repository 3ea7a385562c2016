"""How much words matter by what they are about, where nobody said so: names, identifiers, policies and health weigh more."""

import re
from typing import Final

from memory.language.han import fold

HIGH: Final = 0.9
USUAL: Final = 0.5

_HIGH_EN: Final = re.compile(
    r"\b(?:allerg(?:y|ies|ic)|anaphyla\w+|intoleran(?:t|ce)|medication|diagnos\w+|blood type|emergency contact"
    r"|polic(?:y|ies)|must not|must never|shall not|prohibited|mandatory|compliance|permission|retention"
    r"|my name is|i am called|full name|date of birth|passport|phone number|e-?mail address"
    r"|account number|employee id|customer id)\b",
    re.I,
)
_HIGH_ZH: Final = re.compile(
    r"过敏|不耐受|用药|诊断|血型|紧急联系人|政策|规定|制度|禁止|不得|严禁|必须|合规|权限|保留期|我叫|姓名|出生日期|身份证|护照|电话号码|手机号|邮箱|账号|工号|客户编号"
)
_IDENTIFIER: Final = re.compile(r"\b[A-Z]{2,}-\d{2,}\b|\b[\w.+-]+@[\w-]+\.\w{2,}\b|\b\+?\d[\d -]{8,}\d\b")


def importance_of(text: str) -> float:
    """`HIGH` where words of that kind stand in the text, else `USUAL`."""
    plain = fold(text)
    found = _HIGH_EN.search(plain) or _HIGH_ZH.search(plain) or _IDENTIFIER.search(plain)
    return HIGH if found else USUAL
