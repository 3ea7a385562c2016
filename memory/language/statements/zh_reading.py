"""What one Chinese clause with a predicate says: topic, subject and verb phrase, and whether it happened or lies ahead."""

import re
from typing import Final

from memory.language.statements.clause import comparable
from memory.language.statements.generic import after_time
from memory.language.statements.pattern import Hit, clean_value
from memory.language.statements.zh_clause_parts import Parts, subject_phrase, without_place_word, words_of
from memory.language.statements.zh_topics import acted_on, body_part, owner_and_part
from memory.language.statements.zh_words import FAMILY

_ASPECT: Final = re.compile(
    r"了|过(?!敏|期|程|年|夜|滤|节|户|来|分|度|于)|完(?!全|整|美|善)|好了|掉(?!头)|成了|出来|下来|起来|回来|上线|关闭|结束|完成|恢复|回滚|中断|瘫|停"
)
_AGREED: Final = re.compile(r"约好|约了|说好|定好|打算|计划着?|准备")
_DEGREE: Final = re.compile(r"^(?:很|太|挺|最|更|特别|非常|比较|相当|有点儿?|有些|偏|略|稍微|极|超级?|格外|越来越|够)$")
PERSON_WORDS: Final = re.compile(r"^(?:我们?|咱们?|他们?|她们?|俺|大家)")
_SOMEBODY: Final = re.compile(r"[弟妹哥姐爸妈夫妻友师徒生员人娘]$")
_YOU_NAMED: Final = re.compile(r"^[你您](?:刚才?|上次|之前)?(?:问|说|提到?|要|关心|看中|推荐|想要)(?:过|起)?的")
"""你问的那份合同: the one spoken to only named it."""
MAX_PART: Final = 4
WHOLE: Final = 0.85


