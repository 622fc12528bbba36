"""Outcomes as a table, for the terminal and for Markdown alike."""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from statistics import median

from .rounds import Outcome
from .workloads import Workload


def _ratios(outcome: Outcome, baseline: Outcome) -> str:
    if outcome is baseline:
        return "1"
    pairs = sorted(one.seconds / other.seconds for one, other in zip(outcome.runs, baseline.runs))
    return f"{pairs[0]:.2f} / {median(pairs):.2f} / {pairs[-1]:.2f}"


def _writes(outcome: Outcome) -> str:
    if outcome.writes is None:
        return "-"
    if not outcome.writes:
        return "none"
    return f"{outcome.writes.pages:,}".replace(",", " ") if outcome.writes.pages else "in the file"


def table(outcomes: Sequence[Outcome]) -> list[str]:
    """Lines of a Markdown table, padded so that it reads as well unrendered."""
    baseline = outcomes[0]
    watched = any(outcome.writes is not None for outcome in outcomes)
    rows = [["program", "seconds", "peak MiB", f"ratio to {baseline.program.name}: min / median / max"]]
    for outcome in outcomes:
        rows.append([
            f"{outcome.program.name} ({outcome.program.title})",
            f"{median(run.seconds for run in outcome.runs):.3f}",
            f"{max(run.peak_bytes for run in outcome.runs) / 2**20:.0f}",
            _ratios(outcome, baseline),
        ])
    if watched:
        for row, cell in zip(rows, ["pages written", *map(_writes, outcomes)]):
            row.append(cell)
    return align(rows)


def align(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a Markdown table of cells, the first row its heading."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = [
        "| " + " | ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths))
        ) + " |"
        for row in rows
    ]
    rule = "|" + "|".join("-" * (width + 2) if place == 0 else "-" * (width + 1) + ":"
                          for place, width in enumerate(widths)) + "|"
    return [lines[0], rule, *lines[1:]]


def section(workload: Workload, document: Path, outcomes: Sequence[Outcome]) -> list[str]:
    size = document.stat().st_size / 1e6
    rounds = len(outcomes[0].runs)
    return [
        f"## {workload.name}: {workload.title}",
        "",
        f"{size:.1f} MB of JSON, {rounds} rounds. Start: {workload.start.value}. All hold the same rows.",
        "",
        *table(outcomes),
        "",
    ]


def heading() -> list[str]:
    return [
        "# How fast it is",
        "",
        f"Measured on {date.today().isoformat()}: {_processor()}, {platform.system()} {platform.machine()},"
        f" Python {platform.python_version()}, its SQLite {sqlite3.sqlite_version}."
        " How to read and repeat this: [README](README.md).",
        "",
    ]


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        lines = information.read_text(encoding="utf-8").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        if names:
            return f"{len(names)} x {names[0]}"
    return platform.processor() or "unknown processor"
