"""Opaque keyset cursors."""

import base64
import binascii
from datetime import datetime
from uuid import UUID

from memory.model.errors import FieldProblem, InputInvalid


def write_cursor(moment: datetime, last_id: UUID) -> str:
    """The place after an item."""
    return base64.urlsafe_b64encode(f"{moment.isoformat()} {last_id}".encode()).decode().rstrip("=")


def read_cursor(cursor: str | None) -> tuple[datetime, UUID] | None:
    """The place that a cursor names.

    Raises:
        InputInvalid: the cursor was not made by us.
    """
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        moment, _, last_id = base64.urlsafe_b64decode(padded.encode()).decode().partition(" ")
        return datetime.fromisoformat(moment), UUID(last_id)
    except (ValueError, binascii.Error):
        problem = FieldProblem("/cursor", "invalid", "a cursor of an earlier answer is expected")
        raise InputInvalid("The cursor is not one of ours. Leave it out to start anew.", problems=[problem]) from None
