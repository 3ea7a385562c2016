"""Settling, story by story: the rules of DESIGN.md section 7 and the validity table of section 5."""

import pytest
from settle_builders import (
    DID,
    GRADE,
    LIKES,
    LOOSE,
    again,
    day,
    predicate,
    reasons,
    said,
    short,
    timeline,
    told,
    value_at,
)

from memory.model.assertion import Application, Authority, Change, Modality
from memory.model.fact import Cardinality, FactStatus, PredicateClass
from memory.model.ids import derived_id
from memory.model.settled import RevocationMark, Verdict

DIET = predicate("diet")


def test_c19_a_newer_statement_supersedes_and_the_older_one_stays_in_the_past() -> None:
    meat = said("meat", "03-30", change=Change.REPLACES, event=("03-23", None), bound="since")
    line = timeline(said("vegetarian", "03-01"), meat, of=DIET)
    assert told(line) == [("vegetarian", "03-01", "03-23", "superseded"), ("meat", "03-23", None, "current")]
    assert line.runs[0].superseded_by == line.runs[1].memory_id
    assert value_at(line, "03-10") == ["vegetarian"]
    assert reasons(line)["vegetarian"] == "replaced_in_words"


def test_c21_a_repeat_adds_evidence_to_the_same_memory() -> None:
    once = timeline(said("Miso", "03-01"))
    twice = timeline(said("Miso", "03-01"), said("miso.", "03-02"))
    assert told(twice) == [("Miso", "03-01", None, "current")]
    assert len(twice.runs[0].evidence) == 2
    assert twice.runs[0].memory_id == once.runs[0].memory_id


def test_c23_values_of_a_multi_valued_predicate_do_not_retire_each_other() -> None:
    line = timeline(said("jazz", "03-01"), said("tea", "03-02"), said("hiking", "03-03"), of=LIKES)
    assert {run.status for run in line.runs} == {FactStatus.CURRENT}
    assert len(line.runs) == 3


def test_c25_an_older_document_that_arrives_later_fills_the_past() -> None:
    kofi = said("Kofi", "03-01", authority=Authority.DOCUMENT, recorded="03-05")
    dana = said("Dana", "02-01", authority=Authority.DOCUMENT, recorded="03-09")
    line = timeline(kofi, dana)
    assert told(line) == [("Dana", "02-01", "03-01", "superseded"), ("Kofi", "03-01", None, "current")]
    assert value_at(line, "02-15") == ["Dana"]


def test_c25_a_past_date_told_today_does_not_replace_what_holds_today() -> None:
    line = timeline(said("段志强", "10-29"), said("小祁", "11-14", event=("09-14", "09-15")))
    assert told(line) == [("小祁", "09-14", "10-29", "superseded"), ("段志强", "10-29", None, "current")]


def test_c29_an_exception_ends_by_itself_and_what_held_before_holds_again() -> None:
    usual = said("Weifang", "03-02")
    exception = said("Jinan", "03-09", event=("03-09", "03-14"), bound="until")
    line = timeline(usual, exception)
    assert told(line) == [
        ("Weifang", "03-02", "03-09", "current"),
        ("Jinan", "03-09", "03-14", "current"),
        ("Weifang", "03-14", None, "current"),
    ]
    assert [value_at(line, at) for at in ("03-05", "03-12", "03-16")] == [["Weifang"], ["Jinan"], ["Weifang"]]
    assert line.runs[2].memory_id != line.runs[0].memory_id
    assert line.runs[2].evidence == line.runs[0].evidence
    assert [run.reason for run in line.runs] == ["interrupted", "temporary_exception", "resumed"]


def test_an_exception_announced_ahead_leaves_the_present_current() -> None:
    line = timeline(said("Weifang", "03-02"), said("Jinan", "03-03", event=("03-20", "03-25"), bound="within"))
    assert value_at(line, "03-04") == ["Weifang"]
    assert line.runs[0].status is FactStatus.CURRENT


def test_a_new_standing_value_said_during_an_exception_takes_over_from_then_on() -> None:
    away = said("Jinan", "03-09", event=("03-09", "03-20"), bound="until")
    line = timeline(said("Weifang", "03-02"), away, said("Harbin", "03-12"))
    assert told(line) == [
        ("Weifang", "03-02", "03-09", "current"),
        ("Jinan", "03-09", "03-12", "superseded"),
        ("Harbin", "03-12", None, "current"),
    ]


