"""The client: a long answer beside curl and an import of the file, small calls beside httpx, what was made offline."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from . import database
from .failure import Failure, run
from .packages import install_python_package, venv_python
from .places import BASELINE, SCHEMAS, Cache
from .programs import Command, is_current, swift_product
from .report import align, spread
from .rounds import Run, check_rows, measure
from .workloads import Workload, make_document

NAME = "client"
HTTPX = "httpx==0.28.1"
FEED = Workload("client-fetch", "The nested feed from a server", "Feed", "Article", "feed")
CALLS = Workload("client-calls", "Comments, each a call of its own", "Feed", "Comment", "comments")


@dataclass
class Caller:
    """A program that prints what its work took, as lines of JSON."""

    title: str
    command: Command
    # Where it keeps what comes; None where it keeps nothing.
    database: Path | None = None
    # By work, the seconds of each round.
    seconds: dict[str, list[float]] = field(default_factory=dict)
    checksums: dict[str, int] = field(default_factory=dict)

    def call(self) -> None:
        if self.database:
            database.remove(self.database)
        output = run(self.command, self.title)
        for line in map(json.loads, output.splitlines()):
            self.seconds.setdefault(line["work"], []).append(line["seconds"])
            self.checksums[line["work"]] = line["checksum"]


@dataclass
class Bench:
    """What all parts need."""

    cache: Cache
    launcher: Path
    url: str
    rounds: int
    scale: float
    calling: Path

    def path(self, name: str) -> Path:
        return self.cache.databases / f"client-{name}.sqlite"

    def count(self, full: int) -> int:
        return max(20, round(full * self.scale))

    def in_turn(self, callers: Sequence[Caller], rounds: int) -> None:
        """A round that is not counted, then those that are."""
        for number in range(rounds + 1):
            for caller in callers:
                if number == 1:
                    caller.seconds.clear()
                caller.call()


@contextmanager
def served(cache: Cache, feed: Path) -> Iterator[str]:
    """The address of a server that ends with the block, or with this process."""
    server, source = cache.programs / "serve", BASELINE / "serve.c"
    if not is_current(server, source):
        run(["cc", "-O2", "-std=gnu11", "-o", server, source], "compiling serve.c")
    with subprocess.Popen([server, feed], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            port = process.stdout.readline().strip() if process.stdout else ""
            if not port:
                raise Failure("the server of the benchmark did not start")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()


def measure_client(cache: Cache, launcher: Path, scale: float, rounds: int) -> list[str]:
    calling = swift_product("Calling", cache)
    install_python_package(HTTPX, cache)
    with served(cache, make_document("feed", cache, scale)) as url:
        bench = Bench(cache, launcher, url, rounds, scale, calling)
        lines = [f"## {NAME}: what comes over the network", "",
                 "The server is [C](baseline/serve.c), on the loopback; ratios to the first line of each table.", ""]
        for title, part in (("a long answer", _fetch), ("small calls", _calls), ("made offline", _queue)):
            print(f"{NAME}: {title}", file=sys.stderr, flush=True)
            lines += part(bench)
    return lines


def _fetch(bench: Bench) -> list[str]:
    rowsmith, file = swift_product("rowsmith", bench.cache), bench.cache.data / "client-fetch.json"
    ways: list[tuple[str, Path, Callable[[Path], Command]]] = [
        ("`curl -o FILE`, then `rowsmith import FILE`", bench.path("curl"), lambda path: [
            "sh", "-c", 'curl -sSf -o "$1" "$2/feed" && exec "$3" import "$1" --model "$4" --into "$5" --entity Article',
            "sh", file, bench.url, rowsmith, SCHEMAS / "Feed.yml", path]),
        ("Rowsmith: one call", bench.path("fetch"), lambda path: [bench.calling, "fetch", path, bench.url]),
    ]
    runs: list[list[Run]] = [[] for _ in ways]
    for number in range(bench.rounds + 1):
        for (_, path, command), taken in zip(ways, runs):
            database.remove(path)
            one = measure(bench.launcher, command(path))
            if number > 0:
                taken.append(one)
    check_rows(FEED, {title: path for title, path, _ in ways})
    rows = [["what", "seconds", "peak MiB", "ratio: min / median / max"]]
    for (title, path, _), taken in zip(ways, runs):
        seconds = [one.seconds for one in taken]
        rows.append([title, f"{median(seconds):.3f}", f"{max(one.peak_bytes for one in taken) / 2**20:.0f}",
                     spread(seconds, [one.seconds for one in runs[0]])])
        database.remove(path)
    file.unlink(missing_ok=True)
    return ["### The feed, into a new database, from start to end of the processes", "", *align(rows), ""]


def _calls(bench: Bench) -> list[str]:
    python: Command = [venv_python(bench.cache), "-B", BASELINE / "call.py"]
    count = bench.count(5_000)
    lines: list[str] = []
    for at_once in (1, 8):
        how = "one after another" if at_once == 1 else f"{at_once} at once"
        last: Command = [bench.url, str(count), str(at_once)]
        httpx, own = bench.path("httpx"), bench.path("calls")
        kept = [Caller("httpx, json, sqlite3", [*python, "calls", httpx, *last], httpx),
                Caller("Rowsmith", [bench.calling, "calls", own, *last], own)]
        bench.in_turn(kept, bench.rounds)
        check_rows(CALLS, {"httpx": httpx, "Rowsmith": own})
        lines += _table(f"{count} comments with their authors, {how}, into a database", kept, "calls", count)
        alone = [Caller("httpx", [*python, "transport", *last]),
                 Caller("CurlTransport", [bench.calling, "transport", *last])]
        bench.in_turn(alone, bench.rounds)
        lines += _table(f"{count} comments with their authors, {how}, the bytes alone", alone, "transport", count)
        for caller in kept:
            if caller.database:
                database.remove(caller.database)
    return lines


def _queue(bench: Bench) -> list[str]:
    count = bench.count(10_000)
    path = bench.path("queue")
    command: Command = [bench.calling, "queue", path, bench.url, str(count)]
    callers = [Caller("each by itself", command, path),
               Caller("in batches of 50", [*command, "--batches"], path)]
    bench.in_turn(callers, min(bench.rounds, 3))
    database.remove(path)
    return [*_table(f"{count} records made offline", callers, "create", count),
            *_table(f"{count} records made offline are sent", callers, "flush", count)]


def _table(title: str, callers: Sequence[Caller], work: str, count: int) -> list[str]:
    if len({caller.checksums.get(work) for caller in callers}) != 1:
        counted = ", ".join(f"{caller.title} {caller.checksums.get(work)}" for caller in callers)
        raise Failure(f"{NAME}: {work}: they count differently: {counted}")
    rows = [["program", "seconds", "a second", "ratio: min / median / max"]]
    for caller in callers:
        seconds = caller.seconds[work]
        rows.append([caller.title, f"{median(seconds):.3f}", f"{count / median(seconds):,.0f}".replace(",", " "),
                     spread(seconds, callers[0].seconds[work])])
    return [f"### {title}", "", *align(rows), ""]
