"""The last resort for Chinese: any declarative clause with a subject and a predicate, read by its word classes.

It knows no special wordings. What a clause says is kept as its verb phrase, with the polarity, modality and kind that
the words before the verb and the time of the clause show. Its confidence is low; the patterns before it know better.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.attributes import noun_predicate
from memory.language.statements.clause import Clause
from memory.language.statements.generic import after_time
from memory.language.statements.pattern import Hit, Statement, clean_value, custom, usable
from memory.language.statements.peel import Peeled
from memory.language.statements.subjects import PERSON_RELATIONS, is_body, plausible
from memory.language.statements.zh_clause_parts import (
    FAMILY,
    VERBS,
    Parts,
    clause_parts,
    subject_phrase,
    without_place_word,
    words_of,
)
from memory.language.statements.zh_nominal import read_nominal
from memory.model.assertion import MemoryKind, Modality
from memory.settle.registry import DEFAULT_REGISTRY

_ASPECT: Final = re.compile(
    r"了|过(?!敏|期|程|年|夜|滤|节|户|来|分|度|于)|完(?!全|整|美|善)|好了|掉(?!头)|成了|出来|下来|起来|回来|上线|关闭|结束|完成|恢复|回滚|中断|瘫|停"
)
_AGREED: Final = re.compile(r"约好|约了|说好|定好|打算|计划着?|准备")
_ONCE: Final = re.compile(r"破例|这一?[次回]|今[晚天]|例外|就这")
_MUTE: Final = re.compile(
    r"^(?:说|觉得|认为|知道|感觉|感到|以为|听说|明白|谢谢?|感谢|拜托|祝|佩服|恭喜|辛苦|聊聊?|看看|问问?|请问|告诉我?|"
    r"懂|相信|同意|理解|担心|怀疑|猜|叫|称为|等等|来着|算了|行|可以|没事|不是|像|如|麻烦|抱歉|对不起|忙|挺|打扰|收到|保重|加油)$"
)
_CHAT: Final = re.compile(
    r"^(?:[听看说闻想]起来|多喝|注意(?:身体|安全|休息|保暖)|早点|早日|万事|身体健康|一路|一切|吃饱了?撑|算[忙做弄写搞]?完|照顾好自己|到这|到此|[累忙气困饿热冻烦吵]死|手滑|接个?电话|应该的|(?:再|回去)?考虑一下|慢慢来|放心|多谢|谢|感谢|回头|有道理|有意思|有点意思|笑死|想想|再想|试试|算了|加油|保重|随缘|随便|无所谓|没关系|一言难尽|"
    r"说来话长|理解|明白|知道|收到|辛苦|厉害|佩服|哈哈|见[面到]?$|聊|我|你|您|开玩笑|别客气|(?:客气|谢|急|用|怪|怕|管|理|打扰)$|打扰|麻烦|期待|加个鸡腿|祝|恭喜|好[的吧]?$|睡了?$|撤|走了?$|晚安|"
    r"等一?下|等会|稍等|马上|去忙|忙去|去吃饭$|去睡|休息[一了吧]?|回聊|先这样|就这样)"
)
_PRAISE: Final = re.compile(
    r"^(?:很|真|太|挺|都|非常|特别|还|蛮|相当|超级?)*(?:不错|好[听看吃喝玩笑闻]?|棒|赞|实用|有用|有趣|精彩|厉害|有道理|有意思|合理|可以|美|漂亮|酷|给力|靠谱|"
    r"感人|好笑|贴心|到位|清楚|详细|及时|对)$"
)
_WEATHER: Final = re.compile(
    r"天气|外面.{0,2}下[雨雪]|^下[大小]?[雨雪]|刮大?风|打雷|出太阳|降温|阳光|空气|风景|景色|心情|气氛|夜色|月亮|晚霞"
)
_REQUEST: Final = re.compile(r"^(?:请|麻烦|帮|帮忙|帮我|给我|替我|让我|写|翻译|推荐|查|看|告诉|解释|列|讲|总结|提醒)$")
_CARES_FOR: Final = re.compile(r"^(?:管|负责|带|盯|接手|照看|照顾|打理|主持|看管)$")
_KNOWN: Final = {
    "有": "has",
    "支持": "support",
    "在": "location",
    "是": "description",
    "用": "uses",
    "就是": "description",
}
_OPEN: Final = re.compile(r"什么|哪|谁|怎么|多少|[你您]|这样|那样")
_POTENTIAL: Final = re.compile(r"(?<=[\u4e00-\u9fff])不(?:[了得]|(?=[到着动起开上下完好出住来去惯清懂见进回]))(?!.?不)")
_SAYS: Final = re.compile(r"^(?:说|讲|表示|告诉|提醒|建议|通知|回复|反馈|要求|嘱咐|叮嘱)$")
_DEGREE: Final = re.compile(r"^(?:很|太|挺|最|更|特别|非常|比较|相当|有点儿?|有些|偏|略|稍微|极|超级?|格外|越来越|够)$")
_MEASURE: Final = re.compile(r"^一?[只个位条台辆名款间家种张件](?=[\u4e00-\u9fff]{2})")
_PERSON: Final = re.compile(r"^(?:我们?|咱们?|他们?|她们?|俺|大家)")
_ONE_DAY: Final = re.compile(
    r"[上下这本]个?(?:周|星期|礼拜)|今|明|昨|后天|前天|\d+[月号日]|去年|[一二三四五六七八九十]+[月号]"
)
_EACH: Final = re.compile(r"^(?:每|周末|工作日|平日|隔)")
_WEEKDAY: Final = re.compile(r"(?:周|星期|礼拜)[一二三四五六日天]")
_SOMEBODY: Final = re.compile(r"[弟妹哥姐爸妈夫妻友师徒生员人娘]$")
MAX_PART: Final = 4
WHOLE: Final = 0.85


class Reading:
    """What one clause with a predicate says."""

    def __init__(self, hit: Hit, parts: Parts) -> None:
        self.hit = hit
        self.parts = parts
        self.kept = hit.clause.bare.places
        self.topic, self.subject, self.part = self._phrases()

    def _words(self, left: int, right: int) -> str:
        return words_of(self.parts, left, right, self.hit.source, self.kept)

    def _phrases(self) -> tuple[str, str, str]:
        at = subject_phrase(self.parts)
        if at is None:
            return "", "", ""
        phrases = [self._words(left, right) for left, right in self.parts.phrases]
        topic, subject, part = "".join(phrases[:at]), phrases[at], "".join(phrases[at + 1 :])
        mine = _PERSON.match(subject)
        if mine is not None and mine.end() < len(subject) and is_body(subject[mine.end() :]):
            return topic, mine[0], subject[mine.end() :] + part
        if mine is not None and mine[0] in ("我", "他", "她") and self._is_quality(subject[mine.end() :]):
            return topic, mine[0], subject[mine.end() :] + part
        if is_body(subject) and self.hit.clause.prefixed:
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
        return kin or _PERSON.match(self.subject) is not None or self.subject in people

    @property
    def named(self) -> bool:
        """Whether the subject is more than a stray syllable."""
        at = subject_phrase(self.parts)
        first = self.parts.tokens[self.parts.phrases[at][0]] if at is not None else None
        if first is not None and first.tag == "r" and self.subject == first.text and not _PERSON.match(self.subject):
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
        return self._with_particle(clean_value(words, "zh"))

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
        wanted = self.parts.has("ahead") and not self.parts.has("negative") and self.about_person
        if wanted and self.hit.clause.event_time is not None:
            return True
        if self.parts.has("usual", "done") or self.hit.clause.final.startswith("了"):
            return False
        return after_time(self.hit.clause) or wanted or _AGREED.search(self.parts.verb) is not None


def _chats(reading: Reading, value: str) -> bool:
    """Whether the words are a mood, a politeness, praise, the weather, or words about words."""
    parts, clause = reading.parts, reading.hit.clause
    head = parts.tokens[parts.head or 0]
    if _MUTE.match(parts.verb) or _CHAT.match(value) or _WEATHER.search(reading.subject + value):
        return True
    if head.tag == "a" and not reading.subject + reading.part:
        return True
    goes_on = clause.prefixed and not reading.subject.startswith(("这", "那"))
    return _PRAISE.match(value) is not None and not goes_on and not (reading.subject and reading.about_person)


def _silent(reading: Reading, value: str) -> bool:
    """Whether the clause says nothing to be kept."""
    parts = reading.parts
    head = parts.tokens[parts.head or 0]
    whole = head.tag == "a" or (parts.has("forbidden", "negative") and reading.subject)
    if not usable(value) or (len(value) < 2 and not whole):
        return True
    if _OPEN.search(reading.topic + reading.subject + value) or _chats(reading, value):
        return True
    if reading.subject:
        return not plausible(reading.subject, "zh") or not reading.named
    return _silent_without_subject(reading, value)


def _silent_without_subject(reading: Reading, value: str) -> bool:
    """Requests, and words too slight to be anybody's."""
    parts, clause = reading.parts, reading.hit.clause
    if parts.has("bidden") and parts.tokens[0].lemma in ("记得", "千万", "注意", "务必"):
        return True  # to the one spoken to; standing orders are read before
    asked = _REQUEST.match(parts.verb) and not (parts.after and parts.after[0].lemma in ("着", "了", "过"))
    if asked and not _ONCE.search(clause.text):
        return True
    if clause.prefixed:
        return False
    denies = parts.has("negative")
    if parts.verb in ("有", "在") or parts.verb.endswith("是"):
        return True
    if denies and not reading.topic and not _plain_denial(reading):
        return True
    dated = clause.event_time is not None or any(t.tag == "TIME" for t in clause.tokens)
    return len(value) < 3 and not dated and not (denies and clause.final.startswith("了"))


