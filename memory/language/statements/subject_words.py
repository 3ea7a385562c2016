"""The words that stand for somebody: pronouns, kin, owners, and what no subject can be."""

import re
from typing import Final

from memory.language.statements.clause import comparable

SPEAKER: Final = frozenset(
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
US: Final = frozenset(
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
DETERMINERS: Final = frozenset(["the", "a", "an", "its", "their", "some", "no", "every", "each", "all", "both"])
YOU: Final = frozenset(["你", "您", "你们", "您们", "you", "your", "yours"])
HE: Final = frozenset(["他", "她", "他自己", "她自己", "he", "she", "him", "her", "his"])
IT: Final = frozenset(["它", "该", "其", "it"]) | {
    "this one",
    "that one",
    "the one",
}
POINTING: Final = frozenset(["这", "那", "这个", "那个", "this", "that", "these", "those"])
"""They may mean anything, even a whole sentence."""
THEY: Final = frozenset(["他们", "她们", "它们", "they", "them", "these", "those"])
KIN_ZH: Final = {
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
MINE_ZH: Final = re.compile(r"^(?:我|俺)(?:家的?|的|们家的?)?(?P<thing>.+)$")
OURS_ZH: Final = re.compile(r"^(?:我们的?|咱们的?|本|我司的?)(?P<thing>.+)$")
OUR_OWN: Final = re.compile(r"^我们(?!家(?![具电长教属]))")
ONE_OF_TWO: Final = re.compile(r"^(?:(?:我|我们)?家里?)?[大小]的$")
"""我家小的: a child, told apart by size."""
MINE_EN: Final = re.compile(r"^my (?:own )?(?P<thing>.+)$", re.I)
OURS_EN: Final = re.compile(r"^our (?P<thing>.+)$", re.I)
THEIRS: Final = re.compile(r"^(?P<owner>他们|他|她|它|(?:his|her|its|their)(?=\s))(?:的|\s)?(?P<thing>.+)$", re.I)
ARTICLE: Final = re.compile(
    r"^(?:(?:the|a|an|this|that|these|those|some)\s+|(?:此|这个|那个|这台|那台|这位|那位|该|"
    r"这批|这份|这张)\s*)(?=\S)",
    re.I,
)
NO_NOUN_ZH: Final = re.compile(r"对(?![象门面手方])|[从在和跟与去把给到会被向用让想要能来就也都还没不再又很最太]")
FAMILY: Final = re.compile(
    r"^(?:老[爸妈公婆哥姐弟妹]|孩子|小孩|爸爸?|妈妈?|爷爷|奶奶|外公|外婆|姥姥|姥爷|哥哥|姐姐|弟弟|妹妹|嫂子|姐夫|妹夫|弟媳|岳父|岳母|公公|婆婆|"
    r"太太|媳妇|儿子|女儿|闺女|爸妈|父母|[大二]哥|[大二]姐|叔叔|舅舅|姑姑|阿姨|表[哥姐弟妹]|堂[哥姐弟妹]|阿[嬷公妈爸]|丈母娘|老丈人|男友|女友|男朋友|女朋友)$"
)
BODY: Final = re.compile(
    r"^(?:左|右)?(?:膝盖|腰|背|眼睛|视力|牙|胃|肩膀|手|脚|腿|头|脖子|心脏|血压|血糖|身体|"
    r"体重|身高|血型|身体|性格|脾气|皮肤|嗓子|"
    r"睡眠|胃口|记性|听力|knee|back|shoulder|eyes?|eyesight|teeth|stomach|heart|blood pressure|"
    r"height|weight|blood type)$"
)


def is_family(words: str) -> bool:
    """Whether a bare word names a relative of the speaker: 嫂子, 老妈."""
    return FAMILY.match(comparable(words)) is not None


def is_body(words: str) -> bool:
    """Whether words name a part or a measure of the body: what is said of it is said of the person."""
    return BODY.match(comparable(words)) is not None


QUALIFIER_EN: Final = re.compile(r"\s+(?:in|at|on|of|from|for)\s+(?:the\s+)?(?P<of>.+)$", re.I)
GENERIC_EN: Final = re.compile(
    r"^(?:(?:i|we|you|he|she|they|it)(?:'\w+)?|every|each|some|other|many|most|any|"
    r"few|several|people|such|certain|sometimes|another|things?|life"
    r"|always|often|when|where|which|lately|recently|until|till|since|while|because|although|though|unless|whenever)"
    r"\b(?=\s)|^(?:people|life|things|others|many|most|some)$",
    re.I,
)
"""Nobody in particular, or a subject with a verb of its own before it."""
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
