"""What the HTTP face needs from the container; `bootstrap` builds it."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

from memory.ports.captures import CaptureStore, StrandedOperation
from memory.ports.projecting import ProjectionLag, Target
from memory.time.reader import TimeReader
from memory.usecases.capture import CaptureMemory
from memory.usecases.conflicts import ManageConflicts
from memory.usecases.correct import CorrectMemory
from memory.usecases.decay import DecayMemory
from memory.usecases.entities import ManageEntities
from memory.usecases.erase import EraseMemory
from memory.usecases.extract import ExtractStatements
from memory.usecases.facts import ReadFacts
from memory.usecases.health import Health
from memory.usecases.keys import ManageKeys
from memory.usecases.operations import ManageOperations
from memory.usecases.promptly import RecallPromptly
from memory.usecases.recall import RecallMemory
from memory.usecases.revoke import RevokeMemory
from memory.usecases.sources import TakeSource


class Starter(Protocol):
    """Starts workflows without making the request wait for the engine; what fails is started by the sweeper."""

    async def start_operation(self, work: StrandedOperation) -> None: ...

    async def start_erase(self, tenant_id: UUID, erasure_id: UUID, workflow_id: str) -> None: ...

    async def cancel(self, workflow_id: str) -> None: ...


class Services(Protocol):
    """Use cases and a few ports; all thread-agnostic and shared by all requests."""

    @property
    def clock(self) -> Callable[[], datetime]: ...

    @property
    def new_id(self) -> Callable[[], UUID]: ...

    @property
    def keys(self) -> ManageKeys: ...

    @property
    def captures(self) -> CaptureStore: ...

    @property
    def capture(self) -> CaptureMemory: ...

    @property
    def sources(self) -> TakeSource: ...

    @property
    def promptly(self) -> RecallPromptly: ...

    @property
    def operations(self) -> ManageOperations: ...

    @property
    def recall(self) -> RecallMemory: ...

    @property
    def entities(self) -> ManageEntities: ...

    @property
    def extraction(self) -> ExtractStatements: ...

    @property
    def times(self) -> TimeReader: ...

    @property
    def facts(self) -> ReadFacts: ...

    @property
    def corrections(self) -> CorrectMemory: ...

    @property
    def conflicts(self) -> ManageConflicts: ...

    @property
    def revoke(self) -> RevokeMemory: ...

    @property
    def erase(self) -> EraseMemory: ...

    @property
    def decay(self) -> DecayMemory: ...

    @property
    def health(self) -> Health: ...

    @property
    def histories(self) -> Starter: ...

    @property
    def lag(self) -> Callable[[UUID | None, Target], Awaitable[ProjectionLag]]: ...

    @property
    def backends(self) -> Sequence[tuple[Target, str]]: ...
