#!/usr/bin/env python3
"""Builds the servers that `memc dev` and the tests run without Docker, once, into the user's cache.

    docker/native/build.py [weaviate|neo4j|all] [--check]

`--check` builds nothing: it compares every installed file with its recorded hash and fails when one is missing or
changed. Needs Go for Weaviate, and a JDK 17 with Maven for Neo4j.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from installing import Damaged, check_all, check_quickly, install
from recipes import RECIPES, BuildError

from bootstrap.native import VERSIONS, install_dir


def main() -> int:
    """Entry point; returns the exit code."""
    parser = argparse.ArgumentParser(description="Build the native servers into the cache.")
    parser.add_argument("server", nargs="?", default="all", choices=["all", *VERSIONS])
    parser.add_argument("--check", action="store_true", help="verify every file, build nothing")
    wanted = parser.parse_args()
    names = list(VERSIONS) if wanted.server == "all" else [wanted.server]
    return max([_check(name) if wanted.check else _ensure(name) for name in names])


def _ensure(name: str) -> int:
    target, recipe = install_dir(name), RECIPES[name]
    began = time.monotonic()
    try:
        if check_quickly(target, recipe.fingerprint()):
            print(f"{name} {VERSIONS[name]}: there ({target})")
            return 0
        print(f"{name} {VERSIONS[name]}: building ({recipe.expectation})", flush=True)
        install(target, recipe.build, recipe.fingerprint())
    except BuildError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    print(f"{name} {VERSIONS[name]}: built in {time.monotonic() - began:.0f} s ({target})")
    return 0


def _check(name: str) -> int:
    try:
        check_all(install_dir(name))
    except Damaged as error:
        print(f"{name}: {error} Build it again: docker/native/build.py {name}", file=sys.stderr)
        return 1
    print(f"{name} {VERSIONS[name]}: every file is as it was built")
    return 0


if __name__ == "__main__":
    sys.exit(main())
