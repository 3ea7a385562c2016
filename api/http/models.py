"""Bodies of requests. An unknown field is refused; lengths and ranges are those of the documented limits."""

import re
import unicodedata
from datetime import date, datetime
from typing import Annotated, Literal, Self
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

from memory.model.chunk import RetentionClass, Role
from memory.model.principal import Permission, SourceKind
from memory.model.scope import Visibility

MAX_TEXT = 32_000
MAX_MESSAGES = 100


def _plain_name(text: str) -> str:
    """Names are NFC, without control characters: they are keys."""
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in text):
        raise ValueError("control characters are not allowed here")
    return unicodedata.normalize("NFC", text)


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("an IANA time zone such as Asia/Shanghai is expected") from None
    return name


def _spoken(text: str) -> str:
    if not text.strip():
        raise ValueError("some words are expected")
    return text


Name = Annotated[str, StringConstraints(max_length=200), AfterValidator(_plain_name)]
RequiredName = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_plain_name)]
ZoneName = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(_zone)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TEXT), AfterValidator(_spoken)]
Query = Annotated[str, StringConstraints(min_length=1, max_length=2_000), AfterValidator(_spoken)]
Reason = Annotated[str, StringConstraints(max_length=1_000)]
Ratio = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Weight = Annotated[float, Field(ge=0, le=10, allow_inf_nan=False)]


class Body(BaseModel):
    """Base of all request bodies: nothing unknown, nothing coerced."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ScopeFields(Body):
    """Where something is written or who asks."""

    workspace: Name = ""
    project: Name | None = None
    user_id: Name | None = None
    agent_id: Name | None = None
    session_id: Name | None = None
    purpose: RequiredName = "general"
    sensitivity: Literal["normal", "personal", "sensitive"] | None = None


class MessageBody(Body):
    """One message of a conversation."""

    role: Role = Role.USER
    content: Text
    said_at: datetime | None = None
    name: Name | None = None
    id: RequiredName | None = None
    turn: Annotated[int, Field(ge=0, le=2_000_000_000)] | None = None
    run_id: Name | None = None
    step: Name | None = None
    tags: Annotated[list[RequiredName], Field(max_length=32)] = []
    importance: Ratio | None = None


class SourceBody(Body):
    """Where the messages come from."""

    kind: SourceKind = SourceKind.CONVERSATION
    external_id: RequiredName | None = None
    title: Annotated[str, StringConstraints(max_length=500)] | None = None
    version: Name | None = None


class CaptureBody(ScopeFields):
    """`POST /v1/memories`: messages, or `text` for one user message."""

    messages: Annotated[list[MessageBody], Field(min_length=1, max_length=MAX_MESSAGES)] | None = None
    text: Text | None = None
    timezone: ZoneName | None = None
    source: SourceBody = SourceBody()
    visibility: Visibility = Visibility.USER
    retention_class: RetentionClass = RetentionClass.DEFAULT

    @model_validator(mode="after")
    def _one_of(self) -> Self:
        if (self.messages is None) == (self.text is None):
            raise ValueError("send either 'messages' or 'text'")
        _scope_is_complete(self)
        ids = [message.id for message in self.messages or [] if message.id is not None]
        if len(ids) != len(set(ids)):
            raise ValueError("two messages have the same id")
        return self


def _scope_is_complete(body: CaptureBody) -> None:
    """A visibility that looks at a field needs it; else the words would be seen by nobody."""
    needed = {
        Visibility.SESSION: ("session_id", body.session_id),
        Visibility.AGENT: ("agent_id", body.agent_id),
        Visibility.PROJECT: ("project", body.project),
    }.get(body.visibility)
    if needed and not needed[1]:
        raise ValueError(f"visibility '{body.visibility}' needs '{needed[0]}'")


class WeightsBody(Body):
    """How the parts of a score are summed."""

    relevance: Weight = 0.55
    importance: Weight = 0.2
    recency: Weight = 0.25


class TemporalBody(Body):
    """Neighbours in the same session."""

    mode: Literal["turn", "time"] = "turn"
    distance: Annotated[int, Field(ge=0, le=10)] = 1
    direction: Literal["both", "forward", "backward"] = "both"


class ExpandBody(Body):
    """How far recall looks beyond its first hits."""

    graph_hops: Annotated[int, Field(ge=0, le=3)] | None = None
    temporal: TemporalBody | None = None


def _day_or_moment(value: object) -> object:
    """A date without a time stays a date: read as a time it would be midnight, and naive."""
    return date.fromisoformat(value) if isinstance(value, str) and _DAY.fullmatch(value) else value


_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
Edge = Annotated[datetime | date, BeforeValidator(_day_or_moment)]


class WindowBody(Body):
    """A window of time; a date-only `to` includes that day."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    start: Edge | None = Field(default=None, alias="from")
    end: Edge | None = Field(default=None, alias="to")


