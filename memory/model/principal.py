"""The credential behind a request: tenant, permissions and the source kinds one may write come from here, never from a body."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from memory.model.scope import Sensitivity


class Permission(StrEnum):
    """What a key may do."""

    READ = "read"
    WRITE = "write"
    FORGET = "forget"
    ADMIN = "admin"


class SourceKind(StrEnum):
    """Where words come from; it decides their authority."""

    CONVERSATION = "conversation"
    DOCUMENT = "document"
    TOOL = "tool"
    RECORD = "record"
    MANUAL = "manual"
    FEEDBACK = "feedback"
    TASK_RESULT = "task_result"


DEFAULT_SOURCE_KINDS = frozenset(
    {SourceKind.CONVERSATION, SourceKind.DOCUMENT, SourceKind.TOOL, SourceKind.FEEDBACK, SourceKind.TASK_RESULT}
)


@dataclass(frozen=True, slots=True)
class Principal:
    """An authenticated key. `user_id` and `projects` bind it when set; `development` opens what only `memc dev` allows."""

    tenant_id: UUID
    tenant: str
    key_id: UUID
    permissions: frozenset[Permission]
    source_kinds: frozenset[SourceKind]
    user_id: str | None = None
    projects: frozenset[str] | None = None
    max_sensitivity: Sensitivity = Sensitivity.SENSITIVE
    development: bool = False
    timezone: str = "UTC"
