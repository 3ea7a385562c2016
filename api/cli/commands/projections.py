"""`memc projections`."""

import typer

from api.cli import output


def register(app: typer.Typer) -> None:
    """Adds the group."""
    group = typer.Typer(help="The rebuildable indexes.", no_args_is_help=True)
    group.command("status")(status)
    app.add_typer(group, name="projections")


def status(json_: output.JsonFlag = False) -> None:
    """How far each projection is behind the authority."""
    from api.cli.http import open_api

    found = open_api().get("/v1/projections")

    def for_people(console: "output.Console") -> None:
        for item in found["items"]:
            console.print(
                f"{item['name']:<8} {item['backend']:<9} {item['status']:<7} {item['objects']} of {item['expected']}"
            )
        if any(item["lag"] for item in found["items"]):
            console.print("What is behind is projected by the worker: see `memc doctor` when it stays so.")

    output.answer(found, json_, for_people)
