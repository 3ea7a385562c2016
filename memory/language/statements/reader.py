"""Reads the sentences of one chunk: frame, clauses, patterns, drafts, relations."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from memory.language.extracted import DraftRejection, ExtractInput, Extraction
from memory.language.screen import is_injection
from memory.language.segment import Sentence
from memory.language.statements import causes, en_repair, instructions, zh_tokens
from memory.language.statements.antecedents import note_relatives, note_things, seed
from memory.language.statements.attributes import named_value
from memory.language.statements.clause import Clause, View, comparable, final_particles, views
from memory.language.statements.drafting import Reading, draft_of
from memory.language.statements.echoes import is_recalled, speaks_of_the_user
from memory.language.statements.en_corrections import told_wrong_before
from memory.language.statements.en_given import given_subject
from memory.language.statements.en_labels import label_end
from memory.language.statements.en_orders import second_fact
from memory.language.statements.en_silence import inverted, mocked_throughout, mocks, orders_machines
from memory.language.statements.fillers import FILLERS
from memory.language.statements.frames import Quote, Stance, stance_of
from memory.language.statements.pattern import Hit, Pattern, Statement, Table
from memory.language.statements.peel import Peeled
from memory.language.statements.quotes import find_quote, own_report, quoted_regions
from memory.language.statements.relating import relations_between
from memory.language.statements.split import split_en, split_zh
from memory.language.statements.subjects import Context, resolve_subject, typed_names
from memory.language.statements.tables import APPOSITIONS, SENTENCES, TABLES, TOPICS
from memory.language.statements.topics.reading import is_reason, is_topical, read_topics
from memory.language.statements.zh_answers import asked_attribute
from memory.language.statements.zh_bounds import cuts_word, lasts, lodges, no_subject, of_unknown
from memory.language.statements.zh_clause_parts import clause_parts, pronoun_apart
from memory.language.statements.zh_generic import named_subject
from memory.language.statements.zh_marks import sharpened
from memory.language.statements.zh_scenes import scene_of
from memory.language.statements.zh_tokens import numbered
from memory.model.assertion import Draft, MemoryKind, Mention, Modality, RelationDraft, SubjectKind
from memory.model.chunk import Role
from memory.model.timespan import TimeSpan
from memory.ports.recognizer import Analysis, EntityMention, EntityType, Token

_CONDITION_MARK: Final = re.compile(
    r"^(?:如果|要是|假如|假设|万一|若是|倘若|除非|if we ever|if i ever|if|unless|suppose|supposing|"
    r"imagine|what if)\s*",
    re.I,
)
_CONDITION_TAIL: Final = re.compile(r"的话$")
_I_START: Final = re.compile(r"^(?:我(?!们)|i\b)", re.I)
_CORRECTS: Final = re.compile(r"错了|不对|不准|有误|更正|纠正|\b(?:wrong|mistaken|correction|mistake|sorry)\b", re.I)
_RIGHTED: Final = re.compile(r"[,;]?\s+but (?:actually |really |in fact )?(?=\w)", re.I)
"""`I said 14 but the class has 16`: what comes after is what holds."""
_NAME_LIKE: Final = re.compile(r"^(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-Z][a-z'-]+(?: [A-Z][a-z'-]+)?$")
_LAST_RESORTS: Final = frozenset(
    ["zh.event", "zh.done", "zh.roster", "zh.figures", "zh.nominal", "zh.fragment", "zh.every"]
)
_ASIDE: Final = re.compile(
    r"^(?:尤其|特别是|比如|例如|譬如|包括|像(?!素)|其中|such as\b|"
    r"including\b|especially\b|like\b)",
    re.I,
)
"""Examples and asides: their subject is not the one before."""
_INTRODUCES: Final = frozenset(["description", "role", "works_at", "works_from", "born_in", "surname", "age"])
"""After these, a bare `叫X` is the speaker's own name."""
_ROLE: Final = re.compile(r"(?:[长员师手商方]|人选?|方案|地点|时间|日期|名字|密码|冠军|代表|主讲|主持|嘉宾|供应商)$")
_IS: Final = re.compile(r"^(?:现在|目前|如今|新的|以后)?(?:改)?(?:就)?是")
MAX_NOUN: Final = 6
_SILENT: Final = frozenset(
    [Stance.QUESTION, Stance.IRONY, Stance.DENIED, Stance.SMALL_TALK, Stance.TASK, Stance.FICTION]
)
"""How a sentence may be meant that states nothing."""
MIN_CLAUSE: Final = 2
_EDGE: Final = " \t\n\r,，、。.;；!！~～"


