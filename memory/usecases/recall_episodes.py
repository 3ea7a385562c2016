"""Which turns lead the answer to a question about the last time of something, and about what came of it."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from memory.language.tokens import index_tokens, query_tokens
from memory.model.chunk import Role
from memory.ports.recalling import ReadableChunk
from memory.ports.vector_index import ObjectKind
from memory.recall.analysis import QueryAnalysis, is_question
from memory.recall.episodes import SpokenTurn, led_by
from memory.usecases.recall_legs import Ref

EPISODIC = frozenset({"last_time", "in_the_end", "afterwards"})


def leading_turns(
    analysis: QueryAnalysis, chunks: Iterable[ReadableChunk], anchors: Mapping[Ref, float], now: datetime
) -> tuple[UUID, ...]:
    """Those of the chunks that tell the episode, in order; none where the question asks for no such thing."""
    if analysis.anaphora not in EPISODIC:
        return ()
    turns = [_turn(found, anchors) for found in chunks]
    return led_by(analysis.anaphora, query_tokens(analysis.anchor), turns, now)


def _turn(found: ReadableChunk, anchors: Mapping[Ref, float]) -> SpokenTurn:
    chunk = found.chunk
    return SpokenTurn(
        chunk_id=chunk.chunk_id,
        session=chunk.scope.session_id or str(chunk.source.source_id),
        said_at=chunk.said_at,
        place=chunk.turn or 0,
        tokens=frozenset(index_tokens(chunk.text)),
        meaning=anchors.get((ObjectKind.CHUNK, chunk.chunk_id)),
        told=chunk.role is not Role.ASSISTANT and not is_question(chunk.text),
    )
