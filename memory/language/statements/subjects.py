"""Who a statement is about: the speaker, the project, a named thing, or somebody from the words before."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from memory.language.linking import normal_name
from memory.language.statements.clause import comparable
from memory.language.statements.en_persons import GROUPS
from memory.language.statements.plausible import plausible, possible
from memory.model.assertion import Mention, SubjectKind
from memory.ports.recognizer import EntityMention, EntityType
from memory.settle.registry import DEFAULT_REGISTRY

_I: Final = frozenset(
    [
        "我",
        "我家",
        "我人",
        "本人",
        "俺",
        "我自己",
        "我这边",
        "我这",
        "我个人",
        "我本人",
        "我这人",
        "我这个人",
        "我们家",
        "i",
        "me",
        "myself",
    ]
)
_WE: Final = frozenset(
    [
        "我们",
        "咱们",
        "咱",
        "我俩",
        "咱俩",
        "我方",
        "我司",
        "我们团队",
        "我们组",
        "我们公司",
        "我们这边",
        "我们项目",
        "咱们项目",
        "大家",
        "团队",
        "项目",
        "本项目",
        "这个项目",
        "项目组",
        "全员",
        "公司",
        "全组",
        "we",
        "us",
        "our",
        "ours",
        "everyone",
    ]
) | {"our team", "the team", "our company", "the company", "this project", "the project", "our project"}
_DETERMINERS: Final = frozenset(["the", "a", "an", "its", "their", "some", "no", "every", "each", "all", "both"])
_YOU: Final = frozenset(["你", "您", "你们", "您们", "you", "your", "yours"])
_HE: Final = frozenset(["他", "她", "他自己", "她自己", "he", "she", "him", "her", "his"])
_IT: Final = frozenset(["它", "该", "其", "it"]) | {
    "this one",
    "that one",
    "the one",
}
_POINTING: Final = frozenset(["这", "那", "这个", "那个", "this", "that", "these", "those"])
"""They may mean anything, even a whole sentence."""
_THEY: Final = frozenset(["他们", "她们", "它们", "they", "them", "these", "those"])

_KIN_ZH: Final = {
    "爸": "爸爸",
    "妈": "妈妈",
    "老爸": "爸爸",
    "老妈": "妈妈",
    "父亲": "爸爸",
    "母亲": "妈妈",
    "太太": "妻子",
    "老婆": "妻子",
    "媳妇": "妻子",
    "先生": "丈夫",
    "老公": "丈夫",
    "哥": "哥哥",
    "姐": "姐姐",
    "弟": "弟弟",
    "妹": "妹妹",
    "闺女": "女儿",
}
_MINE_ZH: Final = re.compile(r"^(?:我|俺)(?:家的?|的|们家的?)?(?P<thing>.+)$")
_OURS_ZH: Final = re.compile(r"^(?:我们的?|咱们的?|本|我司的?)(?P<thing>.+)$")
_OUR_OWN: Final = re.compile(r"^我们(?!家(?![具电长教属]))")
_ONE_OF_TWO: Final = re.compile(r"^(?:(?:我|我们)?家里?)?[大小]的$")
"""我家小的: a child, told apart by size."""
_MINE_EN: Final = re.compile(r"^my (?:own )?(?P<thing>.+)$", re.I)
_OURS_EN: Final = re.compile(r"^our (?P<thing>.+)$", re.I)
_THEIRS: Final = re.compile(r"^(?P<owner>他们|他|她|它|(?:his|her|its|their)(?=\s))(?:的|\s)?(?P<thing>.+)$", re.I)
_ARTICLE: Final = re.compile(
    r"^(?:(?:the|a|an|this|that|these|those|some)\s+|(?:此|这个|那个|这台|那台|这位|那位|该|"
    r"这批|这份|这张)\s*)(?=\S)",
    re.I,
)
_NO_NOUN_ZH: Final = re.compile(r"对(?![象门面手方])|[从在和跟与去把给到会被向用让想要能来就也都还没不再又很最太]")
_FAMILY: Final = re.compile(
    r"^(?:老[爸妈公婆哥姐弟妹]|孩子|小孩|爸爸?|妈妈?|爷爷|奶奶|外公|外婆|姥姥|姥爷|哥哥|姐姐|弟弟|妹妹|嫂子|姐夫|妹夫|弟媳|岳父|岳母|公公|婆婆|"
    r"太太|媳妇|儿子|女儿|闺女|爸妈|父母|[大二]哥|[大二]姐|叔叔|舅舅|姑姑|阿姨|表[哥姐弟妹]|堂[哥姐弟妹]|阿[嬷公妈爸]|丈母娘|老丈人|男友|女友|男朋友|女朋友)$"
)
_BODY: Final = re.compile(
    r"^(?:左|右)?(?:膝盖|腰|背|眼睛|视力|牙|胃|肩膀|手|脚|腿|头|脖子|心脏|血压|血糖|身体|"
    r"体重|身高|血型|身体|性格|脾气|皮肤|嗓子|"
    r"睡眠|胃口|记性|听力|knee|back|shoulder|eyes?|eyesight|teeth|stomach|heart|blood pressure|"
    r"height|weight|blood type)$"
)


def is_family(words: str) -> bool:
    """Whether a bare word names a relative of the speaker: 嫂子, 老妈."""
    return _FAMILY.match(comparable(words)) is not None


def is_body(words: str) -> bool:
    """Whether words name a part or a measure of the body: what is said of it is said of the person."""
    return _BODY.match(comparable(words)) is not None


_QUALIFIER_EN: Final = re.compile(r"\s+(?:in|at|on|of|from|for)\s+(?:the\s+)?(?P<of>.+)$", re.I)
_GENERIC_EN: Final = re.compile(
    r"^(?:(?:i|we|you|he|she|they|it)(?:'\w+)?|every|each|some|other|many|most|any|"
    r"few|several|people|such|certain|sometimes|another|things?|life"
    r"|always|often|when|where|which|lately|recently|until|till|since|while|because|although|though|unless|whenever)"
    r"\b(?=\s)|^(?:people|life|things|others|many|most|some)$",
    re.I,
)
"""Nobody in particular, or a subject with a verb of its own before it."""


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
    if plain in _HE:
        return True, context.people[-1] if context.people else None
    if plain in _IT:
        return True, context.things[-1] if context.things else None
    if plain in _THEY and context.reported is not None:
        return True, context.reported
    if plain in _THEY:
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
    word = _KIN_ZH.get(thing, thing)
    text = f"{owner}的{word}" if context.language == "zh" else f"{owner}'s {word}"
    return Mention(SubjectKind.NAMED, text, EntityType.PERSON)


PERSON_RELATIONS: Final = frozenset(
    [
        "spouse",
        "fiance",
        "boyfriend",
        "girlfriend",
        "father",
        "mother",
        "child",
        "son",
        "daughter",
        "brother",
        "sister",
        "grandfather",
        "grandmother",
        "uncle",
        "aunt",
        "cousin",
        "friend",
        "roommate",
        "neighbour",
        "classmate",
        "colleague",
        "manager",
        "report",
        "assistant",
        "teacher",
        "student",
        "doctor",
        "client",
        "product_manager",
        "project_manager",
    ]
)


def _owned(words: str, context: Context) -> Mention | None:
    """Things with an owner: a relative, a part of the body (the person), or a thing of the speaker or the project."""
    folded = comparable(words)
    mine = _MINE_ZH.match(folded) if context.language == "zh" and not _OUR_OWN.match(folded) else _MINE_EN.match(words)
    if mine is not None:
        thing = words[mine.start("thing") :]
        relative = _relative(thing, context)
        if relative is not None:
            return relative
        if _BODY.match(comparable(thing)):
            return context.me
        if context.language == "zh" and (_NO_NOUN_ZH.match(comparable(thing)) or re.search(r"[了过着]", thing)):
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
    ours = _OURS_ZH.match(folded) or _OURS_EN.match(words)
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
    if plain in _I or plain == "my":
        return context.me
    if plain in ("我们", "咱们") and context.topic is not None and context.topic in context.kin.values():
        return context.me  # 我男友叫承恩，我们在一起三年了
    if plain in _WE or plain == "our" or _is_project(words, context):
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
    words = words if _ONE_OF_TWO.match(comparable(words)) else words.strip(" ,，、的")
    bare = _without_scene(words)
    if bare is None:
        return None
    words = bare
    plain = comparable(words).casefold()
    if context.language == "zh" and _FAMILY.match(plain):
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
    if plain in _YOU or plain in _POINTING or plain in _DETERMINERS:
        return None
    is_pronoun, meant = _pronoun(plain, context)
    if is_pronoun:
        return meant
    if not possible(words, plain, context.language, parsed):
        return None
    if context.language == "zh" and plain[0] in "我俺" and _NO_NOUN_ZH.match(plain.lstrip("我俺们家的") or "我"):
        return None
    return _owned(words, context) or _named(words, context)


def _named(words: str, context: Context) -> Mention | None:
    theirs = _THEIRS.match(comparable(words))
    if theirs is not None and context.language == "zh" and _NO_NOUN_ZH.match(theirs["thing"]):
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
    text = _ARTICLE.sub("", words).strip()
    if context.language == "en" and (_GENERIC_EN.match(words) or not context.verbs.isdisjoint(words.split()[:-1])):
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
