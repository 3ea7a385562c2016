"""From the words of a chunk to the topics of its statements: nouns and verbs beside the value, owners, and turns.

Everything here is about classes of words, never about one subject: a topic that nobody thought of works like any other.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from memory.language.han import fold
from memory.language.statements.topic_turns import for_a_while, turn_of
from memory.language.tokens import stemmed
from memory.model.assertion import Draft, MemoryKind, Modality
from memory.model.topic import Topic, Turn
from memory.ports.recognizer import Token

_PLAIN_EN_TEXT: Final = (
    "thing one place people time day week month year way lot bit kind sort anyway case today tomorrow yesterday"
    " morning evening tonight night moment start change plan use go get make do have be take give put keep let tell"
    " say ask want need like please come know think see look mean call new old other same late early good bad"
    " really just still always usual usually currently now here there reason news end name number date set run move"
    " switch swap turn try settle decide own thank sorry sort list note remember mind hour minute word everyone"
    " everybody someone team company page letter notice stuff rest next last long far little much many more most"
    " less instead again order sign spring summer winter autumn monday tuesday wednesday thursday friday"
    " saturday sunday january february march april may june july august september october november december"
)
_PLAIN_EN: Final = frozenset(_PLAIN_EN_TEXT.split())
_PLAIN_STEMS: Final = frozenset(stemmed(word) for word in _PLAIN_EN) | _PLAIN_EN
_PLAIN_ZH_TEXT: Final = (
    "现在 目前 眼下 以后 往后 今天 今晚 明天 昨天 从 开始 起 时候 平时 一般 事 事情 东西 地方 人 家 这边 那边 大家"
    " 用 换 改 改成 换成 改用 是 有 在 去 来 到 做 说 要 让 给 帮 请 记 走 放 搬 切 切到 搬到 挪 移 统一 默认 习惯"
    " 一直 行 好 可以 觉得 新 老 旧 原来 之前 后来 通知 情况 问题 结果 公司 时间 日期 名字 号 个 次 天 周 月 年 点"
    " 钟 上 下 里 外 前 后 这 那 哪 什么 怎么 多少 更新 记住 顺便 对了 上午 下午 晚上 早上 中午 本周 这周 下周 上周"
    " 每周 每天 每月 变 变卦 定 当时 单 楼"
    " 感觉 喜欢 没有 还没有 没 会 都会 就会 谢谢 感谢 还有 想 看 看看 看到 听 知道 不知道 应该 能 可能"
    " 需要 希望 以为 认为 叫做 觉 想要 打算 准备 有点 真 很多 学 读 写 买"
)
_PLAIN_ZH: Final = frozenset(_PLAIN_ZH_TEXT.split())
_KIN_ZH: Final = re.compile(
    r"(?:姐姐?|妹妹?|哥哥?|弟弟?|[叔伯舅姑姨]|嫂子?|邻居|隔壁|对门|楼上|楼下|同事|朋友|同学|儿子|女儿|先生|太太|老公|老婆|妻子"
    r"|丈夫|爸爸?|妈妈?|父亲|母亲|爷爷|奶奶|外公|外婆|孩子|[大小]宝)$"
)
_KIN_EN_TEXT: Final = (
    "sister brother cousin neighbour neighbor friend colleague aunt uncle mother father mum mom dad son daughter"
    " boy girl kid child husband wife partner boss"
)
_KIN_EN: Final = frozenset(_KIN_EN_TEXT.split())
_NAMES_ZH: Final = frozenset(["nr", "PER", "ns", "LOC", "nt", "ORG", "nz", "nw", "TIME"])
_EMPTY: Final = frozenset(["NUM", "PUNCT", "PART", "ADP", "PRON", "DET", "CCONJ", "SCONJ", "ADV", "AUX"])
_OWNING: Final = frozenset(["nsubj", "nsubjpass", "poss", "compound"])
EVENT: Final = "event"
ARRANGEMENT: Final = "arrangement"
_SHORT: Final = 2
"""A value of so many words is all value; of a longer one the names and numbers are."""
_LONG: Final = 5
_HEADING: Final = 4
_FEW: Final = 3
"""A chunk of so many sentences tells of one thing."""


@dataclass(slots=True)
class _Words:
    """The words of one sentence, sorted."""

    nouns: dict[str, None] = field(default_factory=dict[str, None])
    acts: dict[str, None] = field(default_factory=dict[str, None])
    owners: dict[str, None] = field(default_factory=dict[str, None])
    parts: dict[tuple[str, str], None] = field(default_factory=dict[tuple[str, str], None])


def with_topics(
    drafts: Iterable[Draft], sentences: Sequence[Sequence[Token]], text: str, language: str, project: str
) -> list[Draft]:
    """The drafts, each with its topic. `sentences` are the tokens of the chunk, with their places in `text`."""
    reader = _Topics(sentences, text, language, project)
    return [replace(told, topic=reader.topic(told)) for told in map(reader.arranged, drafts)]


class _Topics:
    def __init__(self, sentences: Sequence[Sequence[Token]], text: str, language: str, project: str) -> None:
        self._sentences = [tokens for tokens in sentences if tokens]
        self._text, self._han = text, language == "zh"
        self._project = project.casefold()
        self._bare = [self._words(tokens, ()) for tokens in self._sentences]
        self._turns = [turn_of(text[tokens[0].start : tokens[-1].end]) for tokens in self._sentences]
        self._short = len(self._sentences) <= _FEW
        self._turn = turn_of(text)

    def arranged(self, draft: Draft) -> Draft:
        """A change told as something that happened (`I brought the timeout down to 950 ms`) is told as how things are now."""
        quote = self._text[draft.start : draft.end]
        if draft.predicate != EVENT or draft.modality is not Modality.ASSERTED:
            return draft
        if turn_of(quote) is not Turn.REPLACES and not (for_a_while(self._text) and draft.event_time is not None):
            return draft
        inside = (t for tokens in self._sentences for t in tokens if draft.start <= t.start < draft.end)
        if not any(self._is_value(t) for t in inside if t.text in draft.value):
            return draft
        return replace(draft, predicate=ARRANGEMENT, kind=MemoryKind.SEMANTIC)

    def topic(self, draft: Draft) -> Topic | None:
        """None where the draft is in no sentence."""
        at = next((n for n, told in enumerate(self._sentences) if told[0].start <= draft.start < told[-1].end), None)
        if at is None:
            return None
        tokens = self._sentences[at]
        value = self._value(draft, tokens)
        words = self._words(tokens, value)
        # In a few sentences one thing is told; in a long turn each sentence may speak of another.
        near = range(len(self._bare)) if self._short else range(at - 1, at + 2)
        others = (
            word for n, told in enumerate(self._bare) if n != at and n in near for word in (*told.nouns, *told.acts)
        )
        core = draft.value if len(value) <= _SHORT or not value else self._text[value[0].start : value[-1].end]
        heading = self._bare[at - 1] if at and self._is_heading(at - 1) else _Words()
        return Topic(
            tuple(dict.fromkeys((*words.nouns, *heading.nouns))),
            tuple(words.acts),
            tuple(words.owners),
            tuple(words.parts),
            tuple(dict.fromkeys(others)),
            core,
            self._turn if self._short else self._turns[at],
        )

    def _is_heading(self, at: int) -> bool:
        """`New gym!`: a few words without a verb say what the next sentence is about."""
        return len(self._sentences[at]) <= _HEADING and not self._bare[at].acts

    def _value(self, draft: Draft, tokens: Sequence[Token]) -> list[Token]:
        """The words that are the value itself, and not what it is the value of."""
        start = self._text.find(draft.value, draft.start, tokens[-1].end)
        inside = [t for t in tokens if start <= t.start and t.end <= start + len(draft.value)] if start >= 0 else []
        inside = inside or [t for t in tokens if t.text in draft.value]
        content = [t for t in inside if t.pos not in _EMPTY or t.pos == "NUM"]
        names = [t for t in content if self._is_value(t)]
        ties = [t.start for t in inside if t.text == "的"]
        if ties and (names or len(content) > _SHORT):
            return [t for t in content if t.start < ties[-1]] or content
        if len(content) <= _SHORT:
            return content
        if names:
            return names
        return content[-1:] if len(content) < _LONG else []

    def _is_value(self, token: Token) -> bool:
        if any(character.isdigit() for character in token.text):
            return True
        if self._han:
            return token.tag in _NAMES_ZH or token.text.isascii()
        return token.pos == "PROPN" and token.text[:1].isupper()

    def _words(self, tokens: Sequence[Token], value: Sequence[Token]) -> _Words:
        found, left, end = _Words(), "", -1
        for token in tokens:
            word = fold(token.lemma or token.text) if self._han else stemmed(token.lemma.lower())
            if token in value or self._is_project(token):
                left = ""
            elif self._is_owner(token, word):
                found.owners[word] = None
                left = word
            elif self._is_value(token) or self._is_plain(token, word):
                left = left if token.text in ("的", "'s") else ""
            elif token.pos in ("NOUN", "PROPN"):
                if self._han and len(word) == 1 and left and end == token.start:
                    # 排期 + 会 is one thing.
                    found.nouns.pop(left, None)
                    found.acts.pop(left, None)
                    word = left + word
                elif left:
                    found.parts[left, word] = None
                found.nouns[word] = None
                left = word
            else:
                found.acts[word] = None
                left = word if token.tag in ("vn", "an") or (not self._han and token.pos == "ADJ") else ""
            end = token.end
        return found

    def _is_project(self, token: Token) -> bool:
        told = token.text.casefold()
        return bool(self._project) and (told == self._project or (self._han and told in self._project))

    def _is_owner(self, token: Token, word: str) -> bool:
        if self._han:
            return token.tag in ("nr", "PER") or _KIN_ZH.search(word) is not None
        named = token.pos == "PROPN" and token.text[:1].isupper() and token.lemma.lower() not in _PLAIN_EN
        return token.lemma.lower() in _KIN_EN or (named and token.dep in _OWNING)

    def _is_plain(self, token: Token, word: str) -> bool:
        plain = word in _PLAIN_ZH if self._han else token.lemma.lower() in _PLAIN_EN or word in _PLAIN_STEMS
        return plain or token.pos in _EMPTY or token.pos not in ("NOUN", "PROPN", "VERB", "ADJ")
