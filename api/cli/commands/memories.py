"""`memc add`, `memc recall`, `memc timeline`."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from api.cli import output
from api.cli.options import Agent, Project, ScopeOptions, Session, User, Workspace

if TYPE_CHECKING:
    from rich.console import Console

Json = dict[str, Any]
Role = Literal["user", "assistant", "system", "tool"]
Visibility = Literal["session", "agent", "user", "project", "workspace"]
Profile = Literal["chat", "search", "compliance"]


class Include(StrEnum):
    """States that a recall may show beside the current one; a list takes an enumeration only."""

    HISTORY = "history"
    COLD = "cold"
    PENDING = "pending"


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("add")(add)
    app.command("recall")(recall)
    app.command("timeline")(timeline)


def add(
    text: Annotated[str, typer.Argument(help="What was said; `-` reads stdin.")] = "",
    file: Annotated[Path | None, typer.Option(help="A JSON file with a capture's body, such as `messages`.")] = None,
    user: User = "",
    project: Project = "",
    workspace: Workspace = "",
    session: Session = "",
    agent: Agent = "",
    name: Annotated[str, typer.Option(help="The speaker's name.")] = "",
    role: Annotated[Role, typer.Option(help="Who speaks.")] = "user",
    said_at: Annotated[str, typer.Option(help="When it was said (RFC 3339); now, if left out.")] = "",
    timezone: Annotated[str, typer.Option(help="The speaker's time zone, such as Asia/Shanghai.")] = "",
    visibility: Annotated[Visibility | None, typer.Option(help="Who may see it.")] = None,
    wait: Annotated[float, typer.Option(help="Seconds to wait for the facts.", min=0, max=30)] = 10,
    json_: output.JsonFlag = False,
) -> None:
    """Capture words, and show the facts that were found in them."""
    from api.cli.http import open_api

    scope = ScopeOptions(user, project, workspace, session, agent)
    body = {"timezone": timezone, "visibility": visibility} | scope.fields()
    if file is not None:
        body |= _read_body(file)
    else:
        message = {"role": role, "content": _words(text), "said_at": said_at or None, "name": name or None}
        body["messages"] = [{key: value for key, value in message.items() if value is not None}]
    found = open_api().post("/v1/memories", body, wait_s=wait)
    output.answer(found, json_, lambda console: _show_added(console, found))


def _words(text: str) -> str:
    words = typer.get_text_stream("stdin").read() if text == "-" else text
    if not words.strip():
        raise typer.BadParameter("some words are expected: a text, `-` for stdin, or --file")
    return words


def _read_body(file: Path) -> Json:
    import json

    try:
        body: Json = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise typer.BadParameter(f"{file} is not readable JSON ({type(error).__name__})") from None
    return body


def _show_added(console: "Console", found: Json) -> None:
    facts: list[Json] = found.get("facts") or []
    status = found["status"]
    console.print(f"Captured ({status}); operation {found['operation_id']}.")
    for fact in facts:
        console.print(f"  {fact['memory_id']}  {_line(fact)}", markup=False)
    if status in {"accepted", "running", "waiting"}:
        console.print(f"It is recallable already; look again with `memc operations get {found['operation_id']}`.")
    elif status == "failed":
        console.print(f"The words are kept; see why with `memc operations get {found['operation_id']}`.")
    elif not facts:
        console.print("No statement was found in it; the words are kept and recallable.")
    else:
        console.print("Next: `memc recall QUESTION` with the same --user and --project.")


def recall(
    query: Annotated[str, typer.Argument(help="The question.")],
    user: User = "",
    project: Project = "",
    workspace: Workspace = "",
    session: Session = "",
    agent: Agent = "",
    limit: Annotated[int, typer.Option(help="How many items at most.")] = 8,
    hops: Annotated[int | None, typer.Option(help="Steps along the graph, 0 to 3; else the question decides.")] = None,
    profile: Annotated[Profile, typer.Option(help="For what the answer is used.")] = "chat",
    task: Annotated[str, typer.Option(help="The work at hand: biases the ranking.")] = "",
    explain: Annotated[bool, typer.Option("--explain", help="Also show what lost, and why.")] = False,
    as_of: Annotated[str, typer.Option(help="As the world was then (RFC 3339).")] = "",
    known_at: Annotated[str, typer.Option(help="As far as it was known then (RFC 3339).")] = "",
    include: Annotated[list[Include] | None, typer.Option(help="Show these states too; may be repeated.")] = None,
    json_: output.JsonFlag = False,
) -> None:
    """Ask, and see what is remembered with the words behind it."""
    from api.cli.http import open_api

    body = ScopeOptions(user, project, workspace, session, agent).fields()
    body |= {"query": query, "limit": limit, "as_of": as_of, "known_at": known_at, "include": include}
    body |= {"expand": {"graph_hops": hops}, "profile": profile, "task": task or None, "explain": explain}
    bundle = open_api().post("/v1/recall", body)
    output.answer(bundle, json_, lambda console: _show_bundle(console, bundle))


def _show_bundle(console: "Console", bundle: Json) -> None:
    from rich.markup import escape

    for number, item in enumerate(bundle["items"], 1):
        console.print(f"[bold]{number}. {escape(_line(item))}[/]  [dim]{item['score']:.2f} {' '.join(item['legs'])}[/]")
        for quote in item["evidence"]:
            speaker = escape(quote["speaker"] or "?")
            console.print(f"   [cyan]{speaker}[/], {quote['said_at']}: {escape('“' + quote['quote'] + '”')}")
        if item["hop"]:
            steps = " → ".join(step["relation"] for step in item["path"])
            console.print(f"   [dim]reached in {item['hop']} steps: {steps}[/]")
    for lost in bundle.get("explain", {}).get("lost", []):
        console.print(f"   [dim]{lost['lost_by']:>11}  {lost['score']:.2f}  {escape(lost['text'])}[/]")
    if not bundle["items"]:
        console.print("Nothing is remembered about that in this scope. Check --user and --project, or `memc add` it.")
    if bundle["degraded"]:
        console.print(f"[yellow]Without {', '.join(bundle['degraded'])}: see `memc doctor`.[/]")
    console.print(f"[dim]{bundle['took_ms']:.0f} ms, {bundle['tokens']} tokens, recall {bundle['recall_id']}[/]")


def timeline(
    subject: Annotated[str, typer.Option(help="Whom or what the facts are about.")],
    predicate: Annotated[str, typer.Option(help="Such as lives_in or owner.")],
    user: User = "",
    project: Project = "",
    workspace: Workspace = "",
    known_at: Annotated[str, typer.Option(help="As far as it was known then (RFC 3339).")] = "",
    json_: output.JsonFlag = False,
) -> None:
    """All versions of a fact, oldest first."""
    from api.cli.http import open_api

    query = ScopeOptions(user, project, workspace).fields()
    query |= {"subject": subject, "predicate": predicate, "known_at": known_at}
    found = open_api().get("/v1/timeline", query)
    output.answer(found, json_, lambda console: _show_timeline(console, found["items"]))


def _show_timeline(console: "Console", items: list[Json]) -> None:
    from rich.markup import escape
    from rich.table import Table

    if not items:
        console.print("Nothing is known of that slot. `memc recall` finds the names that are in use.")
        return
    table = Table("value", "holds", "known", "status", box=None, pad_edge=False)
    for item in items:
        holds = f"{_day(item['valid_from'])} – {_day(item['valid_to'])}"
        known = f"{_day(item['known_from'])} – {_day(item['known_to'])}"
        table.add_row(escape(str(item["value"])), holds, known, item["status"])
    console.print(table)


def _line(item: Json) -> str:
    status = "" if item["status"] == "current" else f" [{item['status']}]"
    return f"{item['text']}{status}"


def _day(moment: str | None) -> str:
    return moment[:10] if moment else "…"
