"""Vectors on the wire: one binary `real[]` for a batch, a fortieth of the work that their digits would be."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import psycopg
from psycopg.adapt import Buffer, Dumper
from psycopg.pq import Format

_FLOAT4, _FLOAT4_ARRAY = 700, 1021
_ELEMENT = np.dtype([("length", ">i4"), ("value", ">f4")])


@dataclass(frozen=True, slots=True)
class Reals:
    """Vectors of equal length, one behind the other."""

    numbers: "np.ndarray[Any, np.dtype[np.float32]]"

    @staticmethod
    def of(vectors: Sequence[Sequence[float]]) -> "Reals":
        """All vectors as one array."""
        return Reals(np.asarray(vectors, dtype=np.float32).reshape(-1))


class RealsDumper(Dumper):
    """Writes `Reals` as Postgres reads a `real[]` in binary: a header, then length and big-endian value of each."""

    format = Format.BINARY
    oid: ClassVar[int] = _FLOAT4_ARRAY  # pyright: ignore[reportIncompatibleVariableOverride]  a constant here

    def dump(self, obj: Reals) -> Buffer:
        header = np.array([1, 0, _FLOAT4, len(obj.numbers), 1], dtype=">i4")
        body = np.empty(len(obj.numbers), dtype=_ELEMENT)
        body["length"], body["value"] = 4, obj.numbers
        return header.tobytes() + body.tobytes()


psycopg.adapters.register_dumper(Reals, RealsDumper)
