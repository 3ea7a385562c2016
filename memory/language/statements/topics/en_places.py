"""English: what something runs on, is kept in, comes from or goes to, told by what kind of thing the value is."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom
from memory.language.statements.topics.en_times import OTHERS, mine
from memory.language.statements.topics.kit import state
from memory.ports.recognizer import EntityType

DATABASE: Final = (
    r"(?-i:Postgres(?:QL)?|MySQL|SQLite|Oracle|SQL Server|Redis|Cassandra|Ti(?:DB|KV|Flash)|ClickHouse|Doris"
    r"|StarRocks|Greenplum|Neo4j|Firebird"
    r"|Interbase|Snowflake|BigQuery|Redshift|Vertica|Druid|Pinot|Spanner|Aurora|Couchbase|HBase|Elasticsearch"
    r"|OpenSearch|Trino|Informix|Teradata"
    r"|Exasol|Percona|Dgraph|Hive|OceanBase|Mongo|Valkey|Memcached|[A-Z]\w*(?:DB|SQL|Base)\b|DB2)"
)
_MACHINE: Final = (
    r"(?:data ?cent(?:re|er)|cluster|rack|servers?|region|nodes?|box|hosts?|machines?|cloud|vm|droplet|platform"
    r"|farm|instance|aws|azure|gcp"
    r"|hetzner|kubernetes|k8s|mainframe|blade|hypervisor|colo)"
)
_BY: Final = r"(?:with|through|via|using|by means of|over to|on to|onto|from|on|by|in|to)"
_END: Final = (
    r"(?=[,;:.]| from now on| now\b| these days| as of | effective | which | because | since | until | till |$)"
)
_NOT_NAMES: Final = re.compile(
    r"^(?:the|our|we|it|this|that|he|she|they|i|staging|production|nightly|everything|deployments?|today|now|from|as|what|"
    r"parcels?|also|yes|no|so|but|and|a|an)$",
    re.I,
)


def _named(words: str) -> str:
    """The project or part that is deployed, or "" where the words name none."""
    return "" if _NOT_NAMES.match(words) else words


@custom(
    "en.topic_deploy",
    r"\b(?:we|i|they|team) (?:now |currently |still )?(?:deploy|ship|roll out"
    rf"|host)s? (?P<s>(?-i:[A-Z])[\w-]+)(?: now| today)? {_BY} (?P<v>[^,;.]+?){_END}"
    r"|(?P<t>(?-i:[A-Z])[\w-]+) (?:(?:is|are|gets?|was|now|currently|being|has been|will be) )*(?:deployed"
    r"|hosted|rolled out|released|ships|rolls out|deploys)"
    rf"(?: now)? {_BY} (?P<w>[^,;.]+?){_END}"
    r"|deploy(?:ment)?s? (?:of|for) (?P<u>(?-i:[A-Z])[\w-]+)(?: now| are| is| has| have| go| goes| run| runs"
    rf"| moved| happen| out| switched| done| handled)* {_BY}"
    rf" (?P<x>[^,;.]+?){_END}"
    r"|\b(?P<y>(?-i:[A-Z])[\w-]+)(?:'s)? (?:deployments?|deploys|hosting|rollouts?)(?: now| are| is| was| has"
    r"| have| been| go| goes| run| runs| moved| happens?"
    rf"| out| over| switched| done| handled)* {_BY} (?P<z>[^,;.]+?){_END}",
)
def deploy(hit: Hit) -> Iterable[Statement]:
    """We deploy Quillfeather with Helm charts; the Thistledown deployment switched over to Ansible playbooks."""
    pairs = (("s", "v"), ("t", "w"), ("u", "x"), ("y", "z"))
    thing, value = next(((hit.raw(a), hit.value(b)) for a, b in pairs if hit.has(a)), ("", ""))
    if _named(thing) and value and OTHERS.search(hit.view.text[: hit.match.end()].replace(f"{thing}'s ", "")) is None:
        yield state(hit, thing, "deployment", value)


@custom(
    "en.topic_hosted",
    r"\b(?P<s>(?-i:[A-Z])[\w-]+)(?: production| prod| live)? (?:now |currently )*(?:lives|sits|runs|resides|is"
    r"|got|was|has been|has)(?: now| been)*"
    r"(?: re-?homed| moved| migrated| relocated| running| living)?(?: over)?(?: on| in| at| to"
    rf"|:)+ (?P<v>[^,;.]*?\b{_MACHINE}\b)",
)
def hosted(hit: Hit) -> Iterable[Statement]:
    """Oxbow lives on the Helsinki data centre now; Oxbow production got re-homed: Zagreb cluster."""
    if _named(hit.raw("s")) and mine(hit):
        yield state(hit, hit.raw("s"), "deployment", hit.value())


@custom(
    "en.topic_database",
    r"(?:\b(?P<s>[a-z]+?)s? (?:data|records?|stores?|storage|database|db|tables?)\b"
    r"|\b(?P<t>(?!run)[a-z]+?)s (?:now |all |have |are |is |were |was )*"
    rf"(?:live|sit|reside|go|in|stored|kept|held|migrated|moved|behind)\b)[^.;]*?\b(?P<v>{DATABASE})",
)
def database(hit: Hit) -> Iterable[Statement]:
    """Migration over: order data sits in ScyllaDB; the Driftwood orders live in Greenplum."""
    noun = (hit.raw("s") or hit.raw("t")).casefold()
    if noun not in ("it", "thi", "wa", "i", "our", "the", "vector", "no", "use", "time") and mine(hit):
        yield state(hit, "we", f"{noun}.database", hit.value(), object=EntityType.PRODUCT)


@custom(
    "en.topic_branch",
    r"^(?=.*\b(?P<s>nightl(?:y|ies)|release builds?|daily builds?|weekly builds?)\b).*?\b(?:branch (?:called "
    r"|named )?(?P<v>[\w./-]+)"
    r"|(?:off|from|on|at|to|against|use|uses|using)(?: the)? (?P<w>[\w./-]+) branch|(?:off|from|at|against"
    r"|to)(?: of)?(?: the)? (?P<x>(?!branch\b|now\b|the\b)[\w./-]+))",
)
def branch(hit: Hit) -> Iterable[Statement]:
    """Nightlies come off fjord for the next 7 days; the nightly build uses branch slate."""
    group = next(g for g in ("v", "w", "x") if hit.has(g))
    kind = "nightly" if hit.raw("s").casefold().startswith("nightl") else hit.raw("s").split()[0].casefold()
    if hit.value(group) and not re.match(
        rf"^(?:now|\d.*|{'|'.join(('mon', 'tues', 'wednes', 'thurs', 'fri', 'satur', 'sun'))}day)$",
        hit.value(group),
        re.I,
    ):
        yield state(hit, "we", f"{kind} build.branch", hit.value(group))


@custom(
    "en.topic_wifi",
    r"\b(?:guests?|visitors?)(?: wi-?fi| network)?(?:'s| is| are| should| can| must| go| goes| use| called"
    r"| named| on| connect| to| log| join|:)+"
    r"(?: the)? (?P<v>(?!on\b)\w+-[\w-]+|'[^']+')",
)
def wifi(hit: Hit) -> Iterable[Statement]:
    """The access point died, guests go on pelton-spare till Saturday."""
    yield state(hit, "we", "guest wifi.value", hit.value())


STREET: Final = r"\d+[a-z]? (?-i:[A-Z])[\w']+(?: (?-i:[A-Z])[\w']+){1,3}"


@custom("en.topic_parcels", rf"^(?=.*\b(?:parcels?|packages?|deliver(?:y|ies)|deliver)\b).*?(?P<v>{STREET})")
def parcels(hit: Hit) -> Iterable[Statement]:
    """Our gate is broken, so parcels should go to 228 Quarry Lane for the rest of this week."""
    own = re.search(r"\b(?:my|me|i|our|ours|us|for me)\b", hit.view.text, re.I)
    if mine(hit) and (own or re.match(r"^parcels?\b", hit.view.text, re.I)):
        yield state(hit, "I", "parcel.address", hit.value())


@custom(
    "en.topic_home",
    r"^(?:[^,;:.]+[,;:] )?(?:[^,;:.]*?\b)?(?:i|we|i've|we've|i'm|my|our)\b(?:(?!\b(?:office|shop|desk|studio"
    r"|client|work)\b)[^,;:.])*?\b"
    r"(?:live|living|moved|move|upped sticks|place|home|address|flat|house|settled|relocated|reach me|find me"
    rf"|at home)\b[^;.]{{0,30}}?(?P<v>{STREET})",
)
def home(hit: Hit) -> Iterable[Statement]:
    """We've upped sticks to 82 Cooper Walk, please use that from now on."""
    if mine(hit):
        yield state(hit, "I", "address", hit.value())


