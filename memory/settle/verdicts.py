"""Reasons and ranks: why one statement wins over another."""

from enum import StrEnum

from memory.model.assertion import Authority
from memory.settle.predicate import Predicate


class Reason(StrEnum):
    """Why a memory stands as it stands, or what was decided about a statement; one sentence each in `SENTENCES`."""

    STATED = "stated"
    NEWER_STATEMENT = "newer_statement"
    REPLACED_IN_WORDS = "replaced_in_words"
    HIGHER_AUTHORITY = "higher_authority"
    LOWER_AUTHORITY = "lower_authority"
    CONTRADICTED_LATER = "contradicted_later"
    CONFLICTING = "conflicting"
    ENDED_IN_WORDS = "ended_in_words"
    DENIED = "denied"
    TEMPORARY_EXCEPTION = "temporary_exception"
    INTERRUPTED = "interrupted"
    RESUMED = "resumed"
    REPEAT = "repeat"
    CONFIRMED = "confirmed"
    ECHO = "echo"
    HAPPENED = "happened"
    PLANNED = "planned"
    CAME_TRUE = "came_true"
    BUFFER = "buffer"
    NOTHING_TO_END = "nothing_to_end"
    REVOKED = "revoked"
    EVIDENCE_GONE = "evidence_gone"
    FOLDED = "folded"
    CORRECTED = "corrected"
    CORRECTION = "correction"
    DECIDED = "decided_against"
    CHOSEN = "chosen"
    BOTH_HOLD = "both_hold"
    TTL = "ttl"
    REVALIDATED = "revalidated"


SENTENCES: dict[str, str] = {
    Reason.STATED: "It was stated and nothing contradicts it.",
    Reason.NEWER_STATEMENT: "A newer statement of the same weight says otherwise.",
    Reason.REPLACED_IN_WORDS: "The words of the newer statement say that this was replaced.",
    Reason.HIGHER_AUTHORITY: "A source of higher authority says otherwise.",
    Reason.LOWER_AUTHORITY: "It contradicts a source of higher authority and waits for a decision.",
    Reason.CONTRADICTED_LATER: "A later statement says that another value held at that time already.",
    Reason.CONFLICTING: "Two sources of equal weight say different things of one time; a person has to decide.",
    Reason.ENDED_IN_WORDS: "It was said to have ended.",
    Reason.DENIED: "It was said not to be so.",
    Reason.TEMPORARY_EXCEPTION: "It holds for a limited time only.",
    Reason.INTERRUPTED: "A temporary exception interrupts it.",
    Reason.RESUMED: "The exception is over and what held before holds again.",
    Reason.REPEAT: "It repeats what is known and adds evidence.",
    Reason.CONFIRMED: "A source of higher authority confirmed it.",
    Reason.ECHO: "It only repeats what a person said; it adds nothing.",
    Reason.HAPPENED: "It happened; that stays true.",
    Reason.PLANNED: "It is planned.",
    Reason.CAME_TRUE: "What was planned has come true.",
    Reason.BUFFER: "A single uncertain mention; it waits for a second source.",
    Reason.NOTHING_TO_END: "It ends or denies something that was never stated.",
    Reason.REVOKED: "It was revoked.",
    Reason.EVIDENCE_GONE: "Nothing supports it any more.",
    Reason.FOLDED: "It repeats another memory and was folded into it.",
    Reason.CORRECTED: "A person said that it was wrong; the correction stands in its place.",
    Reason.CORRECTION: "A person set it right.",
    Reason.DECIDED: "A person decided a conflict against it.",
    Reason.CHOSEN: "A person decided a conflict in its favour.",
    Reason.BOTH_HOLD: "A person decided that it holds beside the other value.",
    Reason.TTL: "It was not confirmed for longer than this kind of knowledge keeps.",
    Reason.REVALIDATED: "It had expired and was confirmed since.",
}

_TIER = {
    Authority.MODEL_INFERRED: 0,
    Authority.ASSISTANT_SAID: 2,
    Authority.DOCUMENT: 4,
    Authority.TOOL_OBSERVED: 6,
    Authority.TASK_RESULT: 6,
    Authority.USER_STATED: 8,
    Authority.RECORD: 8,
    Authority.MANUAL_CORRECTION: 10,
}
ASSISTANT_RANK = _TIER[Authority.ASSISTANT_SAID]
PERSON_RANK = _TIER[Authority.USER_STATED]
CORRECTION_RANK = _TIER[Authority.MANUAL_CORRECTION]


def rank(authority: Authority, predicate: Predicate) -> int:
    """The weight of a word: only a higher one overrides. Between a person and a record the predicate decides."""
    tier = _TIER[authority]
    favoured = Authority.RECORD if predicate.official else Authority.USER_STATED
    return tier + (1 if authority is favoured else 0)
