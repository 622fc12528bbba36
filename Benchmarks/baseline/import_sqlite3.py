"""The import with Python's own json and sqlite3:

    import_sqlite3.py TABLES.json ENTITY SCHEMA.sql DATABASE DOCUMENT [--lines | --each] [--prune]

The options mean what they mean in import.c."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

from flatten import Flattener

LINES_AT_ONCE = 1_000


def upserts(flattener: Flattener) -> dict[str, str]:
    statements = {}
    for table, columns in flattener.columns.items():
        values = f"({', '.join(columns)}) VALUES ({', '.join('?' for _ in columns)})"
        if flattener.is_link(table):
            statements[table] = f"INSERT OR IGNORE INTO {table} {values}"
        else:
            updates = ", ".join(f"{column} = excluded.{column}" for column in columns[1:])
            statements[table] = f"INSERT INTO {table} {values} ON CONFLICT (id) DO UPDATE SET {updates}"
    return statements


def prune(database: sqlite3.Connection, flattener: Flattener, entity: str) -> None:
    database.execute("CREATE TEMP TABLE Kept (id INTEGER PRIMARY KEY)")
    database.executemany("INSERT OR IGNORE INTO Kept VALUES (?)", ((row[0],) for row in flattener.rows[entity]))
    for field in flattener.entities[entity]:
        if field[0] == "many":
            database.execute(
                f"UPDATE {field[3]} SET {field[1]} = NULL"
                f" WHERE {field[1]} IN (SELECT id FROM {entity} EXCEPT SELECT id FROM Kept)")
    database.execute(f"DELETE FROM {entity} WHERE id NOT IN (SELECT id FROM Kept)")


def objects(lines: Iterator[bytes]) -> Iterator[dict]:
    for line in lines:
        text = line.strip(b"[],\n")  # of an array with one object a line
        if text:
            yield json.loads(text)


def main(tables: str, entity: str, schema: str, path: str, document: str, *options: str) -> None:
    flattener = Flattener(tables, entity)
    statements = upserts(flattener)
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.executescript(Path(schema).read_text(encoding="utf-8"))

    def write() -> None:
        for table, rows in flattener.rows.items():
            if rows:
                database.executemany(statements[table], rows)
        flattener.clear()

    if "--each" in options:
        with open(document, "rb") as file:
            for item in objects(file):
                flattener.add(item)
                with database:
                    write()
    elif "--lines" in options:
        with sys.stdin.buffer if document == "-" else open(document, "rb") as file, database:
            for number, item in enumerate(objects(file), 1):
                flattener.add(item)
                if number % LINES_AT_ONCE == 0:
                    write()
            write()
    else:
        for item in json.loads(Path(document).read_bytes()):
            flattener.add(item)
        with database:
            if "--prune" in options:
                prune(database, flattener, entity)
            write()
    database.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