@custom(
    "en.topic_works_from",
    r"\b(?:i|i'm|i am|i'll be)(?: be| mostly| usually| now)? (?:work(?:ing)?|sit(?:ting)?|based"
    r"|find me)(?: out)?(?: from| in| at| of)+ (?:the )?"
    r"(?P<v>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)(?: office)?\b"
    r"|\bmy desk (?:is|sits|moved|stands)(?: now)?(?: in| at| to)+ (?:the )?(?P<w>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)",
)
def works_from(hit: Hit) -> Iterable[Statement]:
    """I'm working from Ghent for the next 8 days."""
    yield state(hit, "I", "works_from", hit.value("v") if hit.has("v") else hit.value("w"), object=EntityType.PLACE)


_RIDES: Final = (
    r"(?:bike|bicycle|bus|coach|train|tram|ferry|funicular|scooter|car|metro|underground|subway|tube|boat|shuttle"
    r"|taxi|moped|motorbike|monorail|foot|rail|carpool)"
)


@custom(
    "en.topic_commute",
    r"\b(?:my (?:way to work|commute|ride to work|ride in)(?: is| now|:)+|i (?:now )?(?:come in|get in"
    r"|get to work|commute|go to work|travel to work|ride in)"
    r"(?: now)?(?: by| on| with)+|i (?:take|ride|catch) the) (?:the |a "
    rf"|my )?(?P<v>(?:[\w-]+ )?{_RIDES})\b(?P<t>(?: to work| in)?)",
)
def commute(hit: Hit) -> Iterable[Statement]:
    """My usual ride is in the shop, I come in by cargo bike until Saturday."""
    if not re.search(r"\bi (?:take|ride|catch)", hit.match[0], re.I) or hit.has("t"):
        yield state(hit, "I", "commute", hit.value())


