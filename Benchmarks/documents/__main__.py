"""Writes a document of the benchmark: python3 -m documents NAME FILE [--scale 1.0]"""

from __future__ import annotations

import argparse
from pathlib import Path

from . import DOCUMENTS
from .writing import write


def main() -> None:
    parser = argparse.ArgumentParser(prog="documents", description="Writes a document of the benchmark.")
    parser.add_argument("name", choices=sorted(DOCUMENTS))
    parser.add_argument("file", type=Path)
    parser.add_argument("--scale", type=float, default=1.0)
    arguments = parser.parse_args()
    records, by_line = DOCUMENTS[arguments.name]
    write(arguments.file, records(arguments.scale), by_line)


if __name__ == "__main__":
    main()
