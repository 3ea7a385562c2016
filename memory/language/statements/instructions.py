"""Standing orders and wishes to the assistant, rules of a project, and what to do when something happens."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.causes import Source
from memory.language.statements.clause import Clause
from memory.language.statements.en_orders import order, usual
from memory.language.statements.frames import NOBODY_RULE, Stance
from memory.language.statements.pattern import Statement, clean_value
from memory.language.statements.peel import Peeled
from memory.model.assertion import Application, MemoryKind, Modality, Polarity

_NO_ACTOR_ZH: Final = r"(?!.*(?:我就|我会|我们会|我们就|我们要|他会|就会|会考虑|我想|我要))"
_WHEN_ZH: Final = re.compile(
    rf"^{_NO_ACTOR_ZH}(?:如果|要是|一旦|万一|当|若|只要|遇到|"
    r"碰到)(?P<c>(?:[^，,我]|我(?=.{1,12}(?:请|提醒|记得))){2,30}?)(?:的话|时|的时候)?[，,]?\s*(?:就|"
    r"那就|请|记得|务必|必须|"
    r"一定要|要|得|先)+(?P<v>(?!来|去看|试试|尝试|请?(?:大家|同事|全家|全组|朋友|客|吃|喝))[^我他她]{2,})$"
)
_RULE_ZH: Final = re.compile(
    r"^(?P<a>(?:以|之|今|往)后|从今以后|从现在(?:起|开始)|从今天(?:起|"
    r"开始))[，,]?(?P<v>(?!我(?:改|换|住|在|吃|喝|用|去|叫|不|就|会|要))(?!.{0,8}(?:改成|"
    r"换成|部署))[^，。我]*?(?:都|先|必须|一律|请|不要|别|记得|务必).{2,})$"
)
_EVERY_ZH: Final = re.compile(
    r"^(?P<v>(?:每次|每回|凡是|所有|任何|(?:在)?(?:这个|本|该)项目(?:里|"
    r"中)?[，,]?).{1,24}?(?:都|先|必须|一律|请|不要|不能|别|记得|务必|一定要|要|得|之前|"
    r"前).{2,})$"
)
_PLEASE_ZH: Final = re.compile(
    r"^(?P<v>(?:请|麻烦|记得|务必|一定要|千万)(?:帮我|给我)?(?:(?P<n>不要|别|勿)|以后|一律|"
    r"始终|总是|都|每次|在|用|使用|把|先).{2,})$"
)
_WHILE_ZH: Final = re.compile(
    r"^(?P<v>(?:[^，我他她]{2,10}(?:的时候|时)[，,]?)?(?:请|记得)?(?:不要|别|务必|必须|一律|"
    r"都要)(?!我|他|她|给我|再说|了).{2,})$"
)
_ONCE_ZH: Final = re.compile(
    r"^(?:这一?次|这一?回|本次|今天|今晚)(?:的?[^，我他她]{1,6}?)?(?:(?:就|先|"
    r"还是)(?!这样|到这))+(?P<v>(?!不)[^，我他她]{2,20}?)(?:吧|"
    r"就行|就好|好了|了)$"
)
_ADDRESS_ZH: Final = re.compile(
    r"^(?:以后)?(?:你)?(?:回答|回复|回我|答复|解释|总结|列|写|输出|"
    r"语气|提醒我|跟我说话|和我说话)[^，]{0,8}?(?P<v>(?:尽量|"
    r"控制|简短|简洁|用|别|不要|温柔|直接|一律|请|分)[^，]{1,20})$"
)
_ALL_ZH: Final = re.compile(
    r"^(?P<v>(?!这|那|你|它|什么)[^，我他她你它]{2,14}(?:都|一律|统一)(?:必须|"
    r"务必|要|得|须|不得|不要)(?!花|等|看)[^，]{2,})$"
)
_WHEN_EN: Final = re.compile(
    r"^(?P<c>(?:if|when|whenever|once|before|after|every time|each time|as soon as|"
    r"in case)\s+(?!i\b|we\b)[^,]{3,80}), (?:then |please |always |first )*(?P<v>(?!i\b|"
    r"we\b|you\b|he\b|she\b|it\b|they\b|the\b|my\b|our\b|a\b|there\b|that\b|this\b|would\b|"
    r"will\b|[A-Z])\w+\b(?!\s+(?:would|will|could|might|is|was|were|are)\b).{2,})$",
)
_FROM_NOW_EN: Final = re.compile(
    r"^(?:from now on|going forward|from today(?: on)?|in future|in the future|always|"
    r"as a rule|by default|every time), (?:please |always )?(?P<v>(?!i\b|we\b|he\b|she\b|"
    r"it\b|they\b|the\b|my\b|our\b|there\b|that\b|this\b)\w.{3,})$",
    re.I,
)
_ALWAYS_EN: Final = re.compile(
    r"^(?:please )?(?P<v>(?:use (?!to\b|it\b|this\b|that\b|the (?!metric))(?=[\w\- ]+$)|keep (?=(?:my (?:replies"
    r"|answers|responses|messages|summaries|emails|reports)|it|"
    r"your|all|answers|replies|responses|things|everything|messages)\b)"
    r"|(?:answer|reply|respond|speak|write)(?= (?:to me|in|with|me in|using|as)\b)|address me|"
    r"be (?=(?:brief|concise|short|direct|polite|honest|formal|informal)\b)|avoid|stick to|"
    r"limit|cite|format|sign(?: off)?(?= \w)|prefix|(?:start|end|begin)(?= (?:every|"
    r"each|all|your)\b)|always(?! been\b)|never(?! (?:been|had|\w+ed)\b)|do not ever|don't ever|make sure (?:to|"
    r"that)|"
    r"be sure to|remember to|don't forget to|(?:don't|do not)(?= (?:use|send|write|add|"
    r"call|include|put|show|mention|reply|answer|touch|push|merge|deploy|ask|suggest|"
    r"repeat|translate|book|schedule|share|store|commit)\b)|please (?:don't |do not |"
    r"never |always )?)\s*(?!know\b|go\b|continue\b|wait\b|tell me\b|"
    r"help\b|let\b|come\b|have\b|stop\b|try\b|forgive\b|excuse\b|sit\b|"
    r"proceed\b|worry\b|mention it\b|note\b|find\b|see\b|remind\b)\w.{3,})$",
    re.I,
)
_MUST_EN: Final = re.compile(
    r"^(?:(?P<p>(?:in|for|on) this (?:project|repo|repository)),? )?(?P<v>(?:all |every |"
    r"each |no )?(?P<x>[\w\- ]{3,40}?) (?:must(?: not| never)?|have to|has to|need to|"
    r"needs to|may not|shall|should(?= (?:be|have|use|include|follow|start|end)\b)) (?!be (?:submitted|"
    r"delivered|finished|done|in|sent|filed|ready|completed|paid|returned|signed) (?:by|before|"
    r"on)\b)(?P<w>.{3,}))$",
    re.I,
)
_PERSON_START: Final = re.compile(r"^(?:i|we|he|she|they|you|it|who)\b|\b(?:i|we|he|she|they|you)$", re.I)
_ONCE_EN: Final = re.compile(
    r"^(?:(?:(?:for|on) )?this \w+ only|(?:just |only )?for this (?!reason|purpose)\w+|for the next [\w ]{3,20}"
    r"|just this once|for today only|today only|"
    r"only today|for now|this time|for this one(?: time)?|"
    r"for this time|only this time|"
    r"exceptionally|(?:in|for) this one \w+|as an exception|just for today),? (?P<v>(?!i\b|"
    r"we\b|he\b|she\b|the\b|[\w ]{2,20} (?:is|are|was|has|have|will|does|isn't|can)\b)\w.{3,})$",
    re.I,
)
_NEGATIVE: Final = re.compile(
    r"^(?:please )?(?:never|don't|do not|no )|^(?:.{2,10}(?:的时候|时)[，,]?)?(?:请|"
    r"记得)?(?:不要|别|勿)|\bmust (?:not|never)|may not\b",
    re.I,
)


_OCCASION_ZH: Final = re.compile(
    r"^(?P<v>(?!.*(?:我|他|她|了[，,。]|了$))[^，]{2,14}?(?:之前|以前|(?<![目面])前|之后|以后|后|时|的时候|完)[，,]?[^，]{0,8}?(?:一定要|一定得|必须|务必|"
    r"先|记得|千万|不要|不能|别|要|得|应|须|最好).{2,})$"
)
_STEPS_ZH: Final = re.compile(
    r"^(?P<v>(?!.*(?:我|他|她|了|打算|计划|准备))(?:[^，]{2,12}[，,])?[^，]{0,14}?(?:要|得|应该?|必须|都|一律|最好|记得|需要?)?先(?!生)[^，]{2,14}[，,]?(?:再"
    r"|然后|最后|接着).{2,})$"
)
_DUTY: Final = frozenset(
    [
        "要",
        "得",
        "必须",
        "不能",
        "不要",
        "别",
        "最好",
        "应该",
        "应",
        "一定要",
        "务必",
        "须",
        "记得",
        "不可",
        "不得",
        "千万",
    ]
)


def _how_to(clause: Clause) -> bool:
    """Whether a sentence tells how something is done: 种多肉要少浇水, an activity and then a duty, nobody named."""
    tokens = [t for t in clause.tokens if t.tag not in ("w", "xc")]
    if (
        clause.spans
        or clause.final.startswith("了")
        or any(t.tag in ("r", "PER", "TIME") and t.lemma != "自己" for t in tokens[:6])
    ):
        return False
    comma = next((i for i, t in enumerate(clause.tokens) if t.lemma in ("，", ",")), len(clause.tokens))
    first = [t for t in clause.tokens[:comma] if t.tag not in ("w", "xc")]
    duty = next((i for i, t in enumerate(first) if t.lemma in _DUTY and i), None)
    if duty is None or len(first) <= duty + 1:
        return False
    acts = first[0].tag in ("v", "p", "vn") and first[0].lemma not in _NO_ACT
    return acts and any(t.tag in ("v", "a") for t in first[duty + 1 :])


_NO_ACT: Final = frozenset(
    [
        "打算",
        "计划",
        "准备",
        "想",
        "希望",
        "决定",
        "是",
        "有",
        "没有",
        "知道",
        "觉得",
        "感觉",
        "说",
        "由于",
        "因为",
        "对",
        "在",
        "从",
        "到",
        "听说",
        "看来",
    ]
)


def _statement(words: str, language: str, application: Application, predicate: str = "instruction") -> Statement:
    value = clean_value(words, language)
    polarity = Polarity.NEGATIVE if _NEGATIVE.search(words) else None
    return Statement(
        Peeled(""),
        predicate,
        value,
        kind=MemoryKind.PROCEDURAL,
        application=application,
        modality=Modality.ASSERTED,
        polarity=polarity,
        confidence=0.75,
        rule=f"{language}.{predicate}",
    )


def _conditional(text: str, language: str) -> Statement | None:
    found = (_WHEN_ZH if language == "zh" else _WHEN_EN).match(_lower_first(text))
    if found is None:
        return None
    return _statement(text[found.start("v") :], language, Application.ALWAYS, "procedure")


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def _zh(text: str, clause: Clause) -> Statement | None:
    once = _ONCE_ZH.match(text)
    if once is not None:
        return _statement(text[once.start("v") : once.end("v")], "zh", Application.ONCE)
    for pattern in (*_timeless(clause), _RULE_ZH, _EVERY_ZH, _PLEASE_ZH, _WHILE_ZH, _ADDRESS_ZH, _ALL_ZH):
        found = pattern.match(text)
        if found is not None:
            scope = Application.PROJECT if "项目" in text[:8] else Application.ALWAYS
            return _statement(text[found.start("v") :], "zh", scope)
    return _statement(text, "zh", Application.ALWAYS) if _how_to(clause) else None


def _timeless(clause: Clause) -> tuple[re.Pattern[str], ...]:
    """Rules for an occasion and rows of steps, which are plans where the sentence names a time."""
    return () if clause.spans or any(t.tag == "PER" for t in clause.tokens) else (_OCCASION_ZH, _STEPS_ZH)


def _en(text: str) -> Statement | None:
    once = _ONCE_EN.match(text)
    if once is not None:
        return _statement(text[once.start("v") :], "en", Application.ONCE)
    for pattern in (_FROM_NOW_EN, _ALWAYS_EN):
        found = pattern.match(text)
        if found is not None:
            return _statement(text[found.start("v") :], "en", Application.ALWAYS)
    nobody = NOBODY_RULE.match(text)
    if nobody is not None:
        return _statement(text, "en", Application.ALWAYS)
    must = _MUST_EN.match(text)
    if must is not None and _PERSON_START.search(must["x"]) is None:
        return _statement(text[must.start("v") :], "en", Application.PROJECT if must["p"] else Application.ALWAYS)
    return None


def _rule_en(text: str) -> Statement | None:
    found = order(text)
    return _statement(text[found.start : found.end], "en", found.application) if found is not None else None


def usual_en(source: Source) -> Iterable[Statement]:
    """What is done otherwise, in the half of a sentence behind an exception."""
    text = source.clause.text
    span = usual(text)
    if span is not None:
        words = source.text[source.clause.start : source.clause.end]
        yield _in_own_words(_statement(text[slice(*span)], "en", Application.ALWAYS), text, words)


def read(source: Source, stance: Stance) -> Iterable[Statement]:
    """The order that a sentence gives, in its own words; nothing when it gives none."""
    clause = source.clause
    text = clause.text.rstrip(" .。!！")
    words = source.text[clause.start : clause.start + len(text)]
    found = _conditional(text, clause.language)
    if found is None and stance is Stance.PLAIN:
        found = _zh(text, clause) if clause.language == "zh" else _en(text) or _rule_en(text)
    if found is not None:
        yield _in_own_words(found, text, words)


def _in_own_words(statement: Statement, text: str, words: str) -> Statement:
    """The value as worded in the chunk: `text` is its comparable form."""
    at = text.find(statement.value)
    return replace(statement, value=words[at : at + len(statement.value)]) if at >= 0 else statement
