"""Reads one sentence: how it is meant, and then its topic, order, cause, quote or clauses."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements import causes, instructions
from memory.language.statements.clause import Clause
from memory.language.statements.clause_reader import ClauseReader
from memory.language.statements.en_corrections import told_wrong_before
from memory.language.statements.en_orders import second_fact
from memory.language.statements.en_silence import inverted
from memory.language.statements.fillers import CORRECTS
from memory.language.statements.frames import Quote, Stance, stance_of
from memory.language.statements.pattern import Statement
from memory.language.statements.quotes import find_quote, own_report
from memory.language.statements.subjects import resolve_subject
from memory.language.statements.tables import SENTENCES, TOPICS
from memory.language.statements.topics.reading import is_reason, is_topical, read_topics
from memory.language.statements.zh_marks import sharpened
from memory.model.assertion import RelationDraft, SubjectKind

_RIGHTED: Final = re.compile(r"[,;]?\s+but (?:actually |really |in fact )?(?=\w)", re.I)
"""`I said 14 but the class has 16`: what comes after is what holds."""
_LAST_RESORTS: Final = frozenset(
    ["zh.event", "zh.done", "zh.roster", "zh.figures", "zh.nominal", "zh.fragment", "zh.every"]
)
_SILENT: Final = frozenset(
    [Stance.QUESTION, Stance.IRONY, Stance.DENIED, Stance.SMALL_TALK, Stance.TASK, Stance.FICTION]
)
"""How a sentence may be meant that states nothing."""


class SentenceReader(ClauseReader):
    """Reads one sentence: `start..end` of the chunk, without the fillers at its head."""

    def read(self) -> None:
        """Chooses the frame, then reads causes, instructions or clauses."""
        if self._reports_itself():
            return
        self.stance = stance_of(self.text, self.language)
        if self.language == "zh":
            self.stance = sharpened(self.stance, self.text)
        if self._read_topic():
            return
        corrects = self.stance is Stance.SUPPOSED and CORRECTS.search(self.text) is not None
        if (corrects or self.stance in (Stance.PLAIN, Stance.DENIED)) and self._read_change():
            return
        if self.stance in _SILENT:
            self._reject(self.stance.value)
            return
        if self.language == "en" and inverted(self.text):  # `Should it rain, …`: only the other half tells something
            self._skip(self.text.index(", ") + 2)
        quote = find_quote(self.text, self.language)
        if quote is not None:
            self._read_quote(quote)
            return
        if self._touches_quote():
            self._reject("quote")
            return
        self._read_plain()

    def _reports_itself(self) -> bool:
        """Whether the sentence only tells what its speaker said before; what puts that right is left to be read."""
        if self.language == "en" and told_wrong_before(self.text):
            self._read_change()  # what was said before is never stated
            return True
        if not own_report(self.text, self.language):
            return False
        right = _RIGHTED.search(self.text)
        if right is None:
            self._reject("own_report")
            return True
        self._skip(right.end())
        return False

    def _read_plain(self) -> None:
        if self._read_order():
            return
        pair = causes.split(self.text, self.language) if self.stance is Stance.PLAIN else None
        if pair is not None:
            self._read_cause(pair)
            return
        shown = causes.split_proof(self.text, self.language) if self.stance is Stance.PLAIN else None
        if shown is not None and self._read_proof(shown):
            return
        self._read_clauses(self.start, self.end)

    def _instructed(self, clause: Clause) -> Iterable[Statement]:
        """Instructions; none where a supposition ends in what would have been (要是早买就赚了)."""
        if self.language == "zh" and self.stance is Stance.SUPPOSED and self.text.rstrip("。~～!！ ").endswith("了"):
            return ()
        return instructions.read(self._hit_source(clause), self.stance)

    def _read_order(self) -> bool:
        """Reads an order, and in English a fact behind it: `Don't ring before ten, I work nights`."""
        rest = second_fact(self.text) if self.language == "en" else None
        clause = self._whole() if rest is None else self._clause(self.start, self.start + rest, False, ())
        for found in self._instructed(clause):
            self._add(found, clause)
            if rest is not None:
                self._read_behind(rest)
            return True
        return False

    def _skip(self, characters: int) -> None:
        self.start += characters
        self.text = self.text[characters:]

    def _read_behind(self, rest: int) -> None:
        """The half of a sentence behind an order, from the offset `rest` on."""
        self._skip(rest)
        clause = self._whole()
        told = list(instructions.usual_en(self._hit_source(clause)))
        for found in told:
            self._add(found, clause)
        if not told:
            self._read_plain()

    def _read_topic(self) -> bool:
        """Reads what a topic's noun and the type of its value tell, and then what is left of the sentence."""
        reported = find_quote(self.text, self.language) is not None and not is_reason(self.text)
        if self._touches_quote() or reported or not is_topical(self.text, self.stance, self.language):
            return False
        clause, before = self._whole(), len(self.owner.drafts)
        stance, self.stance = self.stance, Stance.PLAIN
        for found in read_topics(clause, self.owner.chunk.text, TOPICS[self.language]):
            for statement in found.statements:
                self._add(statement, clause)
            if len(self.owner.drafts) > before:
                for start, end in found.rest if stance is Stance.PLAIN else ():
                    self._read_clauses(start, end)
                return True
        self.stance = stance
        return False

    def _read_change(self) -> bool:
        """Reads sentences of two halves, such as corrections; tells whether one was."""
        if self._touches_quote():
            return False
        clause = self._whole()
        stance, self.stance = self.stance, Stance.PLAIN
        before = len(self.owner.drafts)
        for statements in self._matches(clause, SENTENCES[self.language]):
            for statement in statements:
                self._add(statement, clause)
            if len(self.owner.drafts) > before:
                return True
        self.stance = stance
        return False

    def _read_quote(self, quote: Quote) -> None:
        """Reads other people's words as theirs; a quote that no pattern knows is kept as said."""
        start, direct = quote.start, quote.direct
        at = self.text.find(quote.speaker)
        worded = self.owner.chunk.text[self.start + at : self.start + at + len(quote.speaker)]
        voice = resolve_subject(_clean_voice(worded), self.owner.context)
        if voice is None or voice.kind is not SubjectKind.NAMED or self.stance is Stance.SUPPOSED:
            self._reject("quote")
            return
        context, before = self.owner.context, len(self.owner.drafts)
        # In reported speech `I` stays the speaker of the turn; only in quotation marks it is the other one.
        context.voice, context.topic, self.quoted = voice if direct else None, voice, True
        context.reported = voice
        context.people.append(voice)
        end = self.start + quote.end
        end = end - 1 if direct and quote.end > start + 2 else end
        self._read_clauses(self.start + start, end)
        if direct and self.language == "zh" and all(d.rule in _LAST_RESORTS for d in self.owner.drafts[before:]):
            del self.owner.drafts[before:]  # short sayings keep their own words
        if len(self.owner.drafts) == before:
            clause = self._clause(self.start + start, end, False, ())
            value = self.owner.chunk.text[self.start + start : end].strip(" \"'”」。.,，!！?？“")
            self._add(Statement(voice, "said", value, rule="quote.said"), clause)
        context.voice, context.reported, context.topic, self.quoted = None, None, None, False
        if direct and self.language == "zh" and self.text[quote.end : quote.end + 1] in (",", "，"):
            self._read_clauses(self.start + quote.end, self.end)

    def _whole(self) -> Clause:
        """The sentence as one clause, with its `if`."""
        stance, self.stance = self.stance, Stance.PLAIN
        clause = self._clause(self.start, self.end, False, ())
        self.stance = stance
        return clause

    def _read_cause(self, pair: "causes.CausePair") -> None:
        effect = self._side(pair.effect)
        cause = self._side(pair.cause)
        if effect is None or cause is None:
            return
        drafts = self.owner.drafts
        told = replace(
            drafts[cause],
            subject=drafts[effect].subject,
            predicate="cause",
            value=self._words(pair.cause),
            start=self.start,
            end=self.end,
            object=drafts[cause].subject if drafts[cause].subject.kind is SubjectKind.NAMED else None,
            kind=drafts[effect].kind,
            change=drafts[cause].change,
            rule="cause",
        )
        if drafts[cause].predicate == "event":
            drafts[cause] = told
        else:
            drafts.append(told)
            cause = len(drafts) - 1
        self.owner.relations.append(RelationDraft("CAUSE", cause, effect, self.start, self.end, 0.75))

    def _read_proof(self, pair: "causes.CausePair") -> bool:
        """`X shows that Y`: Y, and X as what supports it; tells whether both were read."""
        claim = self._side(pair.effect)
        proof = self._side(pair.cause) if claim is not None else None
        if claim is None or proof is None:
            return claim is not None
        drafts = self.owner.drafts
        about, words = drafts[claim].subject, self._words(pair.cause)
        drafts[proof] = replace(drafts[proof], subject=about, predicate="evidence", value=words, rule="proof")
        self.owner.relations.append(RelationDraft("SUPPORT", proof, claim, self.start, self.end, 0.7))
        return True

    def _words(self, span: tuple[int, int]) -> str:
        text = self.owner.chunk.text[self.start + span[0] : self.start + span[1]]
        return text.strip(" ，,。.;；!！:：了").strip()

    def _side(self, span: tuple[int, int]) -> int | None:
        """The index of the first draft of one side of a cause; an event of its own words where no pattern fits."""
        before = len(self.owner.drafts)
        start, end = self.start + span[0], self.start + span[1]
        self._read_clauses(start, end)
        if all(d.rule in _LAST_RESORTS and d.predicate not in ("event", "plan") for d in self.owner.drafts[before:]):
            del self.owner.drafts[before:]
        if len(self.owner.drafts) > before:
            return before
        clause = self._clause(start, end, False, ())
        statement = causes.as_event(self._hit_source(clause))
        self._add(statement, clause)
        return before if len(self.owner.drafts) > before else None


def _clean_voice(who: str) -> str:
    return re.sub(r"(?:的?原话|昨天|今天|刚才|又|也|老|总|常|一直|,)+$", "", who).strip()
