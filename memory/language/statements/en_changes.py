"""English sentences of two halves: something was wrong or has changed, and what is right now.

They are tried on the whole sentence, before it is cut into clauses.
"""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.attributes import attribute, named_value
from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import Change, MemoryKind
from memory.ports.recognizer import EntityType

_RESULT: Final = re.compile(
    r"^(?:i|we|you|he|she|they|it|that|this|not|when|if|something|one|quick|diet|search|query|page|tool|output|result|log|note|"
    r"text|answer|summary|subject|re|update|reminder|fyi)\b",
    re.I,
)
_TIMED: Final = frozenset(["deadline", "meeting_time", "schedule", "departure", "arrival", "birthday"])
_IT: Final = (
    r"(?:it's|it is|it'll be|that's|the (?:right|correct|new) (?:one|name|number|date|"
    r"value) is)(?: actually| now| really)*(?: due(?: on)?| at| on)?"
)


def about(noun: str, value: str, due: bool = False) -> Statement:
    """The new value of a noun phrase, as a replacement."""
    noun = re.sub(
        r"^(?:the |our )?(?:wrong|old|right) (?:name|number|date|value|"
        r"figure) (?:for|of|about) ",
        "",
        noun,
        flags=re.I,
    )
    if due:
        return Statement(Peeled(noun), "deadline", value, change=Change.REPLACES, timeless=True)
    read = attribute(Peeled(noun), "en")
    if read is not None:
        subject, predicate = read
    else:
        mine = re.match(r"^(?P<o>my|our|the) (?P<n>.+)$", noun, re.I)
        subject = Peeled("I" if mine is not None and mine["o"].casefold() == "my" else "we")
        predicate = named_value(mine["n"] if mine else noun)
    timeless = predicate.rpartition(".")[2] in _TIMED
    return Statement(subject, predicate, value, change=Change.REPLACES, timeless=timeless)


@custom(
    "en.it_is_now",
    r"^(?:they|we|i|someone|finance|he|she)?\b.{0,24}?\b(?:moved|changed|replace|"
    r"replaced|updated|misread|wrong|mistaken|mixed up|got|switched|raised|cut|"
    r"lowered)\b.{0,30}?\b(?P<n>(?:my|our|the|their) [\w\- ]{2,40}?)(?: again|"
    rf" was wrong| was off)?[,:;] {_IT} (?P<v>(?:[^,]|,(?=\d))+)$",
    timed=True,
)
def it_is_now(hit: Hit) -> Iterable[Statement]:
    """They moved the submission, it's due January 27 now."""
    noun = clean_value(hit.raw("n"), "en") if hit.raw("n").casefold().startswith("the ") else hit.raw("n")
    if usable(hit.value()):
        yield about(noun.strip(), hit.value(), due=" due" in hit.view.text[hit.match.end("n") :])


@custom(
    "en.was_wrong",
    r"^(?:.{0,40}[:,;] )?(?:what i said about )?(?P<n>(?:my|our|"
    r"the) [\w\- ]{2,40}?) (?:was|is) (?:wrong|incorrect|a mistake|off),? (?:and |"
    rf"so )?{_IT} (?P<v>(?:[^,]|,(?=\d))+)$",
    timed=True,
)
def was_wrong(hit: Hit) -> Iterable[Statement]:
    """What I said about the server room was wrong, it's B-197."""
    yield about(hit.raw("n"), hit.value())


@custom(
    "en.new_one",
    r"^(?P<s>i|we|he|she)(?:'ve| have| has|'s)?(?: just)?(?: got|"
    r" gotten)? (?:a )?new (?P<n>[\w\- ]{3,30}?)(?:,|:| \u2013| -| is) (?P<v>[^,]+)$",
)
def new_one(hit: Hit) -> Iterable[Statement]:
    """I have a new mobile number, 617-555-0122."""
    read = attribute(Peeled(hit.raw("n")), "en")
    if read is not None and not read[0].subject:
        yield Statement(Peeled(hit.raw("s")), read[1], hit.value(), change=Change.REPLACES)


@custom(
    "en.not_but",
    r"^(?P<n>(?:my|our|the) [\w\- ]{2,40}?) (?:is|was)(?:n't| not) (?P<f>(?:[^,]|"
    r",(?=\d)){1,40}?),? (?:but |it's |it is )(?P<v>(?:[^,]|,(?=\d))+)$",
    timed=True,
)
def not_but(hit: Hit) -> Iterable[Statement]:
    """The total is not 1,810 but 1,180."""
    yield about(hit.raw("n"), hit.value())


@custom(
    "en.wish_in",
    r"^(?:as a rule |from now on |in general )?i (?:want|like|prefer|need|"
    r"'d like) my (?P<t>[\w\- ]{3,30}?) (?:in|as|to be|with|written in|"
    r"set to) (?P<v>[^,]+)$",
)
def wish_in(hit: Hit) -> Iterable[Statement]:
    """I like my status reports as plain prose."""
    yield choice(hit.raw("t"), hit.value())


