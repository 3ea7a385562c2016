"""Tokens of the keyword index, the same for what is stored and what is asked, and the offline token counter.

Chinese is cut into single characters and pairs, which beat dictionary words in retrieval (and need no dictionary);
Latin words are lower-cased and stemmed; numbers, versions and identifiers stay whole, and identifiers also give their
parts. Traditional characters are folded, so that both spellings meet.
"""

import math
import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Protocol

from snowballstemmer.english_stemmer import EnglishStemmer

from memory.language.han import fold

MAX_TOKEN: Final = 64
"""Longer tokens (keys, encoded data) are cut: they are index keys in the authority."""

_CJK: Final = r"\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003134f"
_WORDISH: Final = rf"[^\W_{_CJK}]"
_PIECE: Final = re.compile(
    rf"(?P<cjk>[{_CJK}]+)"
    rf"|(?P<symbol>(?<!\w)[A-Za-z](?:\+\+|#)(?!\w))"
    r"|(?P<acronym>(?<!\w)(?:[A-Za-z]\.){2,}(?:[A-Za-z](?!\w))?)"
    rf"|(?P<number>(?<![A-Za-z])[vV]?\d++(?:[.,:/-]\d++)*+(?![^\W_{_CJK}]|[_-][^\W{_CJK}]))"
    rf"|(?P<word>{_WORDISH}+(?:(?:[_.:@/\\-]+|['’](?=[A-Za-z])){_WORDISH}+)*)"
)
_PARTS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+(?:\.\d+)*|[^\W\d_A-Za-z]+")
_JOINT: Final = re.compile(r"[_.:@/\\\d-]|(?<=[a-z])[A-Z]")
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_MARKS: Final = re.compile(r"[\u0300-\u036f]")
_WORD: Final = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+(?:['’][^\W{_CJK}]+)*")

_STOP_TEXT: Final = (
    "a about an and any are as at be been being but by can could did do does doing for from had has have having"
    " he her here hers him his how i if in into is it its just me my of on or our ours she should so some such"
    " than that the their theirs them then there these they this those to too us very was we were what when"
    " where which while who whom whose why will with would you your yours am also im ive id ill dont didnt"
    " doesnt isnt wasnt cant couldnt wont wouldnt youre youve thats theres hes shes theyre weve lets"
)
_STOP: Final = frozenset(_STOP_TEXT.split())
# Particles: no token of their own, and the ends of a query's runs.
_PARTICLES: Final = "的了吗呢吧啊呀嘛么哦嗯着之"
# Frequent characters that also build words (有效, 在线): a query drops a pair of two of them, and one alone.
_SOFT: Final = frozenset(
    "是在和有也都就我你他她它们这那哪谁几何很还与及或被把给对从到要会能可说去来上下个没不吗为什么怎样" + _PARTICLES
)
# Those that hang on at the ends of a run (预算是|多少, 张伟在|哪里) and build few words there.
_EDGES: Final = "是在和我你他她它有也都就被把给"
_QUERY_STOP: Final = re.compile(
    "为什么|什么时候|是什么|什么样|什么|怎么样|怎么|怎样|如何|哪里|哪儿|哪个|哪些|哪位|多少|是不是|有没有|能不能|可不可以|请问|告诉我|告诉"
    "|我们|你们|他们|她们|它们|咱们|这个|那个|这些|那些|自己|一下|一个|还是|或者|以及|因为|所以|但是|可以|已经|现在是"
    f"|[{_PARTICLES}]"
)


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


_stemmer: _Stemmer = EnglishStemmer()
_stemmer_lock = threading.Lock()


def stemmed(word: str) -> str:
    """The stem of a lower-case English word."""
    # The stemmer keeps the word it works on in itself, so two threads may not share a call.
    with _stemmer_lock:
        return _stemmer.stemWord(word)


def _plain(text: str) -> str:
    """Compatible forms made equal (full width, ligatures), simplified, Latin letters without accents."""
    if text.isascii():
        return text
    return fold(unicodedata.normalize("NFKC", text))


def _without_accents(word: str) -> str:
    if word.isascii():
        return word
    return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", word)))


def _latin(word: str, keep_capitals: bool) -> Iterator[str]:
    """The stem of one word, or nothing for a stop word. `US` and `IT` in running text are no stop words."""
    lowered = _without_accents(word.lower()).replace("'", "").replace("’", "")
    if lowered in _STOP and not (keep_capitals and len(word) > 1 and word.isupper()):
        return
    yield stemmed(lowered)


def _number(raw: str) -> str:
    raw = raw.lower().lstrip("v")
    return raw.replace(",", "") if _THOUSANDS.fullmatch(raw) else raw


def _identifier(raw: str, keep_capitals: bool) -> Iterator[str]:
    """The whole, then its parts: `memory_model`, `camelCase`, `v2-rc1`, `30ms`."""
    yield _without_accents(raw.lower())
    parts: list[str] = _PARTS.findall(raw)
    for part in parts:
        if part[0].isdigit():
            if len(parts) > 1 and (len(part) > 1 or len(raw) > 3):
                yield part
        elif len(part) > 1:
            yield from _latin(part, keep_capitals)


def _word(raw: str, keep_capitals: bool) -> Iterator[str]:
    base = raw[:-2] if raw[-2:] in ("'s", "’s", "'S") else raw
    if _JOINT.search(base) is None:
        yield from _latin(base, keep_capitals)
    else:
        yield from _identifier(base, keep_capitals)


@lru_cache(maxsize=50_000)
def _others(kind: str | None, raw: str, keep_capitals: bool) -> tuple[str, ...]:
    """Tokens of a piece that is not Chinese; cached, since stemming is the slow part and words repeat."""
    match kind:
        case "number":
            return (_number(raw)[:MAX_TOKEN],)
        case "acronym":
            return (raw.replace(".", "").lower()[:MAX_TOKEN],)
        case "symbol":
            return (raw.lower(),)
        case _:
            return tuple(token[:MAX_TOKEN] for token in _word(raw, keep_capitals))


def _tokens_of(kind: str | None, raw: str, keep_capitals: bool) -> tuple[str, ...]:
    raw = raw[: 8 * MAX_TOKEN]
    return (_others if len(raw) <= MAX_TOKEN else _others.__wrapped__)(kind, raw, keep_capitals)


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)]


