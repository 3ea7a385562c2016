"""Fixtures for all tests."""

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import settings

from tests.servers import neo4j_server, postgres_server, weaviate_server
from tests.stack import DevStack, Memory

__all__ = ["memory", "neo4j_server", "postgres_server", "stack", "weaviate_server"]

# In CI the same examples each time: a new counterexample is for the long runs of the claims to find, not for a release.
settings.register_profile("ci", derandomize=True, print_blob=True)
if os.environ.get("CI") == "true":
    settings.load_profile("ci")


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DevStack]:
    """One embedded stack for all tests over HTTP that do not stop parts of it."""
    running = DevStack(Path(tmp_path_factory.mktemp("stack"))).start()
    yield running
    running.stop()


@pytest.fixture
def memory(stack: DevStack) -> Iterator[Memory]:
    """A client of a tenant of its own, with all permissions."""
    tenant = f"t-{uuid4().hex[:12]}"
    with stack.client() as development:
        key = development.new_key(tenant=tenant, permissions=["read", "write", "forget", "admin"])
    with stack.client(key) as client:
        yield client
