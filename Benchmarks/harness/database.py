"""What the harness asks of a database: which rows it holds, and whether an import wrote to it."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
import struct
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

WAL_HEADER, WAL_FRAME_HEADER = 32, 24


def remove(database: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)


def settle(database: Path) -> bool:
    """Folds a log that was left behind into the file; says whether there was one."""
    log = database.with_name(database.name + "-wal")
    if not log.exists() or log.stat().st_size == 0:
        return False
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return True


def copy(database: Path, other: Path) -> None:
    """Puts a copy of a database that nobody has open in the place of another."""
    remove(other)
    shutil.copyfile(database, other)


def fingerprint(database: Path, columns: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """By table, a hash of its rows in the order of the first two columns. Values count with their storage class:
    1 and '1' differ, 1 and 1.0 differ."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        hashes = {}
        for table, names in sorted(columns.items()):
            selected = ", ".join(f'"{name}"' for name in names)
            digest, count = hashlib.sha256(), 0
            for row in connection.execute(f'SELECT {selected} FROM "{table}" ORDER BY 1, 2'):
                digest.update(repr(row).encode())
                count += 1
            hashes[table] = f"{count} rows, {digest.hexdigest()[:16]}"
        return hashes


def row_count(database: Path, tables: Iterable[str]) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return sum(connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in tables)


@dataclass
class Writes:
    """What an import wrote: pages that went to the log, and whether a commit was seen."""

    pages: int = 0
    committed: bool = False
    file_changed: bool = False

    def __bool__(self) -> bool:
        return self.pages > 0 or self.committed or self.file_changed


@contextmanager
def watched(database: Path) -> Iterator[Writes]:
    """Holds a reader on a database in WAL mode, so that the log is neither reset nor folded into the file:
    every page written meanwhile stays in it to be counted."""
    before = hashlib.sha256(database.read_bytes()).digest()
    writes = Writes()
    with closing(sqlite3.connect(database, isolation_level=None)) as counter, \
         closing(sqlite3.connect(database, isolation_level=None)) as reader:
        version = _pragma(counter, "data_version")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        yield writes
        writes.committed = _pragma(counter, "data_version") != version
        writes.pages = _pages_in_log(database)
        writes.file_changed = hashlib.sha256(database.read_bytes()).digest() != before


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _pages_in_log(database: Path) -> int:
    log = database.with_name(database.name + "-wal")
    if not log.exists() or log.stat().st_size <= WAL_HEADER:
        return 0
    with log.open("rb") as file:
        page_size = struct.unpack(">8xI", file.read(12))[0]
    return (log.stat().st_size - WAL_HEADER) // (page_size + WAL_FRAME_HEADER)
