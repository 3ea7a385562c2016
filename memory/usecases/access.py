"""What a credential allows: asked by every use case before anything else."""

from collections.abc import Iterable
from dataclasses import replace

from memory.model.errors import Forbidden
from memory.model.principal import Permission, Principal
from memory.model.scope import Reader, Scope, Sensitivity


def require(principal: Principal, permission: Permission) -> None:
    """Raises `Forbidden` unless the key has the permission (`admin` has all)."""
    if permission not in principal.permissions and Permission.ADMIN not in principal.permissions:
        raise Forbidden(f"This key lacks the permission '{permission}'. Use a key that has it.")


def allow_scope(principal: Principal, scope: Scope) -> None:
    """Raises `Forbidden` when the scope is beyond the user, the projects or the sensitivity of the key."""
    _allow_user(principal, scope.user_id)
    _allow_projects(principal, [scope.project])
    _allow_sensitivity(principal, scope.sensitivity)


def reader_of(principal: Principal, asked: Reader) -> Reader:
    """The reader that a key may be: bound fields are checked, the sensitivity ceiling is the key's.

    Raises:
        Forbidden: the request names another user or a project beyond the key.
    """
    require(principal, Permission.READ)
    bound = replace(asked, user_id=asked.user_id or principal.user_id or "")
    _allow_user(principal, bound.user_id)
    if bound.project:
        _allow_projects(principal, [bound.project])
    ceiling = min(asked.max_sensitivity, principal.max_sensitivity)
    return replace(bound, max_sensitivity=ceiling, projects=principal.projects)


def _allow_user(principal: Principal, user_id: str) -> None:
    if principal.user_id is not None and user_id != principal.user_id:
        raise Forbidden("This key belongs to another user. Use that user's key, or one that is not bound to a user.")


def _allow_projects(principal: Principal, projects: Iterable[str]) -> None:
    if principal.projects is not None and not set(projects) <= principal.projects:
        raise Forbidden("This key is bound to other projects. Name one of its projects.")


def _allow_sensitivity(principal: Principal, sensitivity: Sensitivity) -> None:
    if sensitivity > principal.max_sensitivity:
        raise Forbidden("This key may not write memory of that sensitivity. Use a key with a higher ceiling.")