class Reading:
    """What one clause with a predicate says."""

    def __init__(self, hit: Hit, parts: Parts) -> None:
        self.hit = hit
        self.parts = parts
        ends = {t.end for t in hit.clause.tokens if t.tag == "TIME"}
        self.kept = tuple(p for p in hit.clause.bare.places if p not in ends or hit.source[p] != "的")
        self.topic, self.subject, self.part = self._phrases()

    def _words(self, left: int, right: int) -> str:
        return words_of(self.parts, left, right, self.hit.source, self.kept)

    def _phrases(self) -> tuple[str, str, str]:
        at = subject_phrase(self.parts)
        if at is None:
            return "", "", ""
        phrases = [self._words(left, right) for left, right in self.parts.phrases]
        topic, subject, part = "".join(phrases[:at]), phrases[at], "".join(phrases[at + 1 :])
        subject = _YOU_NAMED.sub("", subject)
        if acted_on(self.parts, comparable(subject)):
            return topic + subject, "", part
        return self._of_owner(topic, subject, part)

    def _of_owner(self, topic: str, subject: str, part: str) -> tuple[str, str, str]:
        """A part of the body is said of its owner: 我|膝盖, 我家狗|肾."""
        both = owner_and_part(comparable(subject))
        if both is not None and PERSON_WORDS.fullmatch(both[0]) is None:
            size = len(both[1])
            return topic, subject[:-size].removesuffix("的"), subject[-size:] + part
        mine = PERSON_WORDS.match(subject)
        if mine is not None and mine.end() < len(subject) and body_part(subject[mine.end() :]):
            return topic, mine[0], subject[mine.end() :] + part
        if mine is not None and mine[0] in ("我", "他", "她") and self._is_quality(subject[mine.end() :]):
            return topic, mine[0], subject[mine.end() :] + part
        if body_part(comparable(subject)):
            return topic, "", subject + part
        return topic, without_place_word(subject), part

    def _is_quality(self, noun: str) -> bool:
        """我睡眠浅: an adjective of something of mine tells how I am."""
        head = self.parts.tokens[self.parts.head] if self.parts.head is not None else None
        if _SOMEBODY.search(noun):
            return False
        return (
            bool(noun) and head is not None and head.tag == "a" and FAMILY.match(noun) is None and len(noun) <= MAX_PART
        )

    @property
    def about_person(self) -> bool:
        """Whether the subject is a person; without one that is not known, and the speaker is likely."""
        if not self.subject:
            return True
        people = {m.text for m in self.hit.clause.mentions if m.type.value == "person"}
        kin = FAMILY.match(re.sub(r"^(?:我|他|她)(?:家|的)?", "", self.subject)) is not None
        return kin or PERSON_WORDS.match(self.subject) is not None or self.subject in people

    @property
    def named(self) -> bool:
        """Whether the subject is more than a stray syllable."""
        at = subject_phrase(self.parts)
        first = self.parts.tokens[self.parts.phrases[at][0]] if at is not None else None
        if (
            first is not None
            and first.tag == "r"
            and self.subject == first.text
            and not PERSON_WORDS.match(self.subject)
        ):
            return self.subject in ("它", "他", "她")  # 这样, 这里: nothing in particular
        return len(self.subject) > 1 or (first is not None and first.tag in ("n", "r", "PER") and len(first.text) == 1)

    def phrase(self) -> str:
        """The verb phrase without adverbs; with its object where that stands in front of the subject."""
        parts = self.parts
        assert parts.head is not None and parts.first is not None
        kept = [i for i in range(parts.first, parts.head) if i not in parts.skipped]
        if parts.tokens[parts.head].tag == "a":
            kept += [i for i in range(parts.first) if i in parts.skipped and _DEGREE.match(parts.tokens[i].lemma)]
        words = "".join(self._words(i, i + 1) for i in sorted(kept))
        start = parts.tokens[parts.head].start + parts.within
        words += "".join(self.hit.source[i] for i in self.kept if i >= start)
        if self.topic and not self._has_object():
            words = self.topic + words  # in the order of the text, which the quote proves
        elif self.part:
            words = self.part + words
        words = clean_value(words, "zh")
        return self._with_particle(self._with_time(words))

    def _with_time(self, words: str) -> str:
        """只教周末: a time that stands where the object would."""
        parts = self.parts
        assert parts.head is not None
        head = parts.tokens[parts.head]
        after = next((t for t in self.hit.clause.tokens if t.start == head.end), None)
        if words != head.text or after is None or after.tag != "TIME" or self.hit.clause.final:
            return words
        return words + after.text

    def _with_particle(self, value: str) -> str:
        """A lone syllable is kept with the word beside it: 漏了, 正在修."""
        parts = self.parts
        if len(value) != 1 or not self.subject or parts.head is None:
            return value
        before = parts.tokens[parts.head - 1] if parts.head - 1 in parts.skipped else None
        if before is not None and before.lemma in ("在", "正在", "正", "已", "已经", "刚", "刚刚"):
            return before.text + value
        return value + "了" if self.hit.clause.final.startswith("了") else value

    def timed(self, value: str) -> str:
        """The value with the time words before it, for what comes again."""
        words = "".join(t.text for t in self.hit.clause.tokens if t.tag == "TIME") + value
        return value if self.is_whole(words) else words

    def is_whole(self, value: str) -> bool:
        """Whether a value is nearly all of the text: then it says nothing that the text does not."""
        return len(value) >= WHOLE * len(self.hit.source.strip())

    def _has_object(self) -> bool:
        return any(t.tag in ("n", "nz", "vn", "nw", "PER", "LOC", "ORG", "m") for t in self.parts.after)

    def object(self) -> str:
        """What follows the verb."""
        assert self.parts.head is not None
        end = self.parts.tokens[self.parts.head].end
        return clean_value("".join(self.hit.source[i] for i in self.kept if i >= end), "zh")

    @property
    def happened(self) -> bool:
        clause = self.hit.clause
        if self.parts.has("done", "was") or clause.final.startswith("了"):
            return True
        if _ASPECT.search(self.parts.verb + "".join(t.lemma for t in self.parts.after)):
            return True
        return clause.event_time is not None and not after_time(clause)

    @property
    def lies_ahead(self) -> bool:
        if self.parts.has("planned"):
            return True
        if self.parts.has("undone"):
            return False
        wanted = self.parts.has("ahead") and not self.parts.has("negative") and self.about_person
        if wanted and self.hit.clause.event_time is not None:
            return True
        if self.parts.has("usual", "done") or self.hit.clause.final.startswith("了"):
            return False
        return after_time(self.hit.clause) or wanted or _AGREED.search(self.parts.verb) is not None
