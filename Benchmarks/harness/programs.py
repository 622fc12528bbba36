"""Who imports. A further program is one more entry in PROGRAMS; the others are compared with the first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .failure import run
from .packages import install_python_package, venv_python, yyjson_sources
from .places import BASELINE, PACKAGE, Cache
from .workloads import Workload

Command = list[str | Path]
# From workload, document and database to the command line that imports it.
MakeCommand = Callable[[Workload, Path, Path], Command]


@dataclass(frozen=True)
class Program:
    name: str
    title: str
    # Builds or installs what the program needs; called once, before anything is measured.
    prepare: Callable[[Cache], MakeCommand]
    is_default: bool = True


def is_current(product: Path, *sources: Path) -> bool:
    return product.exists() and all(product.stat().st_mtime >= source.stat().st_mtime for source in sources)


def measuring_program(cache: Cache) -> Path:
    """The launcher that times a program and reads its peak memory."""
    product, source = cache.programs / "measure", BASELINE / "measure.c"
    if not is_current(product, source):
        run(["cc", "-O2", "-o", product, source], "compiling measure.c")
    return product


def _c_program(*options: str) -> Callable[[Cache], MakeCommand]:
    def prepare(cache: Cache) -> MakeCommand:
        product, source = cache.programs / "import", BASELINE / "import.c"
        yyjson = yyjson_sources(cache)
        if not is_current(product, source):
            sources: Command = [source, yyjson / "yyjson.c"]
            run(
                ["cc", "-O2", "-std=c11", "-I", yyjson, "-o", product, *sources, "-lsqlite3"],
                "compiling import.c",
            )
        return lambda workload, document, database: [
            product, document, database, workload.schema, *options,
        ]

    return prepare


def _sqlite_shell(_cache: Cache) -> MakeCommand:
    return lambda workload, document, database: [
        "sqlite3", "-bail", database, "PRAGMA temp_store = MEMORY", f".read '{workload.schema}'",
        ".parameter init", f".parameter set :feed \"'{document}'\"", f".read '{BASELINE / 'import.sql'}'",
    ]


def _python_sqlite3(cache: Cache) -> MakeCommand:
    python, script = venv_python(cache), BASELINE / "import_sqlite3.py"
    return lambda workload, document, database: [python, "-B", script, document, database, workload.schema]


def _sqlite_utils(cache: Cache) -> MakeCommand:
    install_python_package("sqlite-utils==4.2.1", cache)
    python, script = venv_python(cache), BASELINE / "import_sqlite_utils.py"
    return lambda workload, document, database: [python, "-B", script, document, database, workload.schema]


def _rowsmith(_cache: Cache) -> MakeCommand:
    build: Command = ["swift", "build", "-c", "release", "--product", "rowsmith"]
    run(build, "building rowsmith", cwd=PACKAGE)
    folder = run([*build, "--show-bin-path"], "finding rowsmith", cwd=PACKAGE).strip()
    rowsmith = Path(folder) / "rowsmith"
    return lambda workload, document, database: [
        rowsmith, "import", document, "--model", workload.model, "--into", database,
        "--entity", workload.entity,
    ]


PROGRAMS = (
    Program("c", "C: yyjson, prepared upserts", _c_program()),
    Program("rowsmith", "rowsmith import", _rowsmith),
    Program("c-changes", "the same C, writing only changes", _c_program("--changes-only")),
    Program("c-once", "the same C, each author written once", _c_program("--authors-once")),
    Program(
        "c-tuned", "the same C, each author once, only changes, 64 MiB page cache",
        _c_program("--authors-once", "--changes-only", "--page-cache"),
    ),
    Program("sqlite3", "sqlite3 shell: json_each", _sqlite_shell),
    Program("python", "Python: json, sqlite3.executemany", _python_sqlite3),
    Program("sqlite-utils", "sqlite-utils: upsert_all", _sqlite_utils, is_default=False),
)