def test_this_week_is_an_exception_where_something_else_stands_already() -> None:
    week = said("泉州", "03-11", event=("03-09", "03-16"), grain="week")
    line = timeline(said("株洲", "03-02"), said("株洲", "03-10"), week)
    assert [value_at(line, at) for at in ("03-08", "03-12", "03-17")] == [["株洲"], ["泉州"], ["株洲"]]


def test_this_week_opens_a_state_where_nothing_stood_before() -> None:
    assert told(timeline(said("泉州", "03-11", event=("03-09", "03-16"), grain="week"))) == [
        ("泉州", "03-09", None, "current")
    ]


def test_a_change_in_words_this_week_is_no_exception() -> None:
    week = said("泉州", "03-11", event=("03-09", "03-16"), grain="week", change=Change.REPLACES)
    assert value_at(timeline(said("株洲", "03-02"), week), "03-20") == ["泉州"]


def test_an_extended_exception_ends_at_its_newest_end() -> None:
    first = said("Jinan", "03-09", event=("03-09", "03-14"), bound="until")
    longer = said("Jinan", "03-12", event=("03-12", "03-21"), bound="until")
    line = timeline(said("Weifang", "03-02"), first, longer)
    assert told(line)[1] == ("Jinan", "03-09", "03-21", "current")
    assert len(line.runs[1].evidence) == 2


def test_until_for_the_standing_value_itself_ends_it_then() -> None:
    line = timeline(said("Acme", "03-02"), said("Acme", "03-10", event=("03-10", "05-01"), bound="until"))
    assert told(line) == [("Acme", "03-02", "05-01", "current")]
    assert line.runs[0].reason == "ended_in_words"


def test_a_wish_for_one_time_never_replaces_the_standing_one() -> None:
    line = timeline(said("豆皮", "03-02"), said("葱油拌面", "03-09T08:00", application=Application.ONCE))
    assert value_at(line, "03-09T09:00") == ["葱油拌面"]
    assert value_at(line, "03-12") == ["豆皮"]


@pytest.mark.parametrize("application", [Application.ONCE, Application.SESSION])
def test_a_passing_wish_for_a_day_holds_that_day_only(application: Application) -> None:
    passing = said("kilometres", "03-09", application=application, event=("03-10", "03-11"))
    line = timeline(said("furlongs", "03-02"), passing)
    assert [value_at(line, at) for at in ("03-09", "03-10", "03-11")] == [["furlongs"], ["kilometres"], ["furlongs"]]


def test_c33_a_record_beats_a_persons_word_on_an_official_matter_and_the_word_waits() -> None:
    record = said("6", "03-01", authority=Authority.RECORD)
    line = timeline(record, said("7", "03-09"), of=GRADE)
    assert told(line) == [("6", "03-01", None, "current"), ("7", "03-09", None, "pending")]
    assert reasons(line)["7"] == "lower_authority"


def test_c33_whatever_the_time() -> None:
    line = timeline(said("7", "02-01"), said("6", "03-01", authority=Authority.RECORD), of=GRADE)
    assert told(line) == [("7", "02-01", "03-01", "superseded"), ("6", "03-01", None, "current")]
    assert reasons(line)["7"] == "higher_authority"


def test_a_pending_word_that_the_record_confirms_becomes_current() -> None:
    chat = said("7", "03-09")
    before = timeline(said("6", "03-01", authority=Authority.RECORD), chat, of=GRADE)
    confirmed = said("7", "03-20", authority=Authority.RECORD)
    after = timeline(said("6", "03-01", authority=Authority.RECORD), chat, confirmed, of=GRADE)
    pending = next(run for run in before.runs if run.value == "7")
    assert told(after)[1] == ("7", "03-20", None, "current")
    assert after.runs[1].memory_id == pending.memory_id


def test_a_persons_word_beats_a_record_on_a_personal_matter() -> None:
    line = timeline(said("Porto", "03-01"), said("Lyon", "03-09", authority=Authority.RECORD))
    assert told(line) == [("Porto", "03-01", None, "current"), ("Lyon", "03-09", None, "pending")]


