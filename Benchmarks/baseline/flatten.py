"""From objects to rows, table by table: what both Python programs do after parsing.

The tables are given by a file (table.h says how to read it). From it the Python is written that one would write by
hand for that document, and run, so that being general costs nothing for each row."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

JSONObject = dict[str, Any]
Row = tuple[Any, ...]
Fields = list[list[str]]


class Flattener:
    """`add(object)` takes an object of the root apart; `rows` has what was found since it was last cleared: one row
    per mention, so an author embedded a hundred times is a hundred rows, as in the other programs."""

    def __init__(self, path: str, entity: str) -> None:
        self.entities: dict[str, Fields] = json.loads(Path(path).read_text(encoding="utf-8"))
        self.columns: dict[str, list[str]] = {}
        for name, fields in self.entities.items():
            self.columns[name] = [field[1] for field in fields if _is_column(field)]
            for field in fields:
                if field[0] in ("links", "keys"):
                    self.columns[field[1]] = ["source", "target"]
        self.rows: dict[str, list[Row]] = {table: [] for table in self.columns}
        source = "\n".join(_function(name, fields) for name, fields in self.entities.items())
        names: dict[str, Any] = {f"rows_{table}": rows for table, rows in self.rows.items()}
        exec(source, names)  # noqa: S102 (written by this file)
        self.add: Callable[[JSONObject], int] = names[f"add_{entity}"]

    def clear(self) -> None:
        for rows in self.rows.values():
            rows.clear()

    def is_link(self, table: str) -> bool:
        return table not in self.entities


def _is_column(field: list[str]) -> bool:
    return field[0] not in ("many", "links", "keys")


def _function(entity: str, fields: Fields) -> str:
    values = ", ".join(_value(field) for field in fields if _is_column(field))
    key = f'o["{fields[0][2]}"]'
    lines = [f"def add_{entity}(o, parent=None):", f"  rows_{entity}.append(({values},))"]
    for field in fields:
        items = f'o["{field[2]}"]' if len(field) > 2 else ""
        if field[0] == "many":
            lines.append(f"  for item in {items}: add_{field[3]}(item, {key})")
        elif field[0] == "links":
            lines.append(f"  for item in {items}: rows_{field[1]}.append(({key}, add_{field[3]}(item)))")
        elif field[0] == "keys":
            lines.append(f"  rows_{field[1]}.extend(({key}, item) for item in {items})")
    return "\n".join([*lines, f"  return {key}"])


def _value(field: list[str]) -> str:
    match field[0]:
        case "parent":
            return "parent"
        case "one":
            return f'add_{field[3]}(o["{field[2]}"])'
        case "date":  # 2000-08-22T13:28:00Z -> 2000-08-22T13:28:00.000Z
            return f'o["{field[2]}"][:-1] + ".000Z"'
        case "date?":
            return f'(date[:-1] + ".000Z" if (date := o.get("{field[2]}")) else None)'
        case kind if kind.endswith("?"):
            return f'o.get("{field[2]}")'
        case _:
            return f'o["{field[2]}"]'
