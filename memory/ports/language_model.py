"""Port: a language model that answers with JSON. One call is one attempt; nobody retries behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class ModelMessage:
    """One message to the model; `role` is `system user assistant`."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What the model said, as it said it. `truncated`: it was cut off; `cost_usd` is 0 where the price is unknown."""

    text: str
    truncated: bool
    tokens_in: int
    tokens_out: int
    cost_usd: float


class LanguageModel(Protocol):
    """A model behind a server."""

    @property
    def name(self) -> str:
        """Name of the model, stored with each attempt."""
        ...

    async def ask(self, messages: Sequence[ModelMessage], schema: Mapping[str, Any]) -> ModelAnswer:
        """Asks once, within the adapter's own deadline.

        Raises:
            ModelUnavailable: no answer, or the server asks to wait (`retry_after_s`).
            ModelRefused: the provider refuses the key, the model or the request.
            ModelReplyUnusable: an answer that holds no text that could be kept.
        """
        ...
