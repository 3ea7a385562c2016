"""Names and things of the turns before, for the pronouns of the turn that is read. Nothing is extracted from them."""

import re
from typing import Final

from memory.language.detect import language_of
from memory.language.extracted import ExtractInput
from memory.language.person_names import SURNAMES
from memory.language.statements.clause import Clause, comparable
from memory.language.statements.en_persons import spoken_of
from memory.language.statements.subject_words import is_family
from memory.language.statements.subjects import Context, owned_thing, resolve_subject
from memory.model.assertion import Mention, SubjectKind
from memory.model.chunk import Role
from memory.ports.recognizer import EntityType

LOOK_BACK: Final = 3

_ZH_PERSON: Final = re.compile(
    r"(?:叫做?|名叫|是|[换变改]成了?|定了?|归|和|跟|与|找了?|由|给|让|问了?|请了?|见了?|约了?|^|"
    rf"[，。]|(?<=[\u4e00-\u9fff])(?=[老小][{SURNAMES}]))\s*"
    rf"(?P<n>(?:[{SURNAMES}](?![间站库床票门机场房厂程题件])[\u4e00-\u9fff]{{1,2}}|[老小阿][\u4e00-\u9fff]|"
    rf"[{SURNAMES}]工))(?=聊|谈|见|吃|帮|一起|打|请|开|的|是|在|说|"
    rf"负责|今天|明天|昨天|下|刚|已|会|要|来|去|，|。|,|$|跟|"
    r"和|也|了|接|管|来)"
)
_ZH_OBJECT: Final = re.compile(
    r"(?:买|换|装|订|租|收到|做|写|建|搭|用|看中|入手|上线|养)(?:了|好了|过)(?:一?[个台部辆套份只本条张间把]|"
    r"[两三几]\w)?(?:新的?|二手)?(?P<n>[\u4e00-\u9fffA-Za-z0-9]{2,8}?)(?=[，。！,]|$)"
)
_ZH_CALLED: Final = re.compile(r"(?:叫做?|名叫)(?P<n>[\u4e00-\u9fff]{2,3}|[A-Z][a-z]+)(?=[，。,！]|$)")
_ZH_THING: Final = re.compile(
    r"(?:^|[，。！])(?:我们的?|咱们的?|那台|这台|那个|这个|"
    r"公司的?)?(?P<n>[\u4e00-\u9fffA-Za-z0-9]{2,8}?)(?=又|坏|已|卡|要|得|出|是|在|有|不|没|还|被|"
    r"会|了|打不开|用|从|停|今天|昨天|明天)"
)
_EN_NAME: Final = re.compile(
    r"(?<![.!?]\s)(?<!^)\b(?P<n>(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?[A-Z][\w'-]+(?:\s+(?:&\s+)?[A-Z][\w'-]+)*)|"
    r"^(?P<f>[A-Z][\w'-]+(?:\s+[A-Z][\w'-]+)*)(?=\s+(?:is|was|has|will|said|sent|and|works|"
    r"joined|called|left|just|moved|at|from|over)\b)"
)
_EN_THING: Final = re.compile(
    r"\b(?:the|a|an|our|my|this|that|"
    r"new)\s+(?P<n>[a-z][\w-]*(?:\s+[a-z][\w-]*){0,2}?)(?=\s+(?:is|are|was|were|has|had|"
    r"keeps?|broke|stopped|needs?|again|open|closed?|ready|broken|free|here|back|start|end|cost|weigh|expire|run|leave|arrive"
    r"|go|goes|"
    r"come|work|fit|last|on|in|at|for|will|sent|from|to|of)\b|[.,;!?]|$)",
    re.I,
)
_ZH_KIN: Final = re.compile(
    r"我(?:们?家|的)?(?P<k>(?:表|堂|大|小|二)?(?:爸爸?|妈妈?|爷爷|奶奶|外公|外婆|姥姥|姥爷|哥哥?|姐姐?|弟弟?|妹妹?|老婆|老公|太太|丈夫|妻子|儿子|女儿|"
    r"嫂子|姐夫|妹夫|叔叔|舅舅|姑姑|阿姨|岳父|岳母|公公|婆婆|男友|女友|男朋友|女朋友|室友|闺蜜|同事|朋友|领导|老板|导师))(?![的家])"
)
_ZH_NICK: Final = re.compile(
    rf"(?:^|[，。,和跟给找问让是的])(?P<n>[老小][{SURNAMES}](?![板师家时候])|"
    rf"[{SURNAMES}](?:总|工|哥|姐|叔|姨|大[爷妈娘叔姐哥]|爷爷|奶奶|伯|婶|嫂|护士|医师|教授|律师|会计|老板|总监|编辑|同学|太太|先生|女士|老师|经理|主任|医生|师傅|阿姨|教练|院长|校长))"
)
_ZH_TITLED: Final = re.compile(
    rf"(?:[手师员长](?=阿|[{SURNAMES}])|[表堂][弟妹哥姐]|弟弟|妹妹|哥哥|姐姐|儿子|女儿|闺女|外甥|侄子|侄女|室友|同事|同学|徒弟|朋友|学生|客户|邻居)"
    rf"(?P<n>阿[\u4e00-\u9fff]|[{SURNAMES}][\u4e00-\u9fff]{{1,2}}?|[\u4e00-\u9fff]{{2}})"
    rf"(?=要|想|今年|明年|去年|今天|昨天|明天|下周|上周|刚|在|是|考|也|都|已|会|打算|准备|，|。|$)"
)
"""鼓手阿德要退团, 表弟浩然今年高考: a name after what somebody is."""
_NO_THING: Final = re.compile(r"[把给被您你我他她]")
_NO_NAME: Final = frozenset(
    [
        "i",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "the",
        "a",
        "an",
        "our",
        "my",
        "we",
        "he",
        "she",
        "they",
        "it",
        "this",
        "that",
        "you",
        "there",
        "then",
        "yes",
        "no",
        "ok",
        "okay",
    ]
)
_ORG: Final = re.compile(
    r"\b(?:insurance|labs?|inc|ltd|corp|bank|university|group|systems|company|airlines?|llc|"
    r"gmbh|studios?|team|broadband|hardware|gym|airways|motors|telecom|energy|mobile|brothers|logistics|couriers?|bakery|clinic"
    r"|hotel|surgery|dental|stores?|supplies|catering|plumbing|electrics?|builders|roofing|media|press|foods|society"
    r"|council)\b|&",
    re.I,
)
_ASKING: Final = re.compile(
    r"^(?:Did|Does|Do|Is|Are|Was|Were|Should|Would|Will|Can|Could|Has|Have|Had|How|What|When|Where|Who|Which|Why)\b\s*"
)
_DETERMINED: Final = re.compile(r"\b(?:the|an?|this|that|your)\s+$", re.I)


