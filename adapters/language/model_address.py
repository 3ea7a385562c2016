"""Where a model's server may be: not inside the network of whoever runs this, unless that is allowed."""

import ipaddress
import socket
from urllib.parse import urlsplit

from memory.model.errors import ModelRefused, ModelUnavailable


def require_public(url: str) -> None:
    """Resolves the host and refuses private, local and metadata addresses. Blocks.

    Raises:
        ModelRefused: the address is not public.
        ModelUnavailable: the name does not resolve now.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ModelRefused("MEMC_LLM_API_BASE is no http address. Correct it.")
    try:
        found = socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    except OSError:
        raise ModelUnavailable("The host of MEMC_LLM_API_BASE is not known now.") from None
    if not all(ipaddress.ip_address(str(item[4][0]).split("%")[0]).is_global for item in found):
        raise ModelRefused(
            "MEMC_LLM_API_BASE leads to a private address. Set MEMC_LLM_ALLOW_PRIVATE=true if that is meant."
        )
