"""Words at the head of a sentence that say nothing of its content: 对了, by the way, sorry."""

import re
from typing import Final

_FILLER_ZH: Final = re.compile(
    r"^(?:(?:对了|顺手(?:说|提)(?:一?下|一句)?|顺便讲(?:一?下|一句)?|插一句|插句话|说起来|欸|诶|(?:抱歉|不好意思|对不起)?更正(?:一下)?"
    r"|纠正一下|顺便(?:提一句|说一下|说|提一下)?|说个事|说件事|"
    r"记一下|记住|还有|另外|补充一下|补充|同步一下|跟你说|告诉你|其实|不好意思|抱歉|对不起|"
    r"哦|噢|嗯|啊|对|是的|好的|好|那个|话说|更新一下|请记住|提醒一下|备忘|注意|麻烦记一下|"
    r"具体来说|具体地说|具体而言|详细来说|也就是说|换句话说|换言之|"
    r"准确地说|简单来说|同样地?|同理|类似地|与此同时|事实证明|"
    r"我(?:说|指)的是|改主意了|不对不对|不对|不是的|不是不是|错了"
    r"|(?:刚才|上次|之前|刚刚|前面)?(?:我)?(?:(?:说|记|写|讲|报|搞|弄|打|看|听|发|填|算)错了|(?:说|记|写|讲)[的得](?:不准确|"
    r"不对|有误|不准)))[，,：:、。\s]+)+"
)
_FILLER_EN: Final = re.compile(
    r"^(?:(?:by the way|btw|oh right|while i think of it|listen|before i forget|something else"
    r"|one for the record|oh|ah|well|so|also|and|ok|okay|right|yes|yeah|yep|no|actually|"
    r"sorry|correction|update|fyi|for the record|one more thing|just so you know|"
    r"small thing|quick note|note|note that|remember|remember that|please note"
    r"|please remember|in fact|to be clear|for your information|heads up|anyway|as i said|"
    r"specifically|in particular|more precisely|in other words|namely|"
    r"likewise|similarly|meanwhile|at the same time|however|"
    r"then|after that|afterwards|before that|finally|in the end|later|next|indeed|by contrast|in contrast|"
    r"scratch that|hold on|in short|apologies|my mistake|i was wrong|i was mistaken|(?:(?:hi|"
    r"hello|hey|dear)[\s,]+)?(?:my )?(?:dear )?friends?|hi there|"
    r"hi|hello|hey|good news|thank you|thanks|great|wow|haha|well|"
    r"bad news|typo|my bad|wrong|(?:it looks|looks) like|it's (?:official|decided|settled|final)|final call|big news|sad news"
    r"|(?:hi|hello|hey) (?:all|everyone|everybody|folks|team|there|again)|(?:small|quick|slight|minor|one) correction"
    r"|i (?:gave|told|sent)(?: you)? the wrong \w+(?!\W+(?:it\b|it's|the right))|i (?:wrote|said|typed|put|had"
    r"|got) (?:it|that) (?:wrong"
    r"|backwards)|oops|whoops|no wait|wait no|hang on|strike that|i misspoke|i misread|i mistyped"
    r"|i got that wrong|"
    r"(?:lookup|(?:search )?results?|answer|decision|agreed|outcome|news|reminder|edit|change|p\.?s|info|settled|decided"
    r"|sorted|heads-up|schedule|status"
    r"|booking|order|delivery|tracking|record|report|memo|minutes|notice|summary)(?=\s*:)|"
    r"plus|besides|additionally|furthermore)(?:\s*[,:.\u2013\u2014-]\s*|"
    r"\s+(?=that\b))|(?:actually|sorry|well|oh|so|and|yes|no|(?:it )?turns out(?: that)?|(?:it )?looks like|i(?:'ve)? (?:just"
    r" )?(?:found out|learn(?:ed|t))(?: that)?|(?:that|this)(?:'s| is) why)\s+(?=(?:it's|it is|i|we|the|"
    r"my|our|his|her|their|he|she|they|[A-Z])\b))+(?:and\s+|that\s+(?!one\b))?",
    re.I,
)

FILLERS: Final = {"zh": _FILLER_ZH, "en": _FILLER_EN}
CORRECTS: Final = re.compile(r"错了|不对|不准|有误|更正|纠正|\b(?:wrong|mistaken|correction|mistake|sorry)\b", re.I)
"""Words that say that something was wrong."""