class ChunkReader:
    """Reads one chunk, sentence by sentence, keeping what pronouns may mean."""

    def __init__(self, chunk: ExtractInput, pairs: Sequence[tuple[Sentence, Analysis]]) -> None:
        self.chunk = chunk
        self.plain = comparable(chunk.text)
        self.quoted = quoted_regions(self.plain)
        self.drafts: list[Draft] = []
        self.relations: list[RelationDraft] = []
        self.rejections: list[DraftRejection] = []
        self.mentions = tuple(_shift_mention(m, s.start) for s, a in pairs for m in a.mentions)
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
        before = len(self.drafts)
        self.bounds.append(before)
        start = sentence.start + self._filler(sentence, analysis.language)
        if analysis.language == "en":
            start = label_end(self.plain, tokens, start, sentence.end)
        self.corrects = _CORRECTS.search(self.plain[sentence.start : start]) is not None
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
        return Extraction(tuple(self.drafts), tuple(self.relations), self.mentions, tuple(self.rejections))


class SentenceReader:
    """Reads one sentence: `start..end` of the chunk, without the fillers at its head."""

    def __init__(self, owner: ChunkReader, language: str, start: int, end: int, tokens: tuple[Token, ...]) -> None:
        self.owner = owner
        self.language = language
        self.start: int = start
        self.end = end
        self.tokens = tokens
        self.table: Table = TABLES[language]
        self.text: str = owner.plain[start:end]
        self.stance = Stance.PLAIN
        self.quoted = False
        self.blocked = False
        """Whether the clause before was about somebody unknown: what goes on about them is nobody else's."""

    def read(self) -> None:
        """Chooses the frame, then reads causes, instructions or clauses."""
        if self._reports_itself():
            return
        self.stance = stance_of(self.text, self.language)
        if self.language == "zh":
            self.stance = sharpened(self.stance, self.text)
        if self._read_topic():
            return
        corrects = self.stance is Stance.SUPPOSED and _CORRECTS.search(self.text) is not None
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
        if any(left < self.end and self.start < right for left, right in self.owner.quoted):
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
        quoted = any(left < self.end and self.start < right for left, right in self.owner.quoted)
        reported = find_quote(self.text, self.language) is not None and not is_reason(self.text)
        if quoted or reported or not is_topical(self.text, self.stance, self.language):
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
        if any(left < self.end and self.start < right for left, right in self.owner.quoted):
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

    def _read_clauses(self, start: int, end: int) -> None:
        split = split_zh if self.language == "zh" else split_en
        waiting: tuple[TimeSpan, ...] = ()
        for left, right, subordinate in split(self.owner.plain, start, end, self.tokens):
            clause = self._clause(left, right, subordinate, waiting)
            heads = self.owner.plain[right : right + 1] in (":", "：") or self.owner.plain[right - 1 : right] in (
                ":",
                "：",
            )
            waiting = clause.spans if heads or not _words_left(clause) else ()
            if subordinate and heads:
                self._carry_topic(clause)
            if not subordinate and not _words_left(clause) and self.owner.asked and not self.owner.drafts:
                self._answer(clause)
            if subordinate or not _words_left(clause):
                continue
            self._read_clause(clause)

    def _answer(self, clause: Clause) -> None:
        """A time alone, after a question: 您几点上班？ — 九点半."""
        words = self.owner.chunk.text[clause.start : clause.end].strip()
        if len(words) > 1 and self.stance is Stance.PLAIN:
            self._add(
                Statement(Peeled(""), "description", words, confidence=0.5, timeless=True, rule="zh.fragment"), clause
            )

    def _clause(self, start: int, end: int, subordinate: bool, waiting: tuple[TimeSpan, ...]) -> Clause:
        plain = self.owner.plain
        if self.stance is Stance.SUPPOSED:
            mark = _CONDITION_MARK.match(plain[start:end])
            start += mark.end() if mark else 0
            tail = _CONDITION_TAIL.search(plain[start:end])
            end = start + tail.start() if tail else end
        start, end = _trim(plain, start, end)
        inside = (s for s in self.owner.chunk.reading.spans if start <= s.span[0] and s.span[1] <= end)
        spans = tuple(s for s in inside if not self._is_number(s, plain[start : s.span[0]], plain[s.span[1] : end]))
        final = final_particles(plain[start:end]) if self.language == "zh" else ""
        full, bare = views(plain, start, end - len(final), spans, self.language)
        tokens = tuple(_clipped(t, end) for t in self.tokens if start <= t.start < end)
        mentions = tuple(m for m in self.owner.mentions if start <= m.start and m.end <= end)
        return Clause(
            self.language,
            start,
            end,
            full,
            bare,
            spans or waiting,
            tokens,
            mentions,
            subordinate,
            self.owner.context.topic is not None,
            final,
            self.tokens,
            given_subject(self.owner.chunk.text, start, end, self.tokens) if self.language == "en" else "",
        )

    @staticmethod
    def _is_number(span: TimeSpan, before: str, after: str) -> bool:
        """Whether a reading is the number of a room or a gate, and no time; a length of time is none (接下来4天会议室…)."""
        return span.raw[-1:] not in "天日周月年" and numbered(before, after)

    def _hit_source(self, clause: Clause) -> "causes.Source":
        return causes.Source(clause, self.owner.chunk.text)

    def _read_clause(self, clause: Clause) -> None:
        clause = self._apposition(clause)
        before = len(self.owner.drafts)
        self._match_clause(clause)
        if len(self.owner.drafts) == before:
            self._carry_topic(clause)
            self.blocked = self.blocked or of_unknown(clause, self.language)
        note_things(self.owner.context, clause)
        if self.language == "zh":
            note_relatives(self.owner.context, clause)

    def _carry_topic(self, clause: Clause) -> None:
        """A clause of which nothing was read may still name what the next one goes on about."""
        context = self.owner.context
        if self.language != "zh":
            context.topic = context.me if _I_START.match(clause.text) else context.topic
            return
        words = named_subject(clause, self.owner.chunk.text)
        if words:
            context.topic = resolve_subject(words, context)

    def _match_clause(self, clause: Clause) -> None:
        if _ASIDE.match(clause.text):
            return
        for statements in self._matches(clause, self.table.patterns):
            before = len(self.owner.drafts)
            for statement in statements:
                self._add(statement, clause)
            if len(self.owner.drafts) > before:
                return

    def _apposition(self, clause: Clause) -> Clause:
        """States the relation in `my sister Helga teaches …` and goes on with Helga."""
        regex, read = APPOSITIONS[self.language]
        match = regex.match(clause.text)
        found = read(match, {m.text for m in clause.mentions}) if match is not None else None
        if match is None or found is None:
            return clause
        behind = match["v"] is None
        left, right = (clause.start + at for at in match.span("v2" if behind else "v"))
        self._add(replace(found, value=self.owner.chunk.text[left:right]), clause)
        return clause if behind else self._clause(left, clause.end, False, clause.spans)

    def _matches(self, clause: Clause, patterns: tuple[Pattern, ...]) -> Iterable[list[Statement]]:
        for pattern in patterns:
            view: View = clause.full if pattern.timed else clause.bare
            match = pattern.regex.search(view.text)
            if match is None or (self.language == "zh" and cuts_word(match, view, clause)):
                continue
            hit = Hit(match, clause, view, self.owner.chunk.text)
            found = self._as_planned(list(pattern.read(hit)), clause)
            yield [replace(s, rule=s.rule or pattern.name) for s in found if s.personal or self._sound(s, hit)]
            if pattern.final:
                return

    def _as_planned(self, found: list[Statement], clause: Clause) -> list[Statement]:
        """打算 and the like before the verb make a plan of whatever a pattern read after them."""
        if self.language != "zh" or not found or not clause_parts(clause).has("planned"):
            return found
        return [
            replace(s, subject=replace(s.subject, planned=True)) if isinstance(s.subject, Peeled) else s for s in found
        ]

    def _sound(self, statement: Statement, hit: Hit) -> bool:
        """Whether a special pattern took a noun phrase for its subject; the next reader may do better."""
        if self.language == "zh" and (
            (statement.predicate == "lives_in" and lodges(hit.clause.text))
            or (statement.predicate == "likes" and lasts(statement.value))
            or (statement.predicate == "name" and statement.value[:1] in "我你您他她")
        ):
            return False
        words = statement.subject.subject if isinstance(statement.subject, Peeled) else ""
        if self.language != "zh" or not words or "s" not in hit.match.re.groupindex or words not in hit.raw("s"):
            return True
        return not no_subject(words, hit.clause, self.owner.chunk.text)

    def _add(self, statement: Statement, clause: Clause) -> None:
        if statement.again:
            if not self.owner.drafts:
                return
            last = self.owner.drafts[-1]
            statement = replace(statement, subject=last.subject, predicate=last.predicate, kind=last.kind)
        statement = self._answered(self._named_before(statement))
        start, end = _trim(self.owner.chunk.text, clause.start, clause.end)
        elided = isinstance(statement.subject, Peeled) and not statement.subject.subject
        if self.blocked and elided and statement.kind is not MemoryKind.PROCEDURAL:
            self.owner.rejections.append(DraftRejection("subject_open", start, end))
            return
        self.blocked = self.blocked and elided
        reading = Reading(self.stance, self.text, self.quoted, self.owner.chunk.role, start, end, self.owner.corrects)
        context = self.owner.context
        draft = draft_of(_named_by_topic(statement, clause, context), clause, context, reading)
        if isinstance(draft, str):
            self.owner.rejections.append(DraftRejection(draft, start, end))
            return
        self.owner.drafts.append(draft)
        if self.language == "zh" and draft.subject.type is EntityType.PERSON:
            context.remember(draft.subject)
        context.topic = statement.topic or draft.subject
        if self.language == "en" and _a_person(context.topic):
            context.people.append(context.topic)
        if statement.topic_of and statement.topic is not None:
            context.kin[statement.topic_of] = statement.topic

    def _answered(self, statement: Statement) -> Statement:
        """头孢 after `对什么过敏` is what the question asked for."""
        bare = isinstance(statement.subject, Peeled) and not statement.subject.subject
        asked = self.owner.asked_for
        if asked is None or not bare or statement.rule != "zh.fragment" or statement.predicate != "description":
            return statement
        return replace(statement, predicate=asked)

    def _named_before(self, statement: Statement) -> Statement:
        """我是新来的前端，叫许知远 names the speaker; 我家有只金毛，叫可乐 names the dog."""
        bare = isinstance(statement.subject, Peeled) and not statement.subject.subject
        if statement.predicate != "name" or not bare or not self.owner.drafts:
            return statement
        last = self.owner.drafts[-1]
        if last.predicate in _INTRODUCES and last.subject.kind is SubjectKind.SPEAKER and last.start >= self.start:
            return replace(statement, subject=last.subject)
        if last.predicate in ("has_pet", "has") and last.start >= self.start:
            return replace(statement, subject=Mention(SubjectKind.NAMED, last.value))
        return statement

    def _reject(self, reason: str) -> None:
        self.owner.rejections.append(DraftRejection(reason, self.start, self.end))


