"""The words between a subject and its verb: they tell negation, plans, doubts, change and repetition.

A pattern matches `subject + these words` as one group; peeling takes them off from the right.
"""

import re
from collections.abc import Container
from dataclasses import dataclass
from typing import Final, TypeAlias

from memory.language.statements.clause import comparable


@dataclass(frozen=True, slots=True)
class Peeled:
    """A bare subject and what stood between it and the verb."""

    subject: str
    negative: bool = False
    planned: bool = False
    doubtful: bool = False
    ends: bool = False
    now: bool = False
    was: bool = False
    past: bool = False
    parsed: bool = False
    """The subject is what the parser took for it, so that its words need no proof."""


_Table: TypeAlias = tuple[tuple[re.Pattern[str], dict[str, bool]], ...]


def _set(**flags: bool) -> dict[str, bool]:
    return flags


_ZH: Final[_Table] = (
    (re.compile(r"(?:不再|再也不|再也没)$"), _set(negative=True, ends=True)),
    (re.compile(r"(?:以前|从前|原来|曾经|曾|原先|原本|过去)$"), _set(was=True)),
    (
        re.compile(
            r"(?:从来不|从来没有?|从不|从没|不怎么|不太|不大|并不|并没有?|"
            r"没有|不会|不能|不想|不要|绝不|决不|不|没|未|别|甭)$"
        ),
        _set(negative=True),
    ),
    (re.compile(r"(?:打算|计划|准备|预计|即将|将要|将|决定|约好|说好|答应|要|会|得)$"), _set(planned=True)),
    (
        re.compile(
            r"(?:可能|也许|大概|或许|好像|似乎|恐怕|估计|应该|说不定|想|希望|想要|能|可以|敢|假装|差点|差一点|几乎)$"
        ),
        _set(doubtful=True),
    ),
    (re.compile(r"(?:现在|目前|如今|改|已经|已)$"), _set(now=True)),
    (re.compile(r"(?:刚刚|刚才|刚|正在|正)$"), _set(past=True)),
    (
        re.compile(
            r"(?:也|都|还|一直|平时|平常|通常|一般|经常|常常|总是|总|最近|"
            r"才|就|又|仍然|仍|依然|比较|特别|非常|很|最|超级|超|挺|更加|更"
            r"|的确|一定|肯定|有时候|有时|偶尔|真|尤其|稍微|有点儿?|有些|其实|"
            r"真的|确实|一向|从小|本来|主要|基本上|基本|只|仅|全部|全|终于|"
            r"自己|快要|快|上次|那时|以后|今后|往后|当时|前几天|暂时|临时|往后|往前|居然|竟然|先|"
            r"后来|默认|固定|始终|可是|这边|那边|算是|算"
            r"|，|,|\s)$"
        ),
        {},
    ),
)
_EN_NEGATIVE: Final = (
    r"(?:not|never|cannot|(?:do|does|did|is|are|was|were|wo|ca|could|would|should|has|have|"
    r"had|ai)n't|can't|won't|neither|hardly|barely)"
)
_EN: Final[_Table] = (
    (re.compile(r"\b(?:no longer|not anymore)$", re.I), _set(negative=True, ends=True)),
    (re.compile(rf"\b{_EN_NEGATIVE}$", re.I), _set(negative=True)),
    (re.compile(r"\bused to(?: be)?$", re.I), _set(was=True)),
    (
        re.compile(
            r"(?:\bwill|'ll|\bshall|\bgoing to|\bgonna|\b(?:plan|plans|planning|intend|intends|aim|"
            r"aims|hope|hopes) to|\babout to"
            r"|\b(?:need|needs|have|has) to|\bmust|\bpromised to|\bdecided to|\bagreed to)(?: be)?$",
            re.I,
        ),
        _set(planned=True),
    ),
    (
        re.compile(
            r"(?:\bmight|\bmay|\bcould|\bwould|'d|\bshould|\bcan|\bmaybe|\bperhaps|\bprobably|"
            r"\bpossibly|\bwant to|\bwants to"
            r"|\bwish|\bseems? to|\bappears? to|\balmost|\bnearly|\bpretend(?:s|ed)? to|\btried to|"
            r"\bwanted to|\bsupposedly|\ballegedly)"
            r"(?: have| be)?$",
            re.I,
        ),
        _set(doubtful=True),
    ),
    (re.compile(r"\b(?:now|currently|already|nowadays|these days|at present)$", re.I), _set(now=True)),
    (re.compile(r"\b(?:just|recently)$", re.I), _set(past=True)),
    (re.compile(r"(?:\b(?:was|were|had|did)|\bhad been)$", re.I), _set(past=True)),
    (
        re.compile(
            r"(?:\b(?:got|also|still|always|usually|often|really|absolutely|slightly|mostly|only|"
            r"actually|even|generally|normally|typically"
            r"|finally|officially|truly|strongly|rather|much|simply|definitely|all|both|do|does|am|"
            r"is|are|has|have|been|being|be|so|then"
            r"|mainly|particularly|especially|totally|quite|kind of|sort of|permanently|"
            r"temporarily|personally|regularly|currently"
            r"|therefore|thus|too|basically|essentially|practically)|'m|'s|'re|'ve|,|\s)$",
            re.I,
        ),
        {},
    ),
)


