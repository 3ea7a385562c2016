"""How each server is built. All downloads are verified: Go by its checksum database, jars by `neo4j/jars.sha256`."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from installing import Build

from bootstrap.native import VERSIONS, free_ports

HERE = Path(__file__).resolve().parent
WEAVIATE = "github.com/weaviate/weaviate"
# The hash of the module in Go's checksum database.
WEAVIATE_SUM = "h1:D/cB4Lz8BIhE8s6cMUa4dRhlz356r1LRqDLgr5pKhPA="
LISTENERS = {
    "adapters/handlers/grpc/server.go": 'net.Listen("tcp", fmt.Sprintf(":%d",',
    "adapters/handlers/rest/clusterapi/serve.go": 'Addr:      fmt.Sprintf(":%d", port),',
}
WEAVIATE_SCRATCH_BYTES = 4 * 1024**3
MAVEN_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
POM = HERE / "neo4j" / "pom.xml"
MAIN = HERE / "neo4j" / "Neo4jServer.java"
JAR_LIST = HERE / "neo4j" / "jars.sha256"
JDK = "Neo4j needs a JDK 17 or newer (Debian: apt install openjdk-17-jdk-headless)."
JAVA_FLAGS = (
    "-Xms64m",
    "-Xmx384m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:+ExitOnOutOfMemoryError",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
)
_NONE = "none.invalid"  # matches no module; an empty value would fall back to the user's own Go settings
_PROGRESS_EVERY_S = 30


class BuildError(Exception):
    """A tool is missing or failed; the message says what to do."""


@dataclass(frozen=True)
class Recipe:
    """A way to build, and what to expect of it."""

    build: Build
    ingredients: tuple[object, ...]
    expectation: str

    def fingerprint(self) -> str:
        """Changes when anything changes that the build is made from: a path counts by what its file holds."""
        parts = [part.read_text() if isinstance(part, Path) else repr(part) for part in self.ingredients]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def build_weaviate(fresh: Path, scratch: Path) -> dict[str, str]:
    """Go's verified source of the pinned version, bound to the loopback interface, built in the scratch folder."""
    go = _tool("go", "Weaviate is built from source by Go 1.25 or newer: install it from https://go.dev/dl/.")
    if shutil.disk_usage(scratch).free < WEAVIATE_SCRATCH_BYTES:
        raise BuildError(f"building Weaviate takes 4 GB for a while, and {scratch.parent.parent} has less. Free some.")
    environment = _go_environment(go, scratch)
    module = f"{WEAVIATE}@v{VERSIONS['weaviate']}"
    source = _verified_source(go, module, environment, scratch)
    _bind_to_loopback(source)
    binary = fresh / "weaviate-server"
    _run([go, "build", "-o", str(binary), "./cmd/weaviate-server"], environment, "go build", source)
    return {"go": _output([go, "version"]), "module": f"{module} {WEAVIATE_SUM}", "changed": ", ".join(LISTENERS)}


def _verified_source(go: str, module: str, environment: Mapping[str, str], scratch: Path) -> Path:
    """A copy of the module that may be changed; Go has checked it against its checksum database."""
    downloaded = json.loads(_run([go, "mod", "download", "-json", module], environment, "go mod download", scratch))
    if downloaded["Sum"] != WEAVIATE_SUM:
        raise BuildError(f"{module} has another checksum than the pinned one; nothing is kept.")
    source = scratch / "source"
    shutil.copytree(downloaded["Dir"], source, copy_function=shutil.copyfile)
    return source


def _bind_to_loopback(source: Path) -> None:
    """Weaviate has no setting for the address of these two ports: as released they are open to the network."""
    for path, before in LISTENERS.items():
        text = (source / path).read_text()
        if text.count(before) != 1:
            raise BuildError(f"Weaviate's {path} is not as expected: look at LISTENERS in recipes.py.")
        (source / path).write_text(text.replace(before, before.replace('":%d"', '"127.0.0.1:%d"')))


def _go_environment(go: str, scratch: Path) -> dict[str, str]:
    environment = {name: value for name, value in os.environ.items() if name not in {"GOOS", "GOARCH"}}
    database = _output([go, "env", "GOSUMDB"])
    return environment | {
        "GOPATH": str(scratch / "path"),
        "GOMODCACHE": str(scratch / "modules"),
        "GOCACHE": str(scratch / "objects"),
        "GOTMPDIR": str(scratch),
        "GOFLAGS": "-trimpath -modcacherw -buildvcs=false",
        # Nothing is exempt from the checksum database.
        "GOSUMDB": "sum.golang.org" if database == "off" else database,
        "GONOSUMDB": _NONE,
        "GOPRIVATE": _NONE,
        "GOINSECURE": _NONE,
        "GOWORK": "off",
    }


