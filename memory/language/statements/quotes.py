"""Other people's words: quotation marks, `X said`, X说, quoted lines."""

import re
from typing import Final

from memory.language.statements.frames import Quote

_MARKS: Final = re.compile(r"\"([^\"\n]{2,400})\"|「([^」\n]{2,400})」|“([^”\n]{2,400})”|『([^』\n]{2,400})』")
_SINGLE: Final = re.compile(r"(?<![\w'])'(?=[A-Za-z])((?:[^'\n]|(?<=\w)'(?=\w)){8,400})'(?!\w)")
"""`'oh I drank me wages'`: single marks, told from apostrophes by the spaces around them."""
_SENTENCE_LIKE: Final = re.compile(
    r"\b(?:i|i'm|i'll|we|you|he|she|they|my|your|it's|is|are|was|will|don't|have|has)\b|[我你您他她咱]|"
    r"[。！？!?]|是|在.{2,}",
    re.I,
)
_SAID_ZH: Final = re.compile(
    r"^(?P<who>(?!最近|顺便|跟你|和你|我想|请|以后|回答|记得|"
    r"麻烦)[^，。：:“”\"的我你]{1,8}?|(?:我|我们|咱们|他|"
    r"她)的?[^，。：:“”\"的]{0,6}?)(?:刚才?|昨天|今天|上次|又|也|还|都|一直|总|经常|"
    r"的?原话是?|跟我|对我|和我|告诉我|给我)*"
    r"(?:(?<![会能想爱小传学听难话再不])|(?<=同学))(?:说过?(?!变|错|明(?![天早晚年])|服|好[了的，,]|定|起|完|法|不[上好准定]|的[^，,是话])了?|提到(?![\d一二三四五六七八九十])|"
    r"告诉(?:我|我们)|表示|透露|认为|觉得|声称|"
    r"宣布|抱怨|回复|回答|写道|补充说|强调|承认|坚持说|原话是?|反馈|以为|猜|担心|怀疑|希望|"
    r"转述)(?:道|我(?![有是的得在要没不会能可应该需血胃肝肾尿骨这])|我们|，|,|：|:|\s)*(?=.{2})"
)
_TOLD_ZH: Final = re.compile(
    r"^(?P<who>[^，。：:“”\"我你]{1,8}?)(?:的?原话(?:就)?(?:是|：|:)(?:\s|：|:)*|(?:跟|和|"
    r"对|给)我(?:讲|聊)(?:过|了|起)?[，,：:]?)(?=.{2})"
)
_WRITTEN_ZH: Final = re.compile(
    r"^(?:有一?[条个位名封句]|这一?[条句]|那一?[条句])?(?P<who>我[^，。：:“”\"「『我你您]{1,5}?|[^，。：:“”\"「『我你您]{1,12}?)(?:在[^，。：:]{1,6}?)?(?:上|里"
    r"|中)?(?:总(?=爱|是|说|讲|念|喜欢|教|问|提)|老|常|常常|经常|一直|又|还|都|总是|老是|刚|昨天|今天|"
    r"今早|昨晚|上次|刚才)*(?:写|讲|念叨|叮嘱|嘱咐|交代|交待|留言|喊|吐槽|评价|提醒|回复?|问|说|道|批注|批示|备注|贴|印|标|刻|签|教|骂|夸|劝|评论|通知|发来|发话|放话|表态|发)"
    r"(?:着|过|了|道|明|清楚|我|我们|他|她|一句|一条|的是|说|话)*[：:，,]?\s*(?=[\"“「『])"
)
"""有条差评写着“…”, 阿嬷常讲：「…」: any verb of saying or writing before quotation marks."""
_COLON_ZH: Final = re.compile(
    r"^(?:有一?[条个位名封句])?(?P<who>我?[^，。：:“”\"「『我你您]{1,10}?)(?:在[^，。：:]{1,6}?)?(?:[上里])?(?:总是?|老是?|常常?|经常|一直|又|还|刚|昨天|今天)*"
    r"(?:念叨|留言|评论|写着|写道|发帖|发文|发(?:朋友圈|微博|弹幕)|感慨|感叹|嚷嚷|的?口头禅|挂(?:在)?嘴边|的?签名|的?座右铭|的?名言)"
    r"(?:[了过着道]|一句|句话|的是|的话|的|说|是|就是)*[：:]\s*(?=.{2})"
)
"""我师傅挂嘴边的话：…, 网友留言：…: words that stand after a colon, in quotation marks or not."""
_SELF_ZH: Final = re.compile(
    r"^(?:我|我们|咱们)(?:自己|也|就|刚才?|昨天|今天|之前|上次|以前|从前|曾经?|早就|早|都|还|又|已经|总是?|一直|经常|是|没有?|可|从|不|想|"
    r"只|其实|真的|敢|要|先|再|会|跟|和|对|给|你|您|大家|他|她|记得|确实|明明|当时|那天|的|原话|个人|本人|这边)*$"
)
_SAID_EN: Final = re.compile(
    r"^(?P<who>(?-i:[A-Z])[\w.'-]*(?: (?-i:[A-Z])[\w.'-]*){0,3}|(?:my|our|the|his|her|"
    r"their|a|an|one of the|some|most)(?: [\w'-]+){1,4}?|he|she|they|i|we|i've|we've|"
    r"i have|we have|everyone|everybody|someone|somebody|people)(?:,)?\s+(?:just |also |"
    r"once |always |still |keeps? |kept )?(?:(?:has|have|had) )?(?:said|says|saying|"
    r"told (?:me|us)|tells me|mentioned|claims?|claimed|thinks|believes|believed|reckons|"
    r"wrote|writes|insists|insisted"
    r"|announced|replied|answered|complained|admitted|suggested|suggests|swears|swore|"
    r"feels|felt|hopes|argued|argues|remarked|warned|asked|wonders|assumes|guessed|guesses|"
    r"imagines|wishes)(?!\s+(?:to|at|of|for|from|goodbye|hello|no|yes|sorry)\b)"
    r"(?:\s+(?:me|us))?(?:\s+that\b|[,:])?\s+(?=\S)",
    re.I,
)
_SELF_EN: Final = re.compile(r"^(?:i|we|i've|we've|i have|we have)$", re.I)
_ACCORDING: Final = re.compile(
    r"^(?:according to|per|as per) (?!(?:the|our|my) (?:\w+ )?(?:minutes|contract|plan|rules|schedule|lease|agreement|manual"
    r"|policy|bylaws"
    r"|statutes|timetable|calendar|invoice|receipt|agenda)\b)(?P<who>[^,]{2,40}), ",
    re.I,
)
_ACCORDING_ZH: Final = re.compile(
    r"^(?:据|按|按照|根据|照)(?P<who>[^，,]{1,10}?)(?:的?说法|所说|"
    r"说|讲|称|的意思)[，,]"
)
_LABEL: Final = re.compile(r"^\s*(?:>|(?:assistant|ai|bot|system|chatgpt|助手|机器人|系统)\s*[:：])", re.I)


