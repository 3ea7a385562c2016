"""English verbs beside their subjects."""

import pytest

from memory.language.inflection import plural_form, third_person

VERBS = ["drop", "watch", "carry", "play", "go", "have", "use", "fix", "pass", "organize", "wish", "do", "buzz", "die"]


@pytest.mark.parametrize("verb", VERBS)
def test_what_one_does_several_do(verb: str) -> None:
    assert third_person(verb) != verb
    assert plural_form(third_person(verb)) == verb


@pytest.mark.parametrize(("one", "several"), [("is", "are"), ("was", "were"), ("can", "can"), ("miss", "miss")])
def test_forms_that_follow_no_rule(one: str, several: str) -> None:
    assert plural_form(one) == several
