"""The import with sqlite-utils: import_sqlite_utils.py TABLES.json ENTITY SCHEMA.sql DATABASE DOCUMENT"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import sqlite_utils

from flatten import Flattener


def main(tables: str, entity: str, schema: str, path: str, document: str) -> None:
    flattener = Flattener(tables, entity)
    database = sqlite_utils.Database(path)
    database.enable_wal()
    database.conn.execute("PRAGMA synchronous = NORMAL")
    database.conn.executescript(Path(schema).read_text(encoding="utf-8"))
    for item in json.loads(Path(document).read_bytes()):
        flattener.add(item)
    with database.conn:
        for table, rows in flattener.rows.items():
            records = (dict(zip(flattener.columns[table], row)) for row in rows)
            if flattener.is_link(table):
                database[table].insert_all(records, pk=("source", "target"), ignore=True)
            else:
                database[table].upsert_all(records, pk="id")
    database.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
