"""The import with Python's own json and sqlite3: import_sqlite3.py FEED.json DATABASE SCHEMA.sql"""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path

from flatten import COLUMNS, Row, flatten


def upsert(table: str, rows: list[Row], database: sqlite3.Connection) -> None:
    columns = COLUMNS[table]
    values = ", ".join("?" for _ in columns)
    updates = ", ".join(f"{column} = excluded.{column}" for column in columns if column != "id")
    database.executemany(
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})"
        f" ON CONFLICT (id) DO UPDATE SET {updates}",
        rows,
    )


def main(feed: str, path: str, schema: str) -> None:
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.executescript(Path(schema).read_text(encoding="utf-8"))
    rows = flatten(json.loads(Path(feed).read_bytes()))
    with database:
        for table, table_rows in rows.items():
            upsert(table, table_rows, database)
    database.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
