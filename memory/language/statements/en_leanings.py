"""English likes and dislikes told sideways: what nothing beats, what makes the skin crawl, what one would sooner do."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import MemoryKind, Polarity

_OWNER: Final = {
    "i": "I",
    "my": "I",
    "me": "I",
    "we": "we",
    "our": "we",
    "us": "we",
    "he": "he",
    "his": "he",
    "him": "he",
    "she": "she",
}
_OWNER_HER: Final = {**_OWNER, "her": "she", "they": "they", "their": "they", "them": "they"}
_POSS: Final = r"(?P<o>my|our|his|her|their)"
_SAID: Final = (
    r"(?:,? (?:imo|imho|if you ask me|honestly|tbh|for me|in my book|in my opinion|to me|ngl|frankly|i must say"
    r"|really|though))*"
)
_SO: Final = r"(?:(?:so|really|just|simply|totally|definitely|absolutely|honestly|never|not at all|exactly|quite) )*"
_BAD: Final = (
    r"(?:skin crawl|blood boil|teeth itch|toes curl|stomach turn|stomach churn|eyes (?:bleed|water|glaze over)|head (?:hurt"
    r"|spin|ache)"
    r"|flesh creep|hair stand on end|heart sink|hackles rise|ears bleed|brain hurt)"
)
_GOOD: Final = r"(?:heart sing|mouth water|day|week|heart melt|soul sing|heart beat faster)"
_NOUN: Final = re.compile(
    r"^(?:it|that|this|you|they|those|them|these|he|she|what|which|someone|something|anything)\b", re.I
)


def _liked(who: str, value: str, negative: bool = False, name: str = "likes") -> Iterable[Statement]:
    if usable(value) and _NOUN.match(value) is None and len(value.split()) <= 9:
        polarity = Polarity.NEGATIVE if negative else None
        yield Statement(Peeled(who), name, value, polarity=polarity, kind=MemoryKind.PREFERENCE, confidence=0.75)


@custom(
    "en.nothing_beats",
    rf"^(?:for me,? |imo,? |honestly,? |to me,? )?(?:(?:nothing|no \w+|little) (?:beats|tops|comes close to|compares to"
    rf"|compares with|touches"
    rf"|is better than)|(?:you )?(?:can't|cannot|can not) (?:beat|top|go wrong with)|there's nothing (?:like"
    rf"|better than)) (?P<v>.+?){_SAID}$",
)
def nothing_beats(hit: Hit) -> Iterable[Statement]:
    """Nothing beats a charcoal grill imo."""
    yield from _liked("I", hit.value())


@custom(
    "en.not_my_thing",
    rf"^(?:(?:ugh|nah|no|nope|sorry|eh|meh|oh|well|god)[,.!]? )*(?P<v>.+?)(?:'s| is| are|'re| has been| have been| has| have"
    rf"| was)(?P<n>n't| not| so not)?(?: never been)? {_SO}(?P<m>not )?{_SO}"
    rf"(?:quite |exactly )?{_POSS} (?:kind of |sort of )?(?:thing|cup of tea|bag|jam|scene|style|vibe|idea of fun|strong suit"
    rf"|forte|favou?rite)"
    rf"(?: at all| anymore)?{_SAID}$",
)
def not_my_thing(hit: Hit) -> Iterable[Statement]:
    """Karaoke is so not my thing."""
    negative = hit.has("n") or hit.has("m") or re.search(r"\bnever\b", hit.view.text) is not None
    if negative:
        yield from _liked(_OWNER_HER[hit.match["o"].casefold()], hit.value(), True)


@custom(
    "en.makes_my",
    rf"^(?P<v>.+?) (?:always |really |just |still |never fails? to )*(?:makes?|sets?|gets?) {_POSS} (?:(?P<b>{_BAD}"
    rf"|teeth on edge|goat)|(?P<g>{_GOOD}))"
    rf"(?: every time| a bit| so much)?{_SAID}$",
)
def makes_my(hit: Hit) -> Iterable[Statement]:
    """Emojis in work emails make my skin crawl."""
    yield from _liked(_OWNER_HER[hit.match["o"].casefold()], hit.value(), hit.has("b"))


@custom(
    "en.fan_here",
    r"^(?:(?:a |i'm a |am a )?(?:massive|big|huge|lifelong|long-time|proud|total|die-hard|diehard|serious|enormous|avid|major"
    r"|secret|keen|real|true"
    r"|mega|unashamed|confirmed|committed|hardcore|proper|bit of a) )+(?P<v>.+?) (?:fan|lover|nerd|geek|fiend|addict"
    r"|enthusiast|person|buff|devotee"
    r"|aficionado|nut|obsessive|fanatic|junkie|head|girl|guy|hater(?P<n>))(?: over)?(?: here)?(?:,? (?:and proud|for life"
    r"|since .+))?$"
    r"|^(?:(?:a |i'm a )?(?:massive|big|huge|lifelong|long-time|proud|die-hard|avid|keen|real|total) )+(?:fan|lover"
    r"|devotee) of (?P<v3>.+)$"
    r"|^(?P<v2>[\w' -]{2,40}?) (?:fan|lover|nerd|geek|fiend|addict|enthusiast|person|buff) (?:over )?here$",
)
def fan_here(hit: Hit) -> Iterable[Statement]:
    """Massive Studio Ghibli fan over here."""
    value = hit.value(next(group for group in ("v", "v2", "v3") if hit.has(group)))
    if not any(t.tag in ("VBZ", "VBD") for t in hit.clause.tokens):
        yield from _liked("I", value, hit.match["n"] is not None)


@custom(
    "en.sooner_than",
    r"^(?P<o>i|we|he|she|they)(?:'d| would) (?:much |far |always |honestly |genuinely )*(?:sooner|rather) (?P<v>(?!not\b"
    r"|be lying)[^,]{3,60}?)"
    r"(?:,? (?:than|over|instead of) (?P<f>[^,]{2,60}))?$",
)
def sooner_than(hit: Hit) -> Iterable[Statement]:
    """I'd sooner take the night train than fly."""
    value = re.sub(r"^(?:you|they|people) ", "", hit.value())
    lasting = hit.has("f") or re.match(r"^(?:you|they|people) ", hit.raw("v"), re.I) is not None
    if (
        lasting
        and not hit.clause.spans
        and not re.search(r"\b(?:die|eat my|be dead|starve|stick pins|stay in bed)\b", hit.view.text)
    ):
        yield from _liked(_OWNER_HER[hit.match["o"].casefold()], value, name="prefers")


