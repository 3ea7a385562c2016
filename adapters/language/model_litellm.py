"""Any chat model that litellm reaches, asked for JSON. One call is one attempt: nothing is retried here."""

import asyncio
import importlib
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from adapters.language.model_address import require_public
from memory.language.model_reply import MAX_REPLY
from memory.model.errors import MemcError, ModelRefused, ModelReplyUnusable, ModelUnavailable
from memory.ports.language_model import ModelAnswer, ModelMessage

LONGEST_WAIT_S: Final = 120.0
"""What a server asks us to wait beyond that is not waited for."""

_SLACK_S: Final = 3.0
_NO_KEY: Final = "none"


class LitellmModel:
    """A model by its litellm name. litellm takes seconds to import, so that happens with the first question."""

    def __init__(
        self,
        model: str,
        *,
        api_base: str = "",
        api_key: str = "",
        timeout_s: float = 40.0,
        max_tokens: int = 4_096,
        allow_private: bool = False,
    ) -> None:
        """Loads nothing yet.

        Args:
            model: name in litellm's terms, such as `openai/gpt-4.1-mini`.
            api_base: address of the server; empty for the provider's own.
            api_key: key of the provider.
            timeout_s: seconds that the client waits; the call as a whole is given a little more, an activity much more.
            max_tokens: length of an answer, at most.
            allow_private: whether `api_base` may lead into a private network or to this machine.
        """
        self._model = model
        self._api_base = api_base
        self._api_key = api_key
        self._timeout_s = timeout_s
        self._max_tokens = max_tokens
        self._allow_private = allow_private
        self._lock = threading.Lock()
        self._loaded: Any = None

    @property
    def name(self) -> str:
        """See `LanguageModel`."""
        return self._model

    async def ask(self, messages: Sequence[ModelMessage], schema: Mapping[str, Any]) -> ModelAnswer:
        """See `LanguageModel`."""
        if self._api_base and not self._allow_private:
            await asyncio.to_thread(require_public, self._api_base)
        litellm = await asyncio.to_thread(self._litellm)
        try:
            async with asyncio.timeout(self._timeout_s + _SLACK_S):
                response = await litellm.acompletion(**self._request(messages, schema))
        except TimeoutError:
            raise ModelUnavailable("The model did not answer in time.") from None
        except Exception as error:  # noqa: BLE001 (providers raise what they like)
            # Not chained: the provider's message may quote the text.
            raise _translated(error, litellm.exceptions) from None
        return _answer(response, litellm.completion_cost)

    def _request(self, messages: Sequence[ModelMessage], schema: Mapping[str, Any]) -> dict[str, Any]:
        form = {"name": "statements", "schema": dict(schema), "strict": False}
        request: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
            "response_format": {"type": "json_schema", "json_schema": form},
            "temperature": 0,
            "max_tokens": self._max_tokens,
            "timeout": self._timeout_s,
            "num_retries": 0,
            "max_retries": 0,
            "drop_params": True,
            "caching": False,
        }
        if self._api_base:
            request["api_base"] = self._api_base
        if self._api_key or self._api_base:
            # A server of one's own may want no key, but its client does.
            request["api_key"] = self._api_key or _NO_KEY
        return request

    def _litellm(self) -> Any:
        with self._lock:
            if self._loaded is None:
                os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
                loaded: Any = importlib.import_module("litellm")
                loaded.suppress_debug_info = True
                loaded.turn_off_message_logging = True
                loaded.redact_messages_in_exceptions = True
                loaded.telemetry = False
                self._loaded = loaded
            return self._loaded


def _answer(response: Any, price: Callable[..., float]) -> ModelAnswer:
    choices = getattr(response, "choices", None) or []
    content = choices[0].message.content if choices else None
    if content is not None and not isinstance(content, str):
        raise ModelReplyUnusable("The model answered with something that is no text.")
    text = (content or "").replace("\x00", "\ufffd").encode("utf-8", "replace").decode()
    if len(text) > MAX_REPLY:
        raise ModelReplyUnusable("The model's answer is far too long.")
    usage = getattr(response, "usage", None)
    return ModelAnswer(
        text=text,
        truncated=bool(choices) and choices[0].finish_reason == "length",
        tokens_in=_count(usage, "prompt_tokens"),
        tokens_out=_count(usage, "completion_tokens"),
        cost_usd=_cost(response, price),
    )


def _count(usage: Any, name: str) -> int:
    found = getattr(usage, name, 0)
    return min(max(found, 0), 2_000_000_000) if isinstance(found, int) else 0


def _cost(response: Any, price: Callable[..., float]) -> float:
    try:
        return max(0.0, float(price(completion_response=response)))
    except Exception:  # noqa: BLE001 (a model without a price list costs nothing that we know of)
        return 0.0


def _translated(error: Exception, names: Any) -> MemcError:
    kind = type(error).__name__
    if isinstance(error, names.RateLimitError):
        return ModelUnavailable(f"The model's server asks to wait ({kind}).", retry_after_s=_retry_after(error))
    if isinstance(error, names.ContextWindowExceededError | names.ContentPolicyViolationError):
        # About these words, not about the key or the model: the other chunks are still worth asking for.
        return ModelReplyUnusable(f"The provider does not take these words ({kind}).")
    refused = (names.AuthenticationError, names.PermissionDeniedError, names.NotFoundError, names.BadRequestError)
    if isinstance(error, refused):
        return ModelRefused(f"The provider refused the key, the model or the request ({kind}). Check MEMC_LLM_*.")
    return ModelUnavailable(f"The model did not answer ({kind}).", retry_after_s=_retry_after(error))


def _retry_after(error: Exception) -> float | None:
    """Seconds that the server asks us to wait, when it says so in seconds."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    said = str(headers.get("retry-after", ""))
    return min(float(said), LONGEST_WAIT_S) if said.replace(".", "", 1).isdigit() else None
