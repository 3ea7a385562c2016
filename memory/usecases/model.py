"""Asking the language model for the statements of an operation's chunks, one recorded attempt at a time.

The model is an addition: whatever it does, the rules' own result stands. A reply is kept before anything derives from it,
so that a step that runs again sees the same words.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from memory.language.authority import may_state
from memory.language.extracted import ExtractInput, Extraction
from memory.language.model_items import extraction_of, problem_of
from memory.language.model_prompt import PROMPT_VERSION, cache_key, question, repair
from memory.language.model_reply import read_reply
from memory.language.model_schema import REPLY_SCHEMA
from memory.language.screen import unreadable
from memory.model.errors import MemcError, ModelRefused, ModelReplyUnusable, ModelUnavailable
from memory.model.reading import ACCEPTED, AttemptKind, ModelAttempt
from memory.ports.language_model import LanguageModel, ModelAnswer
from memory.ports.model_reading import ModelAttemptStore

EXTRACTOR = "model"
CALLS = 5
"""Calls over one chunk in one run of its operation; as many as the step has attempts."""

PAGE = 8
"""Chunks of one step. With `BESIDE` of them at a time it ends within the step's own time, however slow the server is."""

BESIDE = 4


@dataclass(frozen=True, slots=True)
class ToRead:
    """A chunk as the model is to read it."""

    chunk_id: UUID
    input: ExtractInput


@dataclass(frozen=True, slots=True)
class PageRead:
    """What a step did: replies accepted, chunks that still wait, and chunks that were given up."""

    accepted: int
    left: int
    unread: int


@dataclass(frozen=True, slots=True)
class _Turn:
    """A chunk with the attempts over it so far in this run."""

    item: ToRead
    run: int
    operation_id: UUID
    ordinal: int
    before: tuple[ModelAttempt, ...]

    @property
    def read(self) -> bool:
        return any(attempt.accepted for attempt in self.before)

    @property
    def given_up(self) -> bool:
        return not self.read and len(self.before) >= CALLS

    @property
    def open(self) -> bool:
        return not self.read and not self.given_up


