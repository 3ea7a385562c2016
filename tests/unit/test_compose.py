"""`docker/compose.yml` and the Dockerfile: pinned, private, with no secret that anybody could guess."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from bootstrap.native import VERSIONS
from bootstrap.servers import weaviate_spec
from bootstrap.settings import Settings

DOCKER = Path("docker")
ONE_SHOT = {"temporal-schema", "temporal-namespace", "migrate"}
WANTED = {"postgres", "temporal", "temporal-ui", "weaviate", "neo4j", "migrate", "api", "worker"}
SECRET = re.compile(r"PASSWORD|PWD|_AUTH$|API_KEY$|ALLOWED_KEYS|CODEC_KEYS|SIGNING_KEY|DATABASE_URL")
OPTIONAL = {"MEMC_LLM_API_KEY"}
REQUIRED_FORM = re.compile(r"\$\{[A-Z0-9_]+:\?[^}]+\}")


@cache
def compose() -> dict[str, Any]:
    return yaml.safe_load((DOCKER / "compose.yml").read_text(encoding="utf-8"))


def services() -> dict[str, dict[str, Any]]:
    return compose()["services"]


def dockerfile() -> str:
    return (DOCKER / "Dockerfile").read_text(encoding="utf-8")


EACH = pytest.mark.parametrize("name", sorted(services()))


def test_all_parts_of_a_deployment_are_there() -> None:
    assert set(services()) >= WANTED


@EACH
def test_images_are_pinned_to_a_version(name: str) -> None:
    repository, _, tag = services()[name]["image"].partition(":")
    assert repository
    assert re.fullmatch(r"v?\d+\.\d+(\.\d+)?(-[a-z0-9.]+)*", tag), tag


@EACH
def test_ports_are_published_on_loopback_only(name: str) -> None:
    for port in services()[name].get("ports", []):
        assert re.fullmatch(r"127\.0\.0\.1:\d+:\d+", port), port


@EACH
def test_every_part_that_stays_tells_its_health_and_comes_back(name: str) -> None:
    service = services()[name]
    if name in ONE_SHOT:
        assert service["restart"].startswith("on-failure:")
    else:
        assert service["healthcheck"]["test"][0] == "CMD"
        assert service["restart"] == "unless-stopped"


@EACH
def test_parts_wait_for_what_they_need(name: str) -> None:
    for needed, condition in services()[name].get("depends_on", {}).items():
        expected = "service_completed_successfully" if needed in ONE_SHOT else "service_healthy"
        assert condition == {"condition": expected}, needed


@EACH
def test_secrets_have_no_default(name: str) -> None:
    for variable, value in services()[name].get("environment", {}).items():
        if SECRET.search(variable) and variable not in OPTIONAL:
            assert REQUIRED_FORM.search(value), variable


def test_memory_stores_cannot_reach_out_and_are_not_published() -> None:
    assert compose()["networks"]["stores"] == {"internal": True}
    for name in ("postgres", "weaviate", "neo4j"):
        assert services()[name]["networks"] == ["stores"]
        assert "ports" not in services()[name]


def test_capture_waits_for_the_authority_only() -> None:
    assert set(services()["api"]["depends_on"]) == {"migrate"}


def test_our_settings_exist() -> None:
    known = {f"MEMC_{name.upper()}" for name in Settings.model_fields}
    for name in ("migrate", "api", "worker"):
        given = {each for each in services()[name]["environment"] if each.startswith("MEMC_")}
        assert given <= known, given - known


def test_only_the_migration_knows_the_owner_and_the_superuser() -> None:
    for name in ("api", "worker"):
        assert not {"MEMC_MIGRATE_DATABASE_URL", "MEMC_SUPERUSER_DATABASE_URL"} & set(services()[name]["environment"])


def test_variables_are_in_the_example_file() -> None:
    asked = set(re.findall(r"\$\{([A-Z0-9_]+)", (DOCKER / "compose.yml").read_text(encoding="utf-8")))
    named = set(re.findall(r"^# ([A-Z0-9_]+)=", Path(".env.example").read_text(encoding="utf-8"), re.MULTILINE))
    assert asked <= named


def test_the_servers_are_those_that_the_tests_run_on() -> None:
    assert services()["weaviate"]["image"].endswith(f":{VERSIONS['weaviate']}")
    assert services()["neo4j"]["image"].endswith(f":{VERSIONS['neo4j']}-community")


def test_weaviate_is_as_hardened_as_the_native_one() -> None:
    native = weaviate_spec(Path("x"), Path("/x"), 1, 2, "key", [3, 4, 5, 6]).env
    ports_and_paths = {"PERSISTENCE_DATA_PATH", "GRPC_PORT", "LIMIT_RESOURCES", "LOG_LEVEL", "RAFT_TIMEOUTS_MULTIPLIER"}
    own = ports_and_paths | {"PROMETHEUS_MONITORING_ENABLED", "CLUSTER_ADVERTISE_ADDR", "CLUSTER_BIND_ADDR"}
    given = services()["weaviate"]["environment"]
    for variable, value in native.items():
        if variable not in own and not variable.endswith("_PORT") and value != "key":
            assert given[variable] == value, variable


def test_our_containers_have_no_rights() -> None:
    for name in ("migrate", "api", "worker"):
        service = services()[name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


def test_the_image_is_pinned_checked_by_hash_and_runs_as_nobody_special() -> None:
    text = dockerfile()
    assert all(re.search(r":\d+\.\d+\.\d+-", line) for line in re.findall(r"^FROM .*", text, re.MULTILINE))
    assert "--require-hashes requirements.lock" in text
    user = re.findall(r"^USER (\d+):(\d+)$", text, re.MULTILINE)[-1]
    assert int(user[0]) > 0
    assert text.index("USER ") < text.index("ENTRYPOINT")


def test_secrets_and_history_stay_out_of_the_image() -> None:
    ignored = set(Path(".dockerignore").read_text(encoding="utf-8").split())
    assert ignored >= {".git", ".env", ".venv", ".memc"}


def test_mounted_files_exist() -> None:
    for service in services().values():
        for volume in service.get("volumes", []):
            if volume.startswith("./"):
                assert (DOCKER / volume.split(":")[0]).is_file(), volume
