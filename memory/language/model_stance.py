"""How the words of a quote are meant: in doubt the cautious reading holds, whatever a model says."""

from dataclasses import dataclass
from typing import Final

from memory.language.segment import split_sentences
from memory.language.statements.clause import comparable
from memory.language.statements.frames import Stance, stance_of
from memory.model.assertion import Modality


@dataclass(frozen=True, slots=True)
class QuoteStance:
    """What the sentences of a quote allow: a modality at least as cautious, or nothing (`reason`).

    `only_positive`: the reason holds for affirmed statements only.
    """

    modality: Modality | None = None
    reason: str | None = None
    only_positive: bool = False


_OF_STANCE: Final = {
    Stance.PLAIN: QuoteStance(),
    Stance.QUESTION: QuoteStance(Modality.QUESTION),
    Stance.SUPPOSED: QuoteStance(Modality.HYPOTHETICAL),
    Stance.IRONY: QuoteStance(reason="irony"),
    Stance.DENIED: QuoteStance(reason="denied", only_positive=True),
    Stance.SMALL_TALK: QuoteStance(reason="small_talk"),
    Stance.TASK: QuoteStance(reason="task"),
}
_CAUTION: Final = (Modality.ASSERTED, Modality.PLANNED, Modality.QUOTED, Modality.HYPOTHETICAL, Modality.QUESTION)


def stance_at(text: str, language: str, start: int, end: int) -> QuoteStance:
    """The stance of the sentences that characters `start..end` lie in; the most cautious of them."""
    met = [sentence for sentence in split_sentences(text) if sentence.start < end and start < sentence.end]
    found = [_OF_STANCE[stance_of(comparable(sentence.text), language)] for sentence in met]
    return max(found, key=_caution, default=QuoteStance())


def cautious(stance: QuoteStance, said: Modality) -> Modality:
    """The more cautious of what the sentence allows and what was said of it."""
    return max((stance.modality or Modality.ASSERTED, said), key=_CAUTION.index)


def _caution(stance: QuoteStance) -> int:
    if stance.reason is not None:
        return len(_CAUTION)
    return _CAUTION.index(stance.modality or Modality.ASSERTED)
