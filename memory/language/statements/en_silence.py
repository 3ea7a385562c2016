"""English sentences that assert nothing: mockery, tags that ask for a nod, wishes, invented people, orders to machines.

They look like statements to the parse, so they are told apart by their words before anything is read.
"""

import re
from typing import Final

_MOCKING_SIGNS: Final = re.compile(
    r"[\U0001f644\U0001f643\U0001f612]|(?:^|\s)/s(?:\s|$)|\b(?:slow clap|lolsob|eye ?roll)\b", re.I
)
_FABLED: Final = (
    r"(?:the |a |an )?(?:queen|king|pope|prince|princess|emperor|empress|president|easter bunny|tooth fairy|father christmas"
    r"|santa|dalai lama|sultan|tsar|man in the moon|virgin mary|unicorn|napoleon|cleopatra|elvis|beyonc|batman|superman"
    r"|mother teresa|monkey's uncle|martian|dutchman|flying)"
)
_PRAISE: Final = (
    r"(?:great|fantastic|wonderful|lovely|superb|stellar|excellent|brilliant|marvell?ous|splendid|amazing|awesome|perfect|nice"
    r"|impressive|outstanding|bravo|kudos|hats off|well done|top marks|full marks|good (?:job|work|going|thing)|genius|classy?)"
)
_MISHAP: Final = (
    r"(?:late|broken|broke|crash\w*|cancell?ed|leak\w*|again|delay\w*|down|dead|fail\w*|flat|ruined|closed|flooded|stuck"
    r"|another (?:fee|delay|bill|meeting|form|fine|queue|leak)|hours? (?:late|early|on hold|in a queue)|on hold|vanished"
    r"|missed|expired|wrong (?:house|address|size|floor|platform))"
)
_MOCKERY: Final = re.compile(
    r"\b(?:i'm (?:so |quite |pretty )?sure|no doubt|of course|surely|sure,|i bet|i trust|doubtless)\b.*\bany (?:minute|day|second"
    r"|moment|year|century|decade)(?: now)?\b"
    rf"|^(?:oh |well |ha |lol )*(?:(?:yeah|yep|right|sure|aye|uh-huh|ok|okay)[,.\s]+and|and) (?:i'm|i am|my \w+(?:'s"
    rf"| is)) {_FABLED}"
    r"|^(?:oh |well |ha |lol )*(?:yeah|right|sure|aye|uh-huh|ok)[,.\s]+and (?:i'm|i am|my \w+ is|my \w+'s|pigs)\b"
    rf"|\b(?:then |if .+ )i'm {_FABLED}"
    r"|\bpigs (?:might |can |will |may )?fly\b|\bhell freezes\b|\bonce in a blue moon he\b|\bwonders never cease\b"
    r"|\bliving the dream\b"
    r"|\bsaid (?:no ?one|nobody|absolutely nobody|literally no one) ever\b|\bnot (?:at all )?like anybody asked\b"
    r"|\b(?:obviously|clearly|naturally|needless to say),? (?:i|we) (?:just |simply |really |absolutely )*(?:love|adore|enjoy"
    r"|live for"
    r"|live to)\b"
    r"|\b(?:fast|quick|punctual|reliable|on time|efficient|generous|helpful|prompt|speedy)\b[^,]{0,20}[,:;] ?(?:it )?(?:only"
    r"|just|merely)"
    r" (?:took|took them|\d+|two|three|four|five|six|ten)\b"
    r"|\b(?:gotta|got to|have to|you've got to|just) (?:love|hand it to)\b.*\b(?:how|when|that|them|it)\b"
    r"|^(?:i )?(?:just )?love (?:how|it when|that)"
    r" (?:they|he|she|my|the|our|everyone)\b"
    r"|\b(?:i can|time to|guess i can) (?:retire|quit my job) now\b|\bbe still my (?:beating )?heart\b|\bhow (?:very )?(?:kind"
    r"|thoughtful"
    r"|generous|considerate|original|convenient|helpful) of\b|\bshock(?:ing|er)?,? i know\b|\bas (?:reliable|useful"
    r"|helpful) as a\b"
    r"|\babout as (?:\w+) as\b|\b(?:worked|went|turned out) so well (?:last|the last|before)\b|\bsuch a (?:joy|treat|delight"
    r"|pleasure) to be"
    r"|\bjust what the doctor ordered\b|\b(?:done|ready|sorted|there|finished|it) by yesterday\b|\baward (?:for"
    r"|of) .{2,40} goes to\b"
    r"|\b(?:so|really|just|ever so) (?:glad|happy|pleased|thrilled|grateful) (?:i|we|that|to)\b.*\b(?:only took|again"
    r"|hours late)\b"
    r"|\bliterally (?:dying|dead)\b|\bthe highlight of my (?:day|week|year|life)\b|\bi'd (?:sell|give) my (?:soul|left|right"
    r"|kidney|firstborn)\b"
    rf"|^(?:oh,? |wow,? |well,? )?(?:really |absolutely |truly |just )?{_PRAISE}\b(?! news).*\b{_MISHAP}\b"
    rf"|\b(?:a (?:real |true |total |proper )?genius|nobel prize|award for)\b.*\b(?:{_MISHAP}|forgot\w*|lost|left|deleted"
    rf"|dropped|locked)\b"
    r"|^(?:mr|mrs|ms|miss|captain|professor) (?:punctual\w*|obvious|perfect|sunshine|know-it-all|always right|tidy|generous"
    r"|reliable)\b",
    re.I,
)
_TAG: Final = re.compile(
    r"(?:,|\s) ?(?:isn't|aren't|wasn't|weren't|doesn't|don't|didn't|hasn't|haven't|hadn't|won't|wouldn't|can't|couldn't"
    r"|shouldn't|ain't"
    r"|isnt|arent|wasnt|doesnt|dont|didnt|hasnt|havent|wont|cant) (?:it|he|she|they|we|you|there|i|that)[\s?.!…]*$"
    r"|, ?(?:is|are|was|were|do|does|did|has|have|will|would|can|could|am|shall) (?:it|he|she|they|we|you|there|i)[\s?.!…]*$"
    r"|(?:,|\s) ?(?:innit|amirite|eh|don't you think|wouldn't you say|or what|y'know|no\?|you know\?)[\s?.!…]*$|, (?:right|huh"
    r"|correct|yeah|hey)"
    r"[\s?.!…]*$",
    re.I,
)
_ADDRESSED: Final = re.compile(r"^(?:and |but |so )?(?:sh|c|w)ould you\b|^had you\b", re.I)
_INVERTED: Final = re.compile(
    r"^(?:and |but |so )?(?:should|were|had) (?:the|a|an|my|our|his|her|their|this|that|any|anything|anyone|i|we|he|she|it"
    r"|they|there"
    r"|(?-i:[A-Z])[\w'-]*)\b[^,?]{2,90}, (?:then )?(?!(?:would|could|should|will|shall|can|do|does|did) )[^?]+$",
    re.I,
)
_UNSURE: Final = re.compile(
    r"^(?:chances|odds) are\b|\bfingers crossed\b|\bwith (?:any|a bit of|a little) luck\b|\bhere's hoping\b|\bin an ideal world\b"
    r"|^say (?:the|my|our|he|she|i|we|it|they)\b|\bthere(?:'s| is| are) (?:some )?(?:talk|rumou?rs?|whispers|a chance"
    r"|every chance) (?:of|that)\b"
    r"|\bwho knows\b|\bgod willing\b|\ball being well\b|\bif only\b|\bwouldn't mind\b|\bcould do with\b|\bif all goes\b"
    r"|\bone (?:fine )?day (?:i|we)(?:'ll| will|'d)\b|\bsomeday\b|\blet's pretend\b|\bpicture (?:this|it|me)\b|\bdaydream\w*\b"
    r"|\bi (?:can|could) see (?:myself|us)\b|\btouch wood\b|\bknock on wood\b|\bfor argument's sake\b|\btoying with\b"
    r"|\bin two minds\b"
    r"|\bgun to my head\b|\bgiven the choice\b|\bin another life\b|\bwhen i (?:win|grow up)\b|\bi'd be lying\b|\brumou?r has it\b"
    r"|\bword on the street\b|\blittle bird\b|\bi (?:reckon|bet|dare ?say)\b|\bby the looks? of it\b|\bsmart money\b",
    re.I,
)
_TELLER: Final = (
    r"(?:novel|story|stories|book|film|movie|play|musical|opera|poem|song|tune|sitcom|series|screenplay|fanfic|comic|manga|game"
    r"|campaign|fairy tale|fable|nursery rhyme|script|limerick|haiku|saga|short story|d&d \w+|dnd \w+|ballad|hymn|lyrics?"
    r"|chorus|verse)"
)
_FICTION: Final = re.compile(
    rf"^in (?:the|a|my|our|this|that|his|her|their) (?:\w+(?:'s)? ){{0,3}}{_TELLER}\b"
    r"|\b(?:the|our|my|its) (?:\w+ )?(?:villain|hero|heroine|protagonist|antagonist|narrator|main character|sidekick"
    r"|player character)\b"
    r"|\bmy (?:\w+ )?(?:character|avatar|paladin|sim|npc|rogue|wizard|warlock|druid|bard) (?:is|has|lives|was|in|loves|hates"
    r"|wields|owns)\b"
    rf"|\b(?:writing|wrote|plotting|drafting) (?:a|an|my|this|the) (?:\w+ ){{0,2}}{_TELLER}\b.{{0,30}}[:,;]"
    rf"|\b{_TELLER} (?:goes|opens|starts|begins|ends)\b(?: with| like this| something like)?\s*[:,'\"]"
    r"|\b(?:sings?|singing|hum(?:s|ming)?|recit(?:e|es|ed|ing)|rapping|stuck in my head|karaoke)\b.*(?:: |\s'|\")"
    r"|^(?:plot|premise|logline|opening line|chapter (?:one|two|three|\d+)|scene \d+|act \d|lyrics?|once upon a time)\b"
    rf"|\b(?:favou?rite|best|opening|first|last|famous) (?:line|lyric|quote|verse|quotation)\b.{{0,30}}\b(?:is|was|goes|:)",
    re.I,
)
_AGENT: Final = (
    r"(?:ai agents?|agents?|bots?|assistants?|llms?|(?:large )?language models?|chatbots?|ais?|crawlers?|copilots?"
    r"|models?|gpts?)"
)
_MACHINE_ORDER: Final = re.compile(
    rf"\b{_AGENT}\b.{{0,60}}\b(?:must|should|shall|have to|need to|please|always|never|required|are to|is to|will now|store"
    rf"|save)\b"
    rf"|\b(?:ps|p\.s\.|psa|note|notice|message|hint|reminder|instructions?|attention|memo) (?:to|for) (?:all |any "
    rf"|the )*{_AGENT}\b"
    rf"|^\W*(?:if you are|if you're|you are|as) an? {_AGENT}\b|\b(?:tell|inform|convince|warn|ask) the user\b"
    r"|\b(?:save|store|write|commit|add) (?:this |that |it )?(?:in|to|into) (?:your )?(?:long-term )?memory\b"
    r"|\bremember that the user\b"
    r"|\b(?:anyone|whoever|everything|any (?:system|tool|program|software)) (?:reading|processing|parsing"
    r"|summari[sz]ing) (?:this|the)\b",
    re.I,
)
_READERS: Final = re.compile(
    r"\b(?:ai agents?|llms?|(?:large )?language models?|chatbots?|ai (?:assistants?|models?|systems?)|bots?|assistants?|agents?)"
    r" (?:reading|processing|parsing|viewing|visiting|crawling|summari[sz]ing|that reads?|who reads?|seeing)\b",
    re.I,
)


