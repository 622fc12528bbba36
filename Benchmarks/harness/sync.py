"""Synchronising: what a tracked write costs, a first sync and one with nothing to do, beside Python by hand."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from . import database
from .client import HTTPX
from .failure import Failure
from .packages import install_python_package, venv_python
from .places import BASELINE, PACKAGE, Cache
from .programs import Command, swift_product
from .report import align, spread
from .rounds import Run, measure

NAME = "sync"


def notes(cache: Cache, count: int) -> Path:
    """So many notes, the same for the same number."""
    file = cache.data / f"sync-notes-{count}.json"
    if not file.exists():
        draw = random.Random(count)
        records = [
            {"id": str(uuid.UUID(int=draw.getrandbits(128), version=4)), "title": f"Note {number}",
             "body": " ".join(draw.choices(("milk", "bread", "tea", "call", "write", "now"), k=14)),
             "stars": draw.randrange(6)} for number in range(count)
        ]
        file.write_text(json.dumps(records), encoding="utf-8")
    return file


@contextmanager
def kinto(cache: Cache) -> Iterator[str]:
    """The address of a new Kinto, in memory, that ends with the block or with this process."""
    ready = cache.data / "kinto.json"
    ready.unlink(missing_ok=True)
    command = [PACKAGE / "Scripts" / "kinto", "start", "--users", "bench:secret", "--ready", ready]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline() if process.stdout else ""
            if not line.startswith("{"):
                raise Failure("Kinto did not start")
            yield json.loads(line)["url"]
        finally:
            process.terminate()


def measure_sync(cache: Cache, launcher: Path, scale: float, rounds: int) -> list[str]:
    syncing = swift_product("Syncing", cache)
    install_python_package(HTTPX, cache)
    lines = [f"## {NAME}: both ways with a server", "",
             "Kinto from PyPI, in memory, on the loopback; ratios to the first line of each table.", ""]
    print(f"{NAME}: tracked writes", file=sys.stderr, flush=True)
    lines += _tracking(cache, launcher, syncing, max(100, round(500_000 * scale)), rounds)
    print(f"{NAME}: with Kinto", file=sys.stderr, flush=True)
    # Kinto takes its time: a hundred thousand notes a round are minutes.
    lines += _server(cache, launcher, syncing, max(100, round(100_000 * scale)), min(rounds, 2))
    return lines


def _tracking(cache: Cache, launcher: Path, syncing: Path, count: int, rounds: int) -> list[str]:
    file, path = notes(cache, count), cache.databases / "sync-track.sqlite"
    ways = [("nobody tracks them", "plain"), ("they synchronise", "tracked")]
    runs: list[list[Run]] = [[], []]
    for number in range(rounds + 1):
        for (_, how), taken in zip(ways, runs):
            database.remove(path)
            one = measure(launcher, [syncing, "track", path, file, how])
            if number > 0:
                taken.append(one)
    database.remove(path)
    return _table(f"{count} notes imported into new tables", [title for title, _ in ways], runs)


def _server(cache: Cache, launcher: Path, syncing: Path, count: int, rounds: int) -> list[str]:
    file = notes(cache, count)
    python: Command = [venv_python(cache), "-B", BASELINE / "sync.py"]
    programs: list[tuple[str, Command, str]] = [("httpx, json, sqlite3", python, "python"), ("Rowsmith", [syncing], "own")]
    works = ("push", "pull", "idle")
    runs: dict[str, list[list[Run]]] = {work: [[] for _ in programs] for work in works}
    for _ in range(rounds):
        for index, (_, command, name) in enumerate(programs):
            with kinto(cache) as url:
                made, came = (cache.databases / f"sync-{name}-{which}.sqlite" for which in ("made", "came"))
                database.remove(made)
                database.remove(came)
                runs["push"][index].append(measure(launcher, [*command, "push", made, url, file]))
                runs["pull"][index].append(measure(launcher, [*command, "pull", came, url]))
                runs["idle"][index].append(measure(launcher, [*command, "idle", came, url]))
                database.remove(made)
                database.remove(came)
    titles = {"push": f"{count} notes made here are sent", "pull": f"{count} notes come, into a new database",
              "idle": "nothing has changed; twice, with the start of the program"}
    lines: list[str] = []
    for work in works:
        lines += _table(titles[work], [title for title, _, _ in programs], runs[work])
    return lines


def _traffic(output: str) -> list[str]:
    """How many requests the measured work has sent, and how much came; nothing where the program does not say."""
    figures = json.loads(output.strip().splitlines()[-1])
    return [str(figures["requests"]), f"{figures['bytes'] / 1024:.0f}"] if "requests" in figures else []


def _table(title: str, names: list[str], runs: list[list[Run]]) -> list[str]:
    traffic = [_traffic(taken[-1].output) for taken in runs]
    columns = ["requests", "KiB of answers"] if any(traffic) else []
    rows = [["what", "seconds", "peak MiB", *columns, "ratio: min / median / max"]]
    for name, taken, figures in zip(names, runs, traffic):
        seconds = [one.seconds for one in taken]
        rows.append([name, f"{median(seconds):.3f}", f"{max(one.peak_bytes for one in taken) / 2**20:.0f}",
                     *figures, spread(seconds, [one.seconds for one in runs[0]])])
    return [f"### {title}", "", *align(rows), ""]