def _named_by_topic(statement: Statement, clause: Clause, context: Context) -> Statement:
    """下赛季的队长定了，是大刘: what is said to be, is what the noun before asks for."""
    elided = isinstance(statement.subject, Peeled) and not statement.subject.subject
    if not elided or statement.rule != "zh.event" or statement.predicate != "description" or context.topic is None:
        return statement
    noun = context.topic.text.rpartition("的")[2]
    asks = context.topic.kind is SubjectKind.NAMED and context.topic.type is not EntityType.PERSON
    asks = asks and ("的" in context.topic.text or _ROLE.search(noun) is not None)
    if not _IS.match(clause.text) or not asks or len(noun) > MAX_NOUN:
        return statement
    return replace(statement, predicate=named_value(noun))


def _a_person(mention: Mention) -> bool:
    """Whether a subject may be meant by `he` or `she` in the rest of its sentence."""
    if mention.kind is not SubjectKind.NAMED or mention.type in (EntityType.ORG, EntityType.PLACE, EntityType.PRODUCT):
        return False
    return mention.type is EntityType.PERSON or _NAME_LIKE.match(mention.text) is not None


def _clean_voice(who: str) -> str:
    return re.sub(r"(?:的?原话|昨天|今天|刚才|又|也|老|总|常|一直|,)+$", "", who).strip()


def _words_left(clause: Clause) -> bool:
    return len(re.sub(r"[\s\W]+", "", clause.bare.text)) >= MIN_CLAUSE


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    left, right = start, end
    while left < right and text[left] in _EDGE:
        left += 1
    while right > left and text[right - 1] in _EDGE:
        right -= 1
    return (left, right) if left < right else (start, end)


def _shift_token(token: Token, by: int) -> Token:
    return replace(token, start=token.start + by, end=token.end + by)


def _clipped(token: Token, end: int) -> Token:
    """A token without the marks that the tokenizer left at the end of the clause (`102。`)."""
    if token.end <= end:
        return token
    return replace(token, text=token.text[: end - token.start], lemma=token.lemma[: end - token.start], end=end)


def _shift_mention(mention: EntityMention, by: int) -> EntityMention:
    return replace(mention, start=mention.start + by, end=mention.end + by)


def read_sentences(chunk: ExtractInput, pairs: Sequence[tuple[Sentence, Analysis]]) -> Extraction:
    """Everything that the sentences of one chunk state."""
    reader = ChunkReader(chunk, pairs)
    for sentence, analysis in pairs:
        reader.read(sentence, analysis)
    return reader.result()


__all__ = ["EntityType", "read_sentences"]
