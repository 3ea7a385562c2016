"""The language of a text: Chinese or English, by the weight of its Chinese characters against its Latin words.

A plain ratio of characters misjudges mixed texts (`Bob说project要delay到Q3` has more Latin letters). So function words,
which say which grammar holds the sentence together, weigh more than content words, and capitalised Latin words and
single Chinese content characters, which may be names in either language, weigh least.
"""

import re
from typing import Final, Literal

Language = Literal["zh", "en"]

_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")
_LATIN_WORD: Final = re.compile(r"[A-Za-z\u00c0-\u024f]+")
_HAN_FUNCTION: Final = frozenset(
    "的了是在我你您他她它们這这那有不没沒和就也都要会會说說到用把被给給从從对對跟让讓请請与與及为為吗嗎呢吧啊么麼什怎哪"
    "谁誰很还還想去来來将將该該但而且或因所以已经經再又只最更太"
)
_LATIN_FUNCTION_TEXT: Final = (
    "a an and are as at be been but by can could did do does for from had has have he her his how i if in is it"
    " its me my no not of on or our she should so than that the their them then there they this to us was we"
    " were what when where which who why will with would you your"
)
_LATIN_FUNCTION: Final = frozenset(_LATIN_FUNCTION_TEXT.split())


def _han_weight(text: str) -> float:
    return sum(2.0 if c in _HAN_FUNCTION else 0.5 for c in _HAN.findall(text))


def _latin_weight(text: str) -> float:
    weight = 0.0
    for word in _LATIN_WORD.findall(text):
        if word.lower() in _LATIN_FUNCTION and len(word) < 7:
            weight += 2.0
        else:
            weight += 1.0 if word[0].islower() else 0.5
    return weight


def language_of(text: str) -> Language:
    """Returns `zh` or `en`; a text without letters is `en`."""
    if text.isascii():
        return "en"
    han = _han_weight(text)
    return "zh" if han > 0 and han > _latin_weight(text) else "en"
