"""Registering our search attributes with a namespace."""

from temporalio.api.enums.v1 import IndexedValueType
from temporalio.api.operatorservice.v1 import AddSearchAttributesRequest, ListSearchAttributesRequest
from temporalio.client import Client
from temporalio.service import RPCError

from workflows.search_attributes import SEARCH_ATTRIBUTES


async def ensure_search_attributes(client: Client) -> bool:
    """Registers what is missing; False where the namespace does not allow it (a managed one: add them by its console)."""
    try:
        known = await client.operator_service.list_search_attributes(
            ListSearchAttributesRequest(namespace=client.namespace)
        )
        missing = [key.name for key in SEARCH_ATTRIBUTES if key.name not in known.custom_attributes]
        if missing:
            keyword = IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD
            await client.operator_service.add_search_attributes(
                AddSearchAttributesRequest(
                    namespace=client.namespace, search_attributes=dict.fromkeys(missing, keyword)
                )
            )
    except RPCError:
        return False
    return True
