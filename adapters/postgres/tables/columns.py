"""Column types and groups that the tables share."""

import re
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, BigInteger, Column, Computed, DateTime, Double, LargeBinary, SmallInteger, Text, Uuid
from sqlalchemy.orm import declared_attr
from sqlmodel import Field, SQLModel


def key() -> Any:
    """A column of the primary key."""
    return Field(primary_key=True, sa_type=Uuid)


def string(*, primary_key: bool = False) -> Any:
    return Field(primary_key=primary_key, sa_type=Text)


def computed(expression: str) -> Any:
    """Text that the database computes and stores. A column belongs to one table: not for a group of columns."""
    return Field(default=None, sa_column=Column(Text, Computed(expression, persisted=True), nullable=True))


def texts() -> Any:
    return Field(sa_type=ARRAY(Text))  # pyright: ignore[reportArgumentType] an instance is what SQLAlchemy wants here


def uuids() -> Any:
    return Field(sa_type=ARRAY(Uuid))  # pyright: ignore[reportArgumentType] an instance is what SQLAlchemy wants here


def small(*, primary_key: bool = False) -> Any:
    return Field(primary_key=primary_key, sa_type=SmallInteger)


def number() -> Any:
    return Field(sa_type=Double)


def big() -> Any:
    return Field(sa_type=BigInteger)


def binary(*, primary_key: bool = False) -> Any:
    return Field(primary_key=primary_key, sa_type=LargeBinary)


def moment() -> Any:
    """A time with its zone."""
    return Field(sa_type=DateTime(timezone=True))  # pyright: ignore[reportArgumentType] an instance is what is wanted


class TenantRow(SQLModel):
    """Every key begins with the tenant. A table is named as its class is, in lower case with underscores."""

    tenant_id: UUID = key()

    @declared_attr.directive
    def __tablename__(cls) -> str:  # pyright: ignore[reportIncompatibleVariableOverride] as SQLAlchemy documents it
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()


class ScopeColumns(SQLModel):
    """Where something was written; `scope_key` derives from the fields that its visibility looks at."""

    workspace: str = string()
    project: str = string()
    user_id: str = string()
    agent_id: str = string()
    session_id: str = string()
    visibility: str = string()
    purpose: str = string()
    sensitivity: int = small()
    scope_key: UUID


class EventColumns(SQLModel):
    """When it happened, as far as the words tell."""

    event_start: datetime | None = moment()
    event_end: datetime | None = moment()
    event_grain: str = string()
    event_certainty: float = number()
    event_raw: str = string()
