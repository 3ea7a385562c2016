"""`memc keys`."""

from typing import Annotated, Any

import typer

from api.cli import output


def register(app: typer.Typer) -> None:
    """Adds the group."""
    group = typer.Typer(help="API keys of your tenant.", no_args_is_help=True)
    group.command("create")(create)
    group.command("list")(list_keys)
    group.command("withdraw")(withdraw)
    app.add_typer(group, name="keys")


def create(
    permission: Annotated[list[str], typer.Option(help="read, write, forget or admin; may be repeated.")],
    tenant: Annotated[str, typer.Option(help="Another tenant; with the development key only.")] = "",
    user: Annotated[str, typer.Option(help="Bind the key to one user.")] = "",
    project: Annotated[list[str] | None, typer.Option(help="Bind the key to a project; may be repeated.")] = None,
    source_kind: Annotated[list[str] | None, typer.Option(help="What it may write; may be repeated.")] = None,
    expires_at: Annotated[str, typer.Option(help="RFC 3339; never, if left out.")] = "",
    direct: Annotated[
        bool, typer.Option("--direct", help="Write to MEMC_DATABASE_URL itself: a deployment's first key.")
    ] = False,
    json_: output.JsonFlag = False,
) -> None:
    """Make a key. It is shown this once."""
    body: dict[str, Any] = {
        "permissions": permission,
        "tenant": tenant,
        "user_id": user,
        "projects": project,
        "source_kinds": source_kind,
        "expires_at": expires_at,
    }
    found = _create_directly(body) if direct else _create(body)
    output.answer(
        found,
        json_,
        lambda console: console.print(f"{found['key']}\nKeep it now: it is never shown again (id {found['id']})."),
    )


def _create(body: dict[str, Any]) -> dict[str, Any]:
    from api.cli.http import open_api

    return open_api().post("/v1/admin/keys", body)


def _create_directly(body: dict[str, Any]) -> dict[str, Any]:
    import asyncio

    from pydantic import TypeAdapter, ValidationError

    from bootstrap.authority import create_first_key
    from bootstrap.settings import load_settings, require_service
    from memory.usecases.keys import KeyRequest

    settings = load_settings()
    require_service(settings)
    if not body["tenant"]:
        raise typer.BadParameter("--direct needs --tenant")
    given = {name: value for name, value in body.items() if value}
    try:
        request = TypeAdapter(KeyRequest).validate_python(given)
    except ValidationError as error:
        raise typer.BadParameter(f"{error.errors()[0]['loc'][0]}: {error.errors()[0]['msg']}") from None
    key_id, key = asyncio.run(create_first_key(settings, request))
    return {"id": str(key_id), "key": key}


def list_keys(json_: output.JsonFlag = False) -> None:
    """The keys in force, without their secrets."""
    from api.cli.http import open_api

    found = open_api().get("/v1/admin/keys")

    def for_people(console: "output.Console") -> None:
        for key in found["items"]:
            bound = f" user {key['user_id']}" if key["user_id"] else ""
            console.print(
                f"{key['id']}  {' '.join(key['permissions'])}{bound}  until {key['expires_at'] or 'withdrawn'}"
            )

    output.answer(found, json_, for_people)


def withdraw(key_id: Annotated[str, typer.Argument(help="The key's id.")], json_: output.JsonFlag = False) -> None:
    """Take a key out of force at once."""
    from api.cli.http import open_api

    found = open_api().delete(f"/v1/admin/keys/{key_id}")
    output.answer(found, json_, lambda console: console.print("Withdrawn: requests with it are refused from now on."))
