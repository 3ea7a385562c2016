"""Fifty writers of one slot at the applying step, and what the slot must hold afterwards."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from adapters.postgres.authority import Authority
from memory.model.assertion import Assertion
from memory.model.chunk import Chunk
from memory.model.fact import FactStatus, Slot
from memory.model.scope import Scope
from memory.model.settled import LinkedAssertion
from memory.settle.registry import DEFAULT_REGISTRY
from memory.settle.timeline import settle
from memory.usecases.settling import slot_decision
from tests.builders import NOW, CaptureBuilder, Said, Tenant, assertion, reader_of, statements
from tests.postgres.compiled import link

Line = list[tuple[str, object, object, str]]


@dataclass(frozen=True, slots=True)
class Race:
    """One slot, and the statements that its writers bring."""

    tenant: Tenant
    operation_id: UUID
    slot: Slot
    told: tuple[tuple[Chunk, Assertion], ...]


async def prepare(authority: Authority, tenant: Tenant, name: str, writers: int) -> Race:
    """Captures a message for each writer; the last ones repeat earlier values."""
    builder = CaptureBuilder(tenant, scope=Scope(user_id=name, session_id="s1"), external_id=name)
    said = [Said(f"budget {n}", turn=n + 1, said_at=NOW + timedelta(hours=n)) for n in range(writers)]
    receipt = await authority.captures.capture(builder.plan(*said))
    chunks = await authority.captures.chunks(tenant.tenant_id, receipt.chunk_ids)
    told = tuple((chunk, assertion(chunk, "budget", f"{n % 40} yuan")) for n, chunk in enumerate(chunks))
    first, words = told[0]
    await authority.compiling.save_statements(tenant.tenant_id, [statements(first, words)])
    await link(authority, tenant.tenant_id, receipt.operation_id)
    (slot,) = await authority.compiling.slots_of_operation(tenant.tenant_id, receipt.operation_id)
    return Race(tenant, receipt.operation_id, slot, told)


async def run(authority: Authority, race: Race) -> None:
    """All writers at once: each stores its statement, links it and settles the slot."""
    await asyncio.gather(*(_write(authority, race, number) for number in range(len(race.told))))


async def _write(authority: Authority, race: Race, number: int) -> None:
    chunk, words = race.told[number]
    tenant_id = race.tenant.tenant_id
    await authority.compiling.save_statements(tenant_id, [statements(chunk, words)])
    await link(authority, tenant_id, race.operation_id)
    decide = slot_decision(DEFAULT_REGISTRY, NOW + timedelta(days=number))
    await authority.compiling.settle_slots(tenant_id, [race.slot], race.operation_id, decide)


async def found(authority: Authority, race: Race) -> Line:
    """What the authority holds in the slot."""
    reader = race.told[0][0].scope

    facts = await authority.recalling.slot_facts(
        race.tenant.tenant_id, reader_of(reader), [race.slot.subject_id], [race.slot.predicate], None, 1000
    )
    return sorted((f.fact.value, f.fact.valid_from, f.fact.valid_to, f.fact.status.value) for f in facts)


def expected(race: Race) -> Line:
    """What one writer after the other would have left: the pure function of all statements."""
    linked = [LinkedAssertion(a, race.slot.subject_id, "", None, None, c.turn or 0) for c, a in race.told]
    runs = settle(race.slot, linked, DEFAULT_REGISTRY.lookup(race.slot.predicate)).runs
    return sorted((run.value, run.valid_from, run.valid_to, run.status.value) for run in runs)


def current(line: Sequence[tuple[str, object, object, str]]) -> int:
    """How many values the slot holds without an end."""
    return sum(status == FactStatus.CURRENT.value and end is None for _, _, end, status in line)