def _plain_denial(reading: Reading) -> bool:
    """不跑步了, 从不加班: a denial without a subject that still says what somebody does not do."""
    parts = reading.parts
    if parts.has("wished", "able") or parts.tokens[parts.head or 0].tag == "a":
        return False
    return reading.hit.clause.final.startswith("了") or parts.has("usual") or any(t.tag == "n" for t in parts.after)


def _ordered(reading: Reading, value: str) -> Statement | None:
    """What is not to be done, and how something is to be done."""
    parts = reading.parts
    mine = reading.subject in ("", "我")
    wished = _asked_for(parts) or reading.hit.clause.final.startswith("吧")
    if mine and wished and _ONCE.search(reading.hit.clause.text):
        return _of(reading, "prefers", value, MemoryKind.PREFERENCE, Modality.ASSERTED)
    if parts.has("forbidden") and mine and (reading.topic or len(value) > 3):
        return _of(reading, "instruction", value, MemoryKind.PROCEDURAL, Modality.ASSERTED)
    if parts.has("forbidden") and not reading.about_person:
        about = replace(_of(reading, "instruction", value, MemoryKind.PROCEDURAL, Modality.ASSERTED))
        return replace(about, subject=Peeled("我", negative=True), value=reading.subject + value)
    if parts.has("henceforth") and not reading.about_person:
        return _of(reading, "instruction", value, MemoryKind.PROCEDURAL, Modality.ASSERTED)
    if parts.has("rule") and not (reading.subject and reading.about_person):
        return _of(reading, "instruction", value, MemoryKind.PROCEDURAL, Modality.ASSERTED)
    to_me = parts.has("all") and not reading.happened and "我" in reading.object()
    if to_me and not reading.about_person:
        return _of(reading, "instruction", value, MemoryKind.PROCEDURAL, Modality.ASSERTED)
    if parts.has("bidden") and not reading.about_person and reading.hit.clause.event_time is None:
        return _of(reading, "instruction", value, MemoryKind.PROCEDURAL, Modality.ASSERTED)
    return None


