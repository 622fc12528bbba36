"""The import with sqlite-utils: import_sqlite_utils.py FEED.json DATABASE SCHEMA.sql"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import sqlite_utils

from flatten import COLUMNS, flatten


def main(feed: str, path: str, schema: str) -> None:
    database = sqlite_utils.Database(path)
    database.enable_wal()
    database.conn.execute("PRAGMA synchronous = NORMAL")
    database.conn.executescript(Path(schema).read_text(encoding="utf-8"))
    rows = flatten(json.loads(Path(feed).read_bytes()))
    with database.conn:
        for table, table_rows in rows.items():
            records = (dict(zip(COLUMNS[table], row)) for row in table_rows)
            database[table].upsert_all(records, pk="id")
    database.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
