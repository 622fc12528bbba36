"""Reading: the feed's database as records, beside Python and beside SQLite's own calls, which are the limit."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from . import database
from .failure import Failure, run
from .packages import venv_python
from .places import BASELINE, SCHEMAS, Cache
from .programs import Command, is_current, swift_product
from .report import align
from .workloads import make_document

NAME = "reading"
# The feed has 200 000 comments; five times that is a million.
SCALE = 5.0

TITLES = {
    "records": "every comment into an array",
    "stream": "every comment, one after another",
    "lookups": "100 000 look-ups by key, in one read",
    "lookups-alone": "20 000 look-ups by key, each a read of its own",
    "screens": "1 000 screens: 20 articles, their authors and comments",
    "commit-to-delivery": "1 000 writes, each until its observer has the new value"
                          " (the others have no observer: they read again)",
}


@dataclass
class Reader:
    name: str
    title: str
    command: Callable[[Path], Command]
    # By work, the seconds of each round.
    seconds: dict[str, list[float]] = field(default_factory=dict)
    checksums: dict[str, int] = field(default_factory=dict)

    def read(self, path: Path) -> None:
        words = [str(word) for word in self.command(path)]
        done = subprocess.run(words, text=True, capture_output=True, check=False)
        if done.returncode != 0:
            raise Failure(f"`{' '.join(words)}` failed:\n{(done.stderr + done.stdout).strip()[-4000:]}")
        for line in done.stdout.splitlines():
            result = json.loads(line)
            self.seconds.setdefault(result["work"], []).append(result["seconds"])
            self.checksums[result["work"]] = result["checksum"]


class Shell(Reader):
    """The sqlite3 shell has no records: it prints every row, to nobody."""

    def read(self, path: Path) -> None:
        start = time.perf_counter()
        run(
            ["sqlite3", path, ".output /dev/null",
             "SELECT id, body, createdAt, likes, article, author FROM Comment ORDER BY id"],
            "reading with the sqlite3 shell",
        )
        self.seconds.setdefault("stream", []).append(time.perf_counter() - start)


def _readers(cache: Cache) -> list[Reader]:
    limit, source = cache.programs / "read", BASELINE / "read.c"
    if not is_current(limit, source):
        run(["cc", "-O2", "-std=gnu11", "-o", limit, source, "-lsqlite3"], "compiling read.c")
    reading = swift_product("Reading", cache)
    python, script = venv_python(cache), BASELINE / "read.py"
    return [
        Reader("python", "Python: sqlite3, dataclasses", lambda path: [python, "-B", script, path]),
        Reader("python-tuples", "Python: sqlite3, tuples, dates as text",
               lambda path: [python, "-B", script, path, "--tuples"]),
        Shell("sqlite3", "sqlite3 shell: rows as text", lambda path: []),
        Reader("rowsmith", "Rowsmith: generated records", lambda path: [reading, path]),
        Reader("limit", "C: every column asked for, nothing kept", lambda path: [limit, path]),
    ]


def _fill(cache: Cache, scale: float) -> Path:
    path = cache.databases / "reading.sqlite"
    database.remove(path)
    run(
        [swift_product("rowsmith", cache), "import", make_document("feed", cache, scale),
         "--model", SCHEMAS / "Feed.yml", "--into", path, "--entity", "Article"],
        "filling the database",
    )
    return path


def _ratio(reader: Reader, other: Reader, work: str) -> str:
    if reader is other:
        return "1"
    if work not in reader.seconds or work not in other.seconds:
        return "-"
    pairs = sorted(one / two for one, two in zip(reader.seconds[work], other.seconds[work]))
    return f"{pairs[0]:.2f} / {median(pairs):.2f} / {pairs[-1]:.2f}"


def measure_reading(cache: Cache, scale: float, rounds: int) -> list[str]:
    """Lines of Markdown: a table for each piece of work."""
    readers = _readers(cache)
    path = _fill(cache, SCALE * scale)
    for number in range(rounds + 1):
        print(f"reading: {f'round {number} of {rounds}' if number else 'warm-up'}",
              file=sys.stderr, flush=True)
        for reader in readers:
            if number == 1:
                reader.seconds.clear()
            reader.read(path)
    _check(readers)
    python = readers[0]
    lines = [
        "## reading: records out of the database", "",
        f"{200_000 * SCALE * scale:,.0f} comments".replace(",", " ")
        + f", {rounds} rounds, in one process each. All count the same.",
        "",
    ]
    for work, title in TITLES.items():
        taking_part = [reader for reader in readers if work in reader.seconds]
        if not taking_part:
            continue
        rows = [["program", "seconds", "ratio to python: min / median / max", "ratio to the limit"]]
        rows += [
            [f"{reader.name} ({reader.title})", f"{median(reader.seconds[work]):.3f}",
             _ratio(reader, python, work), _ratio(reader, readers[-1], work)]
            for reader in taking_part
        ]
        lines += [f"### {work}: {title}", "", *align(rows), ""]
    database.remove(path)
    return lines


def _check(readers: list[Reader]) -> None:
    for reader in readers:
        for work, checksum in reader.checksums.items():
            expected = readers[0].checksums.get(work, checksum)
            if checksum != expected:
                raise Failure(f"{work}: {reader.name} counts {checksum}, {readers[0].name} {expected}")