@pytest.mark.parametrize(
    "lower", [Authority.MODEL_INFERRED, Authority.ASSISTANT_SAID, Authority.DOCUMENT, Authority.TOOL_OBSERVED]
)
def test_no_lower_authority_overrides_a_person(lower: Authority) -> None:
    line = timeline(said("廊坊", "03-01"), said("乌兰察布", "03-09", authority=lower, change=Change.REPLACES))
    assert told(line) == [("廊坊", "03-01", None, "current"), ("乌兰察布", "03-09", None, "pending")]


def test_a_person_takes_over_from_an_assistants_guess() -> None:
    line = timeline(said("239", "03-01", authority=Authority.ASSISTANT_SAID), said("673", "03-02"))
    assert told(line) == [("239", "03-01", "03-02", "superseded"), ("673", "03-02", None, "current")]


def test_c61_an_assistants_echo_adds_neither_fact_nor_evidence() -> None:
    alone = timeline(said("Porto", "03-01"))
    echo = said("Porto", "03-01T10:00", authority=Authority.ASSISTANT_SAID)
    line = timeline(said("Porto", "03-01"), echo)
    assert line.runs == alone.runs
    decision = next(d for d in line.decisions if d.assertion_id == echo.assertion.assertion_id)
    assert (decision.verdict, decision.reason) == (Verdict.REJECT, "echo")
    assert decision.memory_id == alone.runs[0].memory_id


def test_an_assistants_stale_echo_of_an_old_value_is_no_conflict() -> None:
    stale = said("Porto", "03-20", authority=Authority.ASSISTANT_SAID)
    line = timeline(said("Porto", "03-01"), said("Lyon", "03-10"), stale)
    assert [run.status.value for run in line.runs] == ["superseded", "current"]


def test_c41_a_statement_without_time_opens_when_it_was_said_not_when_it_arrived() -> None:
    line = timeline(said("Porto", "2024-05-01", recorded="2026-03-10"))
    assert short(line.runs[0].valid_from) == "2024-05-01"


def test_words_that_end_a_value_close_it() -> None:
    over = said("Acme", "03-20", change=Change.ENDS, event=("03-15", "03-16"))
    line = timeline(said("Acme", "03-01"), over)
    assert told(line) == [("Acme", "03-01", "03-15", "superseded")]
    assert line.runs[0].reason == "ended_in_words"
    assert line.runs[0].superseded_by is None


def test_an_end_announced_for_later_leaves_the_value_current_until_then() -> None:
    line = timeline(said("Acme", "03-01"), said("Acme", "03-10", change=Change.ENDS, event=("04-30", "05-01")))
    assert told(line) == [("Acme", "03-01", "04-30", "current")]


def test_what_was_before_does_not_come_back_when_its_successor_ends() -> None:
    gone = said("Lyon", "03-20", change=Change.ENDS)
    line = timeline(said("Porto", "03-01"), said("Lyon", "03-10"), gone)
    assert value_at(line, "03-25") == []


def test_negation_closes_only_the_matching_value() -> None:
    line = timeline(said("tea", "03-01"), said("jazz", "03-01"), said("tea", "03-09", polarity="-"), of=LIKES)
    assert {(run.value, run.status.value) for run in line.runs} == {
        ("tea", "superseded"),
        ("jazz", "current"),
        ("not tea", "current"),
    }


def test_what_was_never_claimed_can_be_denied_and_claimed_afterwards() -> None:
    denied, liked = said("football", "03-01", polarity="-"), said("football", "03-09")
    (run,) = timeline(denied, of=LIKES).runs
    assert (run.value, run.text, run.valid_to) == ("not football", "Lin dislikes football", None)
    before, after = timeline(denied, liked, of=LIKES).runs
    assert (before.value, before.valid_to) == ("not football", day("03-09"))
    assert (after.value, after.valid_to) == ("football", None)


def test_that_something_ended_is_no_denial_of_it() -> None:
    assert timeline(said("Redis", "03-01", polarity="-", change=Change.ENDS), of=LIKES).runs == ()


def test_of_one_value_only_nothing_is_known_by_a_denial() -> None:
    assert timeline(said("Paris", "03-01", polarity="-")).runs == ()


