"""Whose word a chunk is."""

import pytest

from memory.language.authority import authority_of, may_state
from memory.model.assertion import Authority
from memory.model.chunk import Role
from memory.model.principal import SourceKind


@pytest.mark.parametrize(
    ("kind", "role", "expected"),
    [
        (SourceKind.CONVERSATION, Role.USER, Authority.USER_STATED),
        (SourceKind.CONVERSATION, Role.ASSISTANT, Authority.ASSISTANT_SAID),
        (SourceKind.CONVERSATION, Role.TOOL, Authority.TOOL_OBSERVED),
        (SourceKind.RECORD, Role.USER, Authority.RECORD),
        (SourceKind.RECORD, Role.ASSISTANT, Authority.ASSISTANT_SAID),
        (SourceKind.DOCUMENT, Role.USER, Authority.DOCUMENT),
        (SourceKind.DOCUMENT, Role.ASSISTANT, Authority.ASSISTANT_SAID),
        (SourceKind.TOOL, Role.TOOL, Authority.TOOL_OBSERVED),
        (SourceKind.MANUAL, Role.USER, Authority.MANUAL_CORRECTION),
        (SourceKind.TASK_RESULT, Role.TOOL, Authority.TASK_RESULT),
    ],
)
def test_source_and_role_decide(kind: SourceKind, role: Role, expected: Authority) -> None:
    assert authority_of(kind, role) is expected


def test_system_turns_state_nothing() -> None:
    assert [role for role in Role if not may_state(role)] == [Role.SYSTEM]
