"""Whether what a Chinese pattern found agrees with the word boundaries: a syllable inside a longer word is no verb.

Patterns look at characters; `住` is also in 握住, `在` in 实在, `人` in 惊人. And what stands before the verb is only a
subject when it is a noun phrase: 带老妈去 and 还没 are none.
"""

import re
from collections.abc import Sequence
from typing import Final

from memory.language.statements.clause import Clause, View, comparable
from memory.language.statements.zh_words import TAKES_PERSON, VERBS
from memory.ports.recognizer import Token

_FREE: Final = frozenset(["TIME", "m", "d", "w", "xc", "c", "r", "p", "u"])
"""Words of these classes may be cut: 还没|吃, 每周三|下午."""
_HAN: Final = re.compile(r"[\u4e00-\u9fff]{2}")
_OF_VERB: Final = re.compile(
    r"(?:时间|日期|地点|地址|方式|方案|流程|费用?|率|量|单|表|名单|系统|平台|部门?|组|人|员|者|会|号|码|网|器|机|厂|店|"
    r"部|室|间|"
    r"工具|模块|服务|环境|任务|计划|项目|结果|报告|情况|进度|状态|规则|标准|要求|目标|原因|记录|材料|文件|文档|数据|"
    r"脚本|策略|接口|功能|"
    r"[库区线点站证书卡票款金额期案稿包链路图板件品项户端口口令密钥])$"
)
"""Nouns that a verb before them names more closely: 出发时间, 报名费, 验收标准."""
_ASKS: Final = frozenset(["要求", "希望", "建议", "说", "让", "同意", "答应", "允许", "规定", "同意", "坚持", "提议"])
_MODAL: Final = frozenset(
    ["打算", "计划", "准备", "想", "要", "会", "能", "得", "应该", "可以", "希望", "决定", "让", "使", "需要"]
)

_NO_THING: Final = re.compile(r"^(?:[有没无][事空人]|[一再还]|多|少)$")
_OCCASION: Final = re.compile(
    r"^(?:之后|以后|然后|后面|后来|现|现在|目前|最后|最终|平时|最近|原来|原先|之前|以前|结果|开始|这里|那里|里头|里面|"
    r"开始.{2,}|这[趟次回顿].{0,4}|[嫌怕想图][\u4e00-\u9fff]{1,3})$"
)
"""What is no subject although it stands before the verb: a time, an occasion, a reason."""
_LASTS: Final = re.compile(
    r"^(?:快|都|已经|差不多|大概|有)*[一二两三四五六七八九十几半好多\d]+(?:个)?(?:年|月|天|周|星期|小时)(?:多|半)?$"
)
_UNKNOWN: Final = re.compile(
    r"^(?:他|她|他们|她们|人家|对方)(?!说|讲|问|告诉)|^[你您](?:们)?(?:现在|之前|也|就|都|还|一直|平时)*(?:是|叫|住|在|"
    r"喜欢|有|养|爱|姓|属|患|从事|做|对)"
)
_LODGES: Final = re.compile(
    r"(?:出差|旅[游行]|出门|开会|去[^，]{1,6}).{0,6}住|(?:只|都|爱|喜欢|要|想|选|挑|订|先|临时)住|住(?:的?酒店|宾馆|"
    r"民宿|青旅|招待所|帐篷)"
)
_WITH_ADVERB: Final = re.compile(
    r"^(?:我们?|咱们?|他们?|她们?)(?:早就?|一直|从来|压根儿?|刚刚?|已经?|总是?|老是?|经常|"
    r"其实|根本|偶尔|暂时|基本)$"
)
_HAS_ONE: Final = re.compile(r"有(?:一|两|俩)?[个位名只条](?!人)")
MAX_WORD: Final = 3
"""Longer verbs and nouns are often several words (归老贾管)."""
MAX_SHORT: Final = 2
"""Two syllables are a name more often than a verb and its object (压测)."""


def lodges(text: str) -> bool:
    """我出差只住全季: where one sleeps on a journey is no home."""
    return _LODGES.search(text) is not None


