"""The stages of a compile: each reads and writes the authority by ids, and is safe to run twice."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from memory.language.detect import language_of
from memory.language.extracted import ExtractInput, Extraction, PreviousTurn
from memory.language.extraction import EXTRACTOR, EXTRACTOR_VERSION, extract_batch
from memory.language.model_union import union
from memory.model.chunk import Chunk, OperationStatus, Role
from memory.model.scope import DEBUG
from memory.ports.captures import OperationStore
from memory.ports.compiling import ChunkStatements, ChunkToCompile, CompileStore, EntityRecord
from memory.ports.projecting import Target
from memory.ports.recognizer import Recognizer
from memory.ports.vector_index import ObjectKind
from memory.settle.registry import Registry
from memory.time import resolve
from memory.time.reader import TimeReader
from memory.usecases.linking import LinkPlan, plan_links
from memory.usecases.model import EXTRACTOR as BY_MODEL
from memory.usecases.model import AskModel, PageRead, ToRead
from memory.usecases.project import Projector
from memory.usecases.recalled import without_recalled
from memory.usecases.settling import slot_decision
from memory.usecases.statements import statements_of

PREVIOUS_TURNS = 4
"""Turns before a chunk that pronouns and missing subjects may refer to."""

BATCH = 16
"""Chunks that the recogniser is given at once."""


class CompileMemory:
    """Chunks to facts. Ids go in, counts come out; all text stays in the authority."""

    def __init__(
        self,
        *,
        store: CompileStore,
        operations: OperationStore,
        projector: Projector,
        recognizer: Recognizer,
        times: TimeReader,
        registry: Registry,
        clock: Callable[[], datetime],
        ask_model: AskModel | None = None,
    ) -> None:
        """`ask_model` is None where no language model is configured."""
        self._store = store
        self._operations = operations
        self._projector = projector
        self._recognizer = recognizer
        self._times = times
        self._registry = registry
        self._clock = clock
        self._ask_model = ask_model

    async def make_recallable(self, tenant_id: UUID, operation_id: UUID) -> int:
        """Puts the chunks' vectors where recall finds them; raises `ProjectionUnavailable` on an outage."""
        return await self._projector.drain_all(
            tenant_id, Target.VECTORS, operations=[operation_id], kinds=[ObjectKind.CHUNK]
        )

    async def resolve_time(self, tenant_id: UUID, operation_id: UUID) -> int:
        """Resolves the time words of each chunk against when it was said."""
        items = await self._store.chunks_to_compile(tenant_id, operation_id, 0)
        readings = {
            item.chunk.chunk_id: self._times.read(item.chunk.text, item.chunk.said_at, item.chunk.timezone)
            for item in items
        }
        await self._store.save_times(tenant_id, readings)
        return sum(len(reading.spans) for reading in readings.values())

    async def wants_model(self, tenant_id: UUID, operation_id: UUID) -> bool:
        """Whether a model is configured and has something to read; then the operation shows that stage."""
        if self._ask_model is None:
            return False
        items = await self._store.chunks_to_compile(tenant_id, operation_id, 0)
        inputs = [_extract_input(item, ()) for item in items if _speaks_of_the_world(item.chunk)]
        return await self._ask_model.announce(tenant_id, operation_id, inputs)

    async def ask_model(self, tenant_id: UUID, operation_id: UUID) -> PageRead:
        """Gives the next chunks to the model, each once; see `AskModel.read_page` for what it raises."""
        if self._ask_model is None:
            return PageRead(0, 0, 0)
        operation = await self._operations.operation(tenant_id, operation_id)
        readable, _ = await self._sorted(tenant_id, operation_id)
        to_read = _to_read(readable, await self._inputs(tenant_id, readable))
        return await self._ask_model.read_page(tenant_id, operation_id, operation.attempt, to_read)

    async def extract(self, tenant_id: UUID, operation_id: UUID) -> int:
        """Recognises entities and extracts statements; what breaks a rule is kept as a rejection.

        Where a model has read the chunks, its statements join those of the rules, and none stands there twice.
        """
        readable, silent = await self._sorted(tenant_id, operation_id)
        inputs = await self._inputs(tenant_id, readable)
        extractions: list[Extraction] = []
        for start in range(0, len(inputs), BATCH):
            # A thread cannot be stopped: an attempt that ran out of time must not go on beside the next one for long.
            batch = inputs[start : start + BATCH]
            extractions += await asyncio.to_thread(extract_batch, batch, self._recognizer)
        local = [
            statements_of(item.chunk, extraction, EXTRACTOR, EXTRACTOR_VERSION)
            for item, extraction in zip(readable, extractions, strict=True)
        ]
        joined = await self._joined(tenant_id, operation_id, readable, inputs, local)
        await self._store.save_statements(tenant_id, [*joined, *(_nothing(item.chunk) for item in silent)])
        return sum(len(found.assertions) for found in joined)

    async def _sorted(self, tenant_id: UUID, operation_id: UUID) -> tuple[list[ChunkToCompile], list[ChunkToCompile]]:
        """The chunks that may give statements, and those that may not."""
        items = await self._store.chunks_to_compile(tenant_id, operation_id, PREVIOUS_TURNS)
        readable = [item for item in items if _speaks_of_the_world(item.chunk)]
        return readable, [item for item in items if not _speaks_of_the_world(item.chunk)]

    async def _inputs(self, tenant_id: UUID, readable: Sequence[ChunkToCompile]) -> list[ExtractInput]:
        """Chunks as extractors read them."""
        known = await self._known_names(tenant_id, readable)
        return [_extract_input(item, known) for item in readable]

    async def _joined(
        self,
        tenant_id: UUID,
        operation_id: UUID,
        readable: Sequence[ChunkToCompile],
        inputs: Sequence[ExtractInput],
        local: list[ChunkStatements],
    ) -> list[ChunkStatements]:
        """What the rules found, joined with what the model's accepted replies give."""
        if self._ask_model is None:
            return local
        replies = await self._ask_model.extractions(tenant_id, operation_id, _to_read(readable, inputs))
        joined: list[ChunkStatements] = []
        for item, ours in zip(readable, local, strict=True):
            reply = replies.get(item.chunk.chunk_id)
            if reply is None:
                joined.append(ours)
            else:
                theirs = statements_of(item.chunk, reply, BY_MODEL, self._ask_model.version)
                joined += union(ours, theirs)
        return joined

    async def link(self, tenant_id: UUID, operation_id: UUID) -> int:
        """Decides which entity each mention means; ambiguous ones stay pending."""
        unlinked = await self._store.unlinked_mentions(tenant_id, operation_id)
        if not unlinked:
            return 0
        scopes = {(mention.scope.workspace, mention.scope.project) for mention in unlinked}
        known: list[EntityRecord] = []
        for workspace, project in sorted(scopes):
            known += await self._store.known_entities(tenant_id, workspace, project)
        plan = plan_links(unlinked, known)
        if plan.joins:
            await self._join(tenant_id, plan)
        await self._store.save_links(tenant_id, plan.entities, plan.events, self._clock())
        return len(plan.events)

    async def _join(self, tenant_id: UUID, plan: LinkPlan) -> None:
        """Before the links, which end the stage: a second run finds the mentions open, and makes no join twice."""
        now, decide = self._clock(), slot_decision(self._registry, self._clock)
        await self._store.save_links(tenant_id, plan.entities, [], now)
        for join in plan.joins:
            await self._store.join(tenant_id, join.change_id, join.speaker, join.named, now, decide)

    async def settle(self, tenant_id: UUID, operation_id: UUID) -> int:
        """Settles every slot that the operation touches; equal input writes nothing."""
        slots = await self._store.slots_of_operation(tenant_id, operation_id)
        if not slots:
            return 0
        decide = slot_decision(self._registry, self._clock)
        return await self._store.settle_slots(tenant_id, slots, operation_id, decide)

    async def project(self, tenant_id: UUID, operation_id: UUID) -> int:
        """Brings both projections up to what the operation changed; raises `ProjectionUnavailable` on an outage."""
        vectors = await self._projector.drain_all(tenant_id, Target.VECTORS, operations=[operation_id])
        return vectors + await self._projector.drain_all(tenant_id, Target.GRAPH, operations=[operation_id])

    async def finish(self, tenant_id: UUID, operation_id: UUID, status: OperationStatus, error: str | None) -> None:
        """Ends the operation for all to see."""
        await self._operations.finish(tenant_id, operation_id, status, error, self._clock())

    async def withdraw(self, tenant_id: UUID, operation_id: UUID) -> None:
        """Compensation: takes back what a cancelled or failed compile stated, and what it put into projections."""
        slots = await self._store.withdraw(tenant_id, operation_id)
        if slots:
            decide = slot_decision(self._registry, self._clock)
            await self._store.settle_slots(tenant_id, slots, operation_id, decide)

    async def _known_names(self, tenant_id: UUID, items: Sequence[ChunkToCompile]) -> tuple[str, ...]:
        scopes = {(item.chunk.scope.workspace, item.chunk.scope.project) for item in items}
        names: set[str] = set()
        for workspace, project in sorted(scopes):
            for entity in await self._store.known_entities(tenant_id, workspace, project):
                names.update((entity.name, *entity.aliases))
        return tuple(sorted(names))


