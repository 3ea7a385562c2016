"""Reads the sentences of one chunk, and the relations between them."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from memory.language.extracted import DraftRejection, ExtractInput, Extraction
from memory.language.screen import is_injection
from memory.language.segment import Sentence
from memory.language.statements import en_repair, zh_tokens
from memory.language.statements.chunk_state import ChunkState
from memory.language.statements.echoes import is_recalled, speaks_of_the_user
from memory.language.statements.en_labels import label_end
from memory.language.statements.en_silence import mocks, orders_machines
from memory.language.statements.fillers import CORRECTS, FILLERS
from memory.language.statements.relating import relations_between
from memory.language.statements.sentence_reader import SentenceReader
from memory.language.statements.standing_times import with_times
from memory.language.statements.topic_words import with_topics
from memory.language.statements.zh_clause_parts import pronoun_apart
from memory.model.assertion import Mention, Modality, SubjectKind
from memory.model.chunk import Role
from memory.ports.recognizer import Analysis, Token


class ChunkReader(ChunkState):
    """Reads one chunk, sentence by sentence, keeping what pronouns may mean."""

    def read(self, sentence: Sentence, analysis: Analysis) -> None:
        """Reads one sentence into drafts or a rejection."""
        self.context.language = analysis.language
        self.context.verbs = frozenset(
            t.text for t in analysis.tokens if t.tag in ("v", "vd", "VBD", "VBZ", "VBP", "MD")
        )
        tokens = tuple(_shift_token(token, sentence.start) for token in analysis.tokens)
        if analysis.language == "en":
            tokens = en_repair.repaired(tokens)
        else:
            tokens = zh_tokens.repaired([one for t in tokens for one in pronoun_apart(t)])
        reason = self._not_mine(sentence)
        if reason is not None:
            self._reject(reason, sentence.start, sentence.end)
            return
        self.tokens.append(tokens)
        before = len(self.drafts)
        self.bounds.append(before)
        start = sentence.start + self._filler(sentence, analysis.language)
        if analysis.language == "en":
            start = label_end(self.plain, tokens, start, sentence.end)
        self.corrects = CORRECTS.search(self.plain[sentence.start : start]) is not None
        SentenceReader(self, analysis.language, start, sentence.end, tokens).read()
        self._after(sentence, analysis.language, before)

    def _not_mine(self, sentence: Sentence) -> str | None:
        """A reason why the sentence says nothing of the speaker's own."""
        text = self.plain[sentence.start : sentence.end]
        if is_injection(text) or orders_machines(text, self.chunk.role is Role.TOOL):
            return "injection"
        if self.scene is not None:
            return self.scene
        if self.mocked or (self.chunk.language == "en" and mocks(text)):
            return "irony"
        if any(left <= sentence.start and sentence.end <= right for left, right in self.quoted):
            return "quote"
        if is_recalled(self.plain, self.chunk.role):
            return "echo"
        return "assistant_echo" if speaks_of_the_user(text, self.chunk.role) else None

    def _filler(self, sentence: Sentence, language: str) -> int:
        found = FILLERS[language].match(self.plain[sentence.start : sentence.end])
        return found.end() if found is not None and found.end() < len(sentence.text) else 0

    def _after(self, sentence: Sentence, language: str, before: int) -> None:
        """Names of this sentence become what pronouns of the next may mean."""
        for mention in self.mentions:
            if sentence.start <= mention.start < sentence.end:
                self.context.remember(Mention(SubjectKind.NAMED, mention.text, mention.type))
        for draft in self.drafts[before:]:
            if draft.subject.kind is SubjectKind.NAMED and draft.modality is not Modality.QUOTED:
                self.context.remember(draft.subject)
        topic = self.context.topic
        keep = language == "zh" and topic is not None and topic.kind is SubjectKind.SPEAKER
        self.context.topic = topic if keep else None

    def _reject(self, reason: str, start: int, end: int) -> None:
        self.rejections.append(DraftRejection(reason, start, end))

    def result(self) -> Extraction:
        """All that was read, with the relations that neighbours show."""
        sentences = [bisect_right(self.bounds, place) for place in range(len(self.drafts))]
        self.relations.extend(relations_between(self.plain, self.drafts, sentences, self.relations))
        timed = with_times(self.drafts, self.chunk)
        drafts = with_topics(timed, self.tokens, self.chunk.text, self.context.language, self.chunk.project)
        return Extraction(tuple(drafts), tuple(self.relations), self.mentions, tuple(self.rejections))


def _shift_token(token: Token, by: int) -> Token:
    return replace(token, start=token.start + by, end=token.end + by)


def read_sentences(chunk: ExtractInput, pairs: Sequence[tuple[Sentence, Analysis]]) -> Extraction:
    """Everything that the sentences of one chunk state."""
    reader = ChunkReader(chunk, pairs)
    for sentence, analysis in pairs:
        reader.read(sentence, analysis)
    return reader.result()
