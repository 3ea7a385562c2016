"""Builders of values for tests: one line each where a test does not care."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from memory.language.tokens import index_tokens
from memory.model.assertion import (
    Application,
    Assertion,
    Authority,
    Change,
    MemoryKind,
    Mention,
    Modality,
    Polarity,
    SubjectKind,
)
from memory.model.capture import CapturePlan, ChunkDraft
from memory.model.chunk import (
    Chunk,
    CompileStage,
    Operation,
    OperationKind,
    OperationStatus,
    Role,
    Source,
    StageState,
)
from memory.model.ids import derived_id, tenant_id_of
from memory.model.principal import DEFAULT_SOURCE_KINDS, Permission, SourceKind
from memory.model.scope import Reader, Scope, Sensitivity
from memory.ports.compiling import ChunkStatements, RelationRow
from memory.ports.keys import NewKey

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Tenant:
    """A tenant of one test."""

    name: str
    tenant_id: UUID

    @classmethod
    def fresh(cls) -> "Tenant":
        name = f"t-{uuid4().hex[:12]}"
        return cls(name, tenant_id_of(name))


def a_key(tenant: str, **changes: object) -> NewKey:
    key = NewKey(
        key_id=uuid4(),
        secret_hash=hashlib.sha256(b"secret").digest(),
        tenant=tenant,
        permissions=frozenset(Permission),
        source_kinds=DEFAULT_SOURCE_KINDS,
        user_id=None,
        projects=None,
        max_sensitivity=Sensitivity.SENSITIVE,
        development=False,
        expires_at=None,
    )
    return replace(key, **changes)  # pyright: ignore[reportArgumentType] the test names fields of the key


LIN = Scope(user_id="lin", session_id="s1")


def reader_of(scope: Scope) -> Reader:
    """Somebody who sees what was written in the scope."""
    return Reader(scope.workspace, scope.project, scope.user_id, scope.agent_id, scope.session_id, scope.purpose)


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a capture."""

    text: str
    turn: int | None = None
    message_id: str | None = None
    role: Role = Role.USER
    said_at: datetime = NOW
    speaker: str = ""


@dataclass(slots=True)
class CaptureBuilder:
    """Captures of one tenant, scope and source."""

    tenant: Tenant
    scope: Scope = LIN
    external_id: str = "s1"
    kind: SourceKind = SourceKind.CONVERSATION
    source: Source = field(init=False)

    def __post_init__(self) -> None:
        key = [self.tenant.tenant_id, self.kind, self.external_id, self.scope.key]
        self.source = Source(derived_id("source", key), self.kind, self.external_id, None, None)

    def plan(self, *said: Said | str, key: str | None = None, at: datetime = NOW) -> CapturePlan:
        messages = [Said(item) if isinstance(item, str) else item for item in said]
        operation_id = uuid4()
        drafts = tuple(self._draft(place, item, operation_id, at) for place, item in enumerate(messages))
        return CapturePlan(
            tenant_id=self.tenant.tenant_id,
            source=self.source,
            scope=self.scope,
            operation=self._operation(operation_id, drafts, at),
            chunks=drafts,
            idempotency_key_hash=hashlib.sha256(key.encode()).digest() if key else None,
            fingerprint=hashlib.sha256("|".join(item.text for item in messages).encode()).hexdigest(),
            recorded_at=at,
        )

    def _draft(self, position: int, said: Said, operation_id: UUID, at: datetime) -> ChunkDraft:
        content = hashlib.sha256(f"{self.tenant.name}|{said.text}".encode()).digest()
        chunk = Chunk(
            chunk_id=uuid4(),
            source=self.source,
            operation_id=operation_id,
            scope=self.scope,
            position=position,
            turn=said.turn,
            message_id=said.message_id,
            role=said.role,
            speaker=said.speaker or self.scope.user_id,
            text=said.text,
            content_hmac=content,
            said_at=said.said_at,
            timezone="UTC",
            said_at_assumed=False,
            recorded_at=at,
        )
        tokens = index_tokens(said.text)
        return ChunkDraft(chunk, tuple(sorted(Counter(tokens).items())), len(tokens), _fences(self.source, said))

    def _operation(self, operation_id: UUID, drafts: Sequence[ChunkDraft], at: datetime) -> Operation:
        return Operation(
            operation_id=operation_id,
            kind=OperationKind.COMPILE,
            status=OperationStatus.ACCEPTED,
            workflow_id=f"compile-{operation_id}-1",
            source_id=self.source.source_id,
            chunk_ids=tuple(draft.chunk.chunk_id for draft in drafts),
            stages=tuple(StageState(stage.value, "pending") for stage in CompileStage),
            accepted_at=at,
            updated_at=at,
            scope=self.scope,
        )


def _fences(source: Source, said: Said) -> tuple[bytes, ...]:
    found = [said.message_id] if said.message_id else []
    found += [f"{said.turn}|{said.text}"] if said.turn is not None else []
    return tuple(hashlib.sha256(f"{source.source_id}|{item}".encode()).digest() for item in found)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def assertion(
    chunk: Chunk, predicate: str, value: str, *, ordinal: int = 0, subject: str = "", **changes: object
) -> Assertion:
    """A statement of a chunk: about the speaker, or about the named subject."""
    found = Assertion(
        assertion_id=derived_id("assertion", [chunk.chunk_id, "test", "1", ordinal]),
        chunk_id=chunk.chunk_id,
        source_id=chunk.source.source_id,
        ordinal=ordinal,
        subject=Mention(SubjectKind.NAMED, subject) if subject else Mention(SubjectKind.SPEAKER, chunk.speaker),
        predicate=predicate,
        value=value,
        object=None,
        polarity=Polarity.POSITIVE,
        modality=Modality.ASSERTED,
        kind=MemoryKind.SEMANTIC,
        change=Change.NONE,
        application=Application.ALWAYS,
        start=0,
        end=len(chunk.text),
        event_start=None,
        event_end=None,
        event_bound="",
        event_grain="",
        event_certainty=0.0,
        event_raw="",
        confidence=0.9,
        authority=Authority.USER_STATED,
        said_at=chunk.said_at,
        recorded_at=chunk.recorded_at,
        extractor="test",
        extractor_version="1",
    )
    return replace(found, **changes)  # pyright: ignore[reportArgumentType] the test names fields of the assertion


def statements(chunk: Chunk, *found: Assertion, relations: Sequence[RelationRow] = ()) -> ChunkStatements:
    return ChunkStatements(chunk.chunk_id, "test", "1", found, tuple(relations), ())


def relation(kind: str, start: Assertion, end: Assertion) -> RelationRow:
    relation_id = derived_id("relation", [kind, start.assertion_id, end.assertion_id])
    return RelationRow(relation_id, kind, start.assertion_id, end.assertion_id, start.chunk_id, 0, 1, 0.8)