_DIETS: Final = (
    r"(?:vegan|vegetarian|pescatarian|keto|ketogenic|paleo|flexitarian|omnivore|halal|kosher|fruitarian"
    r"|macrobiotic|mediterranean|carnivore|raw(?: food)?|plant-based"
    r"|(?:low|no|zero|high|reduced)-(?:carb|fodmap|sodium|salt|fat|sugar|protein|fibre|fiber|gi|purine|histamine)"
    r"|(?:gluten|sugar|dairy|lactose|salt|meat|wheat|egg|nut|grain|soy)-free|dash|whole30|intermittent fasting|liquid)"
)


_EATEN: Final = re.compile(rf"\b{_DIETS}\b", re.I)
_NO_MORE: Final = re.compile(r"\b(?:no more|not|quit|off|stopped|instead of|from)\s+(?:the |a |being |eating )?$", re.I)


@custom(
    "en.topic_diet",
    r"^(?=.*\b(?:diet|eat|eating|eats|food|food-wise|meals?|recipes?|cook|dish(?:es)?|menu|i'm|i am|i've gone"
    rf"|went|turned)\b).*?\b(?P<v>{_DIETS})\b",
)
def diet(hit: Hit) -> Iterable[Statement]:
    """I've switched how I eat, it's sugar-free now."""
    before = re.split(r"[,;:]", hit.view.text[: hit.match.end("v")])[-1]
    own = re.search(r"\b(?:i|i'm|i've|my|me)\b", hit.view.text, re.I)
    if (
        own
        and mine(hit)
        and not re.search(r"\b(?:not|never|no longer|used to|restaurant|pizza|bread|recipe for|we)\b", before, re.I)
    ):
        kept = [m for m in _EATEN.finditer(hit.view.text) if _NO_MORE.search(hit.view.text[: m.start()]) is None]
        if kept:
            yield state(hit, "I", "diet", hit.raw_of(kept[-1].span()))


_LICENCE: Final = (
    r"(?-i:(?:A?GPL|LGPL|MPL|EUPL|Apache|Artistic|BSD|MIT|ISC|CC-?BY(?:-\w+)*|EPL|CDDL|OSL|AFL|Zlib|BSL"
    r"|Unlicense|WTFPL|CeCILL|Ms-PL|Boost|PSF|NCSA|0BSD)(?:[- ]?v?\d(?:\.\d)?)?"
    r"(?:-Clause)?(?:-or-later|-only)?)"
)


