"""`memc schedules`."""

from typing import Any

import typer

from api.cli import output


def register(app: typer.Typer) -> None:
    """Adds the group."""
    group = typer.Typer(help="What runs by itself, on Temporal Schedules.", no_args_is_help=True)
    group.command("apply")(apply)
    group.command("list")(list_schedules)
    app.add_typer(group, name="schedules")


def apply(json_: output.JsonFlag = False) -> None:
    """Create or update all schedules from the code; a paused one stays paused."""
    from api.cli.worker_process import ask_worker

    done: dict[str, str] = ask_worker("schedules", "apply")["applied"]

    def for_people(console: "output.Console") -> None:
        for schedule_id, what in done.items():
            console.print(f"{schedule_id:<18} {what}")

    output.answer(done, json_, for_people)


def list_schedules(json_: output.JsonFlag = False) -> None:
    """The schedules as they stand, with their last and next run."""
    from api.cli.worker_process import ask_worker

    found: list[dict[str, Any]] = ask_worker("schedules", "list")["items"]

    def for_people(console: "output.Console") -> None:
        for state in found:
            paused = "  paused" if state["paused"] else ""
            console.print(
                f"{state['schedule_id']:<18} last {state['last_run'] or '-'}  next {state['next_run'] or '-'}{paused}"
            )
        if not found:
            console.print("There are none: `memc schedules apply` makes them.")

    output.answer({"items": found}, json_, for_people)
