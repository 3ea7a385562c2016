"""The collection of the Weaviate projection: explicit, multi-tenant, vectors of our own, no text."""

from typing import Any

from weaviate.classes.config import (
    Configure,
    DataType,
    Property,
    Tokenization,
    VectorDistances,
    VectorFilterStrategy,
)

COLLECTION = "MemoryObject"
# Up to so many matches of the filter are compared one by one: exact, and faster than a filtered graph search.
EXACT_LIMIT = 20_000
_DIMENSION_PREFIX = "Vectors of the memory compiler. Dimension: "


def describe(dimension: int) -> str:
    """The description, which carries the dimension: Weaviate itself takes that of the first vector it sees."""
    return f"{_DIMENSION_PREFIX}{dimension}"


def dimension_of(description: str | None) -> int | None:
    """The dimension in a description of ours, else None."""
    number = (description or "").removeprefix(_DIMENSION_PREFIX)
    return int(number) if number.isdecimal() else None


def _words(name: str) -> Property:
    return Property(
        name=name,
        data_type=DataType.TEXT,
        tokenization=Tokenization.FIELD,
        index_filterable=True,
        index_searchable=False,
    )


def _number(name: str) -> Property:
    return Property(name=name, data_type=DataType.INT, index_filterable=True, index_range_filters=True)


PROPERTIES: list[Property] = [
    _words("kind"),
    _words("object_id"),
    _words("scope_key"),
    _words("purpose"),
    _words("status"),
    _number("version"),
    _number("sensitivity"),
    Property(name="at", data_type=DataType.DATE, index_filterable=True),
]


def collection_arguments(name: str, dimension: int) -> dict[str, Any]:
    """What `collections.create` is called with."""
    return {
        "name": name,
        "description": describe(dimension),
        "properties": PROPERTIES,
        "inverted_index_config": Configure.inverted_index(index_timestamps=False, index_null_state=False),
        "multi_tenancy_config": Configure.multi_tenancy(
            enabled=True, auto_tenant_creation=False, auto_tenant_activation=True
        ),
        "vector_config": Configure.Vectors.self_provided(
            quantizer=Configure.VectorIndex.Quantizer.none(),
            vector_index_config=Configure.VectorIndex.hnsw(
                distance_metric=VectorDistances.COSINE,
                filter_strategy=VectorFilterStrategy.ACORN,
                flat_search_cutoff=EXACT_LIMIT,
            ),
        ),
    }
