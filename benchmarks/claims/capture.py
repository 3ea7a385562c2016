"""Claim M5: capture is fast and recallable by meaning within a second; under full load nothing is lost."""

import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg

from benchmarks.claims._figures import line, percentile
from tests.stack import DevStack, Memory

WRITERS, SECONDS = 10, 30
FLOOD_WRITERS, FLOOD_SECONDS = 20, 15
TOPICS = (
    ("The boiler in the basement was repaired.", "heating fixed below the house"),
    ("阳台上的番茄终于红了。", "露台种的蔬菜成熟"),
    ("Our train to Lyon was cancelled.", "rail trip that did not take place"),
    ("我把钢琴课改到了晚上。", "乐器学习的时间调整"),
)


def run() -> bool:
    """Prints the figures; true when all bounds hold."""
    with tempfile.TemporaryDirectory(prefix="memc-claim-") as folder:
        stack = DevStack(Path(folder)).start()
        try:
            return all([_paced(stack), _flood(stack)])
        finally:
            stack.stop()


def _paced(stack: DevStack) -> bool:
    """Ten writers, a message a second each; how long until each message's vector can be found."""
    captures: list[float] = []
    watch = _Watch(stack)
    with ThreadPoolExecutor(WRITERS) as pool:
        futures = [pool.submit(_writer, stack, number, captures, watch) for number in range(WRITERS)]
        for future in futures:
            future.result()
    waits = watch.finish()
    print(line("capture, 10 writers at 1 message/s", captures))
    print(line("recallable by meaning after the 202", waits))
    print(f"of {watch.asked} asked by meaning then, {watch.found} were found by the semantic leg")
    return percentile(captures, 0.95) < 0.1 and percentile(waits, 0.95) < 1.0 and watch.found == watch.asked


class _Watch:
    """Sees vectors arrive by one cheap query every 20 ms (asking recall that often would be the load itself)."""

    def __init__(self, stack: DevStack) -> None:
        self._stack = stack
        self._pending: dict[str, tuple[float, str, str]] = {}
        self._waits: list[float] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        self.asked = self.found = 0

    def expect(self, chunk_id: str, user: str, query: str) -> None:
        """A chunk was accepted just now."""
        self._pending[chunk_id] = (time.monotonic(), user, query)

    def finish(self) -> list[float]:
        """Waits for the last ones; seconds from each 202 to its vector."""
        deadline = time.monotonic() + 30
        while self._pending and time.monotonic() < deadline:
            time.sleep(0.1)
        self._stop.set()
        self._thread.join()
        return self._waits + [30.0] * len(self._pending)

    def _run(self) -> None:
        query = "SELECT object_id::text FROM projection.vector_object WHERE object_id = ANY(%s::uuid[])"
        with (
            psycopg.connect(self._stack.superuser_database_url, autocommit=True) as connection,
            self._stack.client() as memory,
        ):
            while not self._stop.is_set():
                for (chunk_id,) in connection.execute(query, (list(self._pending),)).fetchall():
                    since, user, asked = self._pending.pop(chunk_id)
                    self._waits.append(time.monotonic() - since)
                    if len(self._waits) % 5 == 0:
                        self._ask(memory, user, asked, chunk_id)
                time.sleep(0.02)

    def _ask(self, memory: Memory, user: str, query: str, chunk_id: str) -> None:
        items = memory.recall(query, user_id=user, kinds=["chunk"])["items"]
        self.asked += 1
        self.found += any("semantic" in item["legs"] and _cites(item, chunk_id) for item in items)


def _writer(stack: DevStack, number: int, captures: list[float], watch: _Watch) -> None:
    time.sleep(number / WRITERS)
    with stack.client() as memory:
        for second in range(SECONDS):
            began = time.monotonic()
            words, query = TOPICS[(number + second) % len(TOPICS)]
            user = f"w{number}-{second}-{uuid4().hex[:6]}"
            answer = memory.say(words, wait=False, user_id=user)
            captures.append(time.monotonic() - began)
            watch.expect(answer["chunk_ids"][0], user, query)
            time.sleep(max(0.0, began + 1 - time.monotonic()))


def _cites(item: dict[str, Any], chunk_id: str) -> bool:
    return any(quote["chunk_id"] == chunk_id for quote in item["evidence"])


def _flood(stack: DevStack) -> bool:
    """Twenty writers as fast as they can; afterwards every accepted chunk must be there."""
    bare = _bare_commits(stack.superuser_database_url)
    accepted: list[str] = []
    began = time.monotonic()
    with ThreadPoolExecutor(FLOOD_WRITERS) as pool:
        futures = [pool.submit(_flooding, stack, number, began, accepted) for number in range(FLOOD_WRITERS)]
        for future in futures:
            future.result()
    rate = len(accepted) / (time.monotonic() - began)
    print(f"capture, 20 writers flat out: {rate:.0f}/s; bare one-row commit: {bare:.0f}/s; ratio {rate / bare:.2f}")
    stored = _stored(stack, accepted)
    print(f"accepted {len(accepted)}, stored {stored}, lost {len(accepted) - stored}")
    return stored == len(accepted)


def _flooding(stack: DevStack, number: int, began: float, accepted: list[str]) -> None:
    with stack.client() as memory:
        while time.monotonic() - began < FLOOD_SECONDS:
            answer = memory.say(f"Note {uuid4().hex[:8]}: the kettle is on.", wait=False, user_id=f"f{number}")
            accepted.append(answer["chunk_ids"][0])


def _bare_commits(url: str) -> float:
    """One-row durable commits a second by as many connections, in a table of their own."""
    stop, counts = time.monotonic() + 5, [0] * FLOOD_WRITERS
    ready = threading.Barrier(FLOOD_WRITERS)

    def commits(number: int) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            ready.wait()
            while time.monotonic() < stop:
                connection.execute("INSERT INTO public.bare VALUES (%s, %s)", (uuid4(), "the kettle is on"))
                counts[number] += 1

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE public.bare (id uuid PRIMARY KEY, words text)")
    began = time.monotonic()
    with ThreadPoolExecutor(FLOOD_WRITERS) as pool:
        list(pool.map(commits, range(FLOOD_WRITERS)))
    return sum(counts) / (time.monotonic() - began)


def _stored(stack: DevStack, accepted: list[str]) -> int:
    """Accepted chunks that the authority holds, asked as its owner."""
    with psycopg.connect(stack.superuser_database_url) as connection:
        row = connection.execute("SELECT count(*) FROM chunk WHERE chunk_id = ANY(%s::uuid[])", (accepted,)).fetchone()
    return int(row[0]) if row else 0
