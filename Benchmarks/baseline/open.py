"""Opens the feed's database with Python's sqlite3: open.py SCHEMA.sql DATABASE, where no file may be.

The same work as Sources/Opening/main.swift."""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

TIMES = 100
schema = f"BEGIN;\n{Path(sys.argv[1]).read_text(encoding='utf-8')}COMMIT;"
path = Path(sys.argv[2])


def connect(script: str) -> sqlite3.Connection:
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    if script:
        database.executescript(script)
    database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return database


def measure(name: str, script: str, before: Callable[[], None]) -> None:
    seconds = []
    for _ in range(TIMES):
        before()
        start = time.perf_counter()
        database = connect(script)
        seconds.append(time.perf_counter() - start)
        database.close()
    print(json.dumps({"work": name, "seconds": median(seconds), "checksum": TIMES}))


measure("open-new", schema, lambda: path.unlink(missing_ok=True))
measure("open-existing", "", lambda: None)
