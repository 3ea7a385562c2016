"""What the readers of one chunk share: its text, what pronouns may mean, and what was read so far."""

import re
from collections.abc import Sequence
from dataclasses import replace

from memory.language.extracted import DraftRejection, ExtractInput
from memory.language.segment import Sentence
from memory.language.statements.antecedents import seed
from memory.language.statements.clause import comparable
from memory.language.statements.en_silence import mocked_throughout
from memory.language.statements.quotes import quoted_regions
from memory.language.statements.subjects import Context, typed_names
from memory.language.statements.zh_answers import asked_attribute
from memory.language.statements.zh_scenes import scene_of
from memory.model.assertion import Draft, RelationDraft
from memory.model.chunk import Role
from memory.ports.recognizer import Analysis, EntityMention, Token


class ChunkState:
    """What is known while the sentences of one chunk are read, and what was read of them."""

    def __init__(self, chunk: ExtractInput, pairs: Sequence[tuple[Sentence, Analysis]]) -> None:
        self.chunk = chunk
        self.plain = comparable(chunk.text)
        self.quoted = quoted_regions(self.plain)
        self.drafts: list[Draft] = []
        self.relations: list[RelationDraft] = []
        self.rejections: list[DraftRejection] = []
        self.mentions = tuple(_shift_mention(m, s.start) for s, a in pairs for m in a.mentions)
        self.tokens: list[Sequence[Token]] = []
        """The words of each sentence that was read."""
        self.corrects = False
        self.mocked = chunk.language == "en" and mocked_throughout(self.plain)
        self.bounds: list[int] = []
        """How many drafts there were before each sentence."""
        han = re.search(r"[\u4e00-\u9fff]", self.plain) is not None
        self.scene = scene_of(self.plain, chunk.role is Role.TOOL) if han else None
        """Why the text as a whole says nothing: a joke, a story, an echo."""
        self.context = Context(
            chunk.language,
            chunk.speaker,
            chunk.project,
            type_of=typed_names(self.mentions, chunk.known_entities),
        )
        seed(self.context, chunk)
        self.asked = self.context.topic is not None
        """Whether it answers a question of the turn before."""
        self.asked_for = asked_attribute(chunk) if chunk.language == "zh" else None
        """What that question asked for."""


def _shift_mention(mention: EntityMention, by: int) -> EntityMention:
    return replace(mention, start=mention.start + by, end=mention.end + by)