@custom(
    "en.topic_licence",
    r"^(?=.*\b(?:licen[cs]ed?|licensing|open[- ]source[ds]?|project is under|work is under|code is under"
    rf"|repo is under|released under|published under|goes out under)\b).*?\b(?P<v>{_LICENCE})(?![\w-])",
)
def licence(hit: Hit) -> Iterable[Statement]:
    """This project is under Artistic-2.0."""
    if mine(hit):
        yield state(hit, "we", "licence", hit.value())


@custom(
    "en.topic_colour",
    r"^(?=.*\b(?P<s>(?:brand|accent|logo|theme|main|primary|secondary|background|link"
    r"|button) colou?r)\b).*?(?P<v>#[0-9a-f]{6}\b|#[0-9a-f]{3}\b)",
)
def colour(hit: Hit) -> Iterable[Statement]:
    """Use #e77062 as brand colour."""
    yield state(hit, "we", f"{hit.raw('s').casefold().replace('color', 'colour')}.value", hit.value())


_SUPPLY: Final = (
    r"(?P<s>(?:office )?(?:packaging|packing|boxes|milk|bread|coffee|fruit|flowers?|paper|eggs|cheese|flour"
    r"|meat|vegetables|water|beans|toner|labels|cake|lunch|catering"
    r"|wood|gas|bottles|yarn|cloth|ink|seeds?|feed|hay|fish|beer|wine|tea|honey|ice|furniture|uniforms|linen))"
)


def supply_name(words: str) -> str:
    """The goods: the bread of a bakery, the bread of the office."""
    return {
        "bakery": "bread",
        "florist": "flowers",
        "dairy": "milk",
        "packing": "packaging",
        "caterer": "catering",
    }.get(name := words.casefold().removeprefix("office "), name)


@custom(
    "en.topic_supplier",
    rf"\b(?:our |the |office )*{_SUPPLY}(?: is| are| was| were| now| still| used to)*(?: comes?| came| bought"
    r"| delivered| supplied| ordered| sourced| got| from| by| in| come)+"
    rf" (?P<v>(?-i:[A-Z])[\w'&-]*(?: (?-i:[A-Z&])[\w'&-]*)*)"
    r"|\bwe (?:now )?(?:get|buy|order|source|take|have)(?: our| the| all our"
    rf"| office)* {_SUPPLY.replace('<s>', '<t>')} (?:delivered )?from (?P<w>(?-i:[A-Z])[\w'&-]*(?: (?-i:[A-Z&])[\w'&-]*)*)",
)
def supplier(hit: Hit) -> Iterable[Statement]:
    """An older invoice shows packaging came from Hollin Pack; we get the office bread from Old Mill Loaves."""
    noun, value = (hit.raw("s"), hit.value()) if hit.has("v") else (hit.raw("t"), hit.value("w"))
    yield state(hit, "we", f"{supply_name(noun)}.supplier", value)


@custom(
    "en.topic_shop",
    r"\b(?P<s>bakery|florist|dairy|caterer)\b[^;.]{0,40}?\b(?:is|was|it's|called|named|being)(?: now| actually"
    r"| really)? (?P<v>(?-i:[A-Z])[\w'&-]*(?: (?-i:[A-Z&])[\w'&-]*)*)",
)
def shop(hit: Hit) -> Iterable[Statement]:
    """I was mistaken about the bakery, the one we order from is Old Mill Loaves."""
    if re.search(r"\b(?:we|our|us|order)\b", hit.view.text, re.I):
        yield state(hit, "we", f"{supply_name(hit.raw('s'))}.supplier", hit.value())


