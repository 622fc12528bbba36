"""The tables of a model, read from baseline/tables: as SQL for everybody, and as a script for the sqlite3 shell.

What the kinds of field mean is said in baseline/table.h."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .places import BASELINE

TYPES = {"integer": "INTEGER", "real": "REAL", "text": "TEXT", "date": "TEXT", "bool": "INTEGER"}


@dataclass(frozen=True)
class Field:
    kind: str
    column: str
    key: str = ""
    # The entity of the objects under the key, or `index`.
    extra: str = ""

    @property
    def is_column(self) -> bool:
        return self.kind not in ("many", "links", "keys")

    @property
    def is_link(self) -> bool:
        return self.kind in ("links", "keys")

    @property
    def is_indexed(self) -> bool:
        return self.kind in ("parent", "one") or self.extra == "index"

    @property
    def definition(self) -> str:
        if self.kind in ("parent", "one"):
            return f"{self.column} INTEGER"
        return f"{self.column} {TYPES[self.kind.rstrip('?')]}" + ("" if self.kind.endswith("?") else " NOT NULL")


@dataclass(frozen=True)
class Tables:
    name: str

    @property
    def path(self) -> Path:
        return BASELINE / "tables" / f"{self.name}.json"

    @cached_property
    def entities(self) -> dict[str, list[Field]]:
        description = json.loads(self.path.read_text(encoding="utf-8"))
        return {entity: [Field(*words) for words in fields] for entity, fields in description.items()}

    def columns(self) -> dict[str, tuple[str, ...]]:
        """By table, the columns that every program must fill alike; the first two order the rows."""
        found = {}
        for entity, fields in self.entities.items():
            found[entity] = tuple(field.column for field in fields if field.is_column)
            found |= {field.column: ("source", "target") for field in fields if field.is_link}
        return found

    def schema(self) -> str:
        """The tables as Rowsmith lays them out."""
        statements = []
        for entity, fields in self.entities.items():
            columns = [field.definition for field in fields if field.is_column]
            columns[0] = f"{fields[0].column} INTEGER PRIMARY KEY"
            statements.append(f"CREATE TABLE IF NOT EXISTS {entity} (\n  " + ",\n  ".join(columns) + "\n);")
            for field in fields:
                if field.is_link:
                    statements.append(
                        f"CREATE TABLE IF NOT EXISTS {field.column} (\n"
                        "  source INTEGER NOT NULL,\n  target INTEGER NOT NULL,\n  position INTEGER,\n"
                        "  PRIMARY KEY (source, target)\n) WITHOUT ROWID;")
                    statements.append(
                        f"CREATE INDEX IF NOT EXISTS {field.column}_target ON {field.column} (target);")
                elif field.is_indexed:
                    name = f"{entity}_{field.column}"
                    statements.append(f"CREATE INDEX IF NOT EXISTS {name} ON {entity} ({field.column});")
        return "\n".join(statements) + "\n"


def shell_script(tables: Tables, entity: str, by_line: bool, prunes: bool) -> str:
    """The import as one writes it in the sqlite3 shell. Parameters: :document (a path). temp_store is set by the
    caller: setting it here would drop the table that holds the parameters. Lines have been read into Root before."""
    script = _Script(tables)
    lines = ["PRAGMA journal_mode = WAL;", "PRAGMA synchronous = NORMAL;"]
    if not by_line:
        # One row per object of the root, so that the document is taken apart once and not once per table.
        lines.append("CREATE TEMP TABLE Root AS SELECT value FROM json_each(readfile(:document));")
    lines.append("BEGIN;")
    script.add(entity, "Root", "Root.value", "$", "NULL")
    lines += script.statements
    if prunes:
        lines.append("CREATE TEMP TABLE Kept AS SELECT value ->> '$.id' AS id FROM Root;")
        lines.append("CREATE UNIQUE INDEX temp.Kept_id ON Kept (id);")
        lines += [
            f"UPDATE {field.extra} SET {field.column} = NULL WHERE {field.column} IN"
            f" (SELECT id FROM {entity} EXCEPT SELECT id FROM Kept);"
            for field in tables.entities[entity] if field.kind == "many"
        ]
        lines.append(f"DELETE FROM {entity} WHERE id NOT IN (SELECT id FROM Kept);")
    return "\n".join([*lines, "COMMIT;", ""])


class _Script:
    def __init__(self, tables: Tables) -> None:
        self.entities = tables.entities
        self.statements: list[str] = []

    def add(self, entity: str, rows: str, value: str, path: str, parent: str) -> None:
        """Adds what writes the objects of an entity that are at a path of a value, for each of some rows."""
        fields = self.entities[entity]
        for field in fields:
            if field.kind == "one":
                self.add(field.extra, rows, value, f"{path}.{field.key}", "NULL")
        columns = [field for field in fields if field.is_column]
        values = ", ".join(self._column(field, value, path, parent) for field in columns)
        updates = ", ".join(f"{field.column} = excluded.{field.column}" for field in columns[1:])
        self.statements.append(
            f"INSERT INTO {entity} ({', '.join(field.column for field in columns)})\nSELECT {values}\n"
            f"FROM {rows} WHERE true ON CONFLICT (id) DO UPDATE SET {updates};")
        key = f"{value} ->> '{path}.{fields[0].key}'"
        for field in fields:
            if field.is_column:
                continue
            items = f"{rows}, json_each({value}, '{path}.{field.key}') AS {field.column}_item"
            item = f"{field.column}_item.value"
            if field.kind == "many":
                self._add_many(field, items, item, key)
                continue
            if field.kind == "links":
                self.add(field.extra, items, item, "$", "NULL")
                item += " ->> '$.id'"
            self.statements.append(
                f"INSERT OR IGNORE INTO {field.column} (source, target) SELECT {key}, {item} FROM {items};")

    def _add_many(self, field: Field, items: str, item: str, key: str) -> None:
        if all(inner.is_column for inner in self.entities[field.extra]):
            self.add(field.extra, items, item, "$", key)
            return
        # What lies deeper is taken apart once for each level, not once for each level below it.
        table = f"{field.extra}Items"
        self.statements.append(f"CREATE TEMP TABLE {table} AS SELECT {key} AS parent, {item} AS value FROM {items};")
        self.add(field.extra, table, f"{table}.value", "$", f"{table}.parent")

    def _column(self, field: Field, value: str, path: str, parent: str) -> str:
        if field.kind == "parent":
            return parent
        inner = f"{field.key}.id" if field.kind == "one" else field.key
        found = f"{value} ->> '{path}.{inner}'"
        return f"strftime('%Y-%m-%dT%H:%M:%fZ', {found})" if field.kind.startswith("date") else found