def lasts(text: str) -> bool:
    """我咖啡戒了快半年: how long is no thing that one gave up."""
    return _LASTS.match(text) is not None


def of_unknown(clause: Clause, language: str) -> bool:
    """Whether a clause of which nothing was read is about somebody who is not known, or the one spoken to."""
    return language == "zh" and _UNKNOWN.match(clause.text) is not None


def cuts_word(match: re.Match[str], view: View, clause: Clause) -> bool:
    """Whether the subject ends, or the value starts, in the middle of a word."""
    groups = match.re.groupindex
    if "v" in groups and "s" in groups and -1 < match.start("v") < match.start("s"):
        return _inside(view, match.end("v"), clause.tokens) is not None  # 路|由器
    end = match.end("s") if "s" in groups and match.start("s") < match.end("s") else -1
    if end > 0 and _inside(view, end, clause.tokens) is not None:
        return True
    if "v" not in groups or match.start("v") <= 0:
        return False
    word = _inside(view, match.start("v"), clause.tokens)
    # 喝啤酒 may be one word: then the verb of the pattern begins it.
    return word is not None and (end < 0 or word.start < view.places[min(end, len(view.places) - 1)])


def _inside(view: View, at: int, tokens: Sequence[Token]) -> Token | None:
    """The word of which `at` is the middle, when it may not be cut."""
    if at >= len(view.places) or not _HAN.fullmatch(view.text[at - 1 : at + 1]):
        return None
    place = view.places[at]
    for token in tokens:
        if token.start < place < token.end:
            return (
                None if token.tag in _FREE or len(token.text) > MAX_WORD or token.start > view.places[at - 1] else token
            )
    return None


def no_subject(words: str, clause: Clause, source: str) -> bool:
    """Whether words before a verb are no noun phrase: they hold an adverb, begin with a verb, or plan something."""
    # The subject stands in the view without time words, where it is in one piece.
    places = clause.bare.places
    at = "".join(source[i] for i in places).find(words)
    taken = set(places[at : at + len(words)]) if at >= 0 else set[int]()
    inside = [t for t in clause.tokens if t.start in taken and t.end - 1 in taken]
    plain = comparable(words)
    if _NO_THING.match(plain) or _OCCASION.match(plain) or _HAS_ONE.search(plain) or _WITH_ADVERB.match(plain):
        return True
    if inside and all(t.tag == "TIME" for t in inside):
        return True
    if inside and inside[-1].lemma in ("我", "我们") and len(inside) > 1:
        return TAKES_PERSON.match(inside[0].lemma) is not None  # 开会我喜欢…: a topic, and then who
    if len(inside) > 1 and inside[-1].lemma in _ASKS:
        return True
    if len(inside) < 2 or len(words) <= MAX_SHORT:
        return bool(inside) and inside[0].tag == "d"
    if any(t.tag == "p" for t in inside) and "的" not in words:
        return True
    if inside[0].tag == "d" or any(t.tag == "p" and t.lemma in ("把", "被", "给") for t in inside):
        return True
    if any(t.lemma in _MODAL and t.tag in VERBS for t in inside[:-1]) and "的" not in words:
        return True
    return _verb_first(inside) or _adverb_within(inside)


def _verb_first(tokens: Sequence[Token]) -> bool:
    """带老妈去, 去长庚: a verb and its object; 出发时间 and 我们选的方案 are noun phrases."""
    verbs = [i for i, t in enumerate(tokens) if t.tag in VERBS]
    if not verbs or verbs[0] > 0 or any(t.lemma == "的" for t in tokens):
        return False
    if tokens[1].tag == "r":
        return tokens[-1].tag in VERBS  # 退款那个缺陷
    return tokens[-1].tag in VERBS or _OF_VERB.search(tokens[-1].lemma) is None


def _adverb_within(tokens: Sequence[Token]) -> bool:
    return any(t.tag == "d" and t.lemma in ("不", "没", "没有", "还", "就", "都", "已经", "也") for t in tokens[1:])
