"""Cutting a sentence into clauses. Only cuts where a new verb certainly begins; lists of things stay whole."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from memory.language.statements.en_gaps import gap_cuts
from memory.ports.recognizer import Token

_ZH_COMMA: Final = re.compile(
    r"(?:[，；;]|,(?!\d{3}(?!\d)))(?:\s*(?:但是|但|不过|可是|而且|并且|而|另外|还有|同时|"
    r"所以|于是|然后|后来|并|且))?\s*|(?:\s+)(?=[我他她])|——+|…{2,}"
)
_ZH_LABEL: Final = re.compile(
    r"(?:[一二三四五六七八九十两几\d]+件事|如下|结果|内容|结论|通知|决定|安排|消息|情况|回传|返回|推送|播报|更新|提醒|预警|状态|摘要|详情|简报|日报)[：:]\s*"
)
_ZH_PARALLEL: Final = re.compile(
    r"(?<![\u4e00-\u9fff])[我他她](?P<v>[\u4e00-\u9fff]{1,2}?)[^，。！？、我他她]{1,8}(?P<b>[我他她])(?P=v)"
)
"""我管设计他管业务: one verb, two who do it."""
_ZH_COLON: Final = re.compile(r"[：:](?![\d/])\s*(?![\"“「『])")
_STANDS: Final = frozenset("在归由")
"""Prepositions that stand for a verb between a noun and its place or owner."""
_EN_SUBORDINATE: Final = re.compile(
    r"\s*(?:,\s*)?\b(?:while|although|though|whereas|even though|so that|in order to|when|"
    r"whenever|as soon as|now that|given that|in case|since (?:i|we|he|she|they|it|the|my|"
    r"our))\b",
    re.I,
)
_EN_HARD: Final = re.compile(
    r"\s*;\s*|\s+[-\u2013\u2014]+\s+|\u2014|,?\s+but\s+|,\s+so\s+|,\s+(?=not\s)|"
    r",\s+(?=(?:which|who|please|now (?:i|we|he|she|it)|just so you know|no hurry|as a rule|thanks|thank you|"
    r"don't)\b)|:\s+(?=(?:i|we|i'm|we're|i've|my|our)\s)",
    re.I,
)
_EN_SOFT: Final = re.compile(r",\s+(?:and\s+|then\s+|and then\s+)?|\s+and\s+(?:then\s+)?", re.I)
_NOMINATIVE: Final = frozenset(
    [
        "i",
        "we",
        "he",
        "she",
        "they",
        "it",
        "you",
        "i'm",
        "we're",
        "he's",
        "she's",
        "they're",
        "it's",
        "i've",
        "we've",
        "i'll",
        "we'll",
        "my",
        "our",
        "his",
        "her",
        "their",
    ]
)
_FINITE: Final = frozenset(["VBZ", "VBD", "VBP", "MD"])
VERB_WORDS: Final = frozenset(
    [
        "live",
        "lives",
        "work",
        "works",
        "speak",
        "speaks",
        "cycle",
        "cycles",
        "drive",
        "drives",
        "use",
        "uses",
        "study",
        "studies",
        "play",
        "plays",
        "run",
        "runs",
        "like",
        "likes",
        "love",
        "loves",
        "hate",
        "hates",
        "prefer",
        "prefers",
        "own",
        "owns",
        "lead",
        "leads",
        "manage",
        "manages",
        "handle",
        "handles",
        "joined",
        "left",
        "moved",
        "bought",
        "started",
        "stopped",
        "teach",
        "teaches",
        "cook",
        "cooks",
        "walk",
        "walks",
        "swim",
        "swims",
        "need",
        "needs",
        "want",
        "wants",
        "have",
        "has",
        "switched",
        "changed",
        "review",
        "reviews",
    ]
)


def _zh_list_of_clauses(text: str, tokens: Sequence[Token], start: int, end: int) -> list[int]:
    """Offsets after each 、 when every part between them has a noun before a verb: clauses, not things."""
    marks = [i for i in range(start, end) if text[i] == "、"]
    edges = [start - 1, *marks, end]
    clear = 0
    for left, right in pairwise(edges):
        inside = [t for t in tokens if left < t.start < right]
        verbs = [i for i, t in enumerate(inside) if t.tag == "v" or t.pos == "VERB" or t.text in _STANDS]
        if not verbs or verbs[-1] == 0:
            return []
        listed = len(inside) > 1 and inside[1].text in ("和", "与", "跟", "及")
        clear += verbs[0] > 0 and inside[0].pos not in ("ADP", "ADV", "CCONJ") and inside[0].tag != "vn" and not listed
    # A list of activities (爬山、游泳和看书) has one subject in front; clauses have one each.
    return [mark + 1 for mark in marks] if clear > 1 else []


def _zh_list_of_acts(text: str, tokens: Sequence[Token], start: int, end: int) -> list[int]:
    """Offsets after each 、 of a list after a colon whose members all begin with a verb: 补测试、带新人."""
    if not text[:start].rstrip().endswith((":", "：")):
        return []
    marks = [i for i in range(start, end) if text[i] == "、"]
    firsts = [next((t for t in tokens if t.start > left), None) for left in (start - 1, *marks)]
    acts = all(t is not None and (t.tag in ("v", "vn", "vd", "p", "d") or t.tag == "TIME") for t in firsts)
    return [mark + 1 for mark in marks] if acts else []


def _zh_heads(text: str, tokens: Sequence[Token], start: int, end: int) -> list[tuple[int, int]]:
    """Colons after which a clause with a verb of its own begins: 明天值日：李想擦黑板."""
    cuts: list[tuple[int, int]] = []
    for found in _ZH_COLON.finditer(text, start, end):
        stop = _ZH_COMMA.search(text, found.end(), end)
        after = [t for t in tokens if found.end() <= t.start < (stop.start() if stop is not None else end)]
        before = [t for t in tokens if start <= t.start < found.start()]
        if len(before) > 1 and any(t.tag in ("v", "vd") for t in after[:6]):
            cuts.append(found.span())
    return cuts


def split_zh(text: str, start: int, end: int, tokens: Sequence[Token]) -> Iterator[tuple[int, int, bool]]:
    """Clauses as (start, end, subordinate) of characters `start..end` of the text."""
    label = _ZH_LABEL.search(text, start, end)
    if label is not None:
        yield start, label.end(), True
        start = label.end()
    cuts = [(m.start(), m.end()) for m in _ZH_COMMA.finditer(text, start, end)]
    cuts += [(m.start("b"), m.start("b")) for m in _ZH_PARALLEL.finditer(text, start, end)]
    cuts = sorted([*cuts, *_zh_heads(text, tokens, start, end)])
    at = start
    for left, right in (*cuts, (end, end)):
        inner = _zh_list_of_clauses(text, tokens, at, left) or _zh_list_of_acts(text, tokens, at, left)
        for mark in inner:
            yield at, mark - 1, False
            at = mark
        if left > at:
            yield at, left, False
        at = right


def _opens_clause(tokens: Sequence[Token], at: int, lower: str, comma: bool) -> bool:
    """Whether the words from `at` on begin a clause of their own: subject and verb, or a finite verb."""
    after = [t for t in tokens if t.start >= at][:7]
    if not after:
        return False
    first = after[0]
    if first.text.casefold() in _NOMINATIVE and len(after) > 1:
        return True
    if first.text[:1].isupper() and len(after) > 1 and after[1].text.casefold() in VERB_WORDS:
        return True
    if first.tag in _FINITE or (
        lower in VERB_WORDS and not (len(after) > 1 and after[1].tag in ("IN", "CC") and not comma)
    ):
        return True
    for token in after:
        if token.tag in _FINITE and token is not first:
            return True
        if token.pos not in ("DET", "ADJ", "NOUN", "PROPN", "NUM", "PART", "PRON") or token.tag in ("WP", "WDT"):
            return False
    return False


def _new_subject(tokens: Sequence[Token], at: int) -> bool:
    """Whether a pronoun opens the one clause after a few words: `Ottilie here, I run …`, `A girl, her name is …`."""
    here = next((i for i, t in enumerate(tokens) if t.start >= at), None)
    if here is None or tokens[here].text.casefold() not in _NOMINATIVE:
        return False
    head = tokens[here] if tokens[here].dep != "poss" or tokens[here].head < 0 else tokens[tokens[here].head]
    return head.dep in ("nsubj", "nsubjpass") and any(t.tag in _FINITE for t in tokens[here:])


def _holds_too(mark: str, at: int, tokens: Sequence[Token]) -> bool:
    """Whether what a conjunction leads to is asserted as well: `Ann does the books, while Jan runs the shop`."""
    word = mark.strip(" ,").casefold()
    first = next((t for t in tokens if t.start >= at), None)
    named = first is not None and first.pos in ("PROPN", "DET")
    return word in ("although", "though", "whereas", "even though", "now that") or (word == "while" and named)


def _since_then(found: re.Match[str], tokens: Sequence[Token]) -> bool:
    """Whether `since` only leads to a time: `since the spring I swim`."""
    at = found.start() + found[0].casefold().find("since")
    return "since" in found[0].casefold() and any(t.start == at and t.dep == "prep" for t in tokens)


def split_en(text: str, start: int, end: int, tokens: Sequence[Token]) -> Iterator[tuple[int, int, bool]]:
    """Clauses as (start, end, subordinate) of characters `start..end` of the text."""
    cuts: list[tuple[int, int, bool]] = [(m.start(), m.end(), False) for m in _EN_HARD.finditer(text, start, end)]
    taken = {i for left, right, _ in cuts for i in range(left, right)}
    for found in _EN_SOFT.finditer(text, start, end):
        said = (t.tag in _FINITE or t.text.casefold() in VERB_WORDS for t in tokens if start <= t.start < found.start())
        if not any(said) and not _new_subject(tokens, found.end()):
            continue  # `Anna and Ben own …`: nothing has been said yet
        word = re.match(r"[\w']+", text[found.end() : end])
        if (
            found.start() not in taken
            and word
            and _opens_clause(tokens, found.end(), word[0].casefold(), "," in found[0])
        ):
            cuts.append((found.start(), found.end(), False))
    cuts += [(*span, False) for span in gap_cuts(text, start, end, tokens)]
    cuts += [
        (m.start(), m.end(), True)
        for m in _EN_SUBORDINATE.finditer(text, start, end)
        if m.start() > start and not _since_then(m, tokens)
    ]
    cuts = [(left, right, below and not _holds_too(text[left:right], right, tokens)) for left, right, below in cuts]
    at, below = start, False
    for left, right, subordinate in sorted(cuts):
        if left > at:
            yield at, left, below
        at, below = max(at, right), subordinate
    if end > at:
        yield at, end, below
