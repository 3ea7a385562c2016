"""From text to expressions: find pieces (longest first), chain what stands together, join ranges, look at the words around."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.model.timespan import Grain, OtherKind
from memory.time.calendar import Unit
from memory.time.grammar import Affix, Grammar, Mode, Need, Other, Piece, Shift, Side
from memory.time.offsets import Adjacent, Beside, Following, Length, OfThatDay
from memory.time.parts import PartOfFrame, units_at_edge
from memory.time.periods import RANK_OF
from memory.time.ranges import Range, is_dated, is_range, undated
from memory.time.terms import Cyclic, Fixed, Nested, Rank, Term

Zone = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Expression:
    """A whole expression, with what the words around it make of it."""

    start: int
    end: int
    rule: str
    meaning: Term | Other
    certainty: float
    need: Need = Need.NOTHING
    modes: tuple[Mode, ...] = ()


def expressions(text: str, grammar: Grammar, pieces: list[Piece]) -> list[Expression]:
    """All expressions of one language in folded text, in text order, without overlaps."""
    found: list[Expression] = []
    last: Expression | None = None
    index = 0
    while index < len(pieces):
        item, index = _range(text, pieces, index, grammar)
        item = _framed(text, last, _listed(text, last, item, grammar))
        whole = _with_surroundings(text, item, grammar, found[-1].end if found else 0)
        last = whole
        if whole is not None:
            found.append(whole)
    return found


def lex(text: str, grammar: Grammar) -> list[Piece]:
    """Pieces from left to right; at each place the longest rule that accepts its match."""
    pieces: list[Piece] = []
    end = 0
    for hit in grammar.begins.finditer(text):
        place = hit.start()
        if place < end or grammar.scan.match(text, place) is None:
            continue
        piece = _piece_at(text, place, grammar)
        if piece is not None:
            pieces.append(piece)
            end = piece.end
    return pieces


def outside(pieces: list[Piece], zones: Sequence[Zone]) -> list[Piece]:
    """The pieces that touch none of the zones."""
    return [piece for piece in pieces if not any(a < piece.end and piece.start < b for a, b in zones)]


def _piece_at(text: str, place: int, grammar: Grammar) -> Piece | None:
    rules = [numbered for test, part in grammar.buckets if test.match(text, place) for numbered in part]
    # The longest; of equal ones that which needs no support, then that which stands first in the table.
    matches = [(-m.end(), rule.need, n, m) for n, rule in rules if (m := rule.pattern.match(text, place))]
    for _, _, number, match in sorted(matches, key=lambda item: item[:3]):
        rule = grammar.rules[number]
        meaning = rule.build(match) if match.end() > place else None
        if meaning is not None:
            return Piece(place, match.end(), rule.name, meaning, rule.need, rule.certainty)
    return None


# Ranges and lists


def _range(text: str, pieces: list[Piece], index: int, grammar: Grammar) -> tuple[Expression, int]:
    """The chain that begins at the piece, joined to a range where a second one follows it."""
    first, after = _chain(text, pieces, index, grammar)
    if isinstance(first.meaning, Other | Range) or after >= len(pieces):
        return first, after
    if grammar.link.fullmatch(text, first.end, pieces[after].start) is None:
        return first, after
    if not _may_link(text, first, pieces[after], grammar):
        return first, after
    second, end = _chain(text, pieces, after, grammar)
    if isinstance(second.meaning, Other | Range):
        return first, after
    need = Need.SUPPORT if first.need is not Need.NOTHING and second.need is not Need.NOTHING else Need.NOTHING
    rule = f"range({first.rule},{second.rule})"
    certainty = min(first.certainty, second.certainty)
    return Expression(first.start, second.end, rule, Range(first.meaning, second.meaning), certainty, need), end


_ONLY_BETWEEN = re.compile(r"\s*and\b")


def _may_link(text: str, first: Expression, second: Piece, grammar: Grammar) -> bool:
    """`And` joins a range only behind `between`, otherwise it lists; "moved from 3 to 5 March" tells two dates."""
    if grammar.moved(text, first.start, first.end) == (Mode.NEAREST,):
        return False
    if grammar.name != "en" or _ONLY_BETWEEN.match(text, first.end, second.start) is None:
        return True
    return text[max(0, first.start - 12) : first.start].rstrip().endswith("between")


_LONGEST_LIST = 5


def _yearly(term: Term) -> bool:
    return isinstance(term, Cyclic) and term.cycle is Unit.YEAR


def _listed_already(term: Term) -> int:
    """How many times stand before it in its list: each is read by way of all of them."""
    count = 0
    while isinstance(term, Following):
        term, count = term.first, count + 1
    return count


def _listed(text: str, last: Expression | None, item: Expression, grammar: Grammar) -> Expression:
    """Next Monday and Wednesday: the second is read after the first, where nothing else says which one it is."""
    if last is None or isinstance(last.meaning, Other) or isinstance(item.meaning, Other):
        return item
    if is_dated(item.meaning) or item.meaning.rank is not last.meaning.rank:
        return item
    if _yearly(item.meaning) and not is_dated(last.meaning):  # 国庆和中秋 may fall in any order
        return item
    if grammar.listing.fullmatch(text, last.end, item.start) is None or _listed_already(last.meaning) >= _LONGEST_LIST:
        return item
    return replace(item, meaning=Following(last.meaning, item.meaning), need=Need.NOTHING)


_TOPIC = re.compile(r"[,，]?[^,.;:!?，。；：！？\n]{0,60}")
_PLAIN = frozenset({Mode.AT, Mode.ROUGH})


def _framed(text: str, last: Expression | None, item: Expression) -> Expression:
    """Yesterday I got up at 7, 昨晚我十一点睡的: a later time of day in the clause is one of the day that opened it."""
    if last is None or isinstance(last.meaning, Other) or isinstance(item.meaning, Other):
        return item
    if item.meaning.rank not in (Rank.DAY_PART, Rank.CLOCK) or not undated(item.meaning):
        return item
    if (
        last.meaning.rank not in (Rank.DAY, Rank.DAY_PART)
        or is_range(last.meaning)
        or not _PLAIN.issuperset(last.modes)
    ):
        return item
    if last.meaning.rank is Rank.DAY_PART and undated(last.meaning):
        return item
    if _TOPIC.fullmatch(text, last.end, item.start) is None:
        return item
    return replace(item, meaning=OfThatDay(last.meaning, item.meaning, up_to=text.endswith("到", 0, item.start)))


# Chains


def _chain(text: str, pieces: list[Piece], index: int, grammar: Grammar) -> tuple[Expression, int]:
    """Pieces that stand together and nest into one meaning."""
    head = pieces[index]
    if isinstance(head.meaning, Shift):
        if not grammar.anchor_left and _glued(text, pieces, index, grammar):
            return _before_anchor(text, pieces, index, grammar)
        head = replace(head, meaning=head.meaning.otherwise or Other(OtherKind.UNRESOLVED))
    if isinstance(head.meaning, Length):
        head = replace(head, meaning=Other(OtherKind.DURATION, head.meaning.iso()))
    if isinstance(head.meaning, Shift | Other | Length):
        return _other(text, head, pieces, index, grammar)
    return _terms(text, head, head.meaning, pieces, index, grammar)


def _terms(
    text: str, head: Piece, meaning: Term, pieces: list[Piece], index: int, grammar: Grammar
) -> tuple[Expression, int]:
    chain: list[tuple[Piece, Term]] = [(head, meaning)]
    index += 1
    while index < len(pieces) and (term := _joining(text, chain, pieces[index], grammar)) is not None:
        chain.append((pieces[index], term))
        index += 1
    item = _nested(chain)
    if index < len(pieces):
        following = pieces[index]
        if _recurs(following) and grammar.glue.fullmatch(text, item.end, following.start) is not None:
            whole, index = _other(text, following, pieces, index, grammar)
            return replace(whole, start=item.start), index
        if grammar.anchor_left:
            return _after_anchor(text, item, following, index)
    return item, index


def _other(text: str, head: Piece, pieces: list[Piece], index: int, grammar: Grammar) -> tuple[Expression, int]:
    """No interval. A recurrence takes in what stands beside it (每天 | 早上八点)."""
    meaning = head.meaning if isinstance(head.meaning, Other) else Other(OtherKind.UNRESOLVED)
    end, index = head.end, index + 1
    while index < len(pieces) and _belongs(meaning, pieces[index]):
        if grammar.glue.fullmatch(text, end, pieces[index].start) is None:
            break
        end, index = pieces[index].end, index + 1
    return Expression(head.start, end, head.rule, meaning, head.certainty), index


def _belongs(other: Other, piece: Piece) -> bool:
    """A recurrence takes in any term beside it, an unresolved day the time of that day (那天 | 晚上)."""
    if isinstance(piece.meaning, Length | Shift | Other):
        return False
    if other.kind is OtherKind.RECURRENCE:
        return True
    return other.kind is OtherKind.UNRESOLVED and piece.meaning.rank in (Rank.DAY_PART, Rank.CLOCK)


def _recurs(piece: Piece) -> bool:
    return isinstance(piece.meaning, Other) and piece.meaning.kind is OtherKind.RECURRENCE


def _glued(text: str, pieces: list[Piece], index: int, grammar: Grammar) -> bool:
    """Does another piece follow with nothing but glue between?"""
    if index + 1 >= len(pieces):
        return False
    return grammar.glue.fullmatch(text, pieces[index].end, pieces[index + 1].start) is not None


def _joining(text: str, chain: list[tuple[Piece, Term]], piece: Piece, grammar: Grammar) -> Term | None:
    """The meaning with which a piece joins the chain, if it does."""
    meaning = piece.meaning
    if isinstance(meaning, Length | Shift | Other):
        return None
    if grammar.glue.fullmatch(text, chain[-1][0].end, piece.start) is None:
        return None
    said = [term for _, term in chain if term.rank is meaning.rank]
    if not said:
        return meaning
    # A weekday may stand beside a date (Friday, March 6); anything else is said once.
    pair = len(said) == 1 and meaning.rank is Rank.DAY and _is_day_name(said[0]) is not _is_day_name(meaning)
    return meaning if pair else None


def _is_day_name(term: Term) -> bool:
    return isinstance(term, Fixed | Cyclic) and term.day_name


def _nested(chain: list[tuple[Piece, Term]]) -> Expression:
    pieces = [piece for piece, _ in chain]
    terms = sorted((term for _, term in chain), key=_coarse_first)
    return Expression(
        pieces[0].start,
        pieces[-1].end,
        "+".join(piece.rule for piece in pieces),
        Nested(tuple(terms)) if len(terms) > 1 else terms[0],
        min(piece.certainty for piece in pieces),
        pieces[0].need if len(pieces) == 1 else Need.NOTHING,
    )


def _coarse_first(term: Term) -> tuple[Rank, bool]:
    """Coarse to fine; beside a date the weekday comes second and only checks it."""
    return term.rank, _is_day_name(term)


# Lengths beside an anchor


def _before_anchor(text: str, pieces: list[Piece], index: int, grammar: Grammar) -> tuple[Expression, int]:
    """Three days after | Christmas."""
    piece = pieces[index]
    anchor, after = _chain(text, pieces, index + 1, grammar)
    if not isinstance(piece.meaning, Shift) or isinstance(anchor.meaning, Other):
        return Expression(piece.start, anchor.end, piece.rule, Other(OtherKind.UNRESOLVED), 0.0), after
    return _beside(piece, piece.meaning, anchor.meaning, anchor, (piece.start, anchor.end)), after


_OF = re.compile(r"\s*的?")


def _after_anchor(text: str, item: Expression, piece: Piece, index: int) -> tuple[Expression, int]:
    """圣诞节 | 前两周; but of a year or month its first weeks: 三月 | 前两周."""
    if not isinstance(piece.meaning, Shift) or isinstance(item.meaning, Other):
        return item, index
    if _OF.fullmatch(text, item.end, piece.start) is None:
        return item, index
    if item.meaning.rank < Rank.DAY:
        return _part_of_anchor(item, piece, piece.meaning), index + 1
    return _beside(piece, piece.meaning, item.meaning, item, (item.start, piece.end)), index + 1


def _part_of_anchor(item: Expression, piece: Piece, shift: Shift) -> Expression:
    """去年 | 前三个月: the first units of a longer one, not those before it."""
    assert not isinstance(item.meaning, Other)
    length = shift.length
    unit_rank = Rank.CLOCK if isinstance(length, Cyclic) else RANK_OF.get(length.unit, Rank.CLOCK)
    if not shift.part or isinstance(length, Cyclic) or length.vague or unit_rank <= item.meaning.rank:
        return Expression(item.start, piece.end, item.rule, Other(OtherKind.UNRESOLVED), 0.0)
    sign = 1 if shift.side is Side.BEFORE else -1
    part = PartOfFrame(units_at_edge(sign, round(length.count), length.unit), grain=Grain.RANGE)
    rule = f"{item.rule}+{piece.rule}"
    return Expression(item.start, piece.end, rule, Nested((item.meaning, part)), item.certainty * 0.8)


def _beside(piece: Piece, shift: Shift, anchor: Term, said: Expression, place: Zone) -> Expression:
    sign = -1 if shift.side is Side.BEFORE else 1
    if isinstance(shift.length, Cyclic):
        meaning: Term = Adjacent(shift.length, sign, anchor)
    else:
        meaning = Beside(shift.length, sign, anchor, shift.whole)
    return Expression(*place, f"{piece.rule}({said.rule})", meaning, min(piece.certainty, said.certainty))


# The words around


def _with_surroundings(text: str, item: Expression, grammar: Grammar, floor: int) -> Expression | None:
    """Takes in the words directly before and after; an expression without the support that it needs is dropped."""
    if item.need is Need.COMPANY:
        return None
    if isinstance(item.meaning, Other):
        return item
    moved = grammar.moved(text, item.start, item.end)
    if moved:
        return replace(item, modes=moved, need=Need.NOTHING)
    rank = item.meaning.rank
    start, end, before, behind = item.start, item.end, list[Affix](), list[Affix]()
    if grammar.any_prefix.search(text, max(floor, start - _LOOK_BACK), start):
        start, before = _prefixed(text, start, [a for a in grammar.prefixes if a.coarsest <= rank <= a.finest], floor)
    if grammar.any_suffix.match(text, end):
        end, behind = _suffixed(text, end, [a for a in grammar.suffixes if a.coarsest <= rank <= a.finest])
    if item.need is Need.SUPPORT and not any(affix.supports for affix in (*before, *behind)):
        return None
    modes = tuple(affix.mode for affix in (*before, *behind))
    return replace(item, start=start, end=end, modes=modes, need=Need.NOTHING)


_LOOK_BACK = 28


def _prefixed(text: str, start: int, affixes: Sequence[Affix], floor: int) -> tuple[int, list[Affix]]:
    """Up to three prefixes, the outermost first."""
    found: list[Affix] = []
    for _ in range(3):
        window = max(floor, start - _LOOK_BACK)
        hits = ((affix, affix.pattern.search(text, window, start)) for affix in affixes)
        hit = next(((affix, match) for affix, match in hits if match is not None), None)
        if hit is None or hit[1].start() == start:
            break
        found.insert(0, hit[0])
        if not hit[0].absorbed:
            break
        start = hit[1].start()
    return start, found


def _suffixed(text: str, end: int, affixes: Sequence[Affix]) -> tuple[int, list[Affix]]:
    found: list[Affix] = []
    for _ in range(2):
        hits = ((affix, affix.pattern.match(text, end)) for affix in affixes)
        hit = next(((affix, match) for affix, match in hits if match is not None), None)
        if hit is None or hit[1].end() == end:
            break
        end = hit[1].end()
        found.append(hit[0])
    return end, found
