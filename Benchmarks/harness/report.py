"""Outcomes as tables, for the terminal and for Markdown alike."""

from __future__ import annotations

import argparse
import platform
import sqlite3
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median

from .packages import venv_python
from .places import BENCHMARKS, PACKAGE, Cache
from .programs import MakeCommand, Program
from .rounds import Outcome
from .workloads import Workload


OWN = ("rowsmith", "module")


def spread(seconds: Sequence[float], baseline: Sequence[float]) -> str:
    """The ratios of paired times: least, median, greatest."""
    if seconds == baseline:
        return "1"
    pairs = sorted(one / other for one, other in zip(seconds, baseline))
    if len(pairs) == 1:
        return f"{pairs[0]:.2f}"
    return f"{pairs[0]:.2f} / {median(pairs):.2f} / {pairs[-1]:.2f}"


def _seconds(outcome: Outcome) -> list[float]:
    return [run.seconds for run in outcome.runs]


def _writes(outcome: Outcome) -> str:
    if outcome.writes is None:
        return "-"
    if not outcome.writes:
        return "none"
    return f"{outcome.writes.pages:,}".replace(",", " ") if outcome.writes.pages else "in the file"


def table(workload: Workload, document: Path, outcomes: Sequence[Outcome]) -> list[str]:
    baseline = outcomes[0]
    watched = any(outcome.writes is not None for outcome in outcomes)
    rows = [["program", "seconds", "peak MiB", f"ratio to {baseline.program.name}: min / median / max"]]
    for outcome in outcomes:
        rows.append([
            f"{outcome.program.name} ({outcome.program.title})",
            f"{median(_seconds(outcome)):.3f}",
            f"{max(run.peak_bytes for run in outcome.runs) / 2**20:.0f}",
            spread(_seconds(outcome), _seconds(baseline)),
        ])
    if watched:
        for row, cell in zip(rows, ["pages written", *map(_writes, outcomes)]):
            row.append(cell)
    if workload.is_tiny:
        with document.open("rb") as file:
            imports = sum(1 for _ in file)
        rates = [f"{imports / median(_seconds(outcome)):,.0f}".replace(",", " ") for outcome in outcomes]
        for row, cell in zip(rows, ["imports per second", *rates]):
            row.append(cell)
    return align(rows)


def align(rows: Sequence[Sequence[str]], texts: int = 1) -> list[str]:
    """Lines of a Markdown table of cells, padded so that it reads as well unrendered; the first row is the heading,
    and the first columns are texts."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = [
        "| " + " | ".join(
            cell.ljust(width) if place < texts else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths))
        ) + " |"
        for row in rows
    ]
    rule = "|" + "|".join("-" * (width + 2) if place < texts else "-" * (width + 1) + ":"
                          for place, width in enumerate(widths)) + "|"
    return [lines[0], rule, *lines[1:]]


def section(workload: Workload, document: Path, outcomes: Sequence[Outcome]) -> list[str]:
    size = document.stat().st_size / 1e6
    rounds = len(outcomes[0].runs)
    return [
        f"## {workload.name}: {workload.title}",
        "",
        f"{size:.1f} MB of JSON, {rounds} rounds. Start: {workload.start}. All hold the same rows.",
        "",
        *table(workload, document, outcomes),
        "",
    ]


@dataclass(frozen=True)
class Summary:
    """A workload in one line: by program, the median of its ratios to the first."""

    workload: str
    ratios: dict[str, float]


def summarized(workload: Workload, outcomes: Sequence[Outcome]) -> Summary:
    baseline = _seconds(outcomes[0])
    return Summary(workload.name, {
        outcome.program.name: median(one / other for one, other in zip(_seconds(outcome), baseline))
        for outcome in outcomes
    })


def summary(rows: Sequence[Summary], programs: Sequence[tuple[Program, MakeCommand]]) -> list[str]:
    """One table of median ratios: workloads down, programs across."""
    if not rows:
        return []
    names = [program.name for program, _ in programs]
    cells = [["median of ratios", *names]]
    cells += [
        [row.workload, *(f"{row.ratios[name]:.2f}" if name in row.ratios else "-" for name in names)] for row in rows
    ]
    return align(cells)


def faster(rows: Sequence[Summary]) -> list[str]:
    """A list of what took less time than the slower of Rowsmith's two ways in."""
    lines = []
    for row in rows:
        own = max((row.ratios[name] for name in OWN if name in row.ratios), default=0)
        ahead = sorted((ratio / own, name) for name, ratio in row.ratios.items() if name not in OWN and ratio < own)
        if ahead:
            lines.append(f"- `{row.workload}`: " + ", ".join(f"`{name}` {share:.2f}" for share, name in ahead))
    return lines or ["- nothing" if rows else "- not measured"]


def machine(cache: Cache) -> list[str]:
    versions = {
        "Swift": _version("swift", "--version"),
        "C": _version("cc", "--version"),
        "sqlite3 shell": _version("sqlite3", "--version").split(" ")[0],
        "Python": f"{platform.python_version()} with SQLite {sqlite3.sqlite_version}",
        "sqlite-utils": _version(venv_python(cache), "-m", "sqlite_utils", "--version").split(" ")[-1],
        "Rowsmith": _version("git", "-C", PACKAGE, "describe", "--always", "--dirty"),
    }
    rows = [["what", "which"], ["measured on", date.today().isoformat()], ["processor", _processor()],
            ["memory", _memory()], ["system", f"{platform.system()} {platform.release()} {platform.machine()}"]]
    rows += [[name, version] for name, version in versions.items() if version]
    return align(rows, texts=2)


def write(path: Path, parts: dict[str, Sequence[str]]) -> None:
    """Writes results.template.md with its parts in their places; what is not a part is written by hand there."""
    text = (BENCHMARKS / "results.template.md").read_text(encoding="utf-8")
    for name, lines in parts.items():
        text = text.replace(f"{{{name}}}", "\n".join(lines).strip())
    path.write_text(text.strip() + "\n", encoding="utf-8")


def told(options: argparse.Namespace) -> list[str]:
    """The options of a run, as they would be given again."""
    words = ["--rounds", str(options.rounds)]
    if options.scale != 1:
        words += ["--scale", f"{options.scale:g}"]
    for option, names in (("--only", options.only), ("--not", options.skipped), ("--with", options.added),
                          ("--without", options.without)):
        for name in names:
            words += [option, name]
    if options.ten_million:
        words.append("--ten-million")
    path = options.markdown.resolve()
    return [*words, "--markdown", str(path.relative_to(PACKAGE)) if path.is_relative_to(PACKAGE) else path.name]


def _version(*command: str | Path) -> str:
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.splitlines()[0].strip() if done.returncode == 0 and done.stdout else ""


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        lines = information.read_text(encoding="utf-8").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        if names:
            return f"{len(names)} x {names[0]}"
    return platform.processor() or "unknown"


def _memory() -> str:
    information = Path("/proc/meminfo")
    if not information.exists():
        return "unknown"
    kibibytes = int(information.read_text(encoding="utf-8").split(maxsplit=2)[1])
    return f"{kibibytes / 2**20:.0f} GiB"