def build_neo4j(fresh: Path, scratch: Path) -> dict[str, str]:
    """Maven copies the jars, each is compared with its committed hash, javac compiles the small main."""
    maven = _tool("mvn", "Neo4j comes from Maven Central: install Maven (Debian: apt install maven).")
    javac = _tool("javac", JDK)
    lib = fresh / "lib"
    arguments = [
        f"-Dmaven.repo.local={scratch / 'repository'}",
        f"-Dneo4j.version={VERSIONS['neo4j']}",
        f"-DoutputDirectory={lib}",
        "-Dmdep.overWriteSnapshots=false",
    ]
    command = [maven, "-B", "-q", "--strict-checksums", "-f", str(POM), *arguments, f"{MAVEN_PLUGIN}:copy-dependencies"]
    _run(command, os.environ, "mvn", scratch)
    _verify_jars(lib)
    classes = str(scratch / "classes")
    _run([javac, "--release", "17", "-cp", f"{lib}/*", "-d", classes, str(MAIN)], os.environ, "javac", scratch)
    _run([_tool("jar", JDK), "cf", str(lib / "main.jar"), "-C", classes, "."], os.environ, "jar", scratch)
    # Sorted and relative: the archive holds only for the class path that it was made with.
    class_path = ":".join(sorted(f"lib/{jar.name}" for jar in lib.iterdir()))
    (fresh / "java.args").write_text("\n".join([*JAVA_FLAGS, "-cp", class_path]) + "\n")
    _archive_classes(fresh, scratch)
    return {"javac": _output([javac, "-version"]), "jars": str(len(list(lib.iterdir())))}


def _archive_classes(fresh: Path, scratch: Path) -> None:
    """Spares the server 40 % of the work of a start. Only a help: a Java that cannot use the archive does without."""
    archive = f"-XX:ArchiveClassesAtExit={fresh / 'server.jsa'}"
    arguments = [str(scratch / "data"), str(free_ports(1)[0]), "rehearse"]
    java = _tool("java", JDK)
    environment = dict(os.environ) | {"NEO4J_FIRST_PASSWORD": "rehearsal"}
    _run([java, "@java.args", archive, "Neo4jServer", *arguments], environment, "first start", fresh)


def _verify_jars(lib: Path) -> None:
    expected = dict(line.split()[::-1] for line in JAR_LIST.read_text().splitlines())
    found = {jar.name: hashlib.sha256(jar.read_bytes()).hexdigest() for jar in lib.iterdir()}
    wrong = sorted(name for name in expected.keys() | found.keys() if expected.get(name) != found.get(name))
    if wrong:
        raise BuildError(f"these jars are not the pinned ones, nothing is kept: {', '.join(wrong[:5])}.")


def _tool(name: str, advice: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise BuildError(f"`{name}` is not installed. {advice}")
    return path


def _output(command: Sequence[str]) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _run(command: Sequence[str], environment: Mapping[str, str], label: str, folder: Path) -> str:
    """Runs to the end, with a line of progress now and then; returns what it printed."""
    began = time.monotonic()
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(
            command,
            env=environment,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        ) as process,
    ):
        try:
            output = _wait(process, label, began)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        if process.returncode != 0:
            errors.seek(0)
            raise BuildError(f"{label} failed ({process.returncode}):\n{(output + errors.read())[-4000:]}")
    return output


def _wait(process: "subprocess.Popen[str]", label: str, began: float) -> str:
    while True:
        try:
            return process.communicate(timeout=_PROGRESS_EVERY_S)[0]
        except subprocess.TimeoutExpired:
            print(f"  {label}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)


RECIPES: Mapping[str, Recipe] = {
    "weaviate": Recipe(build_weaviate, (WEAVIATE_SUM, LISTENERS), "about 7 minutes on 2 cores, 4 GB of disk meanwhile"),
    "neo4j": Recipe(build_neo4j, (POM, JAR_LIST, MAIN, JAVA_FLAGS), "about a minute, 200 MB"),
}
