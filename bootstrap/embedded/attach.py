"""Commands that need the servers themselves find those of a running `memc dev` by its state folder."""

from bootstrap.embedded.authority import owner_address, service_address
from bootstrap.embedded.parts import app_environment
from bootstrap.embedded.state import StateDir
from bootstrap.settings import DOTENV, PREFIX, GraphBackend, Settings, VectorBackend, load_settings


def attached(settings: Settings) -> Settings:
    """The settings as they are when they name a database; else those of the running stack, if there is one."""
    state = StateDir(settings.state_dir)
    running = state.stack()
    if running is None or settings.database_url.get_secret_value():
        return settings
    secrets = state.secrets("")
    ports = state.remembered_ports()
    chosen = settings.model_copy(update={"vector": VectorBackend(running.vector), "graph": GraphBackend(running.graph)})
    environment = app_environment(chosen, ports, secrets, service_address(ports["postgres"], secrets))
    environment |= {"MEMC_MIGRATE_DATABASE_URL": owner_address(ports["postgres"], secrets)}
    overrides: dict[str, object] = {name.removeprefix(PREFIX).lower(): value for name, value in environment.items()}
    return load_settings(dotenv=DOTENV, **overrides)
