"""How a language model read a chunk: every call is an attempt that is kept, with what it said and what it cost."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

ASK_MODEL = "ask_model"
"""Name of the stage in which chunks are given to the model; an operation has it only where a model is configured."""


class AttemptKind(StrEnum):
    """What was sent: the question, a request to repair the last reply, or nothing (the same words were read before)."""

    ASK = "ask"
    REPAIR = "repair"
    CACHED = "cached"


ACCEPTED = "accepted"
"""Outcome of an attempt whose reply holds statements, or says that there are none."""


@dataclass(frozen=True, slots=True)
class ModelAttempt:
    """One attempt. `outcome` is `accepted` or a reason code; `reply` is kept until the chunk is erased ("" for none).

    `run` is the operation's attempt that it belongs to; `ordinal` counts the attempts over a chunk.
    """

    chunk_id: UUID
    operation_id: UUID
    run: int
    ordinal: int
    kind: AttemptKind
    outcome: str
    model: str
    version: str
    cache_key: bytes
    reply: str
    tokens_in: int
    tokens_out: int
    cost_usd: float
    took_ms: int
    at: datetime

    @property
    def accepted(self) -> bool:
        """Whether statements may be taken from the reply."""
        return self.outcome == ACCEPTED