_FRONT_ZH: Final = re.compile(
    r"^(?:(?P<was>以前|从前|过去|原来|曾经|早先|小时候)|(?P<now>现在|目前|如今)|最近|平时|"
    r"平常|一般|其实|后来|然后|之前|上次|这次|那时|会上|另外|所以|因此|目前|今后|以后|反正|"
    r"(?:[寒暑]假|国庆|春节|中秋|元旦|年[底初后前]|月[底初]|[早午晚中]饭|[早午晚]餐|夜宵|宵夜)(?!的)|[这那本上下]个?(?:学期|学年|季度|赛季|阵子|段时间|个?月|年度|周期)|而且|但是|但|不过|可是"
    r"|据我所知|总之|当时|本来|从小|一直|这样|[，,\s])+"
)
_FRONT_EN: Final = re.compile(
    r"^(?:(?P<was>formerly|previously|in the past)|(?P<now>now|currently|at the moment|"
    r"going forward|from now on|right now|nowadays|these days)|generally|usually|normally|typically|lately|recently|"
    r"also|so|then|and|but|still|in general|at work|at home|after the \w+|since then|"
    r"meanwhile|luckily|sadly|unfortunately|fortunately|finally|today|officially|as usual|"
    r"honestly|personally|overall)\b[\s,]*(?:(?:and|but|so)\s+)?",
    re.I,
)


def peel(words: str, language: str, starts: Container[int] | None = None) -> Peeled:
    """Takes adverbs and auxiliaries off the right end of a subject.

    `starts` are the offsets in `words` at which a token starts: a syllable inside a name (成都, 李想) is no adverb.
    """
    table = _ZH if language == "zh" else _EN
    plain = comparable(words)
    left, right = len(plain) - len(plain.lstrip()), len(plain.rstrip())
    flags: dict[str, bool] = {}
    front = (_FRONT_ZH if language == "zh" else _FRONT_EN).match(plain[left:right])
    if front is not None:
        flags = {"was": front["was"] is not None, "now": front["now"] is not None}
        left += front.end()
    while (step := _peel_once(plain[left:right], table, left, starts)) is not None:
        at, found = step
        # Two negations make no denial that could be trusted: the statement becomes doubtful.
        flags |= {"doubtful": True} if found.get("negative") and flags.get("negative") else found
        right = left + len(plain[left : left + at].rstrip())
    return Peeled(words[left:right], **flags)


def _peel_once(
    text: str, table: _Table, offset: int, starts: Container[int] | None
) -> tuple[int, dict[str, bool]] | None:
    """Where the last adverb of a text starts, and what it tells; None when there is none."""
    for pattern, flags in table:
        found = pattern.search(text)
        if found is None or found.end() == found.start():
            continue
        at = found.start()
        if starts is None or not text[at].strip(",，") or at + offset in starts:
            return at, flags
    return None