def _asked_for(parts: Parts) -> bool:
    """Whether something is asked for: 帮我订素食, 给我订经济舱."""
    return _REQUEST.match(parts.verb) is not None or any(_REQUEST.match(t.lemma) for t in parts.tokens[: parts.head])


def _of(reading: Reading, predicate: str, value: str, kind: MemoryKind, modality: Modality | None) -> Statement:
    parts = reading.parts
    peeled = Peeled(
        reading.subject,
        negative=parts.has("negative"),
        doubtful=parts.has("doubtful") or (parts.has("wished") and modality is None),
        ends=parts.has("ends"),
        was=parts.has("was") and kind is not MemoryKind.EPISODIC,
        past=parts.has("done"),
    )
    return Statement(peeled, predicate, value, kind=kind, modality=modality, confidence=0.55, personal=True)


def _state(reading: Reading, value: str) -> Statement:
    """What is so, or is usually so."""
    parts = reading.parts
    kind = MemoryKind.PREFERENCE if parts.has("usual") and reading.about_person else MemoryKind.SEMANTIC
    rest = reading.object() if not parts.verb.endswith("是") else _MEASURE.sub("", reading.object())
    if (
        parts.within
        or parts.has("potential")
        or parts.first != parts.head
        or not usable(rest)
        or len(rest) < 2
        or reading.part
    ):
        return _of(reading, "habit" if kind is MemoryKind.PREFERENCE else "description", value, kind, None)
    if _CARES_FOR.match(parts.verb) and reading.about_person:
        return _of(reading, "responsible_for", rest, kind, None)
    if any(t.tag in VERBS or t.tag in ("d", "u") for t in parts.after) and parts.verb not in _KNOWN:
        return _of(reading, "habit" if kind is MemoryKind.PREFERENCE else "description", value, kind, None)
    named = DEFAULT_REGISTRY.canonical(parts.verb, "zh")
    predicate = _KNOWN.get("是" if parts.verb.endswith("是") else parts.verb) or (
        "description" if named else parts.verb
    )
    return _of(
        reading,
        predicate,
        rest if predicate != "description" or parts.verb in _KNOWN or parts.verb.endswith("是") else value,
        kind,
        None,
    )


def _not_whole(reading: Reading, statement: Statement) -> Statement:
    """A value that is nearly all of the text says nothing that the text does not: its verb becomes the predicate."""
    rest = reading.object()
    if (
        reading.is_whole(statement.value)
        and usable(rest)
        and len(rest) > 1
        and statement.kind is not MemoryKind.PROCEDURAL
    ):
        return replace(statement, predicate=reading.parts.verb, value=rest)
    return statement