@custom(
    "en.as_my",
    r"^i (?:want|like|prefer|use|chose|picked) (?P<v>[\w#][\w\-.+# ]{1,30}?) (?:as|for) my (?P<t>[\w\- ]{3,30})$",
)
def as_my(hit: Hit) -> Iterable[Statement]:
    """I like Tokyo Night as my editor theme."""
    yield choice(hit.raw("t"), hit.value())


@custom(
    "en.moved_for",
    r"^i(?:'ve| have)?(?: just| now)? (?:moved|switched|changed|went)(?: over|"
    r" back)? to (?P<v>[\w#][\w\-.+# ]{1,30}?) (?:as|"
    r"for) my (?P<t>[\w\- ]{3,30}?)(?: and .+)?$",
)
def moved_for(hit: Hit) -> Iterable[Statement]:
    """I moved to Catppuccin for my editor theme."""
    yield choice(hit.raw("t"), hit.value(), Change.REPLACES)


@custom(
    "en.write_my",
    r"^(?:please )?(?:write|format|draft|send|make|do|set|keep|give me|show(?: me)?|put|"
    r"book|order)(?: me)? (?:my |the |all |our )*(?P<t>(?!me\b|it\b)[\w\- ]{3,30}?) (?:in|"
    r"as) (?:a |an |the )?(?P<v>[^,]+)$",
)
def write_my(hit: Hit) -> Iterable[Statement]:
    """Write my commit messages in gitmoji style."""
    yield choice(hit.raw("t"), hit.value(), None)


@custom(
    "en.use_for",
    r"^(?:please )?(?:in (?P<w>[\w ]{3,30}?),? )?use (?:the )?(?P<v>[\w#][\w\-.+# ]{1,30}?)"
    r"(?: (?:form|format|style))? (?:for|as) (?:my |the |our |a )?(?P<t>[\w\- ]{3,30})$",
)
def use_for(hit: Hit) -> Iterable[Statement]:
    """Use #e77062 as brand colour."""
    mine = re.search(r"\bmy\b", hit.view.text) is not None
    topic = clean_value(hit.raw("t"), "en").casefold()
    owner = Peeled("I" if mine else "we")
    name = "default_choice" if mine else "choice"
    yield Statement(owner, f"{topic}.{name}", hit.value(), kind=MemoryKind.PREFERENCE if mine else None)


def choice(topic: str, value: str, change: Change | None = None) -> Statement:
    """What the speaker wants for a kind of thing."""
    words = clean_value(topic, "en").casefold()
    return Statement(
        Peeled("I"), f"{words}.default_choice", value, change=change, kind=MemoryKind.PREFERENCE, confidence=0.75
    )


@custom(
    "en.label",
    r"^(?P<s>[A-Za-z][\w\- ']{2,44}?)(?: here| over here)?: (?P<v>(?:\d{1,2}:\d{2}|"
    r"(?:(?-i:[A-Z])(?!(?:'m|'ve|) )|[0-9#$\u20ac\u00a3])[^,:]{0,40}))$",
    timed=True,
)
def label(hit: Hit) -> Iterable[Statement]:
    """Combination for the workshop safe: 9482."""
    words = re.sub(r"^new (?:slot|date|time|number|value) for ", "", hit.raw("s").strip(), flags=re.I)
    words = re.sub(r" (?:for|of) this (?:work|project|repo|one)$", "", words, flags=re.I)
    renewed = words != hit.raw("s").strip() and hit.match["s"].casefold().startswith("new")
    time = re.match(r"^\d{1,2}[:.]\d{2}", hit.match["v"]) is not None
    found = re.match(r"^(?P<n>[\w ]+?) (?:on|of|for|at|in) (?:the |our |my )?(?P<x>.+)$", words)
    read = attribute(Peeled(words), "en")
    change = Change.REPLACES if renewed else None
    if _RESULT.match(words):
        return
    if time:
        thing = re.sub(r"^(?:the|our|daily|weekly)\s+", "", words.casefold())
        yield Statement(Peeled(thing), "meeting_time", hit.value(), change=change, timeless=True)
    elif read is not None and read[1] not in ("description", "event", "plan"):
        timeless = read[1].rpartition(".")[2] in _TIMED
        yield Statement(read[0], read[1], hit.value(), change=change, timeless=timeless)
    elif found is not None and not re.search(r"\bin charge\b", words):
        yield Statement(Peeled(found["x"]), f"{found['n'].casefold()}.value", hit.value(), change=change)
    elif len(words.split()) <= 4:
        person = any(m.type is EntityType.PERSON and m.text in hit.raw("v") for m in hit.clause.mentions)
        yield Statement(Peeled("we"), named_value(words), hit.value(), object=EntityType.PERSON if person else None)


SENTENCES: Final[tuple[Pattern, ...]] = (
    it_is_now,
    was_wrong,
    new_one,
    not_but,
    moved_for,
    as_my,
    wish_in,
    use_for,
    write_my,
    label,
)
