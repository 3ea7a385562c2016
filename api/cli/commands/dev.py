"""`memc dev`, its control, and `memc demo`."""

from typing import Annotated

import typer

from api.cli import output
from api.cli.options import StateDirOption

DEFAULT_PORT = 8321


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("dev")(dev)
    app.command("dev-control", hidden=True)(dev_control)
    app.command("demo")(demo)


def dev(
    port: Annotated[int, typer.Option(help="Port of the API and the console; 0 chooses a free one.")] = DEFAULT_PORT,
    state_dir: StateDirOption = None,
    vector: Annotated[str | None, typer.Option(help="pgvector (default) or weaviate.")] = None,
    graph: Annotated[str | None, typer.Option(help="postgres (default) or neo4j.")] = None,
    json_: output.JsonFlag = False,
) -> None:
    """Run the whole stack in the foreground: Postgres, Temporal, worker, API. No key, no network, only 127.0.0.1."""
    import asyncio

    from bootstrap.embedded.stack import ReadyStack, run_stack
    from bootstrap.native import ServerStartError
    from bootstrap.settings import load_settings
    from memory.model.errors import MemcError

    def ready(stack: ReadyStack) -> None:
        output.answer(
            {
                "ready": True,
                "url": stack.url,
                "api_key": stack.api_key,
                "temporal_ui": stack.temporal_ui,
                "state_dir": stack.state_dir,
                "took_s": stack.took_s,
            },
            json_,
            lambda console: console.print(_welcome(stack)),
        )

    try:
        settings = load_settings(state_dir=state_dir, vector=vector, graph=graph)
        if not json_:
            output.say("Starting …")
        asyncio.run(run_stack(settings, port, ready, output.say))
    except (MemcError, ServerStartError) as error:
        if not json_:
            raise
        code = error.code if isinstance(error, MemcError) else "not_started"
        output.print_json({"ready": False, "error": {"code": code, "message": str(error)}})
        raise typer.Exit(1) from None
    if not json_:
        output.say("Stopped; the data stay in the state folder.")


def _welcome(stack: "object") -> str:
    from bootstrap.embedded.stack import ReadyStack

    assert isinstance(stack, ReadyStack)
    return (
        f"[bold green]Ready[/] after {stack.took_s:.1f} s.\n"
        f"  API          {stack.url}   (docs: {stack.url}/openapi.json)\n"
        f"  Key          {stack.api_key}\n"
        f"  Temporal UI  {stack.temporal_ui}\n"
        f"  Data         {stack.state_dir}\n"
        "Next, in another terminal in this folder:\n"
        f'  {output.program()} add "I moved to Lisbon yesterday." --user me\n'
        f'  {output.program()} recall "Where do I live?" --user me\n'
        "Ctrl-C stops all of it."
    )


def dev_control(
    command: Annotated[str, typer.Argument(help="status, stop or start.")],
    name: Annotated[str, typer.Argument(help="The child.")] = "",
    state_dir: StateDirOption = None,
    json_: output.JsonFlag = False,
) -> None:
    """Look at the children of a running `memc dev`, or stop and start one."""
    import asyncio

    from bootstrap.embedded.control import ask, socket_path
    from bootstrap.settings import load_settings

    path = socket_path(load_settings(state_dir=state_dir).state_dir.absolute())
    found = asyncio.run(ask(path, f"{command} {name}".strip()))
    output.answer(found, json_, lambda console: console.print_json(data=found))


def demo(json_: output.JsonFlag = False) -> None:
    """See it work: a real conversation captured, compiled, recalled with its evidence, changed and erased."""
    from rich.console import Console

    from api.cli.demo.run import run

    document = run(Console(stderr=json_, highlight=False))
    output.answer(document, json_, lambda _console: None)
