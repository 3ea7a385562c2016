"""`memc revoke`, `memc erase`."""

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli import output
from api.cli.options import Reason, Workspace

if TYPE_CHECKING:
    from rich.console import Console

    from api.cli.http import Api

Json = dict[str, Any]
ENDED = {"done", "held"}


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("revoke")(revoke)
    app.command("erase")(erase)


def revoke(
    memory_id: Annotated[str, typer.Argument(help="The memory.")], reason: Reason = "", json_: output.JsonFlag = False
) -> None:
    """Put a memory out of use at once; it is kept for audit."""
    from api.cli.http import open_api

    found = open_api().post("/v1/revocations", {"memory_id": memory_id, "reason": reason})
    undo = f"Undo it with `POST /v1/revocations/{found.get('revocation_id')}/undo`; to have it gone, `memc erase`."
    output.answer(found, json_, lambda console: console.print(f"Revoked: no recall shows it any more. {undo}"))


def erase(
    memory_id: Annotated[str, typer.Option(help="A memory and the words behind it.")] = "",
    chunk_id: Annotated[list[str] | None, typer.Option(help="A chunk; may be repeated.")] = None,
    source_id: Annotated[str, typer.Option(help="A whole source.")] = "",
    session_id: Annotated[str, typer.Option(help="A whole conversation.")] = "",
    user_id: Annotated[str, typer.Option(help="All that a user wrote.")] = "",
    subject: Annotated[str, typer.Option(help="An entity: its id, or its exact name.")] = "",
    project: Annotated[str, typer.Option(help="A whole project.")] = "",
    workspace: Workspace = "",
    reason: Reason = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would go, change nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    wait: Annotated[float, typer.Option(help="Seconds to wait for the receipts.")] = 60,
    json_: output.JsonFlag = False,
) -> None:
    """Erase for good, in every store, with a receipt for each. Name exactly one thing."""
    from api.cli.http import open_api

    named: Json = {
        "memory_id": memory_id,
        "chunk_ids": chunk_id,
        "source_id": source_id,
        "session_id": session_id,
        "user_id": user_id,
        "subject": subject,
        "project": project,
    }
    selector = {name: value for name, value in named.items() if value}
    if len(selector) != 1:
        raise typer.BadParameter("name exactly one thing to erase, such as --memory-id or --user-id")
    body: Json = {"selector": selector, "reason": reason, "workspace": workspace}
    api = open_api()
    if dry_run or not (yes or json_):
        plan = api.post("/v1/erasures", body | {"dry_run": True})
        output.answer(plan, json_, lambda console: _show_plan(console, plan))
        if dry_run:
            return
        typer.confirm("Erase all of this for good?", abort=True)
    found = _until_ended(api, api.post("/v1/erasures", body), wait, json_)
    output.answer(found, json_, lambda console: _show_receipts(console, found))


def _until_ended(api: "Api", erasure: Json, wait_s: float, as_json: bool) -> Json:
    path = f"/v1/erasures/{erasure['erasure_id']}"
    give_up = time.monotonic() + wait_s
    with output.progress(as_json) as bar:
        task = bar.add_task("erasing", total=None)
        while True:
            found = api.get(path)
            stores = found["stores"]
            ended = sum(1 for store in stores if store["verified_at"])
            bar.update(task, total=max(len(stores), 1), completed=ended)
            if found["status"] in ENDED or time.monotonic() > give_up:
                return found
            time.sleep(0.2)


def _show_plan(console: "Console", plan: Json) -> None:
    for name, part in plan.items():
        if isinstance(part, dict) and "count" in part:
            console.print(f"  {name:<10} {part['count']}")


def _show_receipts(console: "Console", erasure: Json) -> None:
    console.print(f"Erasure {erasure['erasure_id']} is [bold]{erasure['status']}[/].")
    for store in erasure["stores"]:
        console.print(f"  {store['store']:<17} {store['status']:<9} found {store['found']}, deleted {store['deleted']}")
    if erasure["status"] not in ENDED:
        console.print("Nobody can recall it any more; the stores follow by themselves, also one that is down.")
