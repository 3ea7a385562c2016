"""Captures that are compiled on the spot, with the real linking and settling, but given statements."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from adapters.postgres.authority import Authority
from memory.model.assertion import Assertion
from memory.model.chunk import Chunk, OperationStatus
from memory.ports.compiling import ChunkStatements
from memory.settle.registry import DEFAULT_REGISTRY
from memory.usecases.linking import plan_links
from memory.usecases.settling import slot_decision
from tests.builders import NOW, CaptureBuilder, Said, assertion, statements


@dataclass(frozen=True, slots=True)
class Compiled:
    """What a capture and its compile left."""

    operation_id: UUID
    chunks: tuple[Chunk, ...]
    written: int


Stating = Callable[[Sequence[Chunk]], Sequence[ChunkStatements]]


def states(*pairs: tuple[str, str]) -> Stating:
    """The chunks state one (predicate, value) each, about their speaker."""
    return lambda chunks: [
        statements(chunk, assertion(chunk, *pair)) for chunk, pair in zip(chunks, pairs, strict=True)
    ]


async def compile_said(
    authority: Authority,
    builder: CaptureBuilder,
    said: Sequence[Said | str],
    stating: Stating,
    at: datetime = NOW,
) -> Compiled:
    tenant_id = builder.tenant.tenant_id
    plan = builder.plan(*said, at=at)
    receipt = await authority.captures.capture(plan)
    chunks = await authority.captures.chunks(tenant_id, receipt.chunk_ids)
    await authority.compiling.save_statements(tenant_id, stating(chunks))
    await link(authority, tenant_id, receipt.operation_id)
    written = await settle(authority, tenant_id, receipt.operation_id, at)
    await authority.operations.finish(tenant_id, receipt.operation_id, OperationStatus.DONE, None, at)
    return Compiled(receipt.operation_id, tuple(chunks), written)


async def link(authority: Authority, tenant_id: UUID, operation_id: UUID) -> None:
    mentions = await authority.compiling.unlinked_mentions(tenant_id, operation_id)
    scopes = {(found.scope.workspace, found.scope.project) for found in mentions}
    known = [e for scope in sorted(scopes) for e in await authority.compiling.known_entities(tenant_id, *scope)]
    plan = plan_links(mentions, known)
    if plan.joins:
        await authority.compiling.save_links(tenant_id, plan.entities, [], NOW)
    for join in plan.joins:
        decide = slot_decision(DEFAULT_REGISTRY, NOW)
        await authority.compiling.join(tenant_id, join.change_id, join.speaker, join.named, NOW, decide)
    await authority.compiling.save_links(tenant_id, plan.entities, plan.events, NOW)


async def settle(authority: Authority, tenant_id: UUID, operation_id: UUID, at: datetime = NOW) -> int:
    slots = await authority.compiling.slots_of_operation(tenant_id, operation_id)
    decide = slot_decision(DEFAULT_REGISTRY, at)
    return await authority.compiling.settle_slots(tenant_id, slots, operation_id, decide)


def first(found: Sequence[ChunkStatements]) -> Assertion:
    return found[0].assertions[0]
