"""The HTTP application."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI

from api.http import problems
from api.http.guard import BodyLimit, RequestId
from api.http.metrics import Measured
from api.http.routes import (
    admin,
    captures,
    corrections,
    entities,
    extracting,
    facts,
    forgetting,
    recall,
    service,
    sources,
)
from api.http.services import Services

ServicesFactory = Callable[[], AbstractAsyncContextManager[Services]]

ROUTERS = (
    captures.router,
    sources.router,
    recall.router,
    facts.router,
    corrections.router,
    forgetting.router,
    admin.router,
    entities.router,
    extracting.router,
    service.router,
)


def create_app(open_services: ServicesFactory) -> FastAPI:
    """An application whose services are opened when it starts and closed when it ends."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with open_services() as services:
            app.state.services = services
            yield

    app = FastAPI(
        title="Memory Compiler",
        version="0.1.0",
        summary="Evidence-backed memory for AI agents.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    for router in ROUTERS:
        app.include_router(router)
    problems.install(app)
    app.add_middleware(BodyLimit)
    app.add_middleware(Measured)
    app.add_middleware(RequestId)
    return app