def test_the_end_of_a_class_may_be_worded_shorter() -> None:
    first = said("pottery class at Tanner's Yard", "03-01")
    line = timeline(first, said("choir", "03-01"), said("pottery", "03-09", change=Change.ENDS), of=LIKES)
    assert {run.value for run in line.runs if run.status is FactStatus.CURRENT} == {"choir"}


def test_a_negated_value_that_was_never_stated_gives_no_fact() -> None:
    denied = said("Rome", "03-09", polarity="-")
    line = timeline(said("Porto", "03-01"), denied)
    assert told(line) == [("Porto", "03-01", None, "current")]
    assert any(d.reason == "nothing_to_end" for d in line.decisions)


def test_a_value_that_comes_back_after_an_end_is_a_new_memory() -> None:
    line = timeline(said("Acme", "03-01"), said("Acme", "03-09", change=Change.ENDS), said("Acme", "03-20"))
    assert told(line) == [("Acme", "03-01", "03-09", "superseded"), ("Acme", "03-20", None, "current")]
    assert line.runs[0].memory_id != line.runs[1].memory_id


def test_a_later_statement_of_a_longer_past_corrects_what_was_said_in_between() -> None:
    since = said("50万", "03-20", event=("01-01", None), bound="since")
    line = timeline(said("30万", "02-01"), since)
    assert told(line) == [("50万", "01-01", None, "current"), ("30万", "02-01", "02-01", "superseded")]
    assert reasons(line)["30万"] == "contradicted_later"


def test_a_change_announced_for_later_leaves_the_old_value_current_until_then() -> None:
    line = timeline(said("60", "03-01"), said("80", "03-10", event=("04-01", "04-02")))
    assert told(line) == [("60", "03-01", "04-01", "current"), ("80", "04-01", None, "current")]
    assert line.runs[0].superseded_by == line.runs[1].memory_id


def test_an_unregistered_predicate_holds_many_values_until_a_change_in_words() -> None:
    both = timeline(said("saw", "03-01"), said("plane", "03-02"), of=LOOSE)
    changed = timeline(said("saw", "03-01"), said("plane", "03-02", change=Change.REPLACES), of=LOOSE)
    assert [run.status.value for run in both.runs] == ["current", "current"]
    assert told(changed) == [("saw", "03-01", "03-02", "superseded"), ("plane", "03-02", None, "current")]


@pytest.mark.parametrize("modality", [Modality.HYPOTHETICAL, Modality.QUOTED, Modality.QUESTION])
def test_c79_suppositions_questions_and_quotes_give_nothing(modality: Modality) -> None:
    assert timeline(said("Rome", "03-01", modality=modality)).runs == ()


def test_each_event_is_a_memory_of_its_own_and_stays_current() -> None:
    first = said("ran a half marathon", "03-10", event=("03-09", "03-10"))
    second = said("ran a half marathon", "03-30", event=("03-29", "03-30"))
    line = timeline(first, second, of=DID)
    assert told(line) == [
        ("ran a half marathon", "03-09", None, "current"),
        ("ran a half marathon", "03-29", None, "current"),
    ]


def test_a_coarser_telling_of_one_event_adds_evidence() -> None:
    exact = said("signed the lease", "03-12", event=("03-09", "03-10"))
    coarse = said("signed the lease", "03-18", event=("03-09", "03-16"))
    line = timeline(exact, coarse, of=DID)
    assert told(line) == [("signed the lease", "03-09", None, "current")]
    assert len(line.runs[0].evidence) == 2


def test_an_event_that_did_not_happen_is_no_longer_believed() -> None:
    line = timeline(said("signed", "03-09"), said("signed", "03-12", polarity="-"), of=DID)
    assert told(line) == [("signed", "03-09", "03-09", "superseded")]


def test_a_plan_stands_from_its_telling_until_its_time_is_over() -> None:
    dentist = said("dentist", "03-01", modality=Modality.PLANNED, event=("03-11", "03-12"))
    line = timeline(dentist, of=LIKES)
    assert told(line) == [("dentist", "03-01", "03-12", "current")]
    assert line.runs[0].predicate_class is PredicateClass.PLAN