@custom(
    "en.over_any_day",
    r"^(?:i'll take |i'd take |give me |gimme |i'd pick |i'd choose |i'll have |make mine )?(?P<v>[^,]{2,50}?) (?:over|before"
    r"|rather than) [^,]{2,50}?,?"
    r" (?:any day(?: of the week)?|every time|always|all day(?: long)?|any time|hands down|no contest|for me)$"
    r"|^(?:give me|gimme|i'll take) (?P<v2>[^,]{2,50}?) any day(?: of the week)?$",
)
def over_any_day(hit: Hit) -> Iterable[Statement]:
    """Give me a paper map over a phone any day."""
    yield from _liked("I", hit.value("v") if hit.has("v") else hit.value("v2"), name="prefers")


@custom(
    "en.taste_turned",
    r"^(?:i )?(?:used to |couldn't |could never |never )?(?P<w>hate|hated|loathed|detested|stand|couldn't stand|like|liked"
    r"|loved|love|bear|avoided)"
    r" (?P<f>[^,;]{2,40}?)(?: as a (?:kid|child|teen|teenager|student|boy|girl)| growing up| back then| when i was \w+"
    r"| for years| once)?"
    r"(?:,|;| -| \u2013| but|\.)+ (?:but )?(?:now|these days|nowadays|today)[, ]*(?:i )?(?:(?P<l>(?:absolutely |really "
    r"|actually )*(?:love|adore|like|can't get"
    r" enough(?: of)?|couldn't live without|can't live without|enjoy|crave|am hooked on|'m hooked on))|(?P<d>(?:really "
    r"|absolutely )*(?:hate|loathe"
    r"|can't stand|can't bear|avoid|can't stomach|dislike|can't touch))) (?P<v>[^,;]{2,40})$",
)
def taste_turned(hit: Hit) -> Iterable[Statement]:
    """Couldn't stand jazz as a kid, now I can't get enough jazz."""
    value = clean_value(re.sub(r"^(?:it|them|that)$", hit.raw("f"), hit.raw("v").strip(), flags=re.I), "en")
    yield from _liked("I", value, hit.has("d"))


SENTENCES: Final[tuple[Pattern, ...]] = (taste_turned,)
PATTERNS: Final[tuple[Pattern, ...]] = (nothing_beats, not_my_thing, makes_my, fan_here, sooner_than, over_any_day)
