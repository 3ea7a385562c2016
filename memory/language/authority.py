"""Whose word a chunk is: decided by its source and role, never by what it says."""

from memory.model.assertion import AUTHORITY_OF_KIND, Authority
from memory.model.chunk import Role
from memory.model.principal import SourceKind

_SPOKEN = frozenset({SourceKind.CONVERSATION, SourceKind.FEEDBACK})


def authority_of(source_kind: SourceKind, role: Role) -> Authority:
    """The authority of statements in a turn.

    Within a conversation the role decides: an assistant's word never counts as a person's, a tool's is an observation.
    Elsewhere the kind of source decides, but an assistant's turn never rises above an assistant's word.
    """
    if role is Role.ASSISTANT:
        return min(Authority.ASSISTANT_SAID, AUTHORITY_OF_KIND[source_kind])
    if role is Role.TOOL and source_kind in _SPOKEN:
        return Authority.TOOL_OBSERVED
    return AUTHORITY_OF_KIND[source_kind]


def may_state(role: Role) -> bool:
    """Whether turns of this role give statements at all; system prompts and boot texts never do."""
    return role is not Role.SYSTEM
