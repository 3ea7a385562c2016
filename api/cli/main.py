"""The command `memc`. Commands import what they need when they run, so that `memc --help` answers at once."""

import sys

import typer

from api.cli import output
from api.cli.commands import (
    config,
    dev,
    doctor,
    forget,
    keys,
    memories,
    operations,
    processes,
    projections,
    reading,
    schedules,
)

app = typer.Typer(
    name="memc",
    help="Memory Compiler: a self-hosted memory service for AI agents. Start with `memc demo` or `memc dev`.",
    no_args_is_help=True,
    # Its rich help loads Markdown and syntax colours: half a second for a page of text.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)

dev.register(app)
processes.register(app)
config.register(app)
doctor.register(app)
memories.register(app)
operations.register(app)
forget.register(app)
schedules.register(app)
projections.register(app)
reading.register(app)
keys.register(app)


def run() -> None:
    """Entry point: 0 on success, 2 on wrong use, 1 on failure."""
    as_json = "--json" in sys.argv[1:]
    code: object = 0
    try:
        code = app(standalone_mode=False)
    except typer.Abort:
        output.fail("aborted", "Stopped; nothing was changed.", as_json)
    except typer.TyperException as error:
        _fail_usage(error, as_json)
    except KeyboardInterrupt:
        output.fail("interrupted", "Interrupted.", as_json)
    except BrokenPipeError:
        sys.exit(1)
    except Exception as error:
        from api.cli.failures import sentence_of

        found = sentence_of(error)
        if found is None:
            raise
        output.fail(*found, as_json)
    sys.exit(code if isinstance(code, int) else 0)


def _fail_usage(error: typer.TyperException, as_json: bool) -> None:
    """Wrong use: what was wrong and where help is."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "memc"
    message = error.format_message()
    if type(error).__name__ == "NoArgsIsHelpError" and not as_json:
        # The message is the help text.
        output.say(message)
        sys.exit(error.exit_code)
    output.fail("usage", f"{message} See `{path} --help`.", as_json, exit_code=error.exit_code)


if __name__ == "__main__":
    run()