class AskModel:
    """The model's part of a compile."""

    def __init__(
        self,
        *,
        model: LanguageModel,
        attempts: ModelAttemptStore,
        clock: Callable[[], datetime],
        stopwatch: Callable[[], float],
        new_fence: Callable[[], str],
    ) -> None:
        self._model = model
        self._attempts = attempts
        self._clock = clock
        self._stopwatch = stopwatch
        self._new_fence = new_fence

    @property
    def version(self) -> str:
        """Names the model and the prompt; stored with what was extracted."""
        return f"{PROMPT_VERSION}:{self._model.name}"[:200]

    async def announce(self, tenant_id: UUID, operation_id: UUID, chunks: Sequence[ExtractInput]) -> bool:
        """Whether there is anything for the model to read; then the operation shows the stage."""
        wanted = any(map(readable, chunks))
        if wanted:
            await self._attempts.open_stage(tenant_id, operation_id)
        return wanted

    async def read_page(self, tenant_id: UUID, operation_id: UUID, run: int, items: Sequence[ToRead]) -> PageRead:
        """Makes one attempt at each chunk of the next page.

        Raises:
            ModelUnavailable: at least one chunk got no answer; the attempts are recorded.
            ModelReplyUnusable: at least one reply must be repaired; the next attempt asks for that.
            ModelRefused: the provider refuses everything.
        """
        turns = await self._turns(tenant_id, operation_id, run, items)
        page = [turn for turn in turns if turn.open][:PAGE]
        gate = asyncio.Semaphore(BESIDE)
        cached = await self._attempts.cached(tenant_id, [self._key(turn) for turn in page])
        made = await asyncio.gather(*(self._attempt(turn, cached, gate) for turn in page))
        await self._attempts.record(tenant_id, [attempt for attempt, _ in made])
        _raise_worst([error for _, error in made if error is not None], made, page)
        after = await self._turns(tenant_id, operation_id, run, items)
        return PageRead(
            accepted=sum(attempt.accepted for attempt, _ in made),
            left=sum(turn.open for turn in after),
            unread=sum(turn.given_up for turn in after),
        )

    async def extractions(
        self, tenant_id: UUID, operation_id: UUID, items: Sequence[ToRead]
    ) -> Mapping[UUID, Extraction]:
        """What the accepted replies give, by chunk; chunks that the model did not read are left out."""
        by_chunk = {
            attempt.chunk_id: attempt for attempt in await self._mine(tenant_id, operation_id) if attempt.accepted
        }
        return {
            item.chunk_id: extraction_of(item.input, read_reply(by_chunk[item.chunk_id].reply))
            for item in items
            if item.chunk_id in by_chunk
        }

    async def _turns(self, tenant_id: UUID, operation_id: UUID, run: int, items: Sequence[ToRead]) -> list[_Turn]:
        before = await self._mine(tenant_id, operation_id)
        return [_turn(item, run, operation_id, before) for item in items if readable(item.input)]

    async def _mine(self, tenant_id: UUID, operation_id: UUID) -> list[ModelAttempt]:
        """Attempts of today's model and prompt."""
        found = await self._attempts.attempts(tenant_id, operation_id)
        return [attempt for attempt in found if attempt.version == self.version]

    def _key(self, turn: _Turn) -> bytes:
        return cache_key(turn.item.input, self._model.name)

    async def _attempt(
        self, turn: _Turn, cached: Mapping[bytes, str], gate: asyncio.Semaphore
    ) -> tuple[ModelAttempt, MemcError | None]:
        blank = self._blank(turn)
        known = cached.get(blank.cache_key)
        if known is not None:
            return replace(blank, kind=AttemptKind.CACHED, outcome=ACCEPTED, reply=known), None
        async with gate:
            return await self._call(turn, blank)

    async def _call(self, turn: _Turn, blank: ModelAttempt) -> tuple[ModelAttempt, MemcError | None]:
        asked = question(turn.item.input, self._new_fence())
        unusable = next((a for a in reversed(turn.before) if a.outcome.startswith("reply_")), None)
        if unusable is not None:
            asked = repair(asked, unusable.reply, unusable.outcome)
            blank = replace(blank, kind=AttemptKind.REPAIR)
        started = self._stopwatch()
        try:
            answer = await self._model.ask(asked, REPLY_SCHEMA)
        except (ModelUnavailable, ModelRefused, ModelReplyUnusable) as error:
            outcome = "reply_unusable" if isinstance(error, ModelReplyUnusable) else error.code
            return replace(blank, outcome=outcome, took_ms=self._since(started)), error
        return self._judged(turn, replace(blank, took_ms=self._since(started)), answer)

    def _judged(self, turn: _Turn, blank: ModelAttempt, answer: ModelAnswer) -> tuple[ModelAttempt, MemcError | None]:
        reply = read_reply(answer.text, truncated=answer.truncated)
        problem = problem_of(reply, extraction_of(turn.item.input, reply))
        attempt = replace(
            blank,
            outcome=problem or ACCEPTED,
            reply=answer.text,
            tokens_in=answer.tokens_in,
            tokens_out=answer.tokens_out,
            cost_usd=answer.cost_usd,
        )
        return attempt, ModelReplyUnusable("The model's reply cannot be used.") if problem else None

    def _blank(self, turn: _Turn) -> ModelAttempt:
        return ModelAttempt(
            chunk_id=turn.item.chunk_id,
            operation_id=turn.operation_id,
            run=turn.run,
            ordinal=turn.ordinal,
            kind=AttemptKind.ASK,
            outcome="",
            model=self._model.name,
            version=self.version,
            cache_key=self._key(turn),
            reply="",
            tokens_in=0,
            tokens_out=0,
            cost_usd=0.0,
            took_ms=0,
            at=self._clock(),
        )

    def _since(self, started: float) -> int:
        return int((self._stopwatch() - started) * 1000)


def readable(chunk: ExtractInput) -> bool:
    """Whether the model is to see the words at all: system prompts, code, logs and orders to machines it never sees."""
    return may_state(chunk.role) and unreadable(chunk.text) is None


def _turn(item: ToRead, run: int, operation_id: UUID, attempts: Sequence[ModelAttempt]) -> _Turn:
    mine = [attempt for attempt in attempts if attempt.chunk_id == item.chunk_id]
    # What was accepted in an earlier run still holds; only failures count anew.
    before = tuple(attempt for attempt in mine if attempt.accepted or attempt.run == run)
    ordinal = max((attempt.ordinal for attempt in mine), default=0) + 1
    return _Turn(item, run, operation_id, ordinal, before)


def _raise_worst(
    errors: Sequence[MemcError], made: Sequence[tuple[ModelAttempt, MemcError | None]], page: Sequence[_Turn]
) -> None:
    """Refused ends the stage; no answer is waited for; a bad reply is repaired, until its chunk is given up."""
    refused = [error for error in errors if isinstance(error, ModelRefused)]
    if refused:
        raise refused[0]
    away = [error for error in errors if isinstance(error, ModelUnavailable)]
    if away:
        pause_s = max((error.retry_after_s or 0.0 for error in away), default=0.0)
        raise ModelUnavailable(away[0].message, retry_after_s=pause_s or None)
    tries = [len(turn.before) + 1 for turn, (_, error) in zip(page, made, strict=True) if error is not None]
    if any(count < CALLS for count in tries):
        raise errors[0]