def _habit_kind(reading: Reading) -> MemoryKind:
    return MemoryKind.PREFERENCE if reading.parts.has("usual") else MemoryKind.SEMANTIC


def recurrent(clause: Clause) -> bool:
    """Whether the time words name days that come again and again: 每周三, 周二周四晚上, 周末."""
    times = [t.lemma for t in clause.tokens if t.tag == "TIME"]
    if not times or any(_ONE_DAY.search(t) for t in times):
        return False
    return _EACH.match(times[0]) is not None or sum(len(_WEEKDAY.findall(t)) for t in times) > 1


def read_clause(hit: Hit, parts: Parts) -> Iterable[Statement]:
    """The statement of a clause that has a verb or an adjective."""
    reading = Reading(hit, parts)
    value = _without_potential(parts, reading.phrase())
    told = _told(reading)
    if told is not None:
        yield told
        return
    asked = _attribute_of_topic(reading)
    if asked is not None:
        yield from asked
        return
    if _silent(reading, value):
        return
    ordered = _ordered(reading, value)
    if ordered is not None:
        yield ordered
    elif recurrent(hit.clause) and not hit.clause.final.startswith("了") and not parts.has("planned"):
        yield _of(reading, "habit", reading.timed(value), _habit_kind(reading), Modality.ASSERTED)
    elif reading.lies_ahead:
        yield _not_whole(reading, _of(reading, "plan", value, MemoryKind.EPISODIC, Modality.PLANNED))
    elif reading.happened and not parts.has("usual"):
        yield _not_whole(reading, _of(reading, "event", value, MemoryKind.EPISODIC, None))
    elif parts.tokens[parts.head or 0].tag == "a":
        yield _of(reading, "description", value, MemoryKind.SEMANTIC, None)
    else:
        yield _not_whole(reading, _state(reading, value))


def _without_potential(parts: Parts, value: str) -> str:
    """喝不惯 denies 喝惯, 跑不了步 denies 跑步."""
    if parts.has("negative"):
        return value
    found = _POTENTIAL.search(value)
    if found is None or parts.verb[:1] not in value[: found.start()]:
        return value
    parts.flags |= {"negative", "potential"}
    return value[: found.start()] + value[found.end() :]


def _told(reading: Reading) -> Statement | None:
    """医生说我有点脂肪肝, inside a sentence: somebody's words, kept as theirs."""
    value = re.sub(r"^[：:，,“\"]+", "", reading.object())
    person = reading.subject and not _PERSON.match(reading.subject)
    if not _SAYS.match(reading.parts.verb) or not person or not usable(value) or len(value) < 3:
        return None
    return _of(reading, "said", value, MemoryKind.SEMANTIC, Modality.QUOTED)


def _attribute_of_topic(reading: Reading) -> list[Statement] | None:
    """状态已发货 after the order's number: the status of the order."""
    noun = noun_predicate(reading.subject, "zh") if reading.subject and reading.hit.clause.prefixed else None
    if noun is None or noun[0] or noun[1] in PERSON_RELATIONS or noun[1] in _KNOWN.values():
        return None
    value = reading.object() if reading.parts.verb in ("是", "为") else reading.phrase()
    made = _of(reading, noun[1], value, MemoryKind.SEMANTIC, None)
    return (
        [replace(made, subject=replace(made.subject, subject=""))]
        if usable(value) and isinstance(made.subject, Peeled)
        else []
    )


@custom("zh.event", r"^(?P<s>.+)$")
def zh_event(hit: Hit) -> Iterable[Statement]:
    """Any clause with a predicate: what happened, what is to happen, what is so."""
    parts = clause_parts(hit.clause)
    if parts.head is not None:
        yield from read_clause(hit, parts)
    else:
        yield from read_nominal(hit)


def named_subject(clause: Clause, source: str) -> str:
    """The subject or topic that a clause names, whether anything is read of it or not."""
    parts = clause_parts(clause)
    at = subject_phrase(parts)
    if at is None:
        return ""
    left, right = parts.phrases[at]
    asks = noun_predicate(words_of(parts, left, right, source, clause.bare.places), "zh")
    if asks is not None and not asks[0]:
        return ""
    if right - left == 1 and parts.tokens[left].tag == "r" and not _PERSON.match(parts.tokens[left].lemma):
        return ""
    if parts.head is None and parts.tokens[left].lemma == "我":
        right = left + 1
    words = without_place_word(words_of(parts, left, right, source, clause.bare.places))
    mine = noun_predicate(words.lstrip("我的"), "zh") if words.startswith("我") and len(words) > 2 else None
    return "我" if mine is not None and mine[1] not in PERSON_RELATIONS else words
