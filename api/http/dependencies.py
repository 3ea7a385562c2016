"""What routes share: the services, the credential, idempotency, the wait preference, readers and scopes."""

import asyncio
import hashlib
import re
from collections.abc import Coroutine
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, cast
from uuid import UUID

import structlog
from fastapi import Depends, Header, Request

from api.http.models import ReaderQuery, ScopeFields
from api.http.services import Services
from memory.model.chunk import Operation
from memory.model.errors import FieldProblem, Forbidden, InputInvalid, MemcError, Unauthenticated
from memory.model.principal import Permission, Principal
from memory.model.scope import Reader, Scope, Sensitivity, Visibility
from memory.ports.captures import StrandedOperation

MAX_WAIT_S = 30.0
_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_WAIT = re.compile(r"(?:^|[,;\s])wait=(\d{1,6})(?:$|[,;\s])")
_SENSITIVITIES = {level.name.lower(): level for level in Sensitivity}

log = structlog.get_logger("api")
_background: set[asyncio.Task[None]] = set()


def services_of(request: Request) -> Services:
    """The services that the application was made with."""
    return cast("Services", request.app.state.services)


Served = Annotated[Services, Depends(services_of)]


async def principal_of(services: Served, authorization: Annotated[str | None, Header()] = None) -> Principal:
    """The credential behind a request; 401 for anything else."""
    scheme, _, key = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise Unauthenticated("Send a key: 'Authorization: Bearer KEY'.")
    return await services.keys.authenticate(key.strip())


Caller = Annotated[Principal, Depends(principal_of)]


def wait_of(prefer: Annotated[str | None, Header()] = None) -> float:
    """Seconds to wait for the end of an operation (`Prefer: wait=N`), at most 30."""
    found = _WAIT.search(prefer or "")
    return min(float(found[1]), MAX_WAIT_S) if found else 0.0


Wait = Annotated[float, Depends(wait_of)]


def idempotency_key_of(idempotency_key: Annotated[str | None, Header()] = None) -> str | None:
    """The `Idempotency-Key`: 1 to 200 visible ASCII characters."""
    if idempotency_key is not None and not _KEY.fullmatch(idempotency_key):
        problem = FieldProblem("/headers/Idempotency-Key", "invalid", "1 to 200 visible ASCII characters are expected")
        raise InputInvalid("The idempotency key is not usable. Send a random token.", problems=[problem])
    return idempotency_key


IdempotencyKey = Annotated[str | None, Depends(idempotency_key_of)]


@dataclass(frozen=True, slots=True)
class Claim:
    """The id under which a request is carried out; the same for each repeat of one idempotency key."""

    answer_id: UUID


def fingerprint_of(route: str, body: ScopeFields | Any) -> str:
    """A digest of what is asked, by which a reused key is told from a repeat."""
    return hashlib.sha256(f"{route}\n{body.model_dump_json()}".encode()).hexdigest()


async def claim(services: Services, principal: Principal, key: str | None, route: str, body: Any) -> UUID:
    """The id for the effect of a POST; raises `IdempotencyReused`."""
    return await claim_fingerprint(services, principal, key, route, fingerprint_of(route, body))


async def claim_fingerprint(
    services: Services, principal: Principal, key: str | None, route: str, fingerprint: str
) -> UUID:
    """As `claim`, for a body that was digested already."""
    fresh = services.new_id()
    if key is None:
        return fresh
    key_hash = hashlib.sha256(f"{route}\n{key}".encode()).digest()
    return await services.captures.claim_key(principal.tenant_id, key_hash, fingerprint, fresh, services.clock())


def sensitivity_of(name: str | None, default: Sensitivity) -> Sensitivity:
    """A level by its name."""
    return default if name is None else _SENSITIVITIES[name]


def scope_of(principal: Principal, body: ScopeFields, visibility: Visibility) -> Scope:
    """Where a capture is written; a bound key's user is the default."""
    return Scope(
        workspace=body.workspace,
        project=body.project or "",
        user_id=body.user_id or principal.user_id or "",
        agent_id=body.agent_id or "",
        session_id=body.session_id or "",
        visibility=visibility,
        purpose=body.purpose,
        sensitivity=sensitivity_of(body.sensitivity, Sensitivity.NORMAL),
    )


def reader_from(body: ScopeFields | ReaderQuery) -> Reader:
    """Who asks, as the request says; the use case binds it to the key."""
    level = getattr(body, "sensitivity", None)
    return Reader(
        workspace=body.workspace,
        project=body.project or "",
        user_id=body.user_id or "",
        agent_id=body.agent_id or "",
        session_id=body.session_id or "",
        purpose=body.purpose,
        max_sensitivity=sensitivity_of(level, Sensitivity.SENSITIVE),
    )


def reader_by_id(body: ScopeFields | ReaderQuery) -> Reader:
    """Who asks for a thing by its id: without scope fields, the credential alone decides."""
    named = (body.workspace, body.project, body.user_id, body.agent_id, body.session_id)
    return reader_from(body) if any(named) else Reader(everywhere=True)


def clock_of(principal: Principal, services: Services, asked: datetime | None) -> tuple[datetime, bool]:
    """The evaluation clock and whether it is simulated.

    Raises:
        Forbidden: `now` is for development keys and administrators.
    """
    if asked is None:
        return services.clock(), False
    if not principal.development and Permission.ADMIN not in principal.permissions:
        raise Forbidden("'now' needs the permission 'admin'. Leave it out to ask as of this moment.")
    return aware(asked, "/now"), True


def aware(moment: datetime, pointer: str) -> datetime:
    """The moment, which must carry an offset and a sensible year."""
    if moment.tzinfo is None:
        raise InputInvalid(
            "A time lacks its offset.", problems=[FieldProblem(pointer, "naive", "an offset is expected")]
        )
    if not 1900 <= moment.year <= 2200:  # the documented range of times
        problem = FieldProblem(pointer, "out_of_range", "a year from 1900 to 2200 is expected")
        raise InputInvalid("A time is out of range.", problems=[problem])
    return moment


def work_of(principal: Principal, operation: Operation) -> StrandedOperation:
    """What the engine needs to work on an operation."""
    return StrandedOperation(
        principal.tenant_id,
        operation.operation_id,
        operation.kind,
        operation.workflow_id,
        operation.effective_now,
    )


def in_background(work: Coroutine[Any, Any, None]) -> None:
    """Runs a start that the answer does not wait for; the sweeper starts what fails here."""
    task = asyncio.create_task(_quietly(work))
    _background.add(task)
    task.add_done_callback(_background.discard)


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except MemcError as error:
        log.warning("start_deferred_to_sweeper", code=error.code)
