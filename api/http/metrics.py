"""Request metrics by route template and status class: bounded labels, nothing of a tenant or a person."""

import time

from prometheus_client import Counter, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

REQUESTS = Counter("memc_http_requests_total", "Requests by route and status class.", ["route", "status"])
SECONDS = Histogram(
    "memc_http_request_seconds",
    "Time to answer by route.",
    ["route"],
    buckets=(0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 5, 30),
)


class Measured:
    """ASGI middleware that counts and times requests."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = time.perf_counter(), 500

        async def watching(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watching)
        finally:
            route = getattr(scope.get("route"), "path", "unmatched")
            REQUESTS.labels(route, f"{status // 100}xx").inc()
            SECONDS.labels(route).observe(time.perf_counter() - started)
