"""One workload: a warm-up with every check, then the rounds that are timed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from . import database
from .failure import Failure
from .places import Cache
from .programs import Command, MakeCommand, Program
from .workloads import Start, Workload


@dataclass(frozen=True)
class Run:
    seconds: float
    peak_bytes: int


@dataclass
class Outcome:
    """One program at one workload; `runs[i]` of two programs belong to the same round."""

    program: Program
    make_command: MakeCommand
    database: Path
    runs: list[Run] = field(default_factory=list)
    writes: database.Writes | None = None


def measure(launcher: Path, command: Command) -> Run:
    receiving, sending = os.pipe()
    words = [str(word) for word in command]
    with os.fdopen(receiving) as report:
        done = subprocess.run(
            [str(launcher), str(sending), *words],
            pass_fds=[sending], text=True, capture_output=True, check=False,
        )
        os.close(sending)
        figures = report.read().split()
    if done.returncode != 0 or len(figures) != 3 or figures[2] != "0":
        raise Failure(f"`{' '.join(words)}` failed:\n{(done.stderr + done.stdout).strip()[-4000:]}")
    return Run(float(figures[0]), int(figures[1]) * 1024)


def measure_workload(
    workload: Workload,
    programs: Sequence[tuple[Program, MakeCommand]],
    document: Path,
    rounds: int,
    launcher: Path,
    cache: Cache,
) -> list[Outcome]:
    outcomes = [
        Outcome(program, make_command, cache.databases / f"{workload.name}-{program.name}.sqlite")
        for program, make_command in programs
    ]

    def start(outcome: Outcome) -> Run:
        command = outcome.make_command(workload, document, outcome.database)
        if workload.start is Start.EMPTY:
            database.remove(outcome.database)
        os.sync()  # so that nobody pays for what the program before left to be written
        return measure(launcher, command)

    for outcome in outcomes:
        _say(f"{workload.name}: warm-up, {outcome.program.name}")
        database.remove(outcome.database)
        start(outcome)
        if workload.start is Start.FILLED:
            with database.watched(outcome.database) as outcome.writes:
                start(outcome)
    _check_rows(workload, outcomes)

    for number in range(1, rounds + 1):
        _say(f"{workload.name}: round {number} of {rounds}")
        for outcome in outcomes:
            outcome.runs.append(start(outcome))
    _check_rows(workload, outcomes)
    return outcomes


def _check_rows(workload: Workload, outcomes: Sequence[Outcome]) -> None:
    """Every database must hold the rows that the first one holds."""
    expected: dict[str, str] | None = None
    for outcome in outcomes:
        found = database.fingerprint(outcome.database, workload.columns)
        if expected is None:
            expected = found
        for table, rows in found.items():
            if rows != expected[table]:
                raise Failure(
                    f"{workload.name}: {outcome.program.name} and {outcomes[0].program.name} disagree"
                    f" in {table}: {rows} in {outcome.database},"
                    f" {expected[table]} in {outcomes[0].database}"
                )


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
