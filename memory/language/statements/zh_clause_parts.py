"""The parts of a Chinese clause by its word classes: topic, subject, adverbs, and where its predicate begins.

The words before the predicate are walked from left to right. Noun phrases among them are the topic and the subject,
adverbs and modal verbs tell negation, plans and habits, prepositions open a phrase that belongs to the predicate.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from memory.language.statements.clause import Clause
from memory.language.statements.zh_words import (
    ADVERB,
    AFTER,
    ALL_SO,
    DONE_WITH,
    FAMILY,
    FORBIDS,
    INSIDE,
    LOOKS_AFTER,
    NEGATIVE,
    NOT_AGAIN,
    NOUNS,
    PERSONAL,
    PLACE_WORD,
    PLAIN_ADVERB,
    PRONOUN_HEAD,
    TAKES_PERSON,
    VERBS,
    WHOLE_WORDS,
    WITH,
)
from memory.ports.recognizer import Token


@dataclass(slots=True)
class Parts:
    """What stands in a clause; `head` is the index of its verb or adjective, None where it has none."""

    tokens: tuple[Token, ...]
    phrases: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Noun phrases before the predicate: token indices, the second exclusive."""
    head: int | None = None
    first: int | None = None
    """Where the predicate begins: a preposition before the verb, or the verb."""
    flags: set[str] = field(default_factory=set[str])
    topics: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """Those phrases that are activities, not who does them: 打字|全靠语音输入."""
    skipped: set[int] = field(default_factory=set[int])
    """Token indices of the adverbs, which are no part of the value."""
    within: int = 0
    """How many characters of the verb's token are no part of it (不看)."""

    def has(self, *flags: str) -> bool:
        return not self.flags.isdisjoint(flags)

    @property
    def verb(self) -> str:
        if self.head is None:
            return ""
        return self.tokens[self.head].lemma[self.within :] or "有"  # 没电梯

    @property
    def after(self) -> tuple[Token, ...]:
        return () if self.head is None else self.tokens[self.head + 1 :]


