"""Causes become a statement of the effect, one of the cause, and a relation between them."""

import pytest

from memory.ports.recognizer import Recognizer
from tests.extraction.reading import read


@pytest.mark.parametrize(
    ("text", "cause", "effect"),
    [
        ("The outage was caused by the expired cert.", "the expired cert", "outage"),
        ("Sign-ups dropped because the captcha stopped loading.", "the captcha stopped loading", "dropped"),
        ("A network glitch led to failed logins.", "A network glitch", "failed logins"),
        ("因为证书过期，所以昨晚网关中断了两小时。", "证书过期", "中断了两小时"),
        ("这批订单发不出去是缺包装箱导致的。", "缺包装箱", "订单发不出去"),
        ("网络抖动导致登录失败。", "网络抖动", "登录失败"),
        ("邮箱迁移回滚了，因为大家登录失败。", "大家登录失败", "回滚"),
    ],
)
def test_c84_a_cause_is_a_relation_between_two_statements(
    recognizer: Recognizer, text: str, cause: str, effect: str
) -> None:
    found = read(recognizer, text)

    (relation,) = found.relations
    assert relation.kind == "CAUSE"
    assert (found.drafts[relation.from_index].predicate, found.drafts[relation.from_index].value) == ("cause", cause)
    assert effect in found.drafts[relation.to_index].value


def test_a_denied_cause_is_no_relation(recognizer: Recognizer) -> None:
    assert read(recognizer, "It did not fail because of the cert.").relations == ()
