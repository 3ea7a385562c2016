"""Who may see what: a scope is part of every key.

A stored thing has one `scope_key`; a reader has a few. A thing is visible when its key is among the reader's, its
purpose fits and its sensitivity is below the reader's ceiling: the same rule inside every query of every store.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from memory.model.ids import derived_id

GENERAL = "general"
DEBUG = "debug"


class Visibility(StrEnum):
    """Who sees what was written, from the narrowest to the widest."""

    SESSION = "session"
    AGENT = "agent"
    USER = "user"
    PROJECT = "project"
    WORKSPACE = "workspace"


class Sensitivity(IntEnum):
    """How much harm a leak would do; a key has a ceiling."""

    NORMAL = 0
    PERSONAL = 1
    SENSITIVE = 2


@dataclass(frozen=True, slots=True)
class Scope:
    """Where something was written. Absent fields are empty strings."""

    workspace: str = ""
    project: str = ""
    user_id: str = ""
    agent_id: str = ""
    session_id: str = ""
    visibility: Visibility = Visibility.USER
    purpose: str = GENERAL
    sensitivity: Sensitivity = Sensitivity.NORMAL

    @property
    def key(self) -> str:
        """The scope key of what is written here."""
        return scope_key(self.visibility, self.workspace, self.project, self.user_id, self.agent_id, self.session_id)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads, and for what purpose."""

    workspace: str = ""
    project: str = ""
    user_id: str = ""
    agent_id: str = ""
    session_id: str = ""
    purpose: str = GENERAL
    max_sensitivity: Sensitivity = Sensitivity.SENSITIVE
    everywhere: bool = False
    """For access by id: any scope of the tenant counts, as far as the credential's `user_id` and `projects` allow:
    rows of another user (unless shared in a project or workspace) and of other projects stay unseen."""
    projects: frozenset[str] | None = None

    @property
    def scope_keys(self) -> tuple[str, ...]:
        """Keys of everything that this reader may see, narrowest first."""
        found = [
            scope_key(visibility, self.workspace, project, self.user_id, self.agent_id, self.session_id)
            for visibility, project in _views(self)
        ]
        return tuple(dict.fromkeys(found))

    @property
    def purposes(self) -> tuple[str, ...]:
        """Purposes that this reader sees; `debug` never."""
        return tuple(dict.fromkeys(purpose for purpose in (GENERAL, self.purpose) if purpose != DEBUG))


def _views(reader: Reader) -> list[tuple[Visibility, str]]:
    """The (visibility, project) pairs open to a reader.

    A session, agent or project that the reader lacks opens nothing; a reader without a user sees what nobody owns.
    """
    views: list[tuple[Visibility, str]] = []
    if reader.session_id:
        views.append((Visibility.SESSION, reader.project))
    if reader.agent_id:
        views.append((Visibility.AGENT, reader.project))
    views.append((Visibility.USER, reader.project))
    if reader.user_id:
        views.append((Visibility.USER, ""))
    if reader.project:
        views.append((Visibility.PROJECT, reader.project))
    views.append((Visibility.WORKSPACE, ""))
    return views


def scope_key(
    visibility: Visibility, workspace: str, project: str, user_id: str, agent_id: str, session_id: str
) -> str:
    """The key of a scope: only the fields that its visibility looks at count."""
    match visibility:
        case Visibility.SESSION:
            parts = [workspace, project, user_id, session_id]
        case Visibility.AGENT:
            parts = [workspace, project, user_id, agent_id]
        case Visibility.USER:
            parts = [workspace, project, user_id]
        case Visibility.PROJECT:
            parts = [workspace, project]
        case Visibility.WORKSPACE:
            parts = [workspace]
    return str(derived_id("scope", [visibility.value, *parts]))


NARROWNESS = {
    Visibility.SESSION: 0,
    Visibility.AGENT: 1,
    Visibility.USER: 2,
    Visibility.PROJECT: 3,
    Visibility.WORKSPACE: 4,
}


def narrowness(visibility: Visibility) -> int:
    """0 for the narrowest visibility; where slots of one predicate compete, the narrowest wins."""
    return NARROWNESS[visibility]
