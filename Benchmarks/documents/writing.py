"""Records as JSON text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

JSONObject = dict[str, Any]


def write(path: Path, records: Iterable[JSONObject], by_line: bool) -> None:
    """Writes records as one JSON array, or one a line. One in eight has all non-ASCII text escaped (`\\u00e9`), as
    many servers send it; the rest is plain UTF-8. The file is written as the records are made."""
    plain = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
    escaped = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"))
    with path.open("w", encoding="utf-8", newline="\n") as file:
        separator = "" if by_line else "["
        for record in records:
            encoder = escaped if record["id"] % 8 == 0 else plain
            file.write(separator + encoder.encode(record))
            separator = "\n" if by_line else ",\n"
        file.write("\n" if by_line else "]\n" if separator != "[" else "[]\n")
