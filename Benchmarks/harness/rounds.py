"""One workload: a warm-up with every check, then the rounds that are timed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from . import database
from .failure import Failure
from .places import Cache
from .programs import Command, Job, MakeCommand, Program
from .workloads import Workload, make_document


@dataclass(frozen=True)
class Run:
    seconds: float
    peak_bytes: int
    # What the program has printed.
    output: str = ""


@dataclass
class Outcome:
    """One program at one workload; `runs[i]` of two programs belong to the same round."""

    program: Program
    make_command: MakeCommand
    database: Path
    runs: list[Run] = field(default_factory=list)
    writes: database.Writes | None = None

    @property
    def filled(self) -> Path:
        """What every round starts from, where a round changes it."""
        return self.database.with_suffix(".filled.sqlite")


def measure(launcher: Path, command: Command, standard_input: IO[bytes] | None = None) -> Run:
    receiving, sending = os.pipe()
    words = [str(word) for word in command]
    with os.fdopen(receiving) as report:
        done = subprocess.run(
            [str(launcher), str(sending), *words], stdin=standard_input or subprocess.DEVNULL,
            pass_fds=[sending], text=True, capture_output=True, check=False,
        )
        os.close(sending)
        figures = report.read().split()
    if done.returncode != 0 or len(figures) != 3 or figures[2] != "0":
        raise Failure(f"`{' '.join(words)}` failed:\n{(done.stderr + done.stdout).strip()[-4000:]}")
    return Run(float(figures[0]), int(figures[1]) * 1024, done.stdout)


class Rounds:
    """The programs that take part in a workload, and how they are started at it."""

    def __init__(
        self, workload: Workload, programs: Sequence[tuple[Program, MakeCommand]], scale: float, launcher: Path,
        cache: Cache,
    ) -> None:
        self.workload = workload
        self.launcher = launcher
        self.document = make_document(workload.document, cache, scale)
        self.before = make_document(workload.before, cache, scale) if workload.before else None
        self.outcomes = [
            Outcome(program, make_command, cache.databases / f"{workload.name}-{program.name}.sqlite")
            for program, make_command in programs if program.takes(workload)
        ]

    def measure(self, rounds: int) -> list[Outcome]:
        for outcome in self.outcomes:
            _say(f"{self.workload.name}: warm-up, {outcome.program.name}")
            database.remove(outcome.database)
            if self.before:
                measure(self.launcher, outcome.make_command(
                    Job(self.workload, self.before, outcome.database, prunes=False)))
                self._settle(outcome)
                if not self.workload.is_unchanged:
                    database.copy(outcome.database, outcome.filled)
                with database.watched(outcome.database) as outcome.writes:
                    self._import(outcome)
            else:
                self._import(outcome)
            self._settle(outcome)
        self._check_rows()
        for number in range(1, rounds + 1):
            _say(f"{self.workload.name}: round {number} of {rounds}")
            for outcome in self.outcomes:
                if self.before is None:
                    database.remove(outcome.database)
                elif not self.workload.is_unchanged:
                    database.copy(outcome.filled, outcome.database)
                outcome.runs.append(self._import(outcome))
        self._check_rows()
        return self.outcomes

    def remove(self) -> None:
        for outcome in self.outcomes:
            database.remove(outcome.database)
            database.remove(outcome.filled)

    def _import(self, outcome: Outcome) -> Run:
        job = Job(self.workload, self.document, outcome.database, self.workload.prunes)
        os.sync()  # so that nobody pays for what the program before left to be written
        return measure(self.launcher, outcome.make_command(job))

    def _settle(self, outcome: Outcome) -> None:
        if database.settle(outcome.database):
            _say(f"{self.workload.name}: {outcome.program.name} left its log behind;"
                 " the last checkpoint is not in its time")

    def _check_rows(self) -> None:
        check_rows(self.workload, {outcome.program.name: outcome.database for outcome in self.outcomes})


def check_rows(workload: Workload, databases: dict[str, Path]) -> None:
    """Every database must hold the rows that the first one holds."""
    columns = workload.tables.columns()
    first, *others = databases
    expected = database.fingerprint(databases[first], columns)
    for name in others:
        for table, rows in database.fingerprint(databases[name], columns).items():
            if rows != expected[table]:
                raise Failure(
                    f"{workload.name}: {name} and {first} disagree in {table}: {rows} in {databases[name]},"
                    f" {expected[table]} in {databases[first]}"
                )


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
