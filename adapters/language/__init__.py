"""Words and names: spaCy for English, LAC inside a spaCy pipeline for Chinese, known names for both."""

from adapters.language.gazetteer import Gazetteer, GazetteerRecognizer
from adapters.language.pipelines import load_chinese, load_english
from adapters.language.recognizer import SpacyRecognizer

__all__ = ["Gazetteer", "GazetteerRecognizer", "SpacyRecognizer", "build_recognizer"]


def build_recognizer(
    english_pipeline: str | None = None, chinese_pipeline: str | None = None, threads: int = 1
) -> SpacyRecognizer:
    """Loads both languages (0.5 s and 250 MiB with the defaults).

    Args:
        english_pipeline: package or path of another spaCy pipeline; None takes the small model of the wheel.
        chinese_pipeline: likewise; None takes LAC.
        threads: threads of LAC's network; spaCy itself uses one.

    Raises:
        ConfigurationInvalid: a pipeline is not there.
    """
    return SpacyRecognizer(load_english(english_pipeline), load_chinese(chinese_pipeline, threads))
