"""What a history says once it is decoded: for the tests and the claims that no memory text is in any."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, cast

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from temporalio.api.common.v1 import Payload
from temporalio.client import WorkflowHistory
from temporalio.converter import PayloadCodec

from bootstrap.temporal.failures import LONGEST
from memory.model.errors import MemcError


class TextCrossed(MemcError):
    """Something that is no id, count or code was about to enter a history."""

    code: ClassVar[str] = "text_crossed"


class PayloadGuard(PayloadCodec):
    """A codec around another one that refuses to encode long strings, and strings that hold a canary.

    Tests run workers with it: a leak then fails where it happens.
    """

    def __init__(self, inner: PayloadCodec, *, canaries: Sequence[str] = ()) -> None:
        self._inner = inner
        self._canaries = tuple(canaries)

    async def encode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Checks, then encodes; raises `TextCrossed`."""
        for payload in payloads:
            refuse_text(_strings_in(payload), self._canaries)
        return await self._inner.encode(payloads)

    async def decode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Decodes."""
        return await self._inner.decode(payloads)


def refuse_text(strings: Iterator[str], canaries: Sequence[str] = ()) -> None:
    """Raises `TextCrossed` for a string above 64 characters, or one that holds a canary."""
    for text in strings:
        if len(text) > LONGEST:
            raise TextCrossed(f"A string of {len(text)} characters was about to enter a history.")
        if any(canary in text for canary in canaries):
            raise TextCrossed("A canary was about to enter a history.")


async def decoded_strings(history: WorkflowHistory, codec: PayloadCodec) -> list[str]:
    """Every string of a history, with all payloads and failures decoded."""
    found: list[str] = []
    for event in history.events:
        for piece in _pieces(event):
            if isinstance(piece, str):
                found.append(piece)
            else:
                # Some are in the clear: the server's reasons, and what the SDK's core says of a local activity.
                [clear] = await codec.decode([piece])
                found.extend(_strings_in(clear))
    return found


def _pieces(message: Message) -> Iterator[str | Payload]:
    """The plain strings and the payloads of a message, however deep."""
    for field, value in message.ListFields():
        for item in _items(field, value):
            if isinstance(item, Payload):
                if not _is_search_attribute(item):
                    yield item
            elif isinstance(item, Message):
                yield from _pieces(item)
            elif isinstance(item, str):
                yield item


def _items(field: FieldDescriptor, value: Any) -> list[Any]:
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        return [*value.keys(), *value.values()]
    return list(value) if field.is_repeated else [value]


def _is_search_attribute(payload: Payload) -> bool:
    """Those are never encoded, by nobody; they hold opaque ids."""
    return "type" in payload.metadata


def _strings_in(payload: Payload) -> Iterator[str]:
    try:
        text = payload.data.decode()
    except UnicodeDecodeError:
        return
    try:
        yield from _strings_of(json.loads(text))
    except ValueError:
        yield text


def _strings_of(value: Any) -> Iterator[str]:
    """The strings of a JSON value, keys included."""
    match value:
        case str():
            yield value
        case dict():
            for inner in cast("dict[str, Any]", value).items():
                yield from _strings_of(list(inner))
        case list():
            for inner in cast("list[Any]", value):
                yield from _strings_of(inner)
        case _:
            return