ProfileName = Literal["chat", "search", "compliance"]
Include = Literal["history", "cold", "pending"]
Kind = Literal["semantic", "episodic", "procedural", "preference", "chunk", "topic"]


class RecallBody(ScopeFields):
    """`POST /v1/recall`."""

    query: Query
    limit: Annotated[int, Field(ge=1, le=100)] = 8
    token_budget: Annotated[int, Field(ge=1, le=200_000)] | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None
    include: Annotated[list[Include], Field(max_length=3)] = []
    kinds: Annotated[list[Kind], Field(max_length=6)] = []
    profile: ProfileName = "chat"
    weights: WeightsBody | None = None
    scope_weights: dict[Literal["session", "agent", "user", "project", "workspace"], Weight] = {}
    expand: ExpandBody = ExpandBody()
    window: WindowBody | None = None
    after_operation: UUID | None = None
    now: datetime | None = None
    task: Annotated[str, StringConstraints(max_length=2_000, strip_whitespace=True)] | None = None
    explain: bool = False
    timezone: ZoneName | None = None


class UsesBody(Body):
    """`POST /v1/recalls/{id}/uses`."""

    memory_ids: Annotated[list[UUID], Field(min_length=1, max_length=100)]


class FeedbackBody(Body):
    """`POST /v1/recalls/{id}/feedback`."""

    memory_id: UUID
    useful: bool


class RevocationBody(ScopeFields):
    """`POST /v1/revocations`."""

    memory_id: UUID
    reason: Reason = ""


SelectorValue = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_plain_name)]


class SelectorBody(Body):
    """What is to go: exactly one of these."""

    source_id: UUID | None = None
    chunk_ids: Annotated[list[UUID], Field(min_length=1, max_length=1_000)] | None = None
    memory_id: UUID | None = None
    session_id: SelectorValue | None = None
    user_id: SelectorValue | None = None
    subject: SelectorValue | None = None
    project: SelectorValue | None = None

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if len(self.model_fields_set) != 1 or all(getattr(self, name) is None for name in self.model_fields_set):
            raise ValueError("name exactly one selector")
        return self


class ErasureBody(Body):
    """`POST /v1/erasures`."""

    selector: SelectorBody
    reason: Reason = ""
    dry_run: bool = False
    workspace: Name = ""


class LifecycleBody(ScopeFields):
    """`POST /v1/lifecycle/…/run`."""

    now: datetime | None = None


class KeyBody(Body):
    """`POST /v1/admin/keys`."""

    tenant: RequiredName | None = None
    user_id: RequiredName | None = None
    projects: Annotated[list[RequiredName], Field(min_length=1, max_length=100)] | None = None
    permissions: Annotated[list[Permission], Field(min_length=1, max_length=4)]
    source_kinds: Annotated[list[SourceKind], Field(min_length=1, max_length=7)] | None = None
    sensitivity: Literal["normal", "personal", "sensitive"] = "sensitive"
    expires_at: datetime | None = None


class WorkspaceBody(Body):
    """`POST /v1/admin/workspaces`."""

    name: RequiredName


class ProjectBody(Body):
    """`POST /v1/admin/projects`."""

    name: RequiredName
    workspace: Name = ""


class TimeBody(Body):
    """`POST /v1/time/resolve`."""

    text: Annotated[str, StringConstraints(max_length=MAX_TEXT)]
    base: datetime
    timezone: ZoneName = "UTC"
    language: Literal["zh", "en"] | None = None


class EmptyBody(Body):
    """A POST that needs no fields."""


class ListQuery(Body):
    """Filters and paging of a listing of facts."""

    workspace: Name = ""
    project: Name | None = None
    user_id: Name | None = None
    agent_id: Name | None = None
    session_id: Name | None = None
    purpose: RequiredName = "general"
    status: Literal["current", "superseded", "expired", "pending", "overridden", "cold", "revoked"] | None = None
    kind: Literal["semantic", "episodic", "procedural", "preference"] | None = None
    subject: Name | None = None
    predicate: Name | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    cursor: Annotated[str, StringConstraints(max_length=200)] | None = None


class SlotQuery(Body):
    """A slot, for look-up and timeline."""

    subject: RequiredName
    predicate: RequiredName
    workspace: Name = ""
    project: Name | None = None
    user_id: Name | None = None
    agent_id: Name | None = None
    session_id: Name | None = None
    purpose: RequiredName = "general"
    as_of: datetime | None = None
    known_at: datetime | None = None


class ReaderQuery(Body):
    """Who asks, where a request has no body."""

    workspace: Name = ""
    project: Name | None = None
    user_id: Name | None = None
    agent_id: Name | None = None
    session_id: Name | None = None
    purpose: RequiredName = "general"


class PointQuery(ReaderQuery):
    """Who asks for one memory, and as of when: in the world, and in what was known."""

    as_of: datetime | None = None
    known_at: datetime | None = None
