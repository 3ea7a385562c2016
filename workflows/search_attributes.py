"""The search attributes of our workflows, for operators. Opaque ids only: the server stores them in the clear."""

from uuid import UUID

from temporalio.common import SearchAttributeKey, SearchAttributePair, TypedSearchAttributes

MEM_TENANT = SearchAttributeKey.for_keyword("MemTenant")
MEM_OPERATION = SearchAttributeKey.for_keyword("MemOperation")

SEARCH_ATTRIBUTES = (MEM_TENANT, MEM_OPERATION)
"""All that a namespace has to know."""


def attributes_of(tenant_id: UUID, operation_id: UUID) -> TypedSearchAttributes:
    """The attributes of a workflow that works on an operation (or an erasure) of a tenant."""
    return TypedSearchAttributes(
        [SearchAttributePair(MEM_TENANT, str(tenant_id)), SearchAttributePair(MEM_OPERATION, str(operation_id))]
    )
