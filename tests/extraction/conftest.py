"""The real recogniser, loaded once."""

import pytest

from adapters.language import build_recognizer
from memory.ports.recognizer import Recognizer


@pytest.fixture(scope="session")
def recognizer() -> Recognizer:
    return build_recognizer()
