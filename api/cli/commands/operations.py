"""`memc operations`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli import output

if TYPE_CHECKING:
    from rich.console import Console

OperationId = Annotated[str, typer.Argument(help="The operation's id.")]


def register(app: typer.Typer) -> None:
    """Adds the group."""
    group = typer.Typer(help="What the service is working on.", no_args_is_help=True)
    group.command("get")(get)
    group.command("retry")(retry)
    group.command("cancel")(cancel)
    app.add_typer(group, name="operations")


def get(operation_id: OperationId, json_: output.JsonFlag = False) -> None:
    """The state of an operation, stage by stage."""
    from api.cli.http import open_api

    found = open_api().get(f"/v1/operations/{operation_id}")
    output.answer(found, json_, lambda console: _show(console, found))


def retry(operation_id: OperationId, json_: output.JsonFlag = False) -> None:
    """Open a failed operation again."""
    from api.cli.http import open_api

    found = open_api().post(f"/v1/operations/{operation_id}/retry", wait_s=10)
    output.answer(found, json_, lambda console: _show(console, found))


def cancel(operation_id: OperationId, json_: output.JsonFlag = False) -> None:
    """Stop a compile and take back what it had projected; the captured words stay."""
    from api.cli.http import open_api

    found = open_api().post(f"/v1/operations/{operation_id}/cancel", wait_s=10)
    output.answer(found, json_, lambda console: _show(console, found))


def _show(console: "Console", operation: dict[str, Any]) -> None:
    console.print(f"{operation['kind']} is [bold]{operation['status']}[/] (workflow {operation['workflow_id']}).")
    for stage in operation["stages"]:
        error = f"  [red]{stage['error']}[/]" if stage["error"] else ""
        console.print(f"  {stage['name']:<18} {stage['status']:<8} {stage['attempts']} attempts{error}")
    for words in operation["rejected"]:
        console.print(f"  not taken ({words['reason']}): {words['quote']}", markup=False)
    if operation["status"] == "failed":
        console.print(f"Next: `memc operations retry {operation['operation_id']}`, or `memc doctor`.")
    elif operation["status"] == "waiting":
        console.print("It waits for something that is down and goes on by itself: see `memc doctor`.")
