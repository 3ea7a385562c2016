"""Whether words can be a subject at all."""

import re
from typing import Final

_BAD_ZH: Final = re.compile(
    r"[，。；！？：“”\"]|说|认为|觉得|听说|据说|希望|如果|要是|假如|是不是|不是|怎么|什么|"
    r"为什么|谁|哪|吗|呢|因为|所以|虽然|但是|除非|无论|不管|即使"
    r"|^(?:感觉|感到|还要|需要|为了|关于|除了|随着|尤其|肯定|第一次|"
    r"有时|很难|难得|只是|不过|还有|那里|这里|通过|作为|对于|至于|"
    r"讲述|学到|所有|很多|一些|每个)|就算|万一|以为|怀疑|不信|相信|"
    r"没有人|没人|据说|据悉|每次|当|应该|别|翻译|告诉|好像|"
    r"可能|不要|请|让我|帮我|记得|最好|把|给我|给你|有人|还跑|还在|是|.我."
)
_BAD_EN: Final = re.compile(
    r"[,;:!?\"]|(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\bProf)\.(?!\d)|\b(?:who|whom|whose|which|that|what|when"
    r"|where|why|how|if|whether|"
    r"unless|because|said|says|say|think|thinks|thought"
    r"|believes?|not|never|no|nobody|no one|none|nothing|neither|doubts?|claims?|claimed|"
    r"heard|hope|wish|suppose|imagine|and then|to|there"
    r"|please|let|let's|don't|is|are|was|were|will|would|could|should|might|may|can|has|"
    r"have|had|do|does|did|for|with|as)\b",
    re.I,
)
_ENDS_IN_PRONOUN: Final = re.compile(
    r"\s(?:i|we|you|he|she|they|it)$|^(?:on|in|at|during|after|before|from|by|one|over|"
    r"under|into|onto|about|when|while|drop|keep|scratch)\b",
    re.I,
)
_MEETING: Final = re.compile(
    r"^(?:dinner|lunch|breakfast|drinks|coffee|(?:the |my |our )?(?:meeting|"
    r"call|appointment|interview|date|chat)) with ",
    re.I,
)
MAX_SUBJECT_ZH: Final = 16
MAX_WORDS_EN: Final = 7
MAX_PARSED_EN: Final = 12
_PARSED_BAD: Final = re.compile(
    r"[;:!?\"=<>{}\[\]|]|(?<!\d)/|^(?:who|whom|whose|which|what|when|where|why|how|if|no one|nobody|none|neither)\b",
    re.I,
)


def plausible(words: str, language: str) -> bool:
    """Whether words can be a subject at all: short, and free of verbs of saying, doubt and condition."""
    if language == "zh":
        return len(words) <= MAX_SUBJECT_ZH and _BAD_ZH.search(words) is None
    return (
        len(words.split()) <= MAX_WORDS_EN
        and _ENDS_IN_PRONOUN.search(words) is None
        and _BAD_EN.search(_MEETING.sub("", words)) is None
    )


def possible(words: str, plain: str, language: str, parsed: bool) -> bool:
    """Whether words can be a subject; those that the parser found need only be no question and no denial."""
    if parsed:
        return len(words.split()) <= MAX_PARSED_EN and _PARSED_BAD.search(words) is None
    return plausible(plain, language)