def seed(context: Context, chunk: ExtractInput) -> None:
    """Puts the names and things of the last turns into the context, oldest first."""
    for turn in chunk.previous[-LOOK_BACK:]:
        if turn.role in (Role.SYSTEM, Role.TOOL):
            continue
        text = comparable(turn.text)
        if language_of(text) == "zh":
            _seed_zh(context, text, turn.text, turn.role)
        else:
            _seed_en(context, turn.text, turn.role)
    if chunk.language == "zh":
        context.topic = asked_about(context, chunk)


def _seed_zh(context: Context, text: str, original: str, role: Role) -> None:
    for found in _ZH_KIN.finditer(text) if role is Role.USER else ():
        relative = resolve_subject(f"我{found['k']}", context)
        if relative is not None:
            context.people.append(relative)
    for found in _ZH_PERSON.finditer(text):
        context.people.append(_person(original[found.start("n") : found.end("n")]))
    for found in _ZH_CALLED.finditer(text):
        context.people.append(_person(original[found.start("n") : found.end("n")]))
        context.things.append(Mention(SubjectKind.NAMED, original[found.start("n") : found.end("n")]))
    for found in _ZH_NICK.finditer(text):
        context.people.append(_person(original[found.start("n") : found.end("n")]))
    for found in _ZH_TITLED.finditer(text):
        if not context.people or context.people[-1].text not in found["n"]:
            context.people.append(_person(original[found.start("n") : found.end("n")]))
    if role is Role.USER:
        _seed_things_zh(context, text, original)


def _seed_things_zh(context: Context, text: str, original: str) -> None:
    for found in (*_ZH_THING.finditer(text), *_ZH_OBJECT.finditer(text)):
        name = original[found.start("n") : found.end("n")]
        if (
            not _NO_THING.search(name)
            and name[0] not in "我你他她它咱和跟与在从把对给"
            and not any(name in person.text or person.text in name for person in context.people)
        ):
            context.things.append(Mention(SubjectKind.NAMED, name))


