"""Whose an English clause is that names no subject: the subject of the verb it is joined to, or the one who speaks.

`The flat has two rooms, costs 980` goes on about the flat; `Started at Nordvik on Monday` tells of the speaker,
`Deployed to Fly this morning` of the project.
"""

import re
from collections.abc import Sequence
from typing import Final

from memory.language.statements.en_tree import FINITE, INTENDING, clause_predications
from memory.ports.recognizer import Token

_DECISIONS: Final = re.compile(
    r"^(?:go(?:ing|ne)? with|went with|settl\w+ (?:on|for)|switch\w*|migrat\w+|deploy\w*|releas\w+|ship\w*|launch\w*|"
    r"upgrad\w+|merg\w+|host\w*|roll\w+|bump\w*|replac\w+|us(?:e|ed|ing)(?! to\b)|adopt\w*|stick\w* (?:with|to)|standardi\w+|"
    r"decid\w+|postpon\w+|pick\w*|chose|choos\w+|drop\w*|pushed|scrapp\w+|agreed)\b",
    re.I,
)
_PROJECT_WORDS: Final = re.compile(
    r"\b(?:deploy\w*|releas\w+|databases?|budget|deadline|servers?|api|branch|repo\w*|version|production|staging|"
    r"clusters?|pipeline|build|backend|frontend|milestone|sprint|roadmap|client|launch|services?|parser|module)\b",
    re.I,
)
_STATES: Final = frozenset(
    ["love", "hate", "like", "prefer", "need", "live", "work", "dislike", "enjoy", "adore", "quit"]
)
"""Bare verbs that tell how somebody is; any other bare verb at the head is an order."""


def fragment_owner(words: str) -> str:
    """Whose a clause without a subject is: decisions and works of a project are the project's, the rest the speaker's."""
    ours = _DECISIONS.match(words) or _PROJECT_WORDS.search(words)
    return "we" if ours and not re.search(r"\bmy\b", words, re.I) else "I"


def subject_text(text: str, tokens: Sequence[Token], span: tuple[int, int]) -> str:
    """The words of a subject as written."""
    return text[tokens[span[0]].start : tokens[span[1] - 1].end].strip(" ,")


def given_subject(text: str, start: int, end: int, tokens: Sequence[Token]) -> str:
    """The subject words for the clause `start..end` when it names none itself, else ""."""
    inside = [i for i, t in enumerate(tokens) if start <= t.start < end]
    if not inside or _names_subject(tokens, inside):
        return ""
    found = next(iter(clause_predications(tokens, start, end)), None)
    if found is None:
        return _bare_state(text, start, end, tokens, inside)
    if found.subject is not None:
        return subject_text(text, tokens, found.subject) if found.subject[1] <= inside[0] else ""
    return fragment_owner(text[tokens[found.verb].start : end]) if found.fragment else ""


def _names_subject(tokens: Sequence[Token], inside: Sequence[int]) -> bool:
    """Whether a noun or pronoun opens the clause: the usual case, told without looking at the tree."""
    first = tokens[inside[0]]
    away = first.text.casefold() in ("off", "back", "away")
    return first.pos in ("PRON", "DET", "PROPN", "NUM", "ADP") and first.tag not in FINITE and not away


def _bare_state(text: str, start: int, end: int, tokens: Sequence[Token], inside: Sequence[int]) -> str:
    """`Love the new office`, `Planning to repaint the shed`: the speaker is meant though the parse may see no verb."""
    first = tokens[inside[0]]
    opens = inside[0] == 0 or tokens[inside[0] - 1].text in (";", ":", "-", ",")
    following = tokens[inside[1]] if len(inside) > 1 else None
    intends = first.text.casefold() in INTENDING
    state = first.lemma in _STATES and first.tag in ("VB", "VBP")
    quality = first.tag in ("JJ", "VBN") and following is not None and following.tag in ("IN", "TO", "CC")
    away = first.text.casefold() in ("off", "back", "away") and following is not None and following.pos == "ADP"
    return fragment_owner(text[start:end]) if opens and (intends or state or quality or away) else ""
