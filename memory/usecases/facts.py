"""Reading facts: look-up, timeline, listing, history, lineage. Access is the credential's; erased things are unknown."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from memory.language.linking import normal_name, project_entity_id, speaker_entity_id
from memory.model.errors import Conflict, NotFound
from memory.model.fact import ItemStatus
from memory.model.principal import Principal
from memory.model.recalled import RecallItem
from memory.model.scope import Reader
from memory.ports.recalling import FactFilter, MemoryLineage, Page, ReadableFact, RecallStore
from memory.recall.status import SKEW, overridden
from memory.settle.registry import Registry
from memory.usecases.access import reader_of
from memory.usecases.ageing import has_lapsed, is_cold_now
from memory.usecases.items import as_known, fact_item, listed_status
from memory.usecases.linking import NOBODY

SLOT_LIMIT = 500
HOLDS = frozenset({ItemStatus.CURRENT, ItemStatus.COLD})
SPEAKER_WORDS = frozenset({"me", "i", "user", "我", "用户"})


class ReadFacts:
    """Everything that reads facts without a query."""

    def __init__(self, store: RecallStore, registry: Registry, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._registry = registry
        self._clock = clock

    async def lookup(
        self,
        principal: Principal,
        reader: Reader,
        subject: str,
        predicate: str,
        as_of: datetime | None,
        known_at: datetime | None,
    ) -> RecallItem:
        """The value that a slot holds at `as_of`, narrowest scope first; raises `NotFound` when there is none."""
        items = await self._slot(principal, reader, subject, predicate, as_of, known_at)
        moment = as_of or self._clock()
        begun = [item for item in items if item.status in HOLDS and _has_begun(item, moment)]
        # Clocks of senders may be a little ahead: what was just said is not hidden for that.
        late = [item for item in items if item.status in HOLDS and as_of is None and _has_begun(item, moment + SKEW)]
        holding = begun or late
        if not holding:
            raise NotFound("The slot holds nothing at that time. See its timeline for what it held.")
        return holding[-1]

    async def timeline(
        self,
        principal: Principal,
        reader: Reader,
        subject: str,
        predicate: str,
        as_of: datetime | None,
        known_at: datetime | None,
    ) -> list[RecallItem]:
        """All runs of a slot as they were known, oldest first, in their state at `as_of`."""
        return await self._slot(principal, reader, subject, predicate, as_of, known_at)

    async def list_facts(
        self, principal: Principal, reader: Reader, wanted: FactFilter, page: Page
    ) -> tuple[list[RecallItem], bool]:
        """A page of facts by their state at reading, and whether more follow."""
        bound, now = reader_of(principal, reader), self._clock()
        items: list[RecallItem] = []
        after = page.after
        while len(items) <= page.limit:
            batch = await self._store.list_facts(
                principal.tenant_id, bound, self._registered(wanted), Page(page.limit + 1, after), now
            )
            found = (self._item(fact, now, wanted.as_of, wanted.known_at) for fact in batch)
            begun = (item for item in found if wanted.as_of is None or _has_begun(item, wanted.as_of))
            items += [item for item in begun if item.status in wanted.statuses]
            if len(batch) <= page.limit:
                return items[: page.limit], len(items) > page.limit
            last = batch[-1].fact
            after = (last.known_from, last.memory_id)
        return items[: page.limit], True

    async def get(
        self,
        principal: Principal,
        reader: Reader,
        memory_id: UUID,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> RecallItem:
        """A memory as it is known, or was known then; raises `NotFound`."""
        return (await self.history(principal, reader, memory_id, as_of, known_at))[-1]

    async def meant(self, principal: Principal, reader: Reader, memory_id: UUID) -> UUID:
        """The memory that an item's id means: its own, or for words as they were said the one statement they make.

        Raises:
            Conflict: the words state several things, or nothing that still holds.
        """
        bound = reader_of(principal, reader)
        cited = (await self._store.facts_of_chunks(principal.tenant_id, bound, [memory_id])).get(memory_id, [])
        if not cited:
            return memory_id
        now = self._clock()
        versions = [await self._store.history(principal.tenant_id, bound, found) for found in cited]
        known = [history[-1] for history in versions if history]
        standing = [found.fact.memory_id for found in known if self._item(found, now, None).status in HOLDS]
        if len(standing) == 1:
            return standing[0]
        named = (
            f"Correct one of these statements: {', '.join(map(str, standing))}"
            if standing
            else "What they said is over"
        )
        raise Conflict(
            f"These are words as they were said. {named}; or edit the words by PATCH /v1/chunks/{memory_id}."
        )

    async def history(
        self,
        principal: Principal,
        reader: Reader,
        memory_id: UUID,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> list[RecallItem]:
        """All versions of one memory that were known by then, oldest first; raises `NotFound`."""
        bound = reader_of(principal, reader)
        versions = await self._store.history(principal.tenant_id, bound, memory_id)
        known = [v for v in versions if known_at is None or v.fact.known_from <= known_at]
        if not known:
            raise NotFound("There is no such memory.")
        now = self._clock()
        return [self._item(found, now, as_of, known_at) for found in known]

    async def lineage(
        self, principal: Principal, reader: Reader, memory_id: UUID, known_at: datetime | None = None
    ) -> MemoryLineage:
        """Where a memory comes from, as far as it was known by then; raises `NotFound`."""
        found = await self._store.lineage(principal.tenant_id, reader_of(principal, reader), memory_id)
        return found if known_at is None else found.known_at(known_at)

    async def of_chunks(self, principal: Principal, reader: Reader, chunk_ids: Sequence[UUID]) -> list[RecallItem]:
        """The facts that chunks state: for the answer to a capture that waited."""
        bound = reader_of(principal, reader)
        by_chunk = await self._store.facts_of_chunks(principal.tenant_id, bound, chunk_ids)
        ids = list(dict.fromkeys(memory_id for found in by_chunk.values() for memory_id in found))
        facts = await self._store.facts(principal.tenant_id, bound, ids, None) if ids else []
        now = self._clock()
        order = {memory_id: place for place, memory_id in enumerate(ids)}
        return [self._item(found, now, None) for found in sorted(facts, key=lambda f: order[f.fact.memory_id])]

    async def _slot(
        self,
        principal: Principal,
        reader: Reader,
        subject: str,
        predicate: str,
        as_of: datetime | None,
        known_at: datetime | None,
    ) -> list[RecallItem]:
        bound = reader_of(principal, reader)
        subjects = await self._subjects(principal.tenant_id, bound, subject)
        names = [self._predicate(predicate)]
        found = await self._store.slot_facts(principal.tenant_id, bound, subjects, names, known_at, SLOT_LIMIT)
        now = self._clock()
        items = [(self._item(fact, now, as_of, known_at), fact) for fact in found]
        # Of a past, what had not begun is no part.
        begun = [(item, fact) for item, fact in items if as_of is None or _has_begun(item, as_of)]
        return _narrowest([item for item, _ in begun], [fact for _, fact in begun])

    async def _subjects(self, tenant_id: UUID, reader: Reader, subject: str) -> list[UUID]:
        """The entities that a subject's wording may mean: by name, the user, or the project itself."""
        plain = normal_name(subject)
        named = await self._store.entities_named(tenant_id, reader.workspace, reader.project, [plain])
        found = list(named.values())
        speaker = reader.user_id or NOBODY
        if plain in SPEAKER_WORDS | {normal_name(speaker)}:
            found.append(speaker_entity_id(reader.workspace, speaker))
        if reader.project and plain in {"project", "项目", normal_name(reader.project)}:
            found.append(project_entity_id(reader.workspace, reader.project))
        return list(dict.fromkeys(found))

    def _predicate(self, wording: str) -> str:
        if self._registry.registered(wording):
            return wording
        return self._registry.canonical(wording, "zh") or wording

    def _registered(self, wanted: FactFilter) -> FactFilter:
        if wanted.predicate is None:
            return wanted
        return FactFilter(
            statuses=wanted.statuses,
            kind=wanted.kind,
            subject=wanted.subject,
            predicate=self._predicate(wanted.predicate),
            session_id=wanted.session_id,
            as_of=wanted.as_of,
            known_at=wanted.known_at,
        )

    def _item(
        self, found: ReadableFact, now: datetime, as_of: datetime | None, known_at: datetime | None = None
    ) -> RecallItem:
        """An item in its state. Of a past nothing is cold: what fades is how readily it comes to mind today."""
        past = as_of is not None or known_at is not None
        cold = not past and is_cold_now(found, self._registry, now)
        known = as_known(found, known_at)
        status = listed_status(known, now, as_of, cold=cold)
        if status in HOLDS and has_lapsed(found, self._registry, as_of or now):
            status = ItemStatus.EXPIRED
        return fact_item(known, status)


def _has_begun(item: RecallItem, moment: datetime) -> bool:
    return item.valid_from is None or item.valid_from <= moment


def _narrowest(items: Sequence[RecallItem], found: Sequence[ReadableFact]) -> list[RecallItem]:
    """Of values that several scopes hold at once, the narrowest scope's stands; the others are marked."""
    holding = [fact.fact for fact, item in zip(found, items, strict=True) if item.status in HOLDS]
    losing = overridden(holding)
    return [replace(item, status=ItemStatus.OVERRIDDEN) if item.memory_id in losing else item for item in items]
