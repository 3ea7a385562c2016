"""The parts of a Chinese clause by its word classes: topic, subject, adverbs, and where its predicate begins.

The words before the predicate are walked from left to right. Noun phrases among them are the topic and the subject,
adverbs and modal verbs tell negation, plans and habits, prepositions open a phrase that belongs to the predicate.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from memory.language.statements.clause import Clause
from memory.ports.recognizer import Token

NAMES: Final = frozenset(["PER", "LOC", "ORG", "nr", "ns", "nt", "nz", "nw"])
_NOUNS: Final = NAMES | {"n", "s", "an", "vn", "m", "q", "r", "f"}
VERBS: Final = frozenset(["v", "vd", "vi"])
_PERSONAL: Final = frozenset(
    ["我", "你", "您", "他", "她", "它", "我们", "咱们", "咱", "你们", "他们", "她们", "它们", "大家", "俺"]
)
FAMILY: Final = re.compile(
    r"^(?:大|小|二|三|老|表|堂|前|亲)?(?:爸爸?|妈妈?|爹|娘|父亲|母亲|父母|爸妈|爷爷|奶奶|外公|外婆|姥姥|姥爷|阿[公嬷妈爸姨]|"
    r"哥哥?|姐姐?|弟弟?|妹妹?|老婆|老公|太太|媳妇|丈夫|妻子|爱人|先生|儿子|女儿|闺女|孩子|[老]?[大二三]|"
    r"叔叔?|伯伯|舅舅?|姑姑|姨妈?|婶婶?|嫂子|姐夫|妹夫|岳父|岳母|公公|婆婆|侄子|侄女|外甥女?|孙子|孙女|"
    r"丈母娘|老丈人|前夫|前妻|师[兄姐弟妹]|学[长姐弟妹]|发小|老乡|男友|女友|男朋友|女朋友|对象|室友|舍友|同事|朋友|同学|闺蜜|老板|领导|导师|老师|徒弟|师父)$"
)
_PRONOUN_HEAD: Final = re.compile(r"^(?:我们|咱们|他们|她们|我|他|她)(?=[\u4e00-\u9fff])")
_NEGATIVE: Final = re.compile(
    r"^(?:早就|早|也|都|还|再也|从来?|并|尚|绝|决|一直|根本|毫|就|可)?(?P<n>不|没有?|未|别|甭|勿|毋)"
    r"(?:再|要|会|能|想|用|必|准|许|太|怎么|大|得|可|敢|肯)?$"
)
_FORBIDS: Final = re.compile(r"别|甭|勿|不要|不用|不必|不准|不许|不得|不可$")
_NOT_AGAIN: Final = re.compile(r"不再|再也")
_INSIDE: Final = re.compile(r"^(?:不|没|别)(?=[\u4e00-\u9fff])")
_WHOLE_WORDS: Final = re.compile(
    r"^(?:不(?:错|行|同|如|得|止|少|满|断|料|知|好|足|安|适|舒服|对|可|锈|动产|在乎|方便|至于|由得)|没(?:收|落|事|错|劲|命)|别(?:扭|人|墅|致))"
)
_MODAL: Final = {
    **dict.fromkeys(
        ["打算", "计划", "准备", "预计", "预定", "即将", "将", "将要", "决定", "约好", "说好", "快要", "安排", "考虑"],
        "planned",
    ),
    **dict.fromkeys(["要", "得", "会", "该"], "ahead"),
    **dict.fromkeys(["必须", "务必", "一定要", "需要", "需", "须", "应该", "应当", "最好", "记得", "千万"], "bidden"),
    **dict.fromkeys(["想", "想要", "希望", "想着", "盼着"], "wished"),
    **dict.fromkeys(["能", "可以", "能够", "可", "敢", "愿意", "肯"], "able"),
    **dict.fromkeys(["可能", "也许", "大概", "或许", "好像", "似乎", "恐怕", "估计", "说不定"], "doubtful"),
}
_ADVERB: Final = {
    **_MODAL,
    **dict.fromkeys(
        [
            "一向",
            "总",
            "总是",
            "经常",
            "常",
            "常常",
            "平时",
            "平常",
            "一般",
            "通常",
            "基本",
            "基本上",
            "从来",
            "向来",
            "每次",
            "每回",
            "老",
            "老是",
            "往往",
            "默认",
            "日常",
            "一直",
            "从小",
            "只",
        ],
        "usual",
    ),
    **dict.fromkeys(["已经", "已", "刚", "刚刚", "刚才", "早就", "终于"], "done"),
    **dict.fromkeys(["以前", "从前", "曾经", "曾", "原先", "原来", "原本", "本来", "过去"], "was"),
    **dict.fromkeys(["之后", "以后", "今后", "往后"], "henceforth"),
}
_PLAIN_ADVERB: Final = re.compile(
    r"^(?:[寒暑]假|国庆节?|春节|过年|中秋节?|元旦|年[底初后前]|月[底初]|[早午晚中]饭|[早午晚]餐|夜宵|宵夜|每(?:次|回|逢)|[这那多]么|如此|早晚|迟早|[上下这那本头]次|[上下这那]回|这样|那样|那时|当时"
    r"|现在|目前|如今|最近|近来|后来|然后|到时|这阵子|有时候?|主要|"
    r"反正|其实|实在|果然|真是|直接|先|再|另外|还是|就是|自己|暂时|临时|统一|一律|打死|死活|说什么|无论如何)$"
)
TAKES_PERSON: Final = re.compile(
    r"^(?:让|请|帮|帮忙|叫|给|告诉|说|知道|希望|问|使|陪|带|送|教|借|找|加|打|打给|联系|等|替|派|约|邀请|提醒|通知|支持|感谢|谢谢|祝|答应|允许|是|"
    r"觉得|认为|以为|发现|听说|看到|记得|相信|怕|害|催|劝|求|骗|骂|夸|陪着|欢迎|麻烦)"
)
_AFTER: Final = frozenset(["之前", "以前", "前", "之后", "以后", "后", "时", "时候", "的时候", "期间", "起"])
_PLACE_WORD: Final = re.compile(r"(?:里面?|中|上面?|内|下面?)$")
_WITH: Final = frozenset(["和", "跟", "与", "同"])


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
        if self.tokens[right - 1].lemma in _AFTER:
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
        if token.tag in _NOUNS or (self.open is not None and token.lemma == "的") or self._attributive(token):
            return self._noun(token)
        relative = self._relative_end() if token.tag in VERBS or token.tag in ("a", "ad", "d") else None
        if relative is not None:
            self.open = self.at if self.open is None else self.open
            self.at = relative
            return True
        topic = self._topic_end(token)
        if topic is not None:
            self.open, self.at = self.at, topic
            return True
        if token.tag in VERBS or token.tag == "a":
            return self._head(token)
        self._close()
        self.at += 1
        return True

    def _of_thing_before(self, token: Token) -> bool:
        """Passes over 起 after a time (上个月起) and a bare 新的 before its verb: it is of the thing before."""
        after, second = self._next(), self._next(2)
        if token.lemma == "起" and self.at == 0 and after is not None:
            self.at += 1
            return True
        bare = token.tag == "a" and self.open is None and after is not None and after.lemma == "的"
        if bare and second is not None and second.lemma in ("是", "在", "叫"):
            self.at += 2
            return True
        return False

    def _adverb(self, token: Token) -> bool:
        """Takes an adverb or a modal verb; tells whether the word was one."""
        more = any(t.tag in VERBS or t.tag in ("a", "an", "vn") for t in self.tokens[self.at + 1 :])
        if not self._flagged(token, token.lemma, more):
            plain = _PLAIN_ADVERB.match(token.lemma) is not None
            if (token.tag != "d" and not plain) or (token.tag == "v" and not more):
                return False
            self._note("all", token.lemma == "都")
            self._note("rule", token.lemma in ("一律", "统一"))
        self._close()
        self.parts.skipped.add(self.at)
        self.at += 1
        return True

    def _flagged(self, token: Token, lemma: str, more: bool) -> bool:
        """Notes what a negation, a modal verb or an adverb of manner tells; `more`: a predicate follows."""
        negative = _NEGATIVE.match(lemma)
        if negative is not None and (more or token.tag == "d"):
            self.parts.flags.add("negative")
            self._note("forbidden", _FORBIDS.search(lemma))
            self._note("ends", _NOT_AGAIN.search(lemma))
            self._note("usual", lemma.startswith("从"))
            return True
        if lemma in _ADVERB and (more or token.tag == "d"):
            self.parts.flags.add(_ADVERB[lemma])
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
            return second is not None and second.tag in _NOUNS
        open_to = (
            self.open is None
            or self.tokens[self.at - 1].tag in ("r", "q", "m")
            or self.tokens[self.at - 1].lemma == "的"
        )
        return (
            after.tag in ("n", "nz", "vn", "LOC", "ORG")
            and open_to
            and (self.open is None or self.tokens[self.at - 1].lemma not in _PERSONAL)
        )

    def _relative_end(self) -> int | None:
        """The index after 的 of a relative clause that starts here: 新买的烤箱, 寄给客户的报价单."""
        for i in range(self.at + 1, min(self.at + 6, len(self.tokens) - 1)):
            token = self.tokens[i]
            if token.lemma == "的":
                if self.tokens[i + 1].lemma in ("是", "叫") and i > self.at + 1:
                    return i + 1  # 穿红衣服的是老秦
                if self.tokens[i + 1].tag not in _NOUNS:
                    return None
                rest = self.tokens[i + 1 :]
                told = any(t.tag in VERBS or t.tag in ("d", "a", "m", "TIME") for t in rest[1:])
                return i + 1 if told or i == self.at + 1 else None
            if token.tag not in (*_NOUNS, "v", "p", "a"):
                return None
        return None

    def _topic_end(self, token: Token) -> int | None:
        """The index of the pronoun after an activity that is only the topic: 坐高铁|我都挑…, 蹦迪那种地方|我不去."""
        if token.tag not in VERBS or self.parts.phrases or TAKES_PERSON.match(token.lemma):
            return None
        for i in range(self.at + 1, min(self.at + 5, len(self.tokens) - 1)):
            if self.tokens[i].lemma in ("我", "我们", "咱们"):
                far = i > self.at + 1 or len(token.lemma) > 1
                return i if far and any(t.tag in VERBS or t.tag == "a" for t in self.tokens[i + 1 :]) else None
            if self.tokens[i].tag not in (*_NOUNS, "a", "u"):
                return None
        return None

    def _preposition(self, token: Token) -> bool:
        after = self._next()
        linked = token.tag == "c" or token.lemma in ("和", "与")
        joins = linked and token.lemma in _WITH and self.open is not None and self.tokens[self.at - 1].tag != "r"
        if joins and after is not None and after.tag in _NOUNS:
            self.at += 1
            return True
        if token.tag == "c" and token.lemma not in _WITH:
            self._close()
            self.at += 1
            return True
        self._close()
        if self.parts.first is None:
            self.parts.first = self.at
        self.at += 1
        while (inside := self._next(0)) is not None and (
            inside.tag in _NOUNS or inside.lemma in ("的", "和") or inside.tag == "TIME" or self._attributive(inside)
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
        if before.lemma == "的" or before.tag == "c" or before.lemma in _WITH:
            return False
        if token.lemma in _PERSONAL:
            return True
        left = self.open if self.open is not None else self.at
        after = self._next()
        named = token.tag == "PER" and before.tag in ("n", "f", "s") and after is not None
        kin = FAMILY.match(before.lemma) is not None and self.at - left >= 2 and token.lemma not in ("的", "们")
        return named or kin

    def _head(self, token: Token) -> bool:
        self._close()
        inside = _INSIDE.match(token.lemma)
        if inside is not None and not _WHOLE_WORDS.match(token.lemma) and token.lemma not in ("不是",):
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
    found = _PRONOUN_HEAD.match(token.lemma) if token.tag in VERBS and len(token.text) == len(token.lemma) else None
    if found is None:
        return (token,)
    n = found.end()
    who = replace(token, text=token.text[:n], lemma=token.lemma[:n], end=token.start + n, tag="r", pos="PRON")
    return who, replace(token, text=token.text[n:], lemma=token.lemma[n:], start=token.start + n)


def clause_parts(clause: Clause) -> Parts:
    """Walks the words of a clause that are no time words."""
    kept = set(clause.bare.places)
    tokens = [t for t in clause.tokens if t.start in kept and t.tag not in ("w", "xc")]
    parts = _Walk([replace(t, tag="r") if t.lemma in _PERSONAL else t for t in tokens]).run()
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
        n for n, (left, _) in enumerate(parts.phrases) if parts.tokens[left].lemma in _PERSONAL or _is_person(parts, n)
    ]
    if people:
        return people[0]
    return 0 if parts.phrases else None


def _is_person(parts: Parts, phrase: int) -> bool:
    left, right = parts.phrases[phrase]
    return right - left == 1 and parts.tokens[left].tag == "PER"


def without_place_word(words: str) -> str:
    """租房合同里 is the contract."""
    return _PLACE_WORD.sub("", words) if len(words) > 2 else words
