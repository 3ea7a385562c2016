"""Reads the clauses of a sentence: splits them, matches the tables, and makes drafts of what they read."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.extracted import DraftRejection
from memory.language.statements import causes
from memory.language.statements.antecedents import note_relatives, note_things
from memory.language.statements.attributes import named_value
from memory.language.statements.chunk_state import ChunkState
from memory.language.statements.clause import Clause, View, final_particles, views
from memory.language.statements.drafting import Reading, draft_of
from memory.language.statements.en_given import given_subject
from memory.language.statements.frames import Stance
from memory.language.statements.pattern import Hit, Pattern, Statement, Table
from memory.language.statements.peel import Peeled
from memory.language.statements.split import split_en, split_zh
from memory.language.statements.subjects import Context, resolve_subject
from memory.language.statements.tables import APPOSITIONS, TABLES
from memory.language.statements.zh_bounds import cuts_word, lasts, lodges, no_subject, of_unknown
from memory.language.statements.zh_clause_parts import clause_parts
from memory.language.statements.zh_generic import named_subject
from memory.language.statements.zh_tokens import numbered
from memory.model.assertion import MemoryKind, Mention, SubjectKind
from memory.model.timespan import TimeSpan
from memory.ports.recognizer import EntityType, Token

_CONDITION_MARK: Final = re.compile(
    r"^(?:如果|要是|假如|假设|万一|若是|倘若|除非|if we ever|if i ever|if|unless|suppose|supposing|"
    r"imagine|what if)\s*",
    re.I,
)
_CONDITION_TAIL: Final = re.compile(r"的话$")
_I_START: Final = re.compile(r"^(?:我(?!们)|i\b)", re.I)
_NAME_LIKE: Final = re.compile(r"^(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-Z][a-z'-]+(?: [A-Z][a-z'-]+)?$")
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
MIN_CLAUSE: Final = 2
_EDGE: Final = " \t\n\r,，、。.;；!！~～"


class ClauseReader:
    """Reads the clauses of one sentence by the tables; what it needs of the chunk stands in `owner`."""

    def __init__(self, owner: ChunkState, language: str, start: int, end: int, tokens: tuple[Token, ...]) -> None:
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

    def _reject(self, reason: str) -> None:
        self.owner.rejections.append(DraftRejection(reason, self.start, self.end))

    def _touches_quote(self) -> bool:
        return any(left < self.end and self.start < right for left, right in self.owner.quoted)

    def _read_clauses(self, start: int, end: int) -> None:
        split = split_zh if self.language == "zh" else split_en
        waiting: tuple[TimeSpan, ...] = ()
        for left, right, subordinate in split(self.owner.plain, start, end, self.tokens):
            clause = self._clause(left, right, subordinate, waiting)
            heads = any(mark in ":：" for mark in self.owner.plain[right - 1 : right + 1])
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
        elided = _elided(statement)
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
        bare = _elided(statement)
        asked = self.owner.asked_for
        if asked is None or not bare or statement.rule != "zh.fragment" or statement.predicate != "description":
            return statement
        return replace(statement, predicate=asked)

    def _named_before(self, statement: Statement) -> Statement:
        """我是新来的前端，叫许知远 names the speaker; 我家有只金毛，叫可乐 names the dog."""
        bare = _elided(statement)
        if statement.predicate != "name" or not bare or not self.owner.drafts:
            return statement
        last = self.owner.drafts[-1]
        if last.predicate in _INTRODUCES and last.subject.kind is SubjectKind.SPEAKER and last.start >= self.start:
            return replace(statement, subject=last.subject)
        if last.predicate in ("has_pet", "has") and last.start >= self.start:
            return replace(statement, subject=Mention(SubjectKind.NAMED, last.value))
        return statement


def _named_by_topic(statement: Statement, clause: Clause, context: Context) -> Statement:
    """下赛季的队长定了，是大刘: what is said to be, is what the noun before asks for."""
    if (
        not _elided(statement)
        or statement.rule != "zh.event"
        or statement.predicate != "description"
        or context.topic is None
    ):
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


def _words_left(clause: Clause) -> bool:
    return len(re.sub(r"[\s\W]+", "", clause.bare.text)) >= MIN_CLAUSE


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    left, right = start, end
    while left < right and text[left] in _EDGE:
        left += 1
    while right > left and text[right - 1] in _EDGE:
        right -= 1
    return (left, right) if left < right else (start, end)


def _clipped(token: Token, end: int) -> Token:
    """A token without the marks that the tokenizer left at the end of the clause (`102。`)."""
    if token.end <= end:
        return token
    return replace(token, text=token.text[: end - token.start], lemma=token.lemma[: end - token.start], end=end)


def _elided(statement: Statement) -> bool:
    """Whether a pattern found no words for the subject."""
    return isinstance(statement.subject, Peeled) and not statement.subject.subject
