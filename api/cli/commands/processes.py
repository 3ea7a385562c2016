"""The parts of a deployment: `memc serve`, `memc worker`, `memc migrate`."""

from typing import Annotated

import typer

from api.cli import output


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("serve")(serve)
    app.command("worker")(worker)
    app.command("migrate")(migrate)


def serve(
    host: Annotated[str | None, typer.Option(help="Address to bind [MEMC_API_HOST, 127.0.0.1].")] = None,
    port: Annotated[int | None, typer.Option(help="Port to bind [MEMC_API_PORT, 8321].")] = None,
) -> None:
    """Run the API. Needs MEMC_DATABASE_URL and MEMC_CODEC_KEYS; serves while Temporal and the projections are down."""
    from api.cli.running import run_api
    from bootstrap.settings import load_settings, require_service

    settings = load_settings(api_host=host, api_port=port)
    require_service(settings)
    run_api(settings)


def worker() -> None:
    """Run the Temporal worker. Needs MEMC_DATABASE_URL, MEMC_CODEC_KEYS and MEMC_TEMPORAL_ADDRESS."""
    from api.cli.worker_process import become_worker
    from bootstrap.settings import load_settings, require_service

    require_service(load_settings())
    become_worker()


def migrate(
    roles: Annotated[
        bool, typer.Option("--roles", help="First make roles and database, with MEMC_SUPERUSER_DATABASE_URL.")
    ] = False,
    json_: output.JsonFlag = False,
) -> None:
    """Bring the database to the newest schema. Needs MEMC_MIGRATE_DATABASE_URL (the owner's)."""
    from bootstrap.authority import make_roles, migrate_database
    from bootstrap.settings import load_settings

    settings = load_settings()
    if roles:
        make_roles(settings)
    revision = migrate_database(settings)
    output.answer(
        {"revision": revision},
        json_,
        lambda console: console.print(f"The schema is at {revision}. Next: `memc serve` and `memc worker`."),
    )
