"""Words that are only polite or only of the moment: promises to try, thanks, moods. Nothing is stated from them."""

import re
from typing import Final

from memory.language.statements.pattern import Statement

_PROMISE_EN: Final = re.compile(
    r"^(?:(?:go|see|leave|sleep|rest|eat|run)(?: now| home| then)?$|"
    r"(?:try(?! on)|consider|do my best|think (?:about|it)|keep (?:that|"
    r"it|your|this|going|trying|in|working)|remember (?:that|to|your|"
    r"it)|"
    r"give (?:it|that|them)|enjoy|take (?:your|care|it|that|note|them)|"
    r"follow (?:your|that|these)|look (?:into|forward|at|it)|let you|"
    r"be (?:sure|careful|there|back|fine|ok|okay|able|happy|more)|"
    r"talk|chat|see (?:you|if|what)|get back|come back|go now|leave now|"
    r"bear|"
    r"work on (?:it|that|this)|make sure|pay (?:more )?attention|listen|"
    r"wait|stay|go for it|start with|check (?:it|that|them|this)|"
    r"give up|use (?:your|these|that|them|it|this)|put (?:it|your|"
    r"that)|apply (?:your|these|it)|find such|help|ask you|tell you|"
    r"miss)\b)",
    re.I,
)
_VAGUE_EN: Final = re.compile(
    r"^(?:any (?:plans?|ideas?|questions?|problems?|trouble|time|suggestions?|"
    r"doubts?|other|more)\b|another\b|some (?:questions?|free|time|"
    r"doubts?|trouble|thoughts?)|(?:a )?(?:lot|little|bit|few)\b|lots\b|"
    r"(?:a )?(?:questions?|trouble|problem|problems|great|good|nice|"
    r"wonderful|lovely|fun|doubts?|idea|point|chance|feeling|hard|"
    r"difficult\w*|tough)\b|no (?:idea|doubt|problem|choice|clue)|"
    r"time\b|enough\b|much\b|something|nothing|everything|plenty|"
    r"its\b|what you|you\b|your\b|such\b|so much|as well)",
    re.I,
)
_MOOD_EN: Final = re.compile(
    r"^(?:honou?red|inspired|interested|excited|pleased|worried|overwhelmed|"
    r"lost\b(?! (?:\w+ )?(?:my|the|our|his|her|a|an|half|all|\d+)\b)|stuck|touched|impressed|relieved|"
    r"amazed|surprised|feel|feels|feeling|felt|learn(?:ed|t) a lot|"
    r"had (?:a )?(?:great|good|nice|lot|lovely|some|so|fun|wonderful)|"
    r"become more|immersed|grateful|thank|weighed down|found (?:any|"
    r"it|that)|noticed|encountered|realis|realiz|thought|made my|"
    r"enjoyed (?:it|that|this|talking|our|my time))",
    re.I,
)
_PROMISE_ZH: Final = re.compile(
    r"^(?:很|非常|一定|肯定|也|就|都|再|先|还|真的)*(?:会|将|要|打算)?(?:一定|去|再|也|好好|慢慢|先|都|多|更|真的)*"
    r"(?:尝试|试试|试着|试一试|考虑|努力|尽力|尽量|尽情|尽快|注意|"
    r"认真|加油|好好|记住|记得|保持|继续|坚持|珍惜|想想|小心|享受|"
    r"多多|有的|没事|支持|陪|帮你|告诉你|再来|再聊|找你|加强|学会|调整|相信|期待|盼|的$|好的|很快|越来越|寻找)"
)
_MOOD_ZH: Final = re.compile(
    r"^(?:(?:累|困|饿|走神|忙|急|哭|笑|愣|烦|醒)$|想和|想跟|想聊|想谈|想问|想对|想请|觉得|感到|感觉|认为|希望|"
    r"知道|明白|懂|相信|理解|担心|有过|有点|有些|很|太|真|是|到这|"
    r"喜欢|"
    r"需要(?:与|和|你|更|放|一|多|好)|不知|发现|意识到|学到|学会|收获|开心|难过|聊)"
)
_MOOD_SUBJECT_ZH: Final = re.compile(
    r"^(?:.{0,4}(?:天气|心情|情绪|感觉|味道|景色|风景|压力|时间过|日子|状态|空气|阳光))$"
)


def says_nothing(statement: Statement, subject: str, language: str, timed: bool) -> bool:
    """Whether a generic reading tells no more than a promise to try, a mood, or a politeness."""
    if statement.predicate not in ("plan", "event", "has", "description"):
        return False
    value = statement.value
    if language == "zh":
        if statement.predicate == "plan":
            return value.startswith(("期待", "盼")) or (not timed and _PROMISE_ZH.match(value) is not None)
        vague = _MOOD_ZH.match(value) is not None or _MOOD_SUBJECT_ZH.match(subject) is not None
        return statement.predicate == "event" and vague
    if statement.predicate == "plan":
        return not timed and _PROMISE_EN.match(value) is not None
    if statement.predicate == "has":
        return _VAGUE_EN.match(value) is not None
    told = re.sub(r"^(?:i|we)(?:'m| am|'ve| have)? ", "", value, flags=re.I)
    return statement.predicate == "event" and _MOOD_EN.match(told) is not None
