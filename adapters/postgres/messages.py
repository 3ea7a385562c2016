"""Which of the messages of a capture are known, new, or edits. Pure: rows in, decisions out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from adapters.postgres.pool import Row
from memory.model.capture import ChunkDraft
from memory.model.errors import NotFound


@dataclass(slots=True)
class Fresh:
    """A chunk to be stored: a new one, or the next version of an edited message."""

    draft: ChunkDraft
    place: int
    version: int = 1
    replaced_by: UUID | None = None


@dataclass(slots=True)
class Known:
    """A stored chunk that a message may be, or one of this very capture."""

    chunk_id: UUID
    content_hmac: bytes
    version: int
    place: int
    counted: bool = False
    operation_id: UUID | None = None
    fresh: Fresh | None = None


@dataclass(slots=True)
class Resolved:
    """What the messages are: ids in message order, chunks to store, stored chunks that are replaced (old, new)."""

    last_place: int
    chunk_ids: list[UUID] = field(default_factory=list[UUID])
    fresh: list[Fresh] = field(default_factory=list[Fresh])
    replaced: list[tuple[Known, UUID]] = field(default_factory=list[tuple[Known, UUID]])
    repeated: list[Known] = field(default_factory=list[Known])


def _identity(message_id: str | None, turn: int | None, content_hmac: bytes) -> tuple[Any, ...] | None:
    """What makes a message the same message: its id, or else its turn with its content; None for neither."""
    if message_id is not None:
        return ("message", message_id)
    return None if turn is None else ("turn", turn, content_hmac)


def _identity_of(draft: ChunkDraft) -> tuple[Any, ...] | None:
    if draft.replaces is not None:
        return ("chunk", draft.replaces)
    return _identity(draft.chunk.message_id, draft.chunk.turn, draft.chunk.content_hmac)


def resolve(drafts: Sequence[ChunkDraft], stored: Sequence[Row], last_place: int) -> Resolved:
    """Decides for each message whether it is known, new, or an edit. Later messages see earlier ones."""
    known = {_identity(row["message_id"], row["turn"], row["content_hmac"]): _known(row) for row in stored}
    resolved = Resolved(last_place)
    known |= {("chunk", row["chunk_id"]): _known(row) for row in stored}
    for draft in drafts:
        identity = _identity_of(draft)
        found = known.get(identity) if identity else None
        if found is None and draft.replaces is not None:
            raise NotFound("There is no such chunk, or it was edited or retracted.")
        if found is None:
            known[identity] = _add(resolved, draft, None)
        elif found.content_hmac == draft.chunk.content_hmac:
            resolved.repeated.append(found)
            resolved.chunk_ids.append(found.chunk_id)
        else:
            known[identity] = _add(resolved, draft, found)
    return resolved


def _known(row: Row) -> Known:
    return Known(
        row["chunk_id"],
        row["content_hmac"],
        row["version"],
        row["place"],
        row["counted"],
        row["operation_id"],
    )


def _add(resolved: Resolved, draft: ChunkDraft, before: Known | None) -> Known:
    found = draft.chunk
    if before is not None:
        place, version = before.place, before.version + 1
    else:
        place, version = found.turn if found.turn is not None else resolved.last_place + 1, 1
    resolved.last_place = max(resolved.last_place, place)
    fresh = Fresh(draft, place, version)
    resolved.fresh.append(fresh)
    resolved.chunk_ids.append(found.chunk_id)
    if before is not None and before.fresh is not None:
        before.fresh.replaced_by = found.chunk_id
    elif before is not None:
        resolved.replaced.append((before, found.chunk_id))
    return Known(found.chunk_id, found.content_hmac, version, place, fresh=fresh)
