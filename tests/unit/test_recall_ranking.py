"""Fusing, scoring, folding and packing."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recall_builders import NOW, ago, ident, item, quote

from memory.model.assertion import Authority
from memory.model.fact import ItemStatus
from memory.model.recalled import PathHop, Scores, Weights
from memory.ports.vector_index import ObjectKind
from memory.recall.folding import fold
from memory.recall.fusion import Adjacency, Candidate, Key, Lead, fuse, spread, standardise
from memory.recall.packing import HEADER, item_cost, pack
from memory.recall.profiles import CHAT, PROFILES
from memory.recall.scoring import MAX_BONUS, recency, strength_bonus, total


def chunk(name: str) -> Key:
    return ObjectKind.CHUNK, ident(name)


def test_a_candidate_that_both_legs_like_leads() -> None:
    ranked = fuse(
        [
            Candidate(chunk("both"), keyword=8.0, semantic=0.7),
            Candidate(chunk("words"), keyword=9.0, semantic=0.2),
            Candidate(chunk("meaning"), keyword=None, semantic=0.72),
            Candidate(chunk("neither"), keyword=1.0, semantic=0.1),
        ]
    )
    assert max(ranked, key=lambda key: ranked[key]) == chunk("both")
    assert all(0.0 < value < 1.0 for value in ranked.values())


def test_a_signal_that_is_the_same_for_all_says_nothing() -> None:
    assert standardise([3.0, 3.0, 3.0]) == [0.0, 0.0, 0.0]
    assert standardise([None, None]) == [0.0, 0.0]


def test_what_a_leg_did_not_bring_counts_as_its_least() -> None:
    missing, least, most = standardise([None, 1.0, 5.0])
    assert missing == least < most


def test_the_turn_after_a_good_one_gains_from_it() -> None:
    names = [chunk(name) for name in ("seed", "after", "far")]
    candidates = [Candidate(names[0], 9.0, 0.8), Candidate(names[1], 1.0, 0.1), Candidate(names[2], 1.0, 0.1)]
    ranked = fuse(candidates, Adjacency.of({ident("seed"): [(ident("after"), 1)]}))
    assert ranked[names[0]] > ranked[names[1]] > ranked[names[2]]


def test_a_fact_and_the_chunk_that_it_cites_lend_each_other_score() -> None:
    fact: Key = (ObjectKind.FACT, ident("fact"))
    others = [Candidate(chunk(f"n{i}"), 0.5, 0.1) for i in range(5)]
    cited, lonely = Candidate(chunk("cited"), 2.0, 0.3), Candidate(chunk("lonely"), 2.0, 0.3)
    ranked = fuse([*others, cited, lonely, Candidate(fact, 9.0, 0.9, cites=(ident("cited"),))])
    assert ranked[chunk("cited")] > ranked[chunk("lonely")]


def test_an_expansion_is_worth_a_share_of_its_seed_and_never_lowers_anything() -> None:
    seed, near, strong = chunk("seed"), chunk("near"), chunk("strong")
    after = spread({seed: 0.8, strong: 0.7}, [Lead(seed, near, 0.5), Lead(seed, strong, 0.5)])
    assert after == {seed: 0.8, near: pytest.approx(0.4), strong: 0.7}


@given(st.lists(st.tuples(st.floats(0, 50), st.floats(-1, 1)), min_size=1, max_size=30))
def test_relevance_does_not_depend_on_the_order_of_candidates(scores: list[tuple[float, float]]) -> None:
    candidates = [Candidate(chunk(str(i)), k, s, session=str(i % 3)) for i, (k, s) in enumerate(scores)]
    forward, backward = fuse(candidates), fuse(candidates[::-1])
    assert forward == pytest.approx(backward)


def test_the_score_is_a_weighted_mean_with_a_bounded_bonus() -> None:
    scores = Scores(relevance=1.0, importance=0.0, recency=0.5, strength=0.1)
    assert total(scores, Weights(0.5, 0.25, 0.25)) == pytest.approx(0.725)
    assert total(Scores(1.0, 1.0, 1.0, 0.9), Weights()) == 1.0
    assert total(Scores(0.0, 0.0, 0.0, 5.0), Weights()) == MAX_BONUS


def test_words_of_less_authority_score_a_little_less() -> None:
    scores = Scores(0.8, 0.5, 0.5, 0.0)
    assert total(scores, Weights(), Authority.ASSISTANT_SAID) < total(scores, Weights(), Authority.USER_STATED)


def test_a_memory_that_no_answer_used_has_no_bonus() -> None:
    assert strength_bonus(1.0, [], NOW) == 0.0
    assert 0.0 < strength_bonus(1.0, [ago(2)], NOW) < strength_bonus(1.0, [ago(2), ago(1)], NOW) <= MAX_BONUS


def test_recency_halves_in_a_month_and_the_future_counts_as_now() -> None:
    assert recency(ago(30), NOW) == pytest.approx(0.5)
    assert recency(ago(-5), NOW) == 1.0


def test_the_request_overrides_the_weights_of_the_class() -> None:
    asked = Weights(1.0, 0.0, 0.0)
    for profile in PROFILES.values():
        assert profile.weights_for("fact", asked) == profile.weights_for("next", asked) == asked
    assert CHAT.weights_for("history", None) != CHAT.weights_for("next", None)


def test_weights_that_are_asked_for_count_although_they_are_those_of_the_contracts_example() -> None:
    assert CHAT.weights_for("fact", Weights()) == Weights()


def test_repeats_fold_into_one_item_with_both_evidences() -> None:
    first = item("Lin lives in Porto", name="a", value="Porto", score=0.7, evidence=(quote("I live in Porto"),))
    second = item("Lin lives in Porto.", name="b", value="porto", score=0.9, evidence=(quote("Porto is home"),))
    folded = fold([second, first], {})
    assert len(folded) == 1
    assert len(folded[0].evidence) == 2
    assert folded[0].score == 0.9


def test_an_item_that_takes_in_a_reached_one_has_its_path_and_as_many_hops() -> None:
    steps = (PathHop(ident("x"), "TELLS_OF", ident("y")), PathHop(ident("z"), "TELLS_OF", ident("y")))
    direct = item("Lin lives in Porto", name="a", value="Porto", evidence=(quote("I live in Porto"),))
    reached = replace(
        item("Lin lives in Porto.", name="b", value="porto", evidence=(quote("Porto is home"),)), path=steps, hop=2
    )
    (folded,) = fold([direct, reached], {})
    assert (folded.path, folded.hop) == (steps, 2)


def test_what_leads_in_its_own_words_is_not_told_twice() -> None:
    turn = item("The gateway went down at nine", kind="chunk", name="turn", score=0.9)
    told = item("gateway went down", score=0.8, evidence=(quote("The gateway went down", chunk="turn"),))
    elsewhere = item(
        "gateway is Kong", score=0.7, evidence=(quote("gateway", chunk="turn"), quote("It is Kong", chunk="other"))
    )
    folded = fold([turn, told, elsewhere], {turn.memory_id: [told.memory_id]}, whole=[turn.memory_id])
    assert [found.text for found in folded] == [turn.text, elsewhere.text]


def test_a_superseded_run_is_not_folded_into_the_current_one() -> None:
    old = item("Lin lives in Porto", name="a", value="Porto", status=ItemStatus.SUPERSEDED, valid_to=ago(9))
    assert len(fold([item("Lin lives in Porto", name="b", value="Porto"), old], {})) == 2


def test_a_chunk_gives_way_to_the_fact_taken_from_it() -> None:
    fact = item("Lin lives in Porto", value="Porto", score=0.6, evidence=(quote("Porto", chunk="c"),))
    said = item("I live in Porto.", name="c", kind="chunk", score=0.8, evidence=(quote("I live in Porto.", chunk="c"),))
    folded = fold([said, fact], {said.memory_id: [fact.memory_id]})
    assert [found.kind for found in folded] == ["semantic"]
    assert folded[0].score == 0.8


def test_a_chunk_that_says_clearly_more_stays() -> None:
    fact = item("Lin lives in Porto", value="Porto")
    words = "I live in Porto, and the tram from the harbour takes forty minutes when it rains."
    said = item(words, name="c", kind="chunk")
    assert len(fold([said, fact], {said.memory_id: [fact.memory_id]})) == 2


def test_without_a_budget_the_order_stays_and_the_limit_holds() -> None:
    items = [item(f"fact {i}", score=1 - i / 10) for i in range(6)]
    assert pack(items, 4) == items[:4]


def test_the_best_stay_within_a_budget_before_anything_else() -> None:
    items = [item(f"number {i} " + "word " * 20, score=0.9 - i / 100) for i in range(9)]
    budget = HEADER + sum(item_cost(found) for found in items[:4])
    chosen = pack(items, 8, budget)
    assert chosen[:3] == items[:3]
    assert HEADER + sum(item_cost(found) for found in chosen) <= budget


def test_what_is_new_in_words_is_taken_before_what_repeats() -> None:
    head = [item(f"the parser version is {i}", score=0.9) for i in range(3)]
    same, fresh = item("the parser version is 1 2", score=0.62), item("invoices were doubled", score=0.6)
    budget = HEADER + sum(item_cost(found) for found in [*head, fresh])
    assert fresh in pack([*head, same, fresh], 8, budget)


def test_an_answer_never_shrinks_to_nothing() -> None:
    assert len(pack([item("word " * 400)], 8, 10)) == 1
