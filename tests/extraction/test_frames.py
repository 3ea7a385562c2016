"""Frames round plain statements: asked, supposed, denied, quoted. None of them may give the plain positive statement."""

from itertools import product

import pytest

from memory.language.extraction import extract_batch
from memory.ports.recognizer import Recognizer
from tests.extraction.reading import chunk, facts

CHINESE_FRAMES = [
    "如果{}，那就好了。",
    "要是{}就好了。",
    "假如{}，你怎么看？",
    "{}吗？",
    "{}是不是真的？",
    "谁说{}？",
    "他说{}。",
    "小李告诉我{}。",
    "听说{}。",
    "可能{}。",
    "也许{}。",
    "我怀疑{}。",
    "我不认为{}。",
    "并不是说{}。",
    "{}，对吗？",
    "万一{}怎么办？",
    "除非{}，否则不行。",
    "就算{}也没用。",
    "我梦见{}。",
    "据说{}。",
    "我以为{}。",
    "你之前说“{}”，哪来的？",
    "假设{}，会怎样？",
    "不知道{}没有。",
    "有人觉得{}。",
    "我希望{}。",
    "没人说{}。",
    "{}的话就好了。",
    "我担心{}。",
    "老王以为{}。",
    "应该不是{}。",
    "想象一下{}。",
    "是否{}还没定。",
    "谣言说{}。",
    "{}？不可能。",
    "我差点就信了{}。",
    "别告诉别人{}是假的。",
    "我从没说过{}。",
    "例如“{}”这句话有几个字？",
    "翻译一下：{}。",
    "{}这件事不是真的。",
    "妈妈问我是不是{}。",
    "文章里写道：“{}。”",
    "怎么可能{}。",
    "{}才怪。",
    "说{}是谣言。",
    "我没说{}。",
    "难道{}？",
    "我宁愿{}。",
    "倘若{}呢？",
    "{}，真的假的？",
    "{}，是真的吗？",
    "该不会{}吧。",
    "会不会{}？",
    "我宁可{}。",
    "{}就好了。",
    "恨不得{}。",
    "只有{}才行。",
    "不管是不是{}都行。",
    "{}，这不是事实。",
    "有传言称{}。",
    "你确定{}？",
    "说不定{}。",
    "我不信{}。",
    "如果有一天{}，一切都会不同。",
    "要不是{}，我早走了。",
    "{}，我瞎编的。",
    "假如当初{}该多好。",
    "打个比方，{}。",
]

CHINESE_STATEMENTS = [
    "我住在杭州",
    "我对花生过敏",
    "张伟负责支付模块",
    "我们用Redis做缓存",
    "预算是八十万",
    "我在云帆上班",
    "生产环境部署在阿里云",
    "我太太叫苏婉",
    "我喜欢爬山",
    "截止日期改到5月20日",
    "我搬到了厦门",
    "解析器升到4.57了",
    "我的手机号是13900001234",
    "我昨天见了客户",
    "网关昨天中断了",
    "王芳下周去成都出差",
    "我毕业于浙江大学",
    "接口超时设成3秒",
    "前端找小陈",
    "压测跑到了一万QPS",
    "团队约定周三不开会",
    "我最喜欢的音乐是摇滚",
    "我身高一米七八",
]