def _keeps_capitals(text: str) -> bool:
    """Whether capitals say something: a text in capitals throughout is only loud."""
    return not text.isupper() or not text.isascii()


def index_tokens(text: str) -> list[str]:
    """Tokens of a stored text, repeated as often as they occur."""
    text = _plain(text)
    capitals = _keeps_capitals(text)
    tokens: list[str] = []
    for match in _PIECE.finditer(text):
        if match.lastgroup == "cjk":
            run = match[0]
            tokens.extend(c for c in run if c not in _PARTICLES)
            tokens.extend(_pairs(run))
        else:
            tokens.extend(_tokens_of(match.lastgroup, match[0], capitals))
    return tokens


def _query_run(run: str) -> Iterator[str]:
    for raw in _QUERY_STOP.split(run):
        part = (raw.strip(_EDGES) or raw) if len(raw) > 2 else raw
        if len(part) > 1:
            yield from (pair for pair in _pairs(part) if not (pair[0] in _SOFT and pair[1] in _SOFT))
        elif part and part not in _SOFT:
            yield part


def query_tokens(text: str) -> list[str]:
    """Tokens of a question, each once, in order: pairs where two Chinese characters stand together, no stop words."""
    text = _plain(text)
    capitals = _keeps_capitals(text)
    tokens: dict[str, None] = {}
    for match in _PIECE.finditer(text):
        kind, raw = match.lastgroup, match[0]
        tokens.update(dict.fromkeys(_query_run(raw) if kind == "cjk" else _tokens_of(kind, raw, capitals)))
    return list(tokens)


def _cost(word: str) -> float:
    if len(word) == 1 and word > "\u2fff":
        return 1.0
    # Long strings without a space (keys, encoded data) are cut into many tokens by any model.
    return 1.3 if len(word) <= 16 else len(word) / 4


def token_count(text: str) -> int:
    """Tokens a language model would see, estimated offline: a CJK character 1, a Latin word 1.3; rounded up."""
    return math.ceil(round(sum(_cost(word) for word in _WORD.findall(text)), 6))
