"""Bundles, timelines and receipts drawn for people."""

from datetime import datetime
from typing import Any

from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

Json = dict[str, Any]


def day(stamp: str | None) -> str:
    """The day of a stamp; an open side is shown as such."""
    return "open" if stamp is None else f"{datetime.fromisoformat(stamp):%Y-%m-%d}"


def bundle(console: Console, query: str, why: str, body: Json, limit: int = 3) -> None:
    """A question and the first items of its bundle."""
    items = body["items"][:limit]
    parts = [_item(item) for item in items] or [Text("nothing", style="dim")]
    title = Text.assemble(("? ", "bold cyan"), (query, "bold"), (f"   {why}", "dim"))
    foot = f"{len(body['items'])} items, {body['tokens']} tokens, {body['took_ms']:.0f} ms"
    degraded = f"   degraded: {', '.join(body['degraded'])}" if body["degraded"] else ""
    console.print(
        Panel(Group(*parts), title=title, title_align="left", subtitle=foot + degraded, subtitle_align="right")
    )


def _item(item: Json) -> Group:
    head = Text.assemble(
        (f"{item['score']:.2f} ", "green"),
        (item["text"].replace("\n", " ")[:160], "bold"),
        (f"  [{item['kind']}, {item['status']}]", "dim"),
    )
    lines = [head, *(_quote(quote) for quote in item["evidence"][:2]), _context(item)]
    return Group(*lines, Text(""))


def _quote(quote: Json) -> Text:
    words = quote["quote"].replace("\n", " ")[:140]
    turn = "" if quote["turn"] is None else f", turn {quote['turn']}"
    return Text.assemble(
        "     “", (words, "italic"), "”  ", (f"{quote['speaker']}{turn}, said {day(quote['said_at'])}", "dim")
    )


def _context(item: Json) -> Text:
    valid = f"holds {day(item['valid_from'])} to {day(item['valid_to'])}"
    parts = [f"found by {', '.join(item['legs']) or 'expansion'}", valid, f"known since {day(item['known_from'])}"]
    event = item["event_time"]
    if event and event["start"]:
        parts.append(f"happened {day(event['start'])} (“{event['raw']}”)")
    if item["path"]:
        parts.append("path " + " → ".join(hop["relation"] for hop in item["path"]))
    return Text("     " + "; ".join(parts), style="dim")


def timeline(console: Console, title: str, items: list[Json]) -> None:
    """All versions of a slot."""
    table = Table("value", "status", "held", "known", "why", title=title, title_justify="left")
    for item in items:
        held = f"{day(item['valid_from'])} to {day(item['valid_to'])}"
        table.add_row(str(item["value"]), item["status"], held, day(item["known_from"]), item["reason"] or "")
    console.print(table)


def receipts(console: Console, erasure: Json) -> None:
    """The receipt of each store."""
    table = Table(
        "store", "status", "found", "deleted", "verified", title="Erasure, store by store", title_justify="left"
    )
    for store in erasure["stores"]:
        verified = "" if store["verified_at"] is None else store["verified_at"][11:19]
        table.add_row(store["store"], store["status"], str(store["found"]), str(store["deleted"]), verified)
    console.print(table)
