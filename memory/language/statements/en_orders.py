"""English orders and rules that no fixed opening marks: bare verbs with `each`, `from here on`, one-offs, wishes in a noun.

A bare verb alone (`Send Ana the file`) asks for something now and is no rule.
"""

import re
from dataclasses import dataclass
from typing import Final

from memory.model.assertion import Application

_SECOND: Final = re.compile(
    r",\s+(?=(?:i|i'm|i've|i'd|i'll|we|we're|we've|my|our|it's|as a rule|normally|usually|by default|otherwise|in general"
    r"|generally|as usual|the [\w ]{2,24}? (?:is|are|was|has))\b)",
    re.I,
)
_AS_USUAL: Final = re.compile(
    r"^(?:as a rule|normally|usually|by default|otherwise|in general|generally),? (?P<v>\w.{3,})$", re.I
)
_BARE: Final = (
    r"(?!(?:i|we|he|she|it|they|you|the|a|an|my|our|his|her|their|this|that|there|these|those|no|all|every|each|in|on|at|for"
    r"|is|are|was|were|has|have|had|will|not|only|just|nobody|everyone|everybody|someone)\b)"
)
_ONCE: Final = re.compile(
    rf"^(?:(?:as an? |a |this is a )?one[- ]?off|only this once|just (?:for )?this once|this one time|for once|just today"
    rf"|today only)"
    rf"(?:[:,]| -| \u2013)? (?:please |can you |could you )?(?P<v>{_BARE}(?-i:[a-z])\w+ (?!is\b|are\b|will\b|has\b|was\b"
    rf"|have\b).{{3,}})$"
    rf"|^(?:please )?(?P<w>(?:make|do|print|send|write|format|set|keep|ship|book|order|bake|paint|cut|use|put) this (?:one"
    rf"|time|order|batch)\b.{{2,}})$"
    rf"|^(?:please )?(?P<x>(?:make|do|print|send|write|format|set|ship|book|order|bake|paint|cut|use|put) .{{3,60}}"
    r" (?:just )?(?:this once|this one time|this time(?: only)?|just for today|as a one-off))$",
    re.I,
)
_HENCEFORTH: Final = re.compile(
    r"^(?:from here on(?: out| in)?|henceforth|from this (?:week|month|point|moment) on(?:wards)?|from today onwards"
    r"|from now on(?:wards)?"
    rf"|as of (?:today|now)|starting (?:today|now)|going forwards?|until further notice),? (?:please )?(?P<v>(?:don't |never "
    rf"|always )?{_BARE}"
    r"(?-i:[a-z])\w+ (?!is\b|are\b|will\b|has\b|was\b|have\b).{3,})$",
    re.I,
)
_OCCASION: Final = re.compile(
    r"^(?P<v>(?:when(?:ever)?|while|if|before|after) (?:you(?:'re| are)? )?[\w' ]{3,40}?,? (?:please )?(?:use|keep|avoid|spell"
    r"|sign|include"
    r"|don't|do not|always|never|leave out|stick to|address|start with|attach|quote) [\w' ].{2,})$",
    re.I,
)
_VERB: Final = (
    r"(?:rinse|wash|clean|soak|lock|close|shut|check|label|file|sign|wear|keep|store|switch|turn|unplug|charge|feed|water|lift"
    r"|wipe"
    r"|empty|rotate|weigh|count|log|record|note|round|quote|price|spell|number|list|add|put|leave|cover|dry|test|back up|save"
    r"|copy"
    r"|stir|knead|preheat|chill|rest|serve|pour|mix|sand|prime|oil|grease|tighten|measure|stack|sort|recycle|park|book|order|pay"
    r"|invoice|bill|tag|date|initial|stamp|scan|archive|commit|rebase|squash|deploy|run|use|write|format|cc|copy in|attach|ask"
    r"|ring|knock"
    r"|take|bring|report|update|review|disinfect|sterili[sz]e|drain|flush|sweep|mop)"
)
_REGULAR: Final = re.compile(
    rf"^(?:please )?(?P<v>{_VERB} (?!me\b|it to\b).*\b(?:each|every|between \w+s|before \w+ing|after \w+ing|before you \w+"
    rf"|after you \w+"
    r"|overnight|for (?:\d+|two|three|five|six|seven|ten) years|at all times|once a (?:day|week|month|year)"
    r"|(?:all|any) (?:\w+ )?\w+s\b(?=.*\b(?:in|with|to|by|as)\b))\b.*)$",
    re.I,
)
_NEVER: Final = re.compile(
    r"^(?:please )?(?P<v>(?:don't|do not|dont|never) (?:ever )?(?:paste|ring|call|phone|text|e-?mail|contact|wake|disturb"
    r"|leave|park|quote"
    r"|round|attach|cc|forward|open|print|throw|wash|tumble|put|mix|feed|water|bring|hand|pay|invite|order|sign|spell|abbreviate"
    r"|address|serve|plug|unplug|charge|move|block|lean|store|stack|pour|cut|shake|heat|freeze|boil|iron|bleach|seat|wear"
    r"|smoke in"
    r"|talk to|message|dm|knock|let the|lock the|turn off|switch off) .{2,})$",
    re.I,
)
_SIGNAL: Final = re.compile(
    r"^(?P<v>(?:an? |one |two |three |four |the |\d+ )?(?:short |long |red |green |amber |yellow |white |blue |black "
    r"|loud )*(?:blasts?|flags?"
    r"|lights?|whistles?|bells?|knocks?|horns?|sirens?|beeps?|rings?|tags?|stickers?|labels?|cones?|signals?|flares?|dots?"
    r"|stripes?|buzz(?:es)?"
    r"|badges?|wristbands?|lamps?)\b[\w' ]{0,30}? (?:means?|signals?|stands? for|tells? (?:us|you|everyone)) [\w' ].{2,})$",
    re.I,
)
_WISH: Final = re.compile(
    r"^(?P<v>(?:no (?!worries|problem|need|rush|hurry|more\b|thanks|way)[a-z][\w' -]{2,40}|(?:metric|imperial|celsius"
    r"|fahrenheit|kilometres|miles"
    r"|vegetarian|vegan|decaf|british|american|plain|short|brief|bullet|formal|informal|first names?|surnames?|prices?|dates?"
    r"|times?|names?"
    r"|units?|emails?|replies|answers|summaries|reports?|invoices?|receipts?|shoes|phones)\b(?: [\w' -]{2,40})?)),? (?:please"
    r"|pls|thanks)"
    r"(?: and thank you)?$|^(?:please),? (?P<w>no (?!worries|problem|need|rush|hurry|more\b)[a-z][\w' -]{2,40})$"
    r"|^(?P<x>(?:shoes|phones|hats|coats|lights|helmets|masks) (?:off|on|away)\b[\w' ]{3,40})$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Order:
    """The characters of an order in its sentence, and how far it reaches."""

    start: int
    end: int
    application: Application


def second_fact(text: str) -> int | None:
    """Where a clause of its own begins behind what may be an order: `Don't ring before ten, I work nights`."""
    found = _SECOND.search(text)
    return found.end() if found is not None and found.start() > 5 else None


def usual(text: str) -> tuple[int, int] | None:
    """What holds otherwise, told behind an exception: `…, as a rule ours are portrait`."""
    found = _AS_USUAL.match(text.rstrip(" .!"))
    return found.span("v") if found is not None else None


def order(text: str) -> Order | None:
    """The order or rule that a sentence gives, if it is one."""
    for pattern in (_ONCE, _HENCEFORTH, _OCCASION, _REGULAR, _NEVER, _SIGNAL, _WISH):
        found = pattern.match(text)
        if found is not None:
            group = next(name for name, words in found.groupdict().items() if words)
            once = pattern is _ONCE
            return Order(*found.span(group), Application.ONCE if once else Application.ALWAYS)
    return None
