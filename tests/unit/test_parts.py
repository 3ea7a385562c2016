"""Documents cut into parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.html_text import text_of_html
from memory.language.importance import HIGH, USUAL, importance_of
from memory.language.parts import LONGEST, split_parts


def headed(text: str) -> list[tuple[str, str]]:
    return [(part.heading, text[part.start : part.end]) for part in split_parts(text)]


def test_a_section_keeps_its_heading_and_its_path() -> None:
    text = "# A\n\none\n\n## B\n\ntwo\n\n# C\n\nthree\n"
    assert headed(text) == [("A", "# A\n\none"), ("A > B", "## B\n\ntwo"), ("C", "# C\n\nthree")]


def test_headings_without_words_of_their_own_go_with_the_next_ones() -> None:
    assert headed("# A\n\n## B\n\ntwo") == [("A > B", "# A\n\n## B\n\ntwo")]


def test_an_underlined_heading_is_one_and_a_rule_is_none() -> None:
    assert headed("Title\n=====\n\nwords\n\n---\n\nmore") == [("Title", "Title\n=====\n\nwords\n\n---\n\nmore")]


def test_a_mark_inside_code_is_no_heading() -> None:
    assert headed("# A\n\n```\n# no heading\n```\n\nend") == [("A", "# A\n\n```\n# no heading\n```\n\nend")]


def test_a_log_is_cut_between_its_lines() -> None:
    text = "\n".join(f"2026-03-10 09:00:{n % 60:02} INFO step {n} took {n} ms" for n in range(500))
    parts = split_parts(text, markdown=False)
    assert all(text[part.start : part.end].startswith("2026-03-10") for part in parts)
    assert sum(text[part.start : part.end].count("\n") + 1 for part in parts) == 500


def test_turns_and_items_are_never_cut_in_two() -> None:
    text = "\n".join(f"Maya: {'word ' * 60}{n}" for n in range(40))
    for part in split_parts(text, markdown=False):
        assert text[part.start : part.end].startswith("Maya:")


@given(st.text(alphabet="# \n-*1.a。:\tb`=", max_size=600), st.booleans())
def test_parts_are_in_order_and_only_white_space_lies_between_them(text: str, markdown: bool) -> None:
    end = 0
    for part in split_parts(text, markdown=markdown):
        assert not text[end : part.start].strip()
        words = text[part.start : part.end]
        assert words
        assert words == words.strip()
        assert len(words) <= LONGEST
        end = part.end
    assert not text[end:].strip()


def test_one_endless_line_is_cut_all_the_same() -> None:
    assert max(part.end - part.start for part in split_parts("x" * 10_000)) <= LONGEST


def test_html_gives_headings_items_and_words_and_no_scripts() -> None:
    page = (
        "<h2>规则</h2><ul><li>One &amp; two</li><li>Three</li></ul><style>p{}</style><p>a  b<br>c</p><pre>x\n  y</pre>"
    )
    assert text_of_html(page) == "## 规则\n\n- One & two\n- Three\n\na b\nc\n\nx\ny"


def test_a_head_that_is_not_closed_hides_no_body() -> None:
    assert text_of_html("<html><head><title>x<body><p>All deploys need two reviews.") == "All deploys need two reviews."


@pytest.mark.parametrize(
    "text", ["I am allergic to nuts.", "我对花生过敏。", "Ticket PAY-1234 is open.", "不得外传客户编号。"]
)
def test_health_rules_and_identifiers_weigh_more(text: str) -> None:
    assert importance_of(text) == HIGH
    assert importance_of("The weather is nice.") == USUAL