def quoted_regions(text: str) -> list[tuple[int, int]]:
    """Characters of a comparable text that stand in quotation marks and look like somebody's sentence."""
    found = [m.span() for m in _MARKS.finditer(text) if _SENTENCE_LIKE.search(next(g for g in m.groups() if g))]
    found += [m.span() for m in _SINGLE.finditer(text) if m[1].count(" ") > 2 and _SENTENCE_LIKE.search(m[1])]
    at = 0
    for line in text.splitlines(keepends=True):
        if _LABEL.match(line):
            found.append((at, at + len(line)))
        at += len(line)
    return sorted(found)


def find_quote(sentence: str, language: str) -> Quote | None:
    """Whose words a sentence reports, and where they stand; None when it reports nobody's."""
    if language == "zh":
        found = (
            _TOLD_ZH.match(sentence)
            or _WRITTEN_ZH.match(sentence)
            or _COLON_ZH.match(sentence)
            or _SAID_ZH.match(sentence)
            or _ACCORDING_ZH.match(sentence)
        )
    else:
        found = _SAID_EN.match(sentence) or _ACCORDING.match(sentence)
    if found is None:
        return None
    who = found["who"].strip()
    if (_SELF_ZH if language == "zh" else _SELF_EN).match(who):
        return None
    rest = sentence[found.end() :].lstrip()
    start = len(sentence) - len(rest)
    direct = rest[:1] in "\"“「'『"
    if language == "zh" and not direct and found.re is _COLON_ZH:
        return Quote(who, start, len(sentence) + 1, True)
    close = _closing(sentence, start) if direct else -1
    return Quote(who, start + int(direct), close + 1 if close > start else len(sentence), direct)


def _closing(sentence: str, start: int) -> int:
    """Where the quotation marks that open at `start` close again, or -1."""
    mark = {"「": "」", "『": "』", "“": "”"}.get(sentence[start], sentence[start])
    return sentence.find(mark, start + 1)


def own_report(sentence: str, language: str) -> bool:
    """`I said that …`, 我说过…: the speaker reports an earlier word of their own; it adds nothing."""
    found = (_SAID_ZH if language == "zh" else _SAID_EN).match(sentence)
    if found is None:
        return False
    return (_SELF_ZH if language == "zh" else _SELF_EN).match(found["who"].strip()) is not None
