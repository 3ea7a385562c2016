"""A statement in one slot ends what it turns from in another one, in any order of arrival, and as long as it stands."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta

import psycopg
import pytest

from adapters.postgres.authority import Authority
from memory.model.chunk import Chunk
from memory.model.topic import Topic, Turn
from memory.ports.compiling import ChunkStatements
from memory.settle.registry import DEFAULT_REGISTRY
from memory.usecases.settling import slot_decision
from tests.builders import LIN, NOW, CaptureBuilder, Said, Tenant, assertion, statements
from tests.postgres.compiled import Compiled, Stating, compile_said

Saying = Callable[[Authority, CaptureBuilder], Awaitable[Compiled]]
Superuser = psycopg.Connection[tuple[object, ...]]
LATER = NOW + timedelta(days=7)
QUEUE = Topic(nouns=("消息", "队列"), core="RabbitMQ")
MOVED = Topic(nouns=("队列",), core="Kafka", turn=Turn.REPLACES)


def stating(predicate: str, value: str, topic: Topic) -> Stating:
    return lambda chunks: [statements(c, replace(assertion(c, predicate, value), topic=topic)) for c in chunks]


async def say_old(authority: Authority, builder: CaptureBuilder) -> Compiled:
    return await compile_said(authority, builder, ["队列是RabbitMQ"], stating("queue_is", "RabbitMQ", QUEUE), NOW)


async def say_new(authority: Authority, builder: CaptureBuilder) -> Compiled:
    said = Said("队列搬到Kafka上了", said_at=LATER)
    return await compile_said(authority, builder, [said], stating("lives_in", "Kafka", MOVED), LATER)


def shown(superuser: Superuser, tenant: Tenant) -> dict[object, object]:
    found = superuser.execute(
        "SELECT value, status FROM fact_version WHERE tenant_id = %s AND known_to IS NULL", [tenant.tenant_id]
    )
    return {value: status for value, status in found.fetchall()}  # noqa: C416  # rows are tuples of any length


@pytest.mark.parametrize("order", [(say_old, say_new), (say_new, say_old)])
async def test_in_either_order_of_arrival(
    authority: Authority, tenant: Tenant, superuser: Superuser, order: tuple[Saying, ...]
) -> None:
    builder = CaptureBuilder(tenant)
    for say in order:
        await say(authority, builder)
    assert shown(superuser, tenant) == {"RabbitMQ": "superseded", "Kafka": "current"}


async def test_what_was_ended_holds_again_when_the_change_is_withdrawn(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    builder = CaptureBuilder(tenant)
    await say_old(authority, builder)
    change = await say_new(authority, builder)
    slots = await authority.compiling.withdraw(tenant.tenant_id, change.operation_id)
    decide = slot_decision(DEFAULT_REGISTRY, LATER)
    await authority.compiling.settle_slots(tenant.tenant_id, slots, change.operation_id, decide)
    assert shown(superuser, tenant)["RabbitMQ"] == "current"


async def test_another_project_is_not_touched(authority: Authority, tenant: Tenant, superuser: Superuser) -> None:
    await say_old(authority, CaptureBuilder(tenant))
    await say_new(authority, CaptureBuilder(tenant, replace(LIN, project="elsewhere")))
    assert shown(superuser, tenant) == {"RabbitMQ": "current", "Kafka": "current"}


async def test_from_today_ends_what_was_said_earlier_today(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    builder, midnight = CaptureBuilder(tenant), NOW.replace(hour=0, minute=0)
    await say_old(authority, builder)
    said = Said("从今天起队列换成Kafka", said_at=NOW + timedelta(minutes=30))
    today = {"event_start": midnight, "event_end": midnight + timedelta(days=1), "event_bound": "since"}

    def stating_today(chunks: Sequence[Chunk]) -> list[ChunkStatements]:
        return [statements(c, replace(assertion(c, "lives_in", "Kafka"), topic=MOVED, **today)) for c in chunks]

    await compile_said(authority, builder, [said], stating_today, NOW + timedelta(minutes=31))
    assert shown(superuser, tenant) == {"RabbitMQ": "superseded", "Kafka": "current"}
