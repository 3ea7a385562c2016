"""`memc config show`."""

import typer

from api.cli import output


def register(app: typer.Typer) -> None:
    """Adds the group."""
    group = typer.Typer(help="The settings.", no_args_is_help=True)
    group.command("show")(show)
    app.add_typer(group, name="config")


def show(json_: output.JsonFlag = False) -> None:
    """Print the effective settings, secrets masked."""
    from bootstrap.settings import Settings, load_settings

    shown = load_settings().masked()
    meanings = {f"MEMC_{name.upper()}": field.description or "" for name, field in Settings.model_fields.items()}

    def for_people(console: "output.Console") -> None:
        from rich.table import Table

        table = Table("setting", "value", "meaning", box=None, pad_edge=False)
        for name, value in shown.items():
            table.add_row(name, value or "[dim]-[/]", meanings[name])
        console.print(table)

    output.answer(shown, json_, for_people)