@custom(
    "en.topic_moored",
    r"\b(?:the |our |my )?(?P<s>boat|barge|dinghy|canoe|yacht|narrowboat|van|car|bike|caravan|trailer"
    r"|truck)\b(?:(?!\b(?:goes to|sold|sell|cost|broke)\b)[^,;:.])*?"
    r"\b(?P<b>moored|berthed|parked|lies|anchored|docked|tied up|at|in)(?: at| in| on| near"
    r"| off)* (?P<v>(?:the )?(?:(?-i:[A-Z])[\w'-]*(?: (?-i:[A-Z\d])[\w'-]*)*|bay \d+|level \d+))",
)
def moored(hit: Hit) -> Iterable[Statement]:
    """Boat moored at Lock Island; you'll find the boat at Chandler's Steps."""
    words = f"{hit.match['b']} {hit.match[0]}"
    kept = re.search(r"\b(?:moored|berthed|parked|anchored|docked|tied up|find|lies|is|'s|are)\b", words, re.I)
    if kept is not None and mine_place(hit):
        noun = hit.raw("s").casefold()
        yield state(
            hit,
            "we" if noun in ("boat", "barge", "dinghy", "canoe", "yacht", "narrowboat") else "I",
            f"{noun} place.value",
            hit.value(),
        )


@custom(
    "en.topic_parking",
    r"\b(?:i|i'm|i'll)(?: usually| always| normally| now| am)* (?:park|parking|parked)(?: now| my car)?(?: on"
    r"| in| at)* (?P<v>(?:the )?(?:level|bay|floor|lot|zone|space|deck|row)? ?\w+(?: by the \w+)?)",
)
def parking(hit: Hit) -> Iterable[Statement]:
    """I usually park on level 4 by the lift."""
    yield state(hit, "I", "car place.value", hit.value())


def mine_place(hit: Hit) -> bool:
    """Whether the thing is ours: the place itself may carry a name with an `s` of its own (Chandler's Steps)."""
    return OTHERS.search(hit.view.text[: hit.match.start("v")]) is None


@custom(
    "en.topic_proxy",
    r"\b(?:outgoing|outbound|egress|exit) (?:traffic|requests|connections|proxy)\b[^;.]{0,24}?\b(?:through|via"
    r"|is|was|over|by|uses|used|:)(?: now| the)* (?P<v>(?!then\b)[\w.-]+)",
)
def proxy(hit: Hit) -> Iterable[Statement]:
    """I came across a sheet from September 25: the outgoing proxy was heron-proxy then."""
    yield state(hit, "we", "outgoing proxy.value", hit.value())


@custom(
    "en.topic_queue",
    r"\b(?P<s>(?:support |customer )?(?:tickets|requests|cases|calls|complaints))\b[^;.]{0,30}?\b(?:go(?:es)?"
    r"|land|end up|come|arrive|are filed)(?: in| into| to)* (?:the )?"
    r"(?:queue (?:named |called )?(?P<v>[\w-]+)|(?P<w>[\w-]+) queue)",
)
def queue(hit: Hit) -> Iterable[Statement]:
    """Support tickets here go to the queue named amber."""
    yield state(hit, "we", "ticket queue.value", hit.value("v") if hit.has("v") else hit.value("w"))


def _room(hit: Hit) -> tuple[str, str]:
    for noun, value in (("s", "v"), ("t", "w"), ("u", "x")):
        if hit.has(noun):
            return clean_value(hit.raw(noun), "en").casefold(), hit.value(value)
    return "", ""


_ROOM: Final = r"(?-i:[A-Z])-?\d{2,4}[a-z]?"


@custom(
    "en.topic_room",
    rf"\bthe (?P<s>[a-z]+?)s? room\b(?:(?!\bthe servers\b)[^;.]){{0,50}}?\b(?P<v>{_ROOM})"
    rf"|\broom\b[^;.]{{0,30}}?\bfor the (?P<t>[a-z]+?)s?\b[^;.]{{0,40}}?\b(?P<w>{_ROOM})"
    rf"|\b(?:the|our) (?P<u>[a-z]+?)s?(?: are| is| live| sit| stand| now)* (?:in|at)(?: the)?(?: room)? (?P<x>{_ROOM})",
)
def room(hit: Hit) -> Iterable[Statement]:
    """You get to the servers in room E-191; what I said about the server room was wrong, it's B-197."""
    noun, value = _room(hit)
    if noun not in ("meeting", "conference", "class", "") and mine_place(hit) if hit.has("v") else noun:
        yield state(hit, "we", f"{noun}.room_number", value)


PATTERNS: Final[tuple[Pattern, ...]] = (
    database, deploy, hosted, branch, wifi, parcels, home, works_from, commute, diet,
    licence, colour, supplier, shop, room, moored, parking,
    proxy, queue,
)  # fmt: skip
