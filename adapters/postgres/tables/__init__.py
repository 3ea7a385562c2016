"""The authority's tables as SQLModel classes: the reference of names, types and nullability.

The migrations create the tables from explicit statements, with their constraints, indexes and policies; a test compares
both. Hot paths speak SQL.
"""

from sqlmodel import SQLModel

from adapters.postgres.tables import (
    access,
    deciding,
    evidence,
    facts,
    forgetting,
    projecting,
    reading,
    recalling,
    statements,
)

TABLES: tuple[type[SQLModel], ...] = (
    access.Tenant,
    access.Workspace,
    access.Project,
    access.ApiKey,
    evidence.Source,
    evidence.Operation,
    evidence.Chunk,
    evidence.TimeSpan,
    evidence.Rejection,
    evidence.Idempotency,
    statements.Assertion,
    statements.TopicPiece,
    statements.Entity,
    statements.EntityAlias,
    statements.EntityChange,
    statements.MentionLink,
    statements.Relation,
    facts.FactVersion,
    facts.Evidence,
    facts.MemoryState,
    facts.Revocation,
    deciding.PersonEvent,
    projecting.Posting,
    projecting.TokenStat,
    projecting.BucketStat,
    projecting.Outbox,
    forgetting.Tombstone,
    forgetting.Fence,
    forgetting.Erasure,
    forgetting.ErasureReceipt,
    forgetting.ErasureObject,
    recalling.RecallLog,
    recalling.RecallItem,
    recalling.RecallUse,
    recalling.RecallFeedback,
    reading.ModelAttempt,
    reading.Document,
    reading.DocumentPart,
)