class _Walk:
    """One walk over the words before the predicate."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.parts = Parts(tuple(tokens))
        self.tokens = self.parts.tokens
        self.at = 0
        self.open: int | None = None

    def run(self) -> Parts:
        while self.at < len(self.tokens) and self._step(self.tokens[self.at]):
            pass
        self._close()
        return self.parts

    def _close(self) -> None:
        if self.open is not None and self.open < self.at:
            self._keep(self.open, self.at)
        self.open = None

    def _keep(self, left: int, right: int) -> None:
        if self.tokens[right - 1].lemma in AFTER:
            if self.tokens[left].lemma in PERSONAL and right - left > 1:
                self.parts.phrases.append((left, left + 1))  # 我值夜班的时候: whose occasion it is
            return  # 烤面包之前: an occasion
        if right - left == 1 and self.tokens[left].lemma == "人" and "negative" in self.parts.flags:
            return  # 没人接
        self.parts.phrases.append((left, right))
        self.parts.first = None  # a preposition before the subject was no part of the predicate

    def _next(self, by: int = 1) -> Token | None:
        return self.tokens[self.at + by] if self.at + by < len(self.tokens) else None

    def _step(self, token: Token) -> bool:
        if self._of_thing_before(token) or self._adverb(token):
            return True
        if token.tag in ("p", "c"):
            return self._preposition(token)
        if token.tag in NOUNS or (self.open is not None and token.lemma == "的") or self._attributive(token):
            return self._noun(token)
        relative = self._relative_end() if token.tag in VERBS or token.tag in ("a", "ad", "d") else None
        if relative is not None:
            self.open = self.at if self.open is None else self.open
            self.at = relative
            return True
        topic = self._topic_end(token)
        if topic is not None:
            self._close()
            self.parts.topics.add((self.at, topic))
            self.open, self.at = self.at, topic
            self._close()
            return True
        if token.tag in VERBS or token.tag == "a":
            return self._head(token)
        self._close()
        self.at += 1
        return True

    def _of_thing_before(self, token: Token) -> bool:
        """Passes over 起 after a time (上个月起) and a bare 新的 before its verb: it is of the thing before."""
        after, second = self._next(), self._next(2)
        if token.lemma in ("起", "开始") and self.at == 0 and after is not None:
            self.at += 1
            return True
        bare = token.tag == "a" and self.open is None and after is not None and after.lemma == "的"
        if bare and second is not None and second.lemma in ("是", "在", "叫"):
            self.at += 2
            return True
        return False

    def _adverb(self, token: Token) -> bool:
        """Takes an adverb or a modal verb; tells whether the word was one."""
        if self._all_are(token):
            return True
        more = any(t.tag in VERBS or t.tag in ("a", "an", "vn") for t in self.tokens[self.at + 1 :])
        if not self._flagged(token, token.lemma, more):
            plain = PLAIN_ADVERB.match(token.lemma) is not None
            if (token.tag != "d" and not plain) or (token.tag == "v" and not more):
                return False
            self._note("all", token.lemma == "都")
            self._note("rule", token.lemma in ("一律", "统一"))
        self._close()
        self.parts.skipped.add(self.at)
        self.at += 1
        return True

    def _all_are(self, token: Token) -> bool:
        """平时都是|到店自提, 我是真|受不了: no verb of its own before another."""
        after = self._next()
        if after is None or token.lemma not in ("都是", "是") or self.tokens[-1].lemma == "的":
            return False
        manner = token.lemma == "都是" and (after.tag in VERBS or after.tag == "p") and after.lemma not in ("在", "有")
        if not manner and not (
            after.tag == "d" and after.lemma in ("真", "很", "挺", "特别", "绝对", "从来", "从不", "一直", "实在")
        ):
            return False
        self._close()
        self._note("usual", manner)
        self.parts.skipped.add(self.at)
        self.at += 1
        return True

    def _flagged(self, token: Token, lemma: str, more: bool) -> bool:
        """Notes what a negation, a modal verb or an adverb of manner tells; `more`: a predicate follows."""
        negative = NEGATIVE.match(lemma)
        if negative is not None and (more or token.tag == "d"):
            self.parts.flags.add("negative")
            self._note("forbidden", FORBIDS.search(lemma))
            self._note("undone", negative["n"].startswith(("没", "未")))
            self._note("ends", NOT_AGAIN.search(lemma))
            self._note("usual", lemma.startswith("从"))
            return True
        if lemma in ADVERB and (more or token.tag == "d"):
            self.parts.flags.add(ADVERB[lemma])
            return True
        return False

    def _note(self, flag: str, found: object) -> None:
        if found:
            self.parts.flags.add(flag)

    def _attributive(self, token: Token) -> bool:
        """An adjective before its noun: 新手机, 绿色的车."""
        after = self._next()
        if token.tag != "a" or after is None:
            return False
        if after.lemma == "的":
            second = self._next(2)
            return second is not None and second.tag in NOUNS
        open_to = (
            self.open is None
            or self.tokens[self.at - 1].tag in ("r", "q", "m")
            or self.tokens[self.at - 1].lemma == "的"
        )
        return (
            (after.tag in ("n", "nz", "vn", "LOC", "ORG") or after.lemma in ("那边", "这边", "那家", "这家"))
            and open_to
            and (self.open is None or self.tokens[self.at - 1].lemma not in PERSONAL)
        )

    def _relative_end(self) -> int | None:
        """The index after 的 of a relative clause that starts here: 新买的烤箱, 寄给客户的报价单."""
        for i in range(self.at + 1, min(self.at + 6, len(self.tokens) - 1)):
            token = self.tokens[i]
            if token.lemma == "的":
                if self._told_when(i):
                    return None  # 我2018年领的证: what happened, and when
                if self.tokens[i + 1].lemma in ("是", "叫") and i > self.at + 1:
                    return i + 1  # 穿红衣服的是老秦
                if self.tokens[i + 1].tag not in NOUNS:
                    return None
                rest = self.tokens[i + 1 :]
                told = any(t.tag in VERBS or t.tag in ("d", "a", "m", "TIME") for t in rest[1:])
                return i + 1 if told or i == self.at + 1 else None
            if token.tag not in (*NOUNS, "v", "p", "a"):
                return None
        return None

    def _told_when(self, at: int) -> bool:
        """Whether V的O at the end tells what was done: after a time, or with nothing before it."""
        ends = at + 2 == len(self.tokens) and at == self.at + 1
        return ends and (self.at == 0 or self.tokens[self.at - 1].end < self.tokens[self.at].start)

    def _topic_end(self, token: Token) -> int | None:
        """The index of the pronoun after an activity that is only the topic: 坐高铁|我都挑…, 蹦迪那种地方|我不去."""
        if token.tag not in VERBS or self.parts.phrases or TAKES_PERSON.match(token.lemma):
            return None
        for i in range(self.at + 1, min(self.at + 5, len(self.tokens) - 1)):
            if self._done_so(i) or self._done_by(i):
                return i
            if self.tokens[i].lemma in ("我", "我们", "咱们"):
                far = i > self.at + 1 or len(token.lemma) > 1
                return i if far and any(t.tag in VERBS or t.tag == "a" for t in self.tokens[i + 1 :]) else None
            if self.tokens[i].tag not in (*NOUNS, "a", "u"):
                return None
        return None

    def _done_so(self, at: int) -> bool:
        """打字|全靠语音输入: an adverb of all, and how it is done."""
        after = self.tokens[at + 1]
        if self.open is not None or after.lemma in ("是", "有", "没有", "在"):
            return False
        return self.tokens[at].lemma in ALL_SO and (after.tag in VERBS or after.lemma in ("用", "靠", "走"))

    def _done_by(self, at: int) -> bool:
        """育苗|老焦盯着: a person who looks after it."""
        last = at + 1 == len(self.tokens) - 1
        return self.tokens[at].tag == "PER" and last and LOOKS_AFTER.match(self.tokens[at + 1].lemma) is not None

    def _preposition(self, token: Token) -> bool:
        after = self._next()
        linked = token.tag == "c" or token.lemma in ("和", "与")
        joins = linked and token.lemma in WITH and self.open is not None and self.tokens[self.at - 1].tag != "r"
        if joins and after is not None and after.tag in NOUNS:
            self.at += 1
            return True
        if token.tag == "c" and token.lemma not in WITH:
            self._close()
            self.at += 1
            return True
        self._close()
        if self.parts.first is None:
            self.parts.first = self.at
        self.at += 1
        while (inside := self._next(0)) is not None and (
            inside.tag in NOUNS or inside.lemma in ("的", "和") or inside.tag == "TIME" or self._attributive(inside)
        ):
            self.at += 1
        return True

    def _noun(self, token: Token) -> bool:
        if self.open is not None and self._starts_anew(token):
            self._close()
        if self.open is None:
            self.open = self.at
        self.at += 1
        return True

    def _starts_anew(self, token: Token) -> bool:
        """火锅|我, 我奶奶|糖尿病: a new phrase although no other word stands between."""
        before = self.tokens[self.at - 1]
        if before.lemma == "的" or before.tag == "c" or before.lemma in WITH:
            return False
        if token.lemma in PERSONAL:
            return True
        if before.lemma in PERSONAL and token.tag in ("n", "nz") and self._done_with():
            return True
        left = self.open if self.open is not None else self.at
        after = self._next()
        named = token.tag == "PER" and before.tag in ("n", "f", "s") and after is not None
        named = named and after is not None and after.lemma not in ("家", "的")
        kin = FAMILY.match(before.lemma) is not None and self.at - left >= 2 and token.lemma not in ("的", "们")
        return named or kin

    def _done_with(self) -> bool:
        after = self._next()
        return after is not None and DONE_WITH.match(after.lemma) is not None

    def _head(self, token: Token) -> bool:
        self._close()
        inside = INSIDE.match(token.lemma)
        if inside is not None and not WHOLE_WORDS.match(token.lemma) and token.lemma not in ("不是",):
            self.parts.flags.add("negative")
            self._note("forbidden", inside[0] == "别")
            self.parts.within = inside.end()
        if token.lemma in ("不是", "没有", "没"):
            self.parts.flags.add("negative")
            self.parts.within = 1
        self.parts.head = self.at
        self._past_nobody()
        if self.parts.first is None:
            self.parts.first = self.parts.head
        return False

    def _past_nobody(self) -> None:
        """没人接: what nobody does is the verb after it."""
        after, second = self._next(), self._next(2)
        if (
            self.parts.within
            and self.parts.verb == "有"
            and after is not None
            and after.lemma == "人"
            and second is not None
        ):
            self.parts.head, self.parts.within = self.at + 2, 0


def pronoun_apart(token: Token) -> tuple[Token, ...]:
    """我喜欢 in one word: the pronoun and the verb."""
    found = PRONOUN_HEAD.match(token.lemma) if token.tag in VERBS and len(token.text) == len(token.lemma) else None
    if found is None:
        return (token,)
    n = found.end()
    who = replace(token, text=token.text[:n], lemma=token.lemma[:n], end=token.start + n, tag="r", pos="PRON")
    return who, replace(token, text=token.text[n:], lemma=token.lemma[n:], start=token.start + n)


def clause_parts(clause: Clause) -> Parts:
    """Walks the words of a clause that are no time words."""
    kept = set(clause.bare.places)
    ends = {t.end for t in clause.tokens if t.tag == "TIME"}
    tokens = [t for t in clause.tokens if t.start in kept and t.tag not in ("w", "xc")]
    tokens = [t for t in tokens if t.lemma != "的" or t.start not in ends]  # 下个月|的: of the time
    parts = _Walk([replace(t, tag="r") if t.lemma in PERSONAL else t for t in tokens]).run()
    timed = any(t.tag == "TIME" and t.end <= parts.tokens[-1].start for t in clause.tokens) if parts.tokens else False
    if parts.head is None and len(parts.tokens) > 1 and parts.tokens[-1].tag == "vn" and (timed or parts.skipped):
        _end_in_verb(parts)
    return parts


def _end_in_verb(parts: Parts) -> None:
    """数据库每天凌晨两点备份: after a time the last word is the verb, whatever its class."""
    parts.head = parts.first = last = len(parts.tokens) - 1
    parts.phrases = [(left, min(right, last)) for left, right in parts.phrases if left < last]


def words_of(parts: Parts, left: int, right: int, source: str, kept: Sequence[int]) -> str:
    """The words of tokens `left..right` as written, without time words."""
    if left >= right:
        return ""
    start, end = parts.tokens[left].start, parts.tokens[right - 1].end
    return "".join(source[i] for i in kept if start <= i < end).strip()


def subject_phrase(parts: Parts) -> int | None:
    """Which noun phrase is the subject: a pronoun or a person before the verb, else the first."""
    people = [
        n for n, (left, _) in enumerate(parts.phrases) if parts.tokens[left].lemma in PERSONAL or _is_person(parts, n)
    ]
    if people:
        return people[0]
    return 0 if parts.phrases else None


def _is_person(parts: Parts, phrase: int) -> bool:
    left, right = parts.phrases[phrase]
    return right - left == 1 and parts.tokens[left].tag == "PER"


def without_place_word(words: str) -> str:
    """租房合同里 is the contract."""
    return PLACE_WORD.sub("", words) if len(words) > 2 else words
