"""What the registry knows of one predicate."""

from dataclasses import dataclass

from memory.model.assertion import MemoryKind
from memory.model.fact import Cardinality, PredicateClass


@dataclass(frozen=True, slots=True)
class Predicate:
    """One kind of question that memory answers.

    `wordings_zh` are in simplified characters, `wordings_en` in lower case. `official`: the system of record is
    right about it (grade, title, permission, balance, policy); otherwise the person is.
    """

    name: str
    wordings_zh: tuple[str, ...]
    wordings_en: tuple[str, ...]
    cardinality: Cardinality
    cls: PredicateClass
    half_life_days: float
    kind: MemoryKind
    official: bool = False
