"""Small talk gives no statement, least of all about the speaker."""

import pytest

from memory.language.extraction import extract_batch
from memory.ports.recognizer import Recognizer
from tests.extraction.reading import chunk, facts

CHINESE = """
嗯嗯，我知道啦，谢谢你。
好呀，那就这样吧，回头聊。
哇，太棒了！
今天心情不错，哈哈。
你说得对，我也这么觉得。
没事没事，慢慢来。
哈哈哈，笑死我了。
辛苦啦，早点休息。
晚安，好梦。
好的，我会考虑你的建议。
谢谢，我会努力的。
嗯，我会试试这个方法。
我一定会认真考虑的。
真的吗，太好了！
这个主意不错。
听起来很有意思。
那真是个好建议。
你真是个好朋友。
和你聊天很开心。
我感觉好多了。
今天天气真好啊。
外面阳光不错。
我有点累了，先这样吧。
我明白了，多谢指点。
原来如此，学到了。
没问题，交给我吧。
好久不见，最近好吗？
你在忙什么呢？
我也不知道该怎么说。
随便聊聊吧。
我想和你聊聊天。
今天想跟你说件事。
有道理，我再想想。
我会尽力的，放心。
好的，我会注意的。
嗯，我会继续加油的。
谢谢你一直陪着我。
你说的太对了。
我很期待明天。
哎，一言难尽。
算了，不提了。
太难了，我太难了。
行，听你的。
那我们明天再聊。
今天先到这里吧。
下次再说吧，拜拜。
祝你有愉快的一天。
我也祝你一切顺利。
哦哦，原来是这样。
确实，你说的很有道理。
这些建议都很实用。
我觉得很感动。
真不错，给你点个赞。
别担心，会好起来的。
我很高兴认识你。
你好，很高兴认识你。
哈喽，在吗？
我没什么想说的。
等一下，我看看。
稍等，马上回来。
我刚才走神了。
我相信你说的。
""".strip().splitlines()

ENGLISH = """
That sounds great, thank you!
Haha, that made my day.
You're right, I'll keep that in mind.
It was nice talking to you.
That's really interesting.
I see what you mean.
Have a good one!
That sounds great
Sounds like a plan.
I'll try my best.
I will try these methods.
Thank you, I'll consider it.
Okay, I'll think about it.
Sure, let me know.
I appreciate your help.
I feel much better now.
I feel like I'm floating.
You always know what to say.
What a lovely day!
The weather is nice today.
I had a great time.
It was so much fun!
I have a question.
I have no idea.
I don't have any questions.
I guess so.
I hope so.
I know, right?
I couldn't agree more.
I totally understand.
I'm so excited!
I'm feeling a bit tired.
I'm a bit nervous.
I'm sorry to hear that.
I'm glad you asked.
I'm happy to help.
I'm just kidding.
I'm listening.
I'm back.
I'm good, thanks.
I'm not sure.
It depends.
It happens.
That makes sense.
That's a good point.
That was helpful.
This is fun.
This looks amazing.
Everything is fine.
No worries at all.
Never mind.
Never mind, forget it.
Don't worry about it.
Don't mention it.
Please go on.
Take care and see you soon.
Let's talk again tomorrow.
Let's do this.
We'll see.
You made me laugh.
You are a very good companion.
Long time no see, my friend.
Today was a good day.
Life is good.
People are strange.
Anyway, I should go now.
Well, I have to go.
I will be right back.
One more thing before you go.
Wow, you know a lot about this.
Glad to hear it worked out.
""".strip().splitlines()


@pytest.mark.parametrize("lines", [CHINESE, ENGLISH], ids=["zh", "en"])
def test_small_talk_states_nothing(recognizer: Recognizer, lines: list[str]) -> None:
    read = extract_batch([chunk(line) for line in lines], recognizer)

    assert {line: facts(extraction) for line, extraction in zip(lines, read, strict=True) if facts(extraction)} == {}


@pytest.mark.parametrize("lines", [CHINESE, ENGLISH], ids=["zh", "en"])
def test_there_are_sixty_lines_in_each_language(lines: list[str]) -> None:
    assert len(set(lines)) >= 60