ENGLISH_FRAMES = [
    "If {}, things would be easier.",
    "I wish {}.",
    "Suppose {}.",
    "Do you think {}?",
    "Is it true that {}?",
    "Who said {}?",
    "Tom said {}.",
    "My boss thinks {}.",
    "I heard that {}.",
    "Maybe {}.",
    "Perhaps {}.",
    "I doubt that {}.",
    "I don't think {}.",
    "It is not true that {}.",
    "{}, right?",
    "What if {}?",
    "Unless {}, we stop.",
    "Even if {}, nothing changes.",
    "I dreamed that {}.",
    "Supposedly {}.",
    "I thought {}.",
    'You said "{}", where is that from?',
    "Imagine {}.",
    "I wonder whether {}.",
    "Nobody said {}.",
    "I hope {}.",
    "It's a rumour that {}.",
    "I'm afraid {}, I'm not sure.",
    "I never said {}.",
    'Translate: "{}".',
    'How many words has "{}"?',
    "It would be nice if {}.",
    "Had I known that {}.",
    "Allegedly {}.",
    "According to Tom, {}.",
    "Let's pretend {}.",
    "I'm not saying {}.",
    "They claim {}.",
    "It's false that {}.",
    "Let me know if {}.",
    "{}? No way.",
    "Some people say {}.",
    "In the novel, {}.",
    "Assuming {}, what next?",
    "Is {} correct?",
    "In case {}, call me.",
    "I asked whether {}.",
    "It is possible that {}.",
    "Could it be that {}?",
    'The article says "{}".',
    "{}, or so they say.",
    "Rumour has it that {}.",
    "Say {} for the sake of argument.",
    "I'd be happy if {}.",
    "If only {}.",
    "Whether {} is unclear.",
    "{}, just kidding.",
    "No one believes that {}.",
    "I can't imagine that {}.",
    "It isn't the case that {}.",
    "Would you say {}?",
    "Once {}, we can talk.",
    "I was told that {}.",
    "Word is that {}.",
    "In my dream {}.",
    "{}, isn't it?",
    "Since when is it true that {}?",
    "I can't confirm that {}.",
    "You think {}, but you are wrong.",
    "As long as {}, we wait.",
]

ENGLISH_STATEMENTS = [
    "I live in Leeds",
    "I am allergic to peanuts",
    "Omar owns the billing service",
    "we use Redis for caching",
    "the budget is 12,000 euros",
    "I work at Orbis",
    "the cluster runs on Hetzner",
    "my wife is Anna",
    "I like hiking",
    "the deadline is October 2",
    "I moved to Denver",
    "the parser is at 2.1",
    "my phone number is 415-555-0155",
    "I met the client yesterday",
    "the gateway crashed yesterday",
    "Maya is flying to Turin next week",
    "the launch has been pushed to May 12",
    "there are nine people on the team",
    "we replaced Jenkins with GitLab",
    "I'm a freelance illustrator",
    "Ben maintains the docs site",
    "my blood type is O negative",
    "the backup completed without errors",
]


def framed(frame: str, statement: str) -> str:
    """The statement in its frame, with a capital where it opens the sentence."""
    return frame.format(statement[0].upper() + statement[1:] if frame.startswith("{") else statement)


@pytest.mark.parametrize(
    ("frames", "statements"),
    [(CHINESE_FRAMES, CHINESE_STATEMENTS), (ENGLISH_FRAMES, ENGLISH_STATEMENTS)],
    ids=["zh", "en"],
)
def test_a_framed_statement_is_never_a_fact(recognizer: Recognizer, frames: list[str], statements: list[str]) -> None:
    texts = [framed(frame, statement) for frame, statement in product(frames, statements)]

    read = extract_batch([chunk(text) for text in texts], recognizer)

    assert {text: facts(extraction) for text, extraction in zip(texts, read, strict=True) if facts(extraction)} == {}


@pytest.mark.parametrize("statements", [CHINESE_STATEMENTS, ENGLISH_STATEMENTS], ids=["zh", "en"])
def test_without_a_frame_the_statement_is_a_fact(recognizer: Recognizer, statements: list[str]) -> None:
    read = extract_batch(
        [chunk(f"{statement}。" if statement[0] > "z" else f"{statement}.") for statement in statements], recognizer
    )

    assert [statement for statement, extraction in zip(statements, read, strict=True) if not facts(extraction)] == []


def test_there_are_forty_frames_in_each_language() -> None:
    assert min(len(CHINESE_FRAMES), len(ENGLISH_FRAMES)) >= 40
