"""Errors of the core: types with codes; text is for people and never holds memory text or secrets.

MemcError
├── InputInvalid            422 invalid          a field breaks a rule (`errors` names it)
├── NotFound                404 not_found        no such thing in this tenant and scope
├── Conflict                409 conflict
│   ├── IdempotencyReused   409 idempotency_reused
│   └── Erased              409 erased           the event was erased before
├── Forbidden               403 forbidden        the credential does not allow it
├── Unauthenticated         401 unauthenticated
├── TooLarge                413 too_large
├── RateLimited             429 rate_limited
├── Unavailable             503 unavailable      the authority does not answer
├── ModelUnavailable        retried by policy    the language model does not answer, or asks to wait
├── ModelReplyUnusable      retried by policy    what the language model said cannot be used
├── ModelRefused            never retried        the provider refuses the key, the model or the request
├── ProjectionUnavailable   retried without end  a projection does not answer
├── BlobsUnavailable        503, retried         the store of large content does not answer
├── BlobDamaged             never retried        stored content is not what was stored
├── StaleWrite              retried              another writer was faster
├── EvidenceMissing         never retried        a fact would have no evidence
└── ConfigurationInvalid    stops the start
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """One broken rule: a JSON pointer to the field, a code, and a sentence. Never the value itself."""

    pointer: str
    code: str
    message: str


class MemcError(Exception):
    """Base of all expected errors. `code` is stable; the message says what happened and what to do."""

    code: ClassVar[str] = "internal"
    status: ClassVar[int] = 500
    retryable: ClassVar[bool] = False

    def __init__(
        self, message: str, *, problems: Sequence[FieldProblem] = (), retry_after_s: float | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.problems = tuple(problems)
        self.retry_after_s = retry_after_s


class InputInvalid(MemcError):
    """A field breaks a rule."""

    code = "invalid"
    status = 422


class Malformed(MemcError):
    """The body is not JSON, or not UTF-8."""

    code = "malformed"
    status = 400


class NotFound(MemcError):
    """No such thing, or none that the caller may know of."""

    code = "not_found"
    status = 404


class Conflict(MemcError):
    """The request contradicts the state."""

    code = "conflict"
    status = 409


class IdempotencyReused(Conflict):
    """An idempotency key came again with another body."""

    code = "idempotency_reused"


class Erased(Conflict):
    """The event was erased and may not come back."""

    code = "erased"


class Forbidden(MemcError):
    """The credential does not allow it."""

    code = "forbidden"
    status = 403


class Unauthenticated(MemcError):
    """No valid credential."""

    code = "unauthenticated"
    status = 401


class TooLarge(MemcError):
    """The body or a field is above its limit."""

    code = "too_large"
    status = 413


class RateLimited(MemcError):
    """Too many requests for this key."""

    code = "rate_limited"
    status = 429
    retryable = True


class Unavailable(MemcError):
    """The authority does not answer."""

    code = "unavailable"
    status = 503
    retryable = True


class ProjectionUnavailable(MemcError):
    """A projection does not answer; writers retry without end, readers degrade."""

    code = "projection_unavailable"
    status = 503
    retryable = True


class ModelUnavailable(MemcError):
    """The language model does not answer, or asks to wait (`retry_after_s`)."""

    code = "model_unavailable"
    status = 503
    retryable = True


class ModelReplyUnusable(MemcError):
    """What the language model said cannot be used; it is asked to repair it."""

    code = "model_reply"
    status = 502
    retryable = True


class ModelRefused(MemcError):
    """The provider refuses the key, the model or the request: asking again would not help."""

    code = "model_refused"
    status = 502


class BlobsUnavailable(MemcError):
    """The store of large content does not answer."""

    code = "blobs_unavailable"
    status = 503
    retryable = True


class BlobDamaged(MemcError):
    """Stored content is not what was stored: its digest differs."""

    code = "blob_damaged"


class StaleWrite(MemcError):
    """Another writer was faster; the step is run again."""

    code = "stale_write"
    status = 409
    retryable = True


class EvidenceMissing(MemcError):
    """A fact would stand without evidence."""

    code = "evidence_missing"


class ConfigurationInvalid(MemcError):
    """A setting, a schema or a server does not fit; the process does not start."""

    code = "configuration_invalid"
