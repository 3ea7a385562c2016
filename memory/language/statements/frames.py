"""How the speaker stands to a sentence: asserts it, asks it, supposes it, mocks, or quotes somebody.

A frame reaches over the whole sentence. In doubt nothing is asserted: a supposition stored as a fact is worse than a
fact that was missed.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from memory.language.statements.en_silence import asks_for_a_nod, invented, inverted, mocks, rather, supposes


class Stance(StrEnum):
    """What may be read in a sentence."""

    PLAIN = "plain"
    QUESTION = "question"
    SUPPOSED = "supposed"
    IRONY = "irony"
    DENIED = "denied"
    SMALL_TALK = "small_talk"
    TASK = "task"
    FICTION = "fiction"


@dataclass(frozen=True, slots=True)
class Quote:
    """`speaker` (words) says characters `start..end` of the sentence; `direct` when in quotation marks."""

    speaker: str
    start: int
    end: int
    direct: bool


_QUESTION_ZH: Final = re.compile(
    r"[了过](?:没有?|不)[。～~!！]*$|[?？]|[吗嘛么][。～~!！]*$|(?:^|[，,])(?![^，,]*(?:在|正|着|还没|才|可[^以]|都|没|已经|好[几多]))[^，,]*呢[。～~]*$|是不是|要不要|有没有(?!.*就)|能不能|会不会|"
    r"可不可以|好不好|对不对|该不该|是否|什么时候|为什么|为啥|怎么(?!样都|都)|谁(?!都|也|.{1,8}谁)(?<!谁.谁)(?<!谁..谁)(?<!谁...谁)|"
    r"哪[里儿个位些天年款种]"
    r"|多少|几点|几号|还是说|(?:请问|想知道|想问|问一下|不知道|不清楚|不确定|好奇|说不准|看看)"
)
_QUESTION_ZH_NOT: Final = re.compile(r"^[^？?]*(?:怎么说呢|为什么呢)[，,]")
_QUESTION_EN: Final = re.compile(
    r"\?|^(?:(?:so|and|but|well|hey|hi|ok|okay|oh|wait|also|please|actually|"
    r"by the way)[,\s]+)*(?:do (?=i\b|you\b|we\b|they\b|he\b|she\b|it\b|the\b|my\b|our\b|"
    r"your\b|any|all\b|those\b|these\b)|does|did|is|are|am|was|were|will|would|could|can|"
    r"should|shall|may(?! \d)|might"
    r"|has|have|had|(?:isn't|aren't|don't|doesn't|didn't|won't|wouldn't|couldn't|can't|"
    r"shouldn't) (?=i\b|you\b|we\b|they\b|he\b|she\b|it\b|the\b|that\b)|who|whom|whose|"
    r"which|where|what|how)\b(?!'t\b)(?! (?:once|matters|I|we|my|our|the|a|an)\b)"
    r"|^(?:do|does|did|is|are|was|were|will|would|could|should|have|has) (?:i|we|my|our|"
    r"the|a|an|you)\b|^why\b(?!.{0,40}:)"
    r"|\b(?:i wonder|wondering|do you know|not sure|i'm unsure|unsure whether|no idea|"
    r"don't know|doesn't know|can't (?:tell|remember)|unclear|who knows|remind me wh|"
    r"tell me wh|ask(?:ed|ing|s)? (?:if|whether|wh))\b"
    r"|\b(?:whether)\b",
    re.I,
)
_SUPPOSED_ZH: Final = re.compile(
    r"该不会|宁可|就好[了啦]|恨不得|只有.{2,}才(?:行|能|可以|好|会)|"
    r"传言|真的假的|不管是不是|为了论证|如果|(?<![主需重只])要是(?!点)|假如|假设|"
    r"假使|假定|倘若|倘使|若是|若(?=[^干])|万一|的话(?![：:\"]|[，,]?(?:我|我们)(?:一般|平时|都|更|最|比较|还是|只|通常|一向)*(?:偏向|喜欢|爱|习惯|偏好|偏爱|倾向|讨厌|不喜欢|吃|喝|用|选|挑|买|坐|穿))|除非|即使|即便|"
    r"就算(?!了)|哪怕|纵使|一旦|只要|但凡|本来(?:想|要|可以|打算|应该)|差点|差一点|要不是|早知道"
    r"|可能|也许|或许|大概|说不定|恐怕|估计|好像|似乎|应该是|没准|听说|据说|传闻|有人说|据悉|"
    r"考虑(?:要|把|用|换|搬|过)|想过|在想|梦见|梦到|想象|幻想|希望能?|但愿|祈祷|恨不得|巴不得"
    r"|我猜|猜测|怀疑|以为|还以为|打个比方|比方说|比如说?(?=[我他她你某])|举个例子|开玩笑|"
    r"说笑|瞎说|假装|曾想|有可能|不一定|未必|差不多要|如同|仿佛|(?:小说|电影|书|故事|剧|"
    r"游戏|梦|漫画|歌词|例子|段子|剧本)(?:里|中|上)|宁愿|倒想|(?:我|"
    r"我们)?(?:倒是)?想(?:要)?是"
)
_SUPPOSED_EN: Final = re.compile(
    r"^(?:once\b.{3,}?, |provided\b)|^say\b.*\bsake of|\b(?:as long as|word is|word has it|"
    r"i was told|i am told|i'm told|we were told|so they say|in (?:my|"
    r"a) dream|"
    r"if|unless|suppose|supposing|imagine|assuming|assume|what if|in case|"
    r"provided that|otherwise|had (?:i|we|he|she|they)|were (?:i|we|he|she|they|it)|"
    r"should (?:i|we|you)"
    r"|would|wouldn't|could have|might|maybe|perhaps|possibly|probably|i guess|i suspect|i reckon|i bet|"
    r"my (?:best )?(?:guess|hunch|bet|estimate|suspicion) (?:is|would be)|"
    r"i suppose|i believe|i wish|wish(?:es|ed)? (?:i|we|that|to)|hopefully|i hope(?! to\b)|we hope(?! to\b)"
    r"|supposedly|allegedly|reportedly|apparently|rumou?r|rumou?red|i heard|we heard|"
    r"they say|people say|some say|someone said|dreamt|dreamed|in my dream|pretend|"
    r"hypothetically"
    r"|say i|let's say|even if|as if|as though|almost|nearly|thinking (?:of|about)|"
    r"considering|could've|should've|would've|for example|for instance|e\.g\.|just kidding|"
    r"joking|jk"
    r"|used to think|thought|in theory|in (?:the|a|this|that|my|his|her) (?:\w+ )?(?:novel|"
    r"book|story|movie|film|game|dream|show|series|episode|play|song|example|scenario|"
    r"draft|joke)|were to|could (?:move|switch|use|be|get|go|work|live|have|buy|take))\b|"
    r"(?:'d|\bwould) (?:\w+ )?(?:be|have|love|like|rather|prefer|need|move|learn|get|buy|"
    r"go|take)\b",
    re.I,
)
_DENIED_ZH: Final = re.compile(
    r"不是事实|瞎编|胡编|乱说的|骗你的|逗你的|我不信|并不是说|应该不是|"
    r"肯定不是|绝对不是|恐怕不是|不是说|谁说|没说过|没有说过|从没说过|"
    r"不意味着|"
    r"不等于|不代表|不认为|不觉得|"
    r"不相信|不信|不同意|不是真的|不属实|假的|谣言|谣传|误传|是误会|搞错了[，,]?(?:我|他|"
    r"她)?没|别以为|不要以为|并非|绝非"
    r"|哪有|才怪|才不|怎么可能|不可能|没有这回事|没这回事|没有?人(?=[^，。]{0,3}(?:说|认为|觉得|相信|信|承认|同意|证实|提|讲))|不再是真|(?:^|[，,。])不对[，,。]"
)
_DENIED_EN: Final = re.compile(
    r"\b(?:can(?:'t|not) (?:imagine|confirm|believe|prove)|cannot confirm|"
    r"you are wrong|you're wrong|isn't the case|no one believes|nobody believes|"
    r"it(?:'s| is| was) (?:not|n't) (?:true|the case|correct|right|"
    r"like)|"
    r"it isn't (?:true|the case)|it wasn't (?:true|the case)|not true|isn't true|is false|"
    r"was false|is untrue|is a myth|a lie|a rumou?r"
    r"|don't (?:think|believe|agree|suppose|mean|claim)|doesn't (?:mean|think|believe|"
    r"imply)|didn't (?:say|mean|claim|think)|never (?:said|claimed|told|meant)|not saying|"
    r"doubt|deny|denies|denied"
    r"|nobody|no one|not one of|neither|far from|contrary to|wrongly|falsely|mistakenly|"
    r"(?:there is|there's) (?:no|not an?) (?:truth|way|evidence|proof|chance|point|reason|doubt|such|need|one)"
    r"|no truth|anything but|refuse to believe)\b",
    re.I,
)
_IRONY_ZH: Final = re.compile(
    r"可真是太|真是(?:一流|绝了|没谁|感人|人才|奇迹|够可以)|不愧是.{1,8}[，,].{0,8}(?:还|要|连|都|又|居然|竟)|"
    r"^(?:哇塞?|哟|呦|嚯|啧啧?|好家伙)[，,].*(?:卡|崩|坏|慢|死机|闪退|没人|涨价|扣|一流|了得|惊人|感人|佩服)|"
    r"^真(?:准时|快|贴心|行|周到|高效|靠谱)[啊呀呢][，,].*(?:迟到|晚|慢|卡|崩|坏|等|没|不|才)|"
    r"佩服(?:佩服|得很|死)|[，,。！!~～\s](?:佩服|服了|服气|厉害了|高明|长见识了|开眼了|真行|谢谢啊|谢了啊)[。！!~～]*$|"
    r"可真是.{1,12}[呢啊呀]|惊喜不断|天才(?:设计|的?主意|想法)|可不是嘛|"
    r"(?:体贴|贴心|周到|人性化|大方|慷慨|高效|神速|良心|准时|靠谱)(?:了|呢|啊|得很)?[，,].{0,8}(?:还|又|居然|竟然|才|都)(?!是|不错|挺|很)|感动(?:得|到|死|哭)|"
    r"^(?:真不错|真好|太好了|真棒|太棒了|好极了|真行|可以啊|厉害了|真贴心|真及时|多谢|谢谢|感谢|真会.{1,6}|好家伙|真有意思|不愧是.{1,8})"
    r"[啊呀呢哈哦吧]?[，,！!。].{0,24}(?:加班|被|坏|崩|堵|延误|晚点|涨价|扣|罚|丢|断|停[电水]|漏|吵|塌|忘|取消|推迟|排队|白|删|拖|下雨|爆胎|没电|刚.{1,8}就|"
    r"宕|挂|黄了|泡汤|裁|又(?!一)|才(?!能)|前一天|临时|凌晨|半夜)|"
    r"呵呵|可太(?:喜欢|爱|棒|好)|真是太(?:棒|好|妙)了.*(?:又|还)|谁不(?:喜欢|爱)|可真(?:行|"
    r"会|棒|好|爱|喜欢)|真有(?:你|你们)的|我真是谢谢|多谢了您|好一个|(?:真好|太好了|真棒|好极了|"
    r"太棒了)[，,].{0,6}?又(?:要|是|得)|最爱的就是.*(?:加班|"
    r"被|堵|挤|排队|开会)|(?:爱死|喜欢死|爱惨)"
)
_IRONY_EN: Final = re.compile(
    r"\b(?:yeah,? right|sure,? because|oh,? (?:great|wonderful|fantastic|lovely|brilliant|"
    r"joy|perfect|sure|yes)|just what i (?:needed|wanted)|exactly what i (?:dreamed|dreamt|"
    r"needed|wanted|always)"
    r"|(?:just|simply|so) (?:adore|love|live for)\b(?=.*(?:timesheet|waiting|meeting|queue|"
    r"queuing|traffic|spam|paperwork|forms?|delays?|being|on hold|getting|filling))|"
    r"thanks for nothing|as if|how (?:wonderful|lovely|nice) to"
    r"|just (?:my|our) luck|all the time in the world|can hardly wait\b|what could (?:possibly )?go wrong"
    r"|^(?:oh,? )?(?:brilliant|great|fantastic|wonderful|lovely|perfect|super|marvellous|splendid),? .*\bagain\b"
    r"|^(?:brilliant|great|fantastic|wonderful|lovely|perfect|super|marvellous|splendid), (?:i (?:do|just|simply|so)\b|just what"
    r"|another|yet another|exactly|nothing (?:like|beats))|do so (?:enjoy|love|adore|like)"
    r"|because who doesn't|who doesn't love|my favou?rite thing is (?:waiting|being)|what a joy|lucky me)\b",
    re.I,
)
_SMALL_ZH: Final = re.compile(
    r"^(?:早上好|早安|早|上午好|中午好|下午好|晚上好|晚安|你好|您好|嗨|哈喽|在吗|谢谢|多谢|"
    r"辛苦|好的|好嘞|收到|嗯|哈哈|嘿嘿|拜拜|再见|回头见|没问题|明白|了解|知道了|清楚|"
    r"对不起|抱歉|不好意思|OK|ok)[^\u4e00-\u9fff]{0,3}(?!.*我(?:叫|是|姓|在|有|住|的|家|妈|爸|们|今年|想|要|刚|负责))"
    r"(?:[，,].{0,14}(?:关照|辛苦|打扰|谢|愉快|顺利|好的|麻烦|见|好)?.{0,4})?$"
)
_SMALL_EN: Final = re.compile(
    r"^(?:hi|hello|hey|good (?:morning|afternoon|evening|night)|morning|thanks|thank you|"
    r"thx|cheers|ok|okay|sure|great|perfect|nice|cool|bye|see you|got it|sounds good|"
    r"all right|alright|no problem|welcome|sorry|hope you(?:'re| are))"
    r"\b(?:[\s,!.]*(?:there|again|all|everyone|a lot|so much|very much|you too|for .{1,30}|"
    r"that's (?:perfect|great|fine|all|good).*|quick one.*|then|you.*|me too))?[\s!.]*$",
    re.I,
)


_TASK_ZH: Final = re.compile(
    r"^(?:请|麻烦|帮我|帮忙|你)*(?:把|将|给|对).{1,16}?(?:翻译|译|改写|润色|校对|缩写|扩写|概括|总结|转|换|改)(?:成|为|一下)?.{0,10}[：:]|"
    r"^(?:请|麻烦|能不能|帮我|帮忙)*(?:翻译(?!这块|那块|部分|组|社|专业|官|费|工作|系|公司|由|归|是)|润色|改写|校对|解释|造句|续写|缩写|扩写|检查|改一下|"
    r"换个说法|概括|总结(?!的时候|时)|写一[首篇段封个]|讲[个一]|推荐|搜索|查一?下|算一?下|"
    r"画)"
)
_TASK_EN: Final = re.compile(
    r"^(?!.*\bany day\b)(?:please |can you |could you |help me )*(?:translate|proofread|rewrite|rephrase|"
    r"paraphrase|summari[sz]e|explain|define|spell|pronounce|compose|brainstorm|google|"
    r"look up|search for|calculate|compute|tell me (?:a|an|about|something)|"
    r"(?:write|draft|give) (?:me |us )?(?:a|an|two|three|four|five|\d+|some) )",
    re.I,
)


NOBODY_RULE: Final = re.compile(
    r"^(?P<v>(?:(?:in|at|on) [\w ]{2,30}?,? )?(?:nobody|no one) (?:(?:may|can|must|should|is allowed to|gets to) \w+"
    r"|(?!believes|knows|thinks|says|cares|likes|has\b|is\b|was\b|ever\b|wants|needs|seems|claims|doubts|speaks|uses|lives"
    r"|works|owns)"
    r"\w+s\b).{2,80})$",
    re.I,
)
"""`Nobody enters the lab without a badge`: a rule of the house, no denial of what somebody said."""
_OFFER_EN: Final = re.compile(
    r",? if (?:anyone|anybody|someone|any of you|you(?:'re| are)?) (?:else )?(?:wants?|needs?|likes?|interested"
    r"|wondering|cares?|fancy"
    r"|fancies|is (?:interested|free|around)|would like|must know|ask)\b[^,?]*$",
    re.I,
)
"""`…, if anyone wants to help` offers something; it makes no condition of what was said before it."""


def _untold_en(text: str) -> Stance | None:
    """What keeps an English sentence from being asserted, where its own words show it."""
    if mocks(text):
        return Stance.IRONY
    if asks_for_a_nod(text):
        return Stance.QUESTION
    if invented(text):
        return Stance.FICTION
    return Stance.SUPPOSED if inverted(text) else None


def stance_of(text: str, language: str) -> Stance:
    """The stance of a comparable sentence, by its strongest sign."""
    zh = language == "zh"
    stripped = text.strip() if zh else _OFFER_EN.sub("", text.strip())
    if (_SMALL_ZH if zh else _SMALL_EN).match(stripped):
        return Stance.SMALL_TALK
    if (_TASK_ZH if zh else _TASK_EN).match(stripped):
        return Stance.TASK
    if (_IRONY_ZH if zh else _IRONY_EN).search(stripped):
        return Stance.IRONY
    if not zh and (told := _untold_en(stripped)) is not None:
        return told
    if (_QUESTION_ZH if zh else _QUESTION_EN).search(stripped):
        return Stance.QUESTION
    if not (not zh and NOBODY_RULE.match(stripped)) and (_DENIED_ZH if zh else _DENIED_EN).search(stripped):
        return Stance.DENIED
    stripped = stripped if zh else rather(stripped)
    if (_SUPPOSED_ZH if zh else _SUPPOSED_EN).search(stripped) or (not zh and supposes(stripped)):
        return Stance.SUPPOSED
    return Stance.PLAIN
