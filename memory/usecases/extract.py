"""Reads a text into statements without storing anything."""

import asyncio

from memory.language.extracted import ExtractInput, Extraction
from memory.language.extraction import extract_batch
from memory.ports.recognizer import Recognizer


class ExtractStatements:
    """What a compile would state of a text; for trying out, and for other programs."""

    def __init__(self, recognizer: Recognizer) -> None:
        self._recognizer = recognizer

    async def read(self, chunk: ExtractInput) -> Extraction:
        """Extracts in a thread: the models compute for milliseconds, the first call loads them."""
        (extraction,) = await asyncio.to_thread(extract_batch, [chunk], self._recognizer)
        return extraction
