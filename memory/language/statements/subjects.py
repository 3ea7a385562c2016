"""Who a statement is about: the speaker, the project, a named thing, or somebody from the words before."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from memory.language.linking import normal_name
from memory.language.statements.clause import comparable
from memory.language.statements.en_persons import GROUPS
from memory.language.statements.plausible import plausible, possible
from memory.language.statements.subject_words import (
    ARTICLE,
    BODY,
    DETERMINERS,
    FAMILY,
    GENERIC_EN,
    HE,
    IT,
    KIN_ZH,
    MINE_EN,
    MINE_ZH,
    NO_NOUN_ZH,
    ONE_OF_TWO,
    OUR_OWN,
    OURS_EN,
    OURS_ZH,
    PERSON_RELATIONS,
    POINTING,
    SPEAKER,
    THEIRS,
    THEY,
    US,
    YOU,
    is_family,
)
from memory.model.assertion import Mention, SubjectKind
from memory.ports.recognizer import EntityMention, EntityType
from memory.settle.registry import DEFAULT_REGISTRY


@dataclass(slots=True)
class Context:
    """What subjects are resolved against while one chunk is read; `topic` is the subject of the clause before."""

    language: str
    speaker: str
    project: str
    people: list[Mention] = field(default_factory=list[Mention])
    """Persons named before, newest last."""
    things: list[Mention] = field(default_factory=list[Mention])
    """Things named before, newest last."""
    topic: Mention | None = None
    voice: Mention | None = None
    """Whose words are read while a quote lasts; `I` is that person then."""
    reported: Mention | None = None
    """Whose words are reported without quotation marks; `they` is that person then."""
    kin: dict[str, Mention] = field(default_factory=dict[str, Mention])
    """Relatives by their word (太太, sister) whose names are known."""
    verbs: frozenset[str] = frozenset()
    """The verbs of the sentence that is read, as worded (Chinese)."""
    type_of: Callable[[str], EntityType] = lambda _: EntityType.OTHER

    @property
    def me(self) -> Mention:
        return self.voice or Mention(SubjectKind.SPEAKER, self.speaker, EntityType.PERSON)

    @property
    def us(self) -> Mention:
        return Mention(SubjectKind.PROJECT, self.project, EntityType.PROJECT)

    def remember(self, mention: Mention) -> None:
        """Keeps a named person or thing for pronouns to come."""
        if mention.kind is SubjectKind.NAMED:
            (self.people if mention.type is EntityType.PERSON else self.things).append(mention)


def _is_project(words: str, context: Context) -> bool:
    return bool(context.project) and normal_name(words) in {
        normal_name(context.project),
        normal_name(context.project) + "项目",
        normal_name(context.project) + " project",
    }


def _pronoun(plain: str, context: Context) -> tuple[bool, Mention | None]:
    """Whether the word is a pronoun of the third person, and what it stands for."""
    if plain in HE:
        return True, context.people[-1] if context.people else None
    if plain in IT:
        return True, context.things[-1] if context.things else None
    if plain in THEY and context.reported is not None:
        return True, context.reported
    if plain in THEY:
        pair = _pair(context)
        if context.language == "zh" and pair is not None:
            return True, pair
        # A bare `they` is mostly nobody in particular; only a company named before is meant for sure.
        known = (*context.people, *context.things)
        groups = [m for m in known if m.type is EntityType.ORG]
        alone = (
            [m for m in context.people if m.text[:1].isupper()] if len({m.text for m in context.people}) == 1 else []
        )
        several = [m for m in context.people if m.text.split()[-1].casefold() in GROUPS]
        lone = context.things[-1:] if not context.people and context.language == "en" else []
        return True, (several or groups or alone or lone or [None])[-1]
    return False, None


def _pair(context: Context) -> Mention | None:
    """The two persons that the clauses before were about."""
    names = list(dict.fromkeys(m.text for m in context.people))[-2:]
    if len(names) < 2 or context.topic is None or context.topic.text not in names:
        return None
    return Mention(SubjectKind.NAMED, "和".join(names), EntityType.PERSON)


def _relative(thing: str, context: Context) -> Mention | None:
    """`my sister`, 我爸: a person, by name where it is known, else by whose relative it is."""
    name = DEFAULT_REGISTRY.canonical(thing, context.language)
    if name not in PERSON_RELATIONS:
        return None
    known = context.kin.get(name)
    if known is not None:
        return known
    owner = (context.voice.text if context.voice else context.speaker) or (
        "用户" if context.language == "zh" else "user"
    )
    word = KIN_ZH.get(thing, thing)
    text = f"{owner}的{word}" if context.language == "zh" else f"{owner}'s {word}"
    return Mention(SubjectKind.NAMED, text, EntityType.PERSON)


def _owned(words: str, context: Context) -> Mention | None:
    """Things with an owner: a relative, a part of the body (the person), or a thing of the speaker or the project."""
    folded = comparable(words)
    mine = MINE_ZH.match(folded) if context.language == "zh" and not OUR_OWN.match(folded) else MINE_EN.match(words)
    if mine is not None:
        thing = words[mine.start("thing") :]
        relative = _relative(thing, context)
        if relative is not None:
            return relative
        if BODY.match(comparable(thing)):
            return context.me
        if context.language == "zh" and (NO_NOUN_ZH.match(comparable(thing)) or re.search(r"[了过着]", thing)):
            return None
        if (
            context.language == "zh"
            and "的" not in folded
            and "家" not in folded[:2]
            and thing.startswith(tuple(context.verbs))
        ):
            return context.me  # 我出差喜欢 …: an occasion, not a thing of mine
        kind = EntityType.PERSON if is_family(thing) else EntityType.OTHER
        return Mention(SubjectKind.NAMED, _with_owner(thing, context), kind)
    ours = OURS_ZH.match(folded) or OURS_EN.match(words)
    if ours is not None:
        thing = words[ours.start("thing") :]
        return _relative(thing, context) or Mention(SubjectKind.NAMED, thing, EntityType.OTHER)
    return None


def _with_owner(thing: str, context: Context) -> str:
    owner = (context.voice.text if context.voice else context.speaker) or (
        "用户" if context.language == "zh" else "user"
    )
    return f"{owner}的{thing}" if context.language == "zh" else f"{owner}'s {thing}"


def owned_thing(thing: str, context: Context) -> Mention:
    """`my landlord`: a relative by name where it is known, else whose landlord it is."""
    found = _relative(thing, context)
    return found or Mention(SubjectKind.NAMED, _with_owner(thing, context), EntityType.PERSON)


_SCENE: Final = re.compile(
    r"^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends|mornings|evenings|on|in|at|for|during|after|before|with|as"
    r"|here|over|from|by|when it comes to)\b.*?\b(?P<who>i|we|he|she)$",
    re.I,
)


_TOPIC_ZH: Final = re.compile(r"^(?P<topic>[^我]{1,14})(?P<who>我们?)$")
"""陶艺我放弃了: a topic, and then the subject."""


def _without_scene(words: str) -> str | None:
    """The words without a topic or an occasion before a pronoun; None where those words say too much."""
    topic = _TOPIC_ZH.match(comparable(words))
    if topic is not None:
        if not plausible(comparable(topic["topic"]), "zh") or re.search(r"[不没别是]$", topic["topic"]):
            return None
        words = topic["who"]
    scene = _SCENE.match(words)
    return scene["who"] if scene is not None else re.sub(r"\s+(?:over )?here$", "", words, flags=re.I)


def _fixed(plain: str, words: str, context: Context) -> Mention | None:
    """The speaker or the project, where the words mean one of them."""
    if plain in SPEAKER or plain == "my":
        return context.me
    if plain in ("我们", "咱们") and context.topic is not None and context.topic in context.kin.values():
        return context.me  # 我男友叫承恩，我们在一起三年了
    if plain in US or plain == "our" or _is_project(words, context):
        return context.us if context.voice is None else context.voice
    return None


def _pointed(plain: str, context: Context) -> Mention | None:
    """The thing before that 这个 or 新的 points to."""
    if plain in ("新", "旧", "另一个", "新来", "现在"):
        return context.topic  # 我们班主任换了，新的姓葛
    if plain in ("这个", "那个", "这东西", "这件事", "那件事", "这块", "这台", "那台") and context.things:
        return context.things[-1]
    return None


_WE_TWO: Final = re.compile(r"(?:\band (?:i|me|myself)|^(?:me|i) and .+|^we (?:both|all|two))$", re.I)


def _gathered(words: str, plain: str, context: Context) -> str:
    """`my wife and I` are we, `they both` are they; other words stay."""
    if plain in ("they both", "they all", "both of them", "all of them"):
        return "they"
    return "we" if context.language == "en" and _WE_TWO.search(words) else words


def resolve_subject(words: str, context: Context, parsed: bool = False) -> Mention | None:
    """What the subject words stand for; None where that is unknown, so that nothing may be stated of it.

    `words` come peeled. No words at all mean the topic of the clause before, else the project.
    """
    words = words if ONE_OF_TWO.match(comparable(words)) else words.strip(" ,，、的")
    bare = _without_scene(words)
    if bare is None:
        return None
    words = bare
    plain = comparable(words).casefold()
    if context.language == "zh" and FAMILY.match(plain):
        words = f"我{words}"  # 嫂子, 老妈: the speaker's
        plain = f"我{plain}"
    if not plain:
        return context.topic or context.us
    words = _gathered(words, plain, context)
    plain = comparable(words).casefold()
    fixed = _fixed(plain, words, context)
    if fixed is not None:
        return fixed
    pointed = _pointed(plain, context)
    if pointed is not None:
        return pointed
    if plain in YOU or plain in POINTING or plain in DETERMINERS:
        return None
    is_pronoun, meant = _pronoun(plain, context)
    if is_pronoun:
        return meant
    if not possible(words, plain, context.language, parsed):
        return None
    if context.language == "zh" and plain[0] in "我俺" and NO_NOUN_ZH.match(plain.lstrip("我俺们家的") or "我"):
        return None
    return _owned(words, context) or _named(words, context)


def _named(words: str, context: Context) -> Mention | None:
    theirs = THEIRS.match(comparable(words))
    if theirs is not None and context.language == "zh" and NO_NOUN_ZH.match(theirs["thing"]):
        return None  # 她在武汉: no thing of hers
    if theirs is not None and context.language == "en" and not words[theirs.end("owner") :].startswith(" "):
        return None  # `hers`
    if theirs is not None and (context.language == "en" or theirs["thing"]):
        word = theirs["owner"].casefold()
        _, owner = _pronoun("they" if word == "their" else word, context)
        if theirs["owner"].casefold() in ("his", "her"):
            owner = context.people[-1] if context.people else None
        if owner is None:
            return None
        text = f"{owner.text}的{theirs['thing']}" if context.language == "zh" else f"{owner.text}'s {theirs['thing']}"
        kin = context.language == "zh" and is_family(theirs["thing"])
        return Mention(SubjectKind.NAMED, text, EntityType.PERSON if kin else EntityType.OTHER)
    text = ARTICLE.sub("", words).strip()
    if context.language == "en" and (GENERIC_EN.match(words) or not context.verbs.isdisjoint(words.split()[:-1])):
        return None
    if not text or text.casefold() in ("one", "thing", "东西", "事"):
        return None
    if context.project:
        text = _without_project(text, context.project)
    return Mention(SubjectKind.NAMED, text, context.type_of(text)) if text else context.us


def _without_project(text: str, project: str) -> str:
    """Takes the project's name off a thing of it: `the parser in Juniper`, 渡口的数据库."""
    name = re.escape(project)
    text = re.sub(rf"\s+(?:in|of|for|at)\s+{name}$", "", text, flags=re.I)
    return re.sub(rf"^{name}(?:的|'s\s+|\s+|(?=[\u4e00-\u9fff]))", "", text, flags=re.I).strip()


def mention_of(text: str, type_of: Callable[[str], EntityType], kind: EntityType | None = None) -> Mention:
    """A named mention of a value that is an entity."""
    found = type_of(text)
    return Mention(SubjectKind.NAMED, text, found if found is not EntityType.OTHER or kind is None else kind)


def typed_names(mentions: Sequence[EntityMention], known: Sequence[str]) -> Callable[[str], EntityType]:
    """Looks the type of a name up among the recognised mentions; equal or contained names count."""
    types = {normal_name(mention.text): mention.type for mention in mentions}

    def type_of(text: str) -> EntityType:
        plain = normal_name(text)
        if plain in types:
            return types[plain]
        return EntityType.OTHER

    del known
    return type_of
