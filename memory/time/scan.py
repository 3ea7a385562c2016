"""From text to expressions: find pieces (longest first), chain what stands together, join ranges, look at the words around."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.model.timespan import OtherKind
from memory.time.grammar import Grammar, Mode, Other, Piece, Shift, Side
from memory.time.offsets import Beside, Length
from memory.time.ranges import Range
from memory.time.terms import Nested, Rank, Term

Zone = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Expression:
    """A whole expression, with what the words around it make of it."""

    start: int
    end: int
    rule: str
    meaning: Term | Other
    certainty: float
    weak: bool = False
    modes: tuple[Mode, ...] = ()


def expressions(text: str, grammar: Grammar, opaque: Sequence[Zone]) -> list[Expression]:
    """All expressions of one language in folded text, in text order, without overlaps."""
    pieces = [p for p in lex(text, grammar) if not any(a < p.end and p.start < b for a, b in opaque)]
    found: list[Expression] = []
    index = 0
    while index < len(pieces):
        item, index = _range(text, pieces, index, grammar)
        whole = _with_surroundings(text, item, grammar, found[-1].end if found else 0)
        if whole is not None:
            found.append(whole)
    return found


def lex(text: str, grammar: Grammar) -> list[Piece]:
    """Pieces from left to right; at each place the longest rule that accepts its match."""
    pieces: list[Piece] = []
    at = 0
    while (hit := grammar.scan.search(text, at)) is not None:
        piece = _piece_at(text, hit.start(), grammar)
        if piece is not None:
            pieces.append(piece)
        at = piece.end if piece is not None else hit.start() + 1
    return pieces


def _piece_at(text: str, place: int, grammar: Grammar) -> Piece | None:
    matches = [(-m.end(), n, m) for n, rule in enumerate(grammar.rules) if (m := rule.pattern.match(text, place))]
    for _, number, match in sorted(matches, key=lambda item: item[:2]):
        rule = grammar.rules[number]
        meaning = rule.build(match) if match.end() > place else None
        if meaning is not None:
            return Piece(place, match.end(), rule.name, meaning, rule.weak, rule.certainty)
    return None


def _range(text: str, pieces: list[Piece], index: int, grammar: Grammar) -> tuple[Expression, int]:
    """The chain that begins at the piece, joined to a range where a second one follows it."""
    first, after = _chain(text, pieces, index, grammar)
    if isinstance(first.meaning, Other) or after >= len(pieces):
        return first, after
    if grammar.link.fullmatch(text, first.end, pieces[after].start) is None:
        return first, after
    second, end = _chain(text, pieces, after, grammar)
    if isinstance(second.meaning, Other) or isinstance(first.meaning, Range) or isinstance(second.meaning, Range):
        return first, after
    meaning = Range(first.meaning, second.meaning)
    certainty = min(first.certainty, second.certainty)
    rule = f"range({first.rule},{second.rule})"
    return Expression(first.start, second.end, rule, meaning, certainty, first.weak and second.weak), end


def _chain(text: str, pieces: list[Piece], index: int, grammar: Grammar) -> tuple[Expression, int]:
    """Pieces that stand together and nest into one meaning."""
    head = pieces[index]
    if isinstance(head.meaning, Shift):
        if not grammar.anchor_left and _glued(text, pieces, index, grammar):
            return _before_anchor(text, pieces, index, grammar)
        head = replace(head, meaning=head.meaning.otherwise or Other(OtherKind.UNRESOLVED))
    if isinstance(head.meaning, Length):
        head = replace(head, meaning=Other(OtherKind.DURATION, head.meaning.iso()))
    if isinstance(head.meaning, Shift | Other):
        return Expression(head.start, head.end, head.rule, _other(head.meaning), head.certainty), index + 1
    chain = [(head, head.meaning)]
    index += 1
    while index < len(pieces) and (term := _joining(text, chain, pieces[index], grammar)) is not None:
        chain.append((pieces[index], term))
        index += 1
    item = _nested(chain)
    if grammar.anchor_left and index < len(pieces):
        return _after_anchor(text, item, pieces[index], index, grammar)
    return item, index


def _other(meaning: Shift | Other) -> Other:
    return meaning if isinstance(meaning, Other) else Other(OtherKind.UNRESOLVED)


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
    ranks = [term.rank for _, term in chain]
    # Two day names may stand side by side (Friday, March 6); any other rank is said once.
    return meaning if meaning.rank not in ranks or (meaning.rank is Rank.DAY and ranks.count(Rank.DAY) < 2) else None


def _nested(chain: list[tuple[Piece, Term]]) -> Expression:
    pieces = [piece for piece, _ in chain]
    terms = sorted((term for _, term in chain), key=_coarse_first)
    meaning = Nested(tuple(terms)) if len(terms) > 1 else terms[0]
    return Expression(
        pieces[0].start,
        pieces[-1].end,
        "+".join(piece.rule for piece in pieces),
        meaning,
        min(piece.certainty for piece in pieces),
        len(pieces) == 1 and pieces[0].weak,
    )


def _coarse_first(term: Term) -> tuple[Rank, int]:
    """Of two day names the one of the longer cycle leads and the weekday checks it."""
    return term.rank, DAY_ORDER.get(str(getattr(term, "cycle", "")), 0)


DAY_ORDER = {"year": 1, "month": 2, "week": 3}


def _before_anchor(text: str, pieces: list[Piece], index: int, grammar: Grammar) -> tuple[Expression, int]:
    """Three days after | Christmas."""
    piece = pieces[index]
    anchor, after = _chain(text, pieces, index + 1, grammar)
    if not isinstance(piece.meaning, Shift) or isinstance(anchor.meaning, Other):
        return Expression(piece.start, anchor.end, piece.rule, Other(OtherKind.UNRESOLVED), 0.0), after
    return _beside(piece, piece.meaning, anchor, piece.start, anchor.end), after


def _after_anchor(text: str, item: Expression, piece: Piece, index: int, grammar: Grammar) -> tuple[Expression, int]:
    """圣诞节 | 前两周. Of a year or month, 前两周 would be its first two weeks: not resolved."""
    if not isinstance(piece.meaning, Shift) or isinstance(item.meaning, Other) or item.end != piece.start:
        return item, index
    if item.meaning.rank < Rank.DAY:
        return Expression(item.start, piece.end, item.rule, Other(OtherKind.UNRESOLVED), 0.0), index + 1
    return _beside(piece, piece.meaning, item, item.start, piece.end), index + 1


def _beside(piece: Piece, shift: Shift, anchor: Expression, start: int, end: int) -> Expression:
    assert not isinstance(anchor.meaning, Other)
    meaning = Beside(shift.length, -1 if shift.side is Side.BEFORE else 1, anchor.meaning, shift.whole)
    return Expression(start, end, f"{piece.rule}({anchor.rule})", meaning, min(piece.certainty, anchor.certainty))


def _with_surroundings(text: str, item: Expression, grammar: Grammar, floor: int) -> Expression | None:
    """Takes in the words directly before and after; a weak expression without support is dropped."""
    start, end, modes, supported = item.start, item.end, list[Mode](), not item.weak
    for _ in range(3):
        affix = next(((a, m) for a in grammar.prefixes if (m := a.pattern.search(text, floor, start))), None)
        if affix is None or affix[1].start() == start:
            break
        start, supported = affix[1].start(), supported or affix[0].supports
        modes.append(affix[0].mode)
    modes.reverse()
    for _ in range(2):
        affix = next(((a, m) for a in grammar.suffixes if (m := a.pattern.match(text, end))), None)
        if affix is None or affix[1].end() == end:
            break
        end, supported = affix[1].end(), supported or affix[0].supports
        modes.append(affix[0].mode)
    if not supported:
        return None
    if isinstance(item.meaning, Other):
        return item
    return replace(item, start=start, end=end, modes=tuple(modes), weak=False)