_RATHER: Final = re.compile(
    r"(?:'d| would) (?:much |far |always |honestly )*(?:rather|sooner) (?!die\b|eat my\b)(?=(?:you|they|people) |[^,]* than )",
    re.I,
)


def rather(text: str) -> str:
    """The text with `would rather A than B` as the lasting preference that it tells."""
    return _RATHER.sub(" prefer ", text)


def mocks(text: str) -> bool:
    """Whether a sentence says the contrary of what it means."""
    return _MOCKERY.search(text) is not None


def mocked_throughout(text: str) -> bool:
    """Whether a sign of mockery stands anywhere in a turn: it colours all of it."""
    return _MOCKING_SIGNS.search(text) is not None


def asks_for_a_nod(text: str) -> bool:
    """Whether a tag at the end makes a question of a sentence: `it's late, isn't it`."""
    return _TAG.search(text) is not None


def supposes(text: str) -> bool:
    """Whether a sentence wishes, guesses, or opens with an inverted condition: `Should it rain, …`."""
    return inverted(text) or _UNSURE.search(text) is not None


def inverted(text: str) -> bool:
    """Whether a verb before its subject makes a condition of the first half."""
    return _ADDRESSED.match(text) is None and _INVERTED.match(text) is not None


def invented(text: str) -> bool:
    """Whether a sentence tells of a song, a story or somebody in one."""
    return _FICTION.search(text) is not None


_VOUCHES: Final = re.compile(
    r"\b(?:mark|treat|store|flag) (?:this|that|it|me|him|her|them|the following) as"
    r" (?:verified|trusted|approved|confirmed|true|an? admin)",
    re.I,
)
"""Words that ask for more weight than their source has."""


def orders_machines(text: str, by_tool: bool) -> bool:
    """Whether words found somewhere give orders to whatever machine reads them."""
    if _VOUCHES.search(text) is not None:
        return True
    return _READERS.search(text) is not None or (by_tool and _MACHINE_ORDER.search(text) is not None)
