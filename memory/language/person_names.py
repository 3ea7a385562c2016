"""Names of persons: surname, given name and title, and whether two wordings may mean one person."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from memory.language.han import fold

COMPOUND_SURNAMES: Final = frozenset(
    "欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 南宫 夏侯 端木 独孤 长孙 宇文 轩辕 申屠 呼延".split()  # noqa: SIM905  a list of words reads best as words
)
SURNAMES: Final = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏"
    "钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜"
    "倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐沿梅莫庄辛管祝左涂谷祁时舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲成游"
    "阳裴席卫查屈鲍位覃霍翁隋植甘景薄单包司柏宁柯阮桂闵解强柴华车冉房边辜吉饶刁瞿戚丘古米池滕晋苑邬臧畅宫来嵺苟"
)
_TITLES_ZH: Final = (  # noqa: SIM905
    "工程师 总经理 副总 董事长 经理 主任 老师 教授 医生 大夫 律师 博士 师傅 局长 处长 科长 部长 院长 校长 主管 总监 组长 队长"
    " 先生 女士 小姐 同学 阿姨 叔叔 警官 护士 会计 总 工 董 导 姐 哥 叔 姨 嫂 律 老"
).split()
_TITLE_EN: Final = re.compile(
    r"^(?:dr|doctor|mr|mrs|ms|miss|prof|professor|sir|madam|captain|capt|lt|col|gen|judge|rev|fr|sr|nurse)\.?\s+", re.I
)
_ZH_NAME: Final = re.compile(r"^[\u3400-\u9fff]{1,4}$")
_EN_WORD: Final = re.compile(r"^[^\W\d_][\w'’\-]*\.?$")
_BRACKET: Final = re.compile(r"\s*[(（][^)）]*[)）]\s*$")


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name in parts, in comparable form. `partial`: it can fit several people of that surname or given name.

    `title` is the title worn in it, or "".
    """

    surname: str
    given: str
    title: str
    script: str

    @property
    def partial(self) -> bool:
        return not (self.surname and self.given)

    @property
    def titled(self) -> bool:
        return bool(self.title)


def _split_zh(name: str) -> tuple[str, str] | None:
    for length in (2, 1):
        head = name[:length]
        known = head in COMPOUND_SURNAMES if length == 2 else head in SURNAMES
        if known and len(name) - length <= 2:
            return head, name[length:]
    return None


def _zh_name(text: str) -> PersonName | None:
    if text[0] in "老小阿" and len(text) == 2:
        # 老张 is a surname worn with respect; 阿哲 is a given name.
        surname, given = ("", text[1]) if text[0] == "阿" else (text[1], "")
        return PersonName(surname, given, text[0], "zh")
    for title in _TITLES_ZH:
        core = text.removesuffix(title)
        if core and core != text and (parts := _split_zh(core)):
            return PersonName(*parts, title, "zh")
    if not _ZH_NAME.match(text) or (parts := _split_zh(text)) is None or not parts[1]:
        return None
    return PersonName(*parts, "", "zh")


def _en_name(text: str) -> PersonName | None:
    titled = _TITLE_EN.match(text)
    words = text[titled.end() :].split() if titled else text.split()
    if not 1 <= len(words) <= 4 or not all(_EN_WORD.match(word) for word in words):
        return None
    title = titled[0].strip(" .").casefold() if titled else ""
    if len(words) == 1:
        # A lone name may be either; only with a title is it surely the surname.
        return PersonName(words[0].casefold(), "", title, "en")
    return PersonName(words[-1].casefold(), words[0].casefold().strip("."), title, "en")


@lru_cache(maxsize=1 << 14)
def person_name(text: str) -> PersonName | None:
    """The parts of a person's name, or None when it cannot be one."""
    plain = _BRACKET.sub("", fold(unicodedata.normalize("NFKC", text))).strip(" 、,，.。")
    if not plain:
        return None
    return _zh_name(plain) if "\u3400" <= plain[0] <= "\u9fff" else _en_name(plain)


def _given_fits(left: str, right: str) -> bool:
    """Equal, absent on one side, or an initial of the other."""
    if not left or not right or left == right:
        return True
    shorter, longer = sorted((left, right), key=len)
    return len(shorter) == 1 and shorter.isascii() and longer.startswith(shorter)


def same_person(left: PersonName, right: PersonName | None) -> bool:
    """Whether two wordings may mean one person: nothing in them differs, and one is a short form of the other."""
    if right is None or left.script != right.script:
        return False
    if left.script == "en" and (not left.given or not right.given):
        lone, full = (left, right) if not left.given else (right, left)
        # "Jana" fits Jana Reiter; "Dr Reiter" and "Reiter" fit her too.
        return lone.surname in ({full.surname} if lone.title else {full.surname, full.given})
    if left.surname and right.surname:
        return left.surname == right.surname and _given_fits(left.given, right.given)
    lone, full = (left, right) if not left.surname else (right, left)
    return bool(full.given) and full.given.endswith(lone.given)
