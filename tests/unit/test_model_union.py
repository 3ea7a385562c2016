"""The union of the rules' statements and the model's."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

from memory.language.model_union import OVERRULED, union
from memory.model.assertion import Assertion, Modality, Polarity
from memory.model.chunk import Chunk
from memory.ports.compiling import ChunkStatements, RelationRow
from tests.builders import CaptureBuilder, Tenant, assertion

CHUNK: Chunk = CaptureBuilder(Tenant.fresh()).plan("The budget is 500 and Tom owns the parser.").chunks[0].chunk


def found(extractor: str, *stated: Assertion) -> ChunkStatements:
    numbered = tuple(replace(one, ordinal=place, assertion_id=uuid4()) for place, one in enumerate(stated))
    return ChunkStatements(CHUNK.chunk_id, extractor, "1", numbered, (), ())


def said(statements: ChunkStatements) -> Sequence[tuple[str, str]]:
    return [(one.predicate, one.value) for one in statements.assertions]


BUDGET = assertion(CHUNK, "budget", "500", start=0, end=17)
OWNER = assertion(CHUNK, "owner", "Tom", start=22, end=41)


def test_what_both_found_stands_once_and_what_one_found_stands() -> None:
    local, model = union(found("local", BUDGET), found("model", BUDGET, OWNER))
    assert said(local) == []
    assert said(model) == [("budget", "500"), ("owner", "Tom")]


def test_the_cautious_reading_of_the_rules_holds() -> None:
    for cautious in (replace(BUDGET, modality=Modality.HYPOTHETICAL), replace(BUDGET, polarity=Polarity.NEGATIVE)):
        local, model = union(found("local", cautious), found("model", BUDGET))
        assert said(local) == [("budget", "500")]
        assert said(model) == []
        assert [rejected.reason for rejected in model.rejections] == [OVERRULED]


def test_a_registered_predicate_is_kept_before_one_that_nobody_knows() -> None:
    local, model = union(found("local", BUDGET), found("model", replace(BUDGET, predicate="money thing")))
    assert (said(local), said(model)) == ([("budget", "500")], [])


def test_statements_of_other_words_do_not_meet() -> None:
    local, model = union(found("local", BUDGET), found("model", replace(BUDGET, start=22, end=41)))
    assert (len(local.assertions), len(model.assertions)) == (1, 1)


def test_a_relation_goes_with_its_statement() -> None:
    model = found("model", BUDGET, OWNER)
    ids = [one.assertion_id for one in model.assertions]
    related = replace(model, relations=(RelationRow(uuid4(), "CAUSE", ids[0], ids[1], CHUNK.chunk_id, 0, 3, 0.7),))
    _, left = union(found("local", replace(BUDGET, modality=Modality.QUESTION)), related)
    assert left.relations == ()
