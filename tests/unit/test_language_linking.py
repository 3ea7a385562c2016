"""Decisions on entities: what is one, what stays apart, what waits."""

from uuid import UUID

import pytest

from memory.language.linking import (
    EntityCandidate,
    LinkDecision,
    Roster,
    entity_id,
    link,
    normal_name,
    project_entity_id,
    speaker_entity_id,
)
from memory.ports.recognizer import EntityMention, EntityType

PERSON = EntityType.PERSON


def candidate(name: str, *aliases: str, kind: EntityType = PERSON) -> EntityCandidate:
    return EntityCandidate(entity_id("w", "p", name), name, aliases, kind)


def decide(text: str, *candidates: EntityCandidate, kind: EntityType = PERSON) -> LinkDecision:
    return link(EntityMention(text, 0, len(text), kind), Roster(candidates))


def name_of(decision: LinkDecision, *candidates: EntityCandidate) -> str | None:
    names: dict[UUID | None, str] = {c.entity_id: c.name for c in candidates}
    return names.get(decision.entity_id)


@pytest.mark.parametrize("text", ["DGIA", "the DGIA", "D.G.I.A.", "The D.G.I.A.", "ＤＧＩＡ", "DGIA's", "dgia"])
def test_spellings_of_one_name_are_one(text: str) -> None:
    assert normal_name(text) == "dgia"


def test_traditional_and_simplified_are_one_name() -> None:
    assert normal_name("陳經理") == normal_name("陈经理")


def test_c44_a_generic_tail_does_not_make_another_entity() -> None:
    dgia = candidate("DGIA", kind=EntityType.ORG)

    assert decide("Dgia office", dgia, kind=EntityType.ORG).entity_id == dgia.entity_id


def test_c45_names_that_differ_by_a_number_stay_apart() -> None:
    assert decide("Room 102", candidate("Room 101", kind=EntityType.PLACE), kind=EntityType.PLACE).new


def test_c46_names_that_differ_by_a_letter_stay_apart_and_a_first_name_finds_its_own() -> None:
    jana, jan = candidate("Dr Jana Reiter"), candidate("Dr Jan Reiter")

    assert decide("Dr Jan Reiter", jana).new
    assert name_of(decide("Jana", jana, jan), jana, jan) == "Dr Jana Reiter"


def test_c46_a_bare_surname_of_two_people_waits() -> None:
    decision = decide("Reiter", candidate("Dr Jana Reiter"), candidate("Dr Jan Reiter"))

    assert (decision.pending, decision.new, decision.entity_id) == (True, False, None)


@pytest.mark.parametrize("text", ["张工", "老张", "张伟", "张总", "張工"])
def test_c48_titles_and_short_forms_are_one_person(text: str) -> None:
    zhang = candidate("张伟工程师")

    decision = decide(text, zhang)

    assert (decision.entity_id, decision.alias) == (zhang.entity_id, text)


def test_c48_a_short_form_waits_when_a_second_person_fits_it() -> None:
    decision = decide("老张", candidate("张伟工程师", "老张"), candidate("张敏"))

    assert decision.pending


def test_two_full_names_of_one_surname_stay_apart() -> None:
    assert decide("张敏", candidate("张伟")).new


def test_a_known_alias_adds_no_alias() -> None:
    assert decide("Miso", candidate("Miso", kind=EntityType.OTHER), kind=EntityType.OTHER).alias is None


def test_a_person_and_a_place_of_one_name_stay_apart() -> None:
    assert decide("Paris", candidate("Paris", kind=EntityType.PLACE)).new


@pytest.mark.parametrize(
    ("left", "right"), [("Kim Min-jun", "Kim Min-ji"), ("田中太郎", "田中次郎"), ("김민준", "김민지")]
)
def test_korean_and_japanese_names_stay_as_they_stand(left: str, right: str) -> None:
    assert decide(left, candidate(right)).new


def test_ids_depend_on_what_identifies_and_nothing_else() -> None:
    assert entity_id("w", "p", "The D.G.I.A.") == entity_id("w", "p", "dgia")
    assert entity_id("w", "p", "dgia") != entity_id("w", "q", "dgia")
    assert len({entity_id("w", "p", "lin"), speaker_entity_id("w", "lin"), project_entity_id("w", "lin")}) == 3
