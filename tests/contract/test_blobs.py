"""Every blob store keeps the same promises: in a folder, and in a bucket behind the S3 protocol."""

import asyncio
import re
import threading
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from adapters.blobs import build_blob_store
from adapters.blobs.s3 import S3Blobs
from memory.model.errors import BlobsUnavailable, ConfigurationInvalid, NotFound
from memory.ports.blobs import BlobStore

KEY = "tenant/source/0123"


class _Bucket(BaseHTTPRequestHandler):
    """As much of S3 as a blob store speaks."""

    protocol_version = "HTTP/1.1"
    objects: dict[str, bytes]

    def _answer(self, status: int, body: bytes = b"", length: int | None = None) -> None:
        self.send_response(status)
        self.send_header("content-length", str(len(body) if length is None else length))
        self.send_header("etag", '"e"')
        self.send_header("last-modified", "Mon, 30 Nov 2026 10:00:00 GMT")
        self.end_headers()
        self.wfile.write(body)

    def do_PUT(self) -> None:
        self.objects[self.path] = self.rfile.read(int(self.headers["content-length"]))
        self._answer(200)

    def do_GET(self) -> None:
        found = self.objects.get(self.path)
        self._answer(404 if found is None else 200, found or b"")

    def do_HEAD(self) -> None:
        found = self.objects.get(self.path)
        self._answer(404 if found is None else 200, length=len(found or b""))

    def do_POST(self) -> None:
        """The request that deletes many, with their keys in XML."""
        bucket = self.path.split("?")[0].rstrip("/")
        asked = self.rfile.read(int(self.headers["content-length"])).decode()
        keys = re.findall(r"<Key>(.*?)</Key>", asked)
        for key in keys:
            self.objects.pop(f"{bucket}/{key}", None)
        gone = "".join(f"<Deleted><Key>{key}</Key></Deleted>" for key in keys)
        self._answer(200, f'<?xml version="1.0"?><DeleteResult>{gone}</DeleteResult>'.encode())

    def do_DELETE(self) -> None:
        self.objects.pop(self.path, None)
        self._answer(204)

    def log_message(self, format: str, *args: object) -> None:
        return


def bucket_at(port: int) -> S3Blobs:
    return S3Blobs.at(
        "s3://memory/prefix",
        endpoint=f"http://127.0.0.1:{port}",
        region="eu-test-1",
        access_key_id="a",
        secret_access_key="b",
        virtual_hosted_style_request=False,
    )


@pytest.fixture(params=["folder", "s3"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[BlobStore]:
    if request.param == "folder":
        yield build_blob_store(f"file://{tmp_path}/blobs")
        return
    handler = type("Bucket", (_Bucket,), {"objects": {}})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield bucket_at(server.server_address[1])
    server.shutdown()
    server.server_close()
    thread.join(5)


async def test_what_was_put_is_there_until_it_is_deleted(blobs: BlobStore) -> None:
    content = "正文 ".encode() * 100_000
    await blobs.put(KEY, content)
    await blobs.put(KEY, content)
    assert await blobs.get(KEY) == content
    assert await blobs.exists(KEY)
    await blobs.delete(KEY)
    await blobs.delete(KEY)
    assert not await blobs.exists(KEY)
    with pytest.raises(NotFound):
        await blobs.get(KEY)


async def test_keys_do_not_meet(blobs: BlobStore) -> None:
    await asyncio.gather(*(blobs.put(f"t/{number}", b"%d" % number) for number in range(20)))
    assert [await blobs.get(f"t/{number}") for number in range(20)] == [b"%d" % number for number in range(20)]


async def test_a_key_leads_nowhere_else(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    store = build_blob_store(f"file://{tmp_path}/blobs")
    with pytest.raises(NotFound):
        await store.get("../secret")


async def test_a_store_that_is_away_says_so(tmp_path: Path) -> None:
    with pytest.raises(BlobsUnavailable):
        await bucket_at(9).put(KEY, b"x")
    folder = build_blob_store(f"file://{tmp_path}/blobs")
    (tmp_path / "blobs" / "tenant").write_text("a file where a folder should be")
    with pytest.raises(BlobsUnavailable):
        await folder.put(KEY, b"x")


@pytest.mark.parametrize("url", ["file://relative/path/../..", "ftp://host/x", "s3://"])
def test_an_address_that_cannot_be_meant_stops_the_start(url: str) -> None:
    with pytest.raises(ConfigurationInvalid):
        if url.startswith("file"):
            build_blob_store("file:///proc/none/blobs")
        else:
            build_blob_store(url)
