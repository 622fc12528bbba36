"""Who imports. A further program is one more entry in PROGRAMS; the others are compared with the first."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .failure import run
from .packages import install_python_package, venv_python, yyjson_sources
from .places import BASELINE, BENCHMARKS, PACKAGE, Cache
from .tables import shell_script
from .workloads import Workload

Command = list[str | Path]
Document = Path | str


@dataclass(frozen=True)
class Job:
    """One import: `document` is a file, or `-` for standard input."""

    workload: Workload
    document: Document
    database: Path
    prunes: bool


MakeCommand = Callable[[Job], Command]


@dataclass(frozen=True)
class Program:
    name: str
    title: str
    # Builds or installs what the program needs; called once, before anything is measured.
    prepare: Callable[[Cache], MakeCommand]
    is_default: bool = True
    # Whether it can do the work, and doing it says something.
    takes: Callable[[Workload], bool] = lambda workload: True


def is_current(product: Path, *sources: Path) -> bool:
    return product.exists() and all(product.stat().st_mtime >= source.stat().st_mtime for source in sources)


def measuring_program(cache: Cache) -> Path:
    """The launcher that times a program and reads its peak memory."""
    product, source = cache.programs / "measure", BASELINE / "measure.c"
    if not is_current(product, source):
        run(["cc", "-O2", "-o", product, source], "compiling measure.c")
    return product


def swift_product(name: str, cache: Cache) -> Path:
    """A program of the package of the benchmarks, or `rowsmith` itself; on Linux with Swift's libraries in it."""
    build: Command = ["swift", "build", "-c", "release", "--product", name]
    if sys.platform == "linux":
        build.append("--static-swift-stdlib")
    folder = PACKAGE
    if name != "rowsmith":
        build += ["--scratch-path", cache.root / "package"]
        folder = BENCHMARKS
        # Otherwise files that are new in the package it depends on are not noticed.
        (BENCHMARKS / "Package.swift").touch()
    run(build, f"building {name}", cwd=folder)
    return Path(run([*build, "--show-bin-path"], f"finding {name}", cwd=folder).strip()) / name


def schema_file(workload: Workload, cache: Cache) -> Path:
    return _written(cache.programs / f"{workload.model}.sql", workload.tables.schema())


def _written(path: Path, text: str) -> Path:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path


def _c_program(*options: str) -> Callable[[Cache], MakeCommand]:
    def prepare(cache: Cache) -> MakeCommand:
        product = cache.programs / "import"
        sources = [BASELINE / name for name in ("import.c", "row.c", "table.c")]
        headers = [BASELINE / name for name in ("row.h", "table.h")]
        yyjson = yyjson_sources(cache)
        if not is_current(product, *sources, *headers):
            run(
                ["cc", "-O2", "-std=gnu11", "-I", yyjson, "-o", product, *sources, yyjson / "yyjson.c", "-lsqlite3"],
                "compiling import.c",
            )
        return lambda job: [
            product, job.workload.tables.path, job.workload.entity, schema_file(job.workload, cache), job.database,
            job.document, *options, *_baseline_options(job),
        ]

    return prepare


def _baseline_options(job: Job) -> list[str]:
    wanted = {"--lines": job.workload.by_line and not job.workload.is_tiny, "--each": job.workload.is_tiny,
              "--prune": job.prunes}
    return [option for option, is_wanted in wanted.items() if is_wanted]


def _sqlite_shell(cache: Cache) -> MakeCommand:
    def command(job: Job) -> Command:
        workload = job.workload
        script = _written(
            cache.programs / f"{workload.model}-{workload.entity}-{workload.by_line:d}{job.prunes:d}.sql",
            shell_script(workload.tables, workload.entity, workload.by_line, job.prunes))
        words: Command = ["sqlite3", "-bail", job.database, "PRAGMA temp_store = MEMORY",
                          f".read '{schema_file(workload, cache)}'"]
        if workload.by_line:
            words += ["CREATE TEMP TABLE Root (value)", ".mode ascii", '.separator "\\037" "\\n"',
                      f".import --schema temp '{job.document}' Root"]
        else:
            words += [".parameter init", f".parameter set :document \"'{job.document}'\""]
        return [*words, f".read '{script}'"]

    return command


def _python(script: str, cache: Cache) -> MakeCommand:
    python = venv_python(cache)
    return lambda job: [
        python, "-B", BASELINE / script, job.workload.tables.path, job.workload.entity,
        schema_file(job.workload, cache), job.database, job.document, *_baseline_options(job),
    ]


def _python_sqlite3(cache: Cache) -> MakeCommand:
    return _python("import_sqlite3.py", cache)


def _sqlite_utils(cache: Cache) -> MakeCommand:
    install_python_package("sqlite-utils==4.2.1", cache)
    return _python("import_sqlite_utils.py", cache)


def _rowsmith(cache: Cache) -> MakeCommand:
    rowsmith = swift_product("rowsmith", cache)
    return lambda job: [
        rowsmith, "import", job.document, "--model", job.workload.schema, "--into", job.database,
        "--entity", job.workload.entity, *(["--policy", "MergeAndPrune"] if job.prunes else []),
    ]


def _module(cache: Cache) -> MakeCommand:
    importing = swift_product("Importing", cache)
    return lambda job: [
        importing, job.workload.model, job.workload.entity, job.database, job.document,
        *(["--each"] if job.workload.is_tiny else []), *(["--prune"] if job.prunes else []),
    ]


def _is_nested(workload: Workload) -> bool:
    return workload.document.startswith("feed")


def _is_one_document(workload: Workload) -> bool:
    return not workload.is_tiny


PROGRAMS = (
    Program("c", "C: yyjson, prepared upserts", _c_program()),
    Program("rowsmith", "rowsmith import", _rowsmith, takes=_is_one_document),
    Program("module", "Rowsmith: a generated module", _module),
    Program("c-changes", "the same C, writing only changes", _c_program("--changes-only"),
            takes=lambda workload: workload.before is not None),
    Program("c-once", "the same C, each embedded record written once", _c_program("--once"),
            takes=lambda workload: _is_nested(workload) or workload.name == "links"),
    Program("c-tuned", "the same C, each once, only changes, 64 MiB page cache, log last",
            _c_program("--once", "--changes-only", "--page-cache", "--log-last"), takes=_is_one_document),
    Program("sqlite3", "sqlite3 shell: json_each", _sqlite_shell, takes=_is_one_document),
    Program("python", "Python: json, sqlite3.executemany", _python_sqlite3),
    Program("sqlite-utils", "sqlite-utils: upsert_all", _sqlite_utils, is_default=False,
            takes=lambda workload: not workload.by_line and not workload.prunes),
)
