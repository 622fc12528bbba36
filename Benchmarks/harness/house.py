"""The rest of the house: starting, opening, generating, building."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from . import database
from .consumer import Consumer
from .failure import Failure, run
from .packages import venv_python
from .places import BASELINE, SCHEMAS, Cache
from .programs import Command, Job, MakeCommand, Program, is_current, schema_file, swift_product
from .report import align, spread
from .rounds import measure
from .workloads import Workload, make_document

NAME = "house"
LAUNCHES = 20
ONE = Workload("one", "One comment with its author, into a new database", "Feed", "Comment", "comments",
               by_line=True)


@dataclass
class Contender:
    title: str
    # Does the work once; gives what it took, in seconds.
    work: Callable[[], float]


def _compare(title: str, contenders: Sequence[Contender], rounds: int, unit: str = "ms") -> list[str]:
    """A table: the contenders in turn, each compared with the first."""
    print(f"house: {title}", file=sys.stderr, flush=True)
    seconds: list[list[float]] = [[] for _ in contenders]
    for number in range(rounds + 1):
        for contender, taken in zip(contenders, seconds):
            one = contender.work()
            if number > 0:
                taken.append(one)
    factor = {"ms": 1e3, "s": 1}[unit]
    rows = [["what", unit, "ratio: min / median / max"]]
    rows += [
        [contender.title, f"{median(taken) * factor:.2f}", spread(taken, seconds[0])]
        for contender, taken in zip(contenders, seconds)
    ]
    return [f"### {title}", "", *align(rows), ""]


def measure_house(
    cache: Cache, programs: Sequence[tuple[Program, MakeCommand]], launcher: Path, scale: float, rounds: int
) -> list[str]:
    rowsmith = swift_product("rowsmith", cache)

    def launching(title: str, *command: str | Path) -> Contender:
        return Contender(title, lambda: measure(launcher, list(command)).seconds)

    python = venv_python(cache)
    launches = [
        launching("`rowsmith --help`", rowsmith, "--help"),
        launching("`sqlite3 --version`", "sqlite3", "--version"),
        launching("`python3 -c pass`", python, "-c", "pass"),
    ]
    if subprocess.run([str(python), "-c", "import sqlite_utils"], capture_output=True, check=False).returncode == 0:
        launches.append(launching("`sqlite-utils --help`", python, "-m", "sqlite_utils", "--help"))
    lines = [f"## {NAME}: the rest of the house", "", f"Medians of {LAUNCHES} runs for what takes"
             f" milliseconds, of {rounds} for what takes longer; ratios to the first line of each table.", ""]
    lines += _compare("From start to end of a process that does nothing", launches, LAUNCHES)
    lines += _compare("One comment with its author into a new database, from start to end of the process",
                      _imports(cache, programs, launcher), LAUNCHES)
    lines += _compare("The nested feed, read by the command line into a new database, or for its model",
                      _readings(cache, rowsmith, launcher, scale), rounds)
    for work, title in (("open-new", "Opening a store that is made"), ("open-existing", "Opening a store that is there")):
        lines += _compare(f"{title} (three tables; median of 100, in one process)", _openings(cache, work), rounds)
    for count in (100, 1_000):
        lines += _compare(f"A model of {count} entities, each with ten attributes and two relationships",
                          _generations(cache, rowsmith, launcher, max(2, round(count * scale))), rounds)
    return lines + _building(cache, rounds)


def _imports(cache: Cache, programs: Sequence[tuple[Program, MakeCommand]], launcher: Path) -> list[Contender]:
    document = cache.data / "one.json"
    with make_document("comments", cache, 0.02).open(encoding="utf-8") as comments:
        document.write_text(next(comments), encoding="utf-8")
    path = cache.databases / "one.sqlite"

    def contender(program: Program, make_command: MakeCommand) -> Contender:
        def work() -> float:
            database.remove(path)
            seconds = measure(launcher, make_command(Job(ONE, document, path, prunes=False))).seconds
            database.remove(path)
            return seconds

        return Contender(f"{program.name} ({program.title})", work)

    names = ("rowsmith", "module", "c", "sqlite3", "python")
    chosen = {program.name: contender(program, make_command) for program, make_command in programs}
    return [chosen[name] for name in names if name in chosen]


def _readings(cache: Cache, rowsmith: Path, launcher: Path, scale: float) -> list[Contender]:
    document, path = make_document("feed", cache, scale), cache.databases / "read.sqlite"
    plain = SCHEMAS / "Feed.yml"
    searched = cache.data / "Searched.yml"
    article = "  Article:\n"
    searched.write_text(
        plain.read_text(encoding="utf-8").replace(article, f"{article}    search: [title, body]\n", 1),
        encoding="utf-8")

    def importing(title: str, *options: str | Path) -> Contender:
        def work() -> float:
            path.with_suffix(".yml").unlink(missing_ok=True)
            database.remove(path)
            command = [rowsmith, "import", document, "--entity", "Article", "--into", path, *options]
            seconds = measure(launcher, command).seconds
            database.remove(path)
            return seconds

        return Contender(title, work)

    infer: Command = [rowsmith, "infer", document, "--entity", "Article"]
    return [
        importing("`rowsmith import`, with its model", "--model", plain),
        importing("the same, with full-text search of two columns", "--model", searched),
        Contender("`rowsmith infer`", lambda: measure(launcher, infer).seconds),
        importing("`rowsmith import` without a model: both"),
    ]


def _openings(cache: Cache, work: str) -> list[Contender]:
    limit, source = cache.programs / "open", BASELINE / "open.c"
    if not is_current(limit, source):
        run(["cc", "-O2", "-std=gnu11", "-o", limit, source, "-lsqlite3"], "compiling open.c")
    schema, path = schema_file(ONE, cache), cache.databases / "open.sqlite"

    def contender(title: str, *command: str | Path) -> Contender:
        def open_stores() -> float:
            database.remove(path)
            output = run([*command, path], f"opening stores: {title}")
            database.remove(path)
            return next(line["seconds"] for line in map(json.loads, output.splitlines()) if line["work"] == work)

        return Contender(title, open_stores)

    return [
        contender("Rowsmith", swift_product("Opening", cache)),
        contender("C: a connection and its tables, nothing checked", limit, schema),
        contender("Python: the same", venv_python(cache), "-B", BASELINE / "open.py", schema),
    ]


def _model(entities: int) -> str:
    types = ("Int", "String", "Date", "Double", "Bool?", "String?", "Date?", "URL?", "[String]")
    lines = ["rowsmith: 1", "defaults: { MergePolicy: Merge }", "entities:"]
    for number in range(entities):
        attributes = ", ".join(
            f'attribute{index}: "{kind}"' for index, kind in enumerate(types))
        following = (number + 1) % entities
        lines += [
            f"  Entity{number}:", f"    attributes: {{ id: Int, {attributes} }}", "    relationships:",
            f"      next: {{ to: \"Entity{following}?\", inverse: previous }}",
            f"      previous: {{ to: [Entity{(number - 1) % entities}], inverse: next }}",
        ]
    return "\n".join(lines) + "\n"


def _generations(cache: Cache, rowsmith: Path, launcher: Path, entities: int) -> list[Contender]:
    model, output = cache.data / f"model-{entities}.yml", cache.root / "generated"
    model.write_text(_model(entities), encoding="utf-8")
    generate: Command = [rowsmith, "generate", model, "--output", output, "--module", "Large"]

    def new() -> float:
        shutil.rmtree(output, ignore_errors=True)
        return measure(launcher, generate).seconds

    return [
        Contender("`rowsmith generate`, into an empty folder", new),
        Contender("`rowsmith generate`, nothing changed", lambda: measure(launcher, generate).seconds),
        Contender("`rowsmith check`", lambda: measure(launcher, [rowsmith, "check", model]).seconds),
    ]


def _building(cache: Cache, rounds: int) -> list[str]:
    print("house: building a package that uses the plugin", file=sys.stderr, flush=True)
    try:
        consumer = Consumer(cache)
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr, flush=True)
        return ["### From an edit of the model to the built module", "", "Not measured: the build failed.", ""]

    def after(edit: Callable[[], None]) -> Callable[[], float]:
        def work() -> float:
            edit()
            return consumer.build()

        return work

    return _compare(
        "`swift build` of a small package that uses the plugin (three entities, debug)",
        [Contender("after an edit of the model's YAML", after(consumer.edit_model)),
         Contender("after an edit of a Swift file beside it: the floor", after(consumer.edit_swift)),
         Contender("after no edit", consumer.build)],
        rounds, unit="s")
