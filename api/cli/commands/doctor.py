"""`memc doctor`."""

from typing import Any

import typer

from api.cli import output

MARKS = {"ok": "[green]ok[/]", "warning": "[yellow]look[/]", "failed": "[red]failed[/]"}


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("doctor")(doctor)


def doctor(json_: output.JsonFlag = False) -> None:
    """Connect to everything, check versions, schema, policies, drift and queue age, and say what to do."""
    import asyncio

    from bootstrap.doctor import examine
    from bootstrap.settings import load_settings

    findings = asyncio.run(examine(load_settings()))
    healthy = all(finding.state != "failed" for finding in findings)
    document: dict[str, Any] = {
        "healthy": healthy,
        "findings": [
            {"name": item.name, "state": item.state, "detail": item.detail, "advice": item.advice} for item in findings
        ],
    }

    def for_people(console: "output.Console") -> None:
        for item in findings:
            console.print(f"{MARKS[item.state]:<20} {item.name:<22} {item.detail}")
            if item.advice:
                console.print(f"       {item.advice}")
        console.print("All is well." if healthy else "Do what is said above, then run `memc doctor` again.")

    output.answer(document, json_, for_people)
    if not healthy:
        raise typer.Exit(1)