def _seed_en(context: Context, text: str, role: Role) -> None:
    nouns = ((m.start("n"), noun_mention(m, context)) for m in spoken_of(text))
    names = ((m.start(), m) for m in _EN_NAME.finditer(text))
    for _, found in sorted((*nouns, *names), key=lambda each: each[0]):
        if isinstance(found, Mention):
            context.people.append(found)
            continue
        name = _ASKING.sub("", found["n"] or found["f"])
        if not name or name.casefold() in _NO_NAME:
            continue
        if _DETERMINED.search(text[: found.start()]) and not _ORG.search(name):
            context.things.append(Mention(SubjectKind.NAMED, name))
        elif _ORG.search(name):
            context.things.append(Mention(SubjectKind.NAMED, name, EntityType.ORG))
        else:
            context.people.append(_person(name))
    if role is Role.USER and (things := list(_EN_THING.finditer(text))):
        context.things.append(Mention(SubjectKind.NAMED, things[0]["n"]))


def note_things(context: Context, clause: Clause) -> None:
    """Nouns of a clause that `it` in the next clause may mean: the object, or better the subject."""
    if clause.language == "en":
        context.people.extend(noun_mention(m, context) for m in spoken_of(clause.text))
        named = [_person(m.text) for m in clause.mentions if m.type is EntityType.PERSON]
        topic = [context.topic] if context.topic is not None and context.topic.type is EntityType.PERSON else []
        context.people.extend((*named, *(t for t in topic if t.kind is SubjectKind.NAMED)))
    for wanted in ("dobj", "nsubj", "nsubjpass"):
        for token in clause.tokens:
            if token.dep == wanted and token.pos in ("NOUN", "PROPN") and (wanted == "dobj" or token.pos == "NOUN"):
                context.things.append(Mention(SubjectKind.NAMED, token.text))


def note_relatives(context: Context, clause: Clause) -> None:
    """Relatives that a clause names beside its subject are whom `he` may mean next: 我和老公分了工：他…."""
    for mention in clause.mentions:
        if mention.type is EntityType.PERSON and mention.start > clause.start:
            context.remember(_person(mention.text))
    for token in clause.tokens:
        if is_family(token.lemma):
            relative = resolve_subject(token.text, context)
            if relative is not None and relative not in context.people[-1:]:
                context.remember(relative)


_ASKS_YOU: Final = re.compile(r"[您你](?!们?店|们?家店|们?公司|们?单位)(?:们?家的?|的)?(?P<k>[\u4e00-\u9fff]{0,3})")
_ASKS_THING: Final = re.compile(
    r"^(?:请问|那么|那(?=[，,])|对了|好的|所以|嗯|噢|哦)?[，,]?(?:我们|咱们|您们?|你们?|贵司)?的?(?P<s>[^，。？?我你您们谁哪什几多怎吗]{1,12}?)"
    r"(?:现在|目前|一般|最后|最终|到底|定|打算|准备|要|是|在|叫|用|归|由|放|选|几|多|什么|哪|谁|怎)"
)
_IS_QUESTION: Final = re.compile(r"[?？]\s*$|(?:吗|呢|什么|几[点号年个]|多少|哪.{0,3}|谁)[。\s]*$")


def asked_about(context: Context, chunk: ExtractInput) -> Mention | None:
    """Whom or what the question just before was about: an answer without a subject goes on about it."""
    if not chunk.previous or chunk.role is not Role.USER:
        return None
    turn = chunk.previous[-1]
    text = comparable(turn.text)
    if language_of(text) != "zh" or not _IS_QUESTION.search(text) or turn.speaker == chunk.speaker:
        return None
    last = re.split(r"[。！!；;]", text.rstrip("?？ "))[-1]
    you = _ASKS_YOU.search(last)
    if you is not None:
        kin = next((you["k"][:n] for n in (3, 2, 1) if is_family(you["k"][:n])), None)
        return (resolve_subject(kin, context) if kin else None) or context.me
    thing = _ASKS_THING.match(last)
    if thing is not None and is_family(thing["s"]):
        return resolve_subject(thing["s"], context)
    return resolve_subject(thing["s"], context) if thing is not None else None


def noun_mention(found: re.Match[str], context: Context) -> Mention:
    """Somebody by the noun that tells what they are: `my landlord` is the speaker's, `the babysitter` anybody's."""
    noun = found["n"]
    if found["o"].casefold() == "my":
        return owned_thing(noun, context)
    return Mention(SubjectKind.NAMED, noun, EntityType.PERSON)


def _person(name: str) -> Mention:
    return Mention(SubjectKind.NAMED, name, EntityType.PERSON)