def _speaks_of_the_world(chunk: Chunk) -> bool:
    """System prompts and debug records never give statements."""
    return chunk.role is not Role.SYSTEM and chunk.scope.purpose != DEBUG


def _to_read(readable: Sequence[ChunkToCompile], inputs: Sequence[ExtractInput]) -> list[ToRead]:
    return [ToRead(item.chunk.chunk_id, given) for item, given in zip(readable, inputs, strict=True)]


def _extract_input(item: ChunkToCompile, known: tuple[str, ...]) -> ExtractInput:
    chunk = item.chunk
    reading = item.reading or resolve(chunk.text, chunk.said_at, chunk.timezone)
    return ExtractInput(
        text=without_recalled(chunk.text),
        language=language_of(chunk.text),
        speaker=chunk.speaker,
        role=chunk.role,
        source_kind=chunk.source.kind,
        said_at=chunk.said_at,
        timezone=chunk.timezone,
        reading=reading,
        previous=tuple(PreviousTurn(turn.speaker, turn.role, turn.text) for turn in item.previous),
        project=chunk.scope.project,
        known_entities=known,
    )


def _nothing(chunk: Chunk) -> ChunkStatements:
    return ChunkStatements(chunk.chunk_id, EXTRACTOR, EXTRACTOR_VERSION, (), (), ())