def test_a_plan_does_not_replace_what_holds_and_ends_when_it_comes_true() -> None:
    plan = said("Lyon", "03-05", modality=Modality.PLANNED)
    before = timeline(said("Porto", "03-01"), plan)
    after = timeline(said("Porto", "03-01"), plan, said("Lyon", "04-01"))
    assert [(run.value, run.status.value) for run in before.runs] == [("Porto", "current"), ("Lyon", "current")]
    assert before.runs[1].cardinality is Cardinality.EVENT
    assert [(run.value, run.reason) for run in after.runs] == [
        ("Porto", "newer_statement"),
        ("Lyon", "came_true"),
        ("Lyon", "stated"),
    ]


def test_a_single_uncertain_mention_waits_and_a_second_source_lets_it_in() -> None:
    faint = said("Porto", "03-01", confidence=0.2)
    assert told(timeline(faint)) == [("Porto", "03-01", None, "pending")]
    assert told(timeline(faint, again(faint, "other")))[0][3] == "current"


def test_two_equal_sources_of_one_time_both_wait_for_a_decision() -> None:
    left = said("Kofi", "03-01", authority=Authority.DOCUMENT, source="a")
    right = said("Dana", "03-01", authority=Authority.DOCUMENT, source="b")
    assert sorted(run.status.value for run in timeline(left, right).runs) == ["pending", "pending"]


def test_the_later_turn_wins_where_a_whole_session_has_one_time() -> None:
    line = timeline(said("Lyon", "03-01", source="s", position=4), said("Porto", "03-01", source="s", position=9))
    assert [(run.value, run.status.value) for run in line.runs if run.valid_to is None] == [("Porto", "current")]


def test_wordings_linked_to_one_entity_are_one_value() -> None:
    zhang = derived_id("entity", ["张伟"])
    line = timeline(said("张伟工程师", "03-01", object_id=zhang), said("张工", "03-02", object_id=zhang))
    assert len(line.runs) == 1


def test_a_revoked_memory_is_kept_as_revoked_and_what_it_had_replaced_holds_again() -> None:
    statements = [said("Porto", "03-01"), said("Lyon", "03-10")]
    lyon = timeline(*statements).runs[1]
    line = timeline(*statements, revoked=(RevocationMark(lyon.memory_id, day("03-12"), "wrong"),))
    assert told(line) == [("Porto", "03-01", None, "current"), ("Lyon", "03-10", None, "revoked")]


def test_revoking_binds_the_echoes_of_what_was_revoked() -> None:
    echo = said("Porto", "03-02", authority=Authority.ASSISTANT_SAID)
    porto = timeline(said("Porto", "03-01")).runs[0]
    line = timeline(said("Porto", "03-01"), echo, revoked=(RevocationMark(porto.memory_id, day("03-12"), ""),))
    assert told(line) == [("Porto", "03-01", None, "revoked")]


def test_a_statement_after_a_revocation_opens_anew() -> None:
    porto = timeline(said("Porto", "03-01")).runs[0]
    mark = RevocationMark(porto.memory_id, day("03-12"), "")
    line = timeline(said("Porto", "03-01"), said("Porto", "03-20"), revoked=(mark,))
    assert [(run.status.value, short(run.valid_from)) for run in line.runs] == [
        ("revoked", "03-01"),
        ("current", "03-20"),
    ]


def test_a_revocation_still_binds_when_the_first_evidence_is_gone() -> None:
    first, second = said("Porto", "03-01"), said("Porto", "03-05")
    whole = timeline(first, second).runs[0]
    mark = RevocationMark(whole.memory_id, day("03-12"), "", whole.evidence)
    assert [run.status.value for run in timeline(second, revoked=(mark,)).runs] == ["revoked"]


def test_repeats_within_one_source_do_not_raise_confidence_and_other_sources_do() -> None:
    first = said("Porto", "03-01", source="s")
    same = timeline(first, said("Porto", "03-02", source="s")).runs[0]
    other = timeline(first, said("Porto", "03-02", source="t")).runs[0]
    assert same.confidence == 0.8
    assert other.confidence == pytest.approx(0.96)


def test_the_sentence_is_in_the_language_of_the_value() -> None:
    assert timeline(said("济南", "03-01")).runs[0].text == "Lin住在济南"
    assert timeline(said("Porto", "03-01")).runs[0].text == "Lin lives in Porto"
