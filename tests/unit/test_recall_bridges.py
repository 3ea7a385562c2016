"""Questions that join statements over the names that they share."""

import pytest

from memory.language.tokens import index_tokens
from memory.ports.vector_index import ObjectKind
from memory.recall.bridges import (
    Bridge,
    Crossing,
    Statement,
    Told,
    answered,
    crossed,
    depth_of,
    distinct,
    firm,
    joins,
    rest_of,
    shares,
    tells_of,
    word_weights,
)
from memory.recall.fusion import Key, spread
from memory.usecases.recall_bridges import lead_across
from memory.usecases.recall_expansion import Expansion
from tests.unit.recall_builders import ident


def key(name: str) -> Key:
    return ObjectKind.FACT, ident(name)


def told(text: str, name: str = "seed") -> Told:
    return Told.first(key(name), Statement.of(text, [ident(f"chunk of {name}")]))


def targets(*texts: str) -> dict[Key, list[Statement]]:
    return {key(text): [Statement.of(text, [ident(f"chunk of {text}")])] for text in texts}


def best(question: str, seed: str, bridge: str, *texts: str) -> str:
    chain = told(seed)
    over = Bridge(chain, bridge, None, rest_of(question, chain.met))
    weights = word_weights(question, [Statement.of(text) for text in (seed, *texts)])
    found = crossed(over, targets(*texts), ({}, {}), question, weights)
    return max(found, key=lambda crossing: crossing.worth).told.last.text


@pytest.mark.parametrize(
    "question",
    [
        "Who is the manager of the owner of the label service?",
        "Which customers share a billing entity with Norwell Foods?",
        "What depends on the module that slipped?",
        "Who does Petra's manager report to?",
        "和青禾饮料共用结算主体的客户有哪些？",
        "延期的模块影响哪些模块？",
    ],
)
def test_questions_that_join_statements(question: str) -> None:
    assert joins(question)


@pytest.mark.parametrize("question", ["Where do I live?", "What is the budget?", "谁负责支付模块？", "我住哪里？"])
def test_plain_questions_join_nothing(question: str) -> None:
    assert not joins(question)


def test_a_chain_that_meets_the_questions_words_is_worth_more() -> None:
    question = "Who is the manager of the owner of the label service?"
    answer = best(question, "Femi owns the label service", "femi", "Femi's manager is Annika", "Femi has a new bicycle")
    assert answer == "Femi's manager is Annika"


def test_what_shares_something_is_told_in_the_words_that_told_it_of_the_first() -> None:
    question = "Which customers share a billing entity with Norwell?"
    seed, alike, other = (
        "Norwell is billed through Aster Holding",
        "Pellworth is billed through Aster Holding",
        "Aster Holding is audited by Whitlock",
    )
    assert shares(question)
    assert best(question, seed, "aster holding", alike, other) == alike


def test_a_chain_does_not_go_round_in_the_words_that_it_came_from() -> None:
    chain = told("Femi owns the label service")
    bridge = Bridge(chain, "femi", None, "manager")
    same = {key("other"): [Statement.of("Femi owns the label service, he says", chain.chunks)]}
    assert crossed(bridge, same, ({}, {}), "manager of the owner", {}) == []


def test_names_of_the_question_and_of_the_way_are_no_bridges() -> None:
    chain = Told(key("seed"), Statement.of(""), frozenset(), ("annika",))
    names = [("femi", None), ("annika", None), ("label service", None), ("annika roos of lund", None)]
    kept = [name for name, _ in distinct(names, "Who owns the label service?", chain)]
    assert kept == ["annika roos of lund", "femi"]


def test_a_possessive_tells_of_its_name() -> None:
    assert tells_of(frozenset(index_tokens("Femi's manager is Annika")), "femi")
    assert not tells_of(frozenset(index_tokens("The feminine form")), "femi")


@pytest.mark.parametrize(
    ("question", "depth"),
    [
        ("Who is the manager of the owner of the label service?", 2),
        ("Who does the manager of Quillon's account manager report to?", 3),
        ("优惠券模块依赖的服务部署在哪台机器上？", 2),
    ],
)
def test_how_many_statements_a_question_joins(question: str, depth: int) -> None:
    assert depth_of(question) == depth


@pytest.mark.parametrize("question", ["那个地点在郊区的活动几点开始？", "What are the names of Ada's children?"])
def test_words_that_only_may_join_are_not_firm(question: str) -> None:
    assert joins(question)
    assert not firm(question)


def test_no_longer_chain_is_looked_for_once_one_answers() -> None:
    question = "Who is the manager of the owner of the label service?"
    seed, end = told("Femi owns the label service"), Statement.of("Femi's manager is Annika", [ident("chunk")])
    chain = seed.then("femi", key("end"), end)
    bridge = Bridge(seed, "femi", None, "manager")
    assert answered(question, [[Crossing(bridge, chain, 0.9)]])
    assert not answered(question, [[Crossing(bridge, chain, 0.5)]])
    assert not answered(question, [[Crossing(bridge, seed, 0.9)]])


@pytest.mark.parametrize(("firmly", "first"), [(True, "end"), (False, "seed")])
def test_the_end_of_a_chain_leads_only_where_the_question_surely_joins(firmly: bool, first: str) -> None:
    seed = told("Femi owns the label service")
    chain = seed.then("femi", key("end"), Statement.of("Femi's manager is Annika", [ident("chunk")]))
    expansion, ranking = Expansion(), {key("seed"): 0.9, key("end"): 0.1}
    lead_across(expansion, ranking, [[Crossing(Bridge(seed, "femi", None, ""), chain, 0.7)]], firmly=firmly)
    after = spread(ranking, expansion.leads)
    assert max(after, key=lambda found: after[found]) == key(first)
    assert [hop.relation for hop in expansion.paths[key("end")]] == ["TELLS_OF", "TELLS_OF"]
