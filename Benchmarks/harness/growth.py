"""How cost grows with the document: time for each row, and memory. The document is made as it is read."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from . import database
from .failure import Failure, run
from .places import BASELINE, Cache
from .programs import Command, Job, MakeCommand, Program, is_current
from .report import align, spread
from .rounds import Run, check_rows, measure
from .workloads import Workload

NAME = "growth"
TAKING_PART = ("c", "rowsmith", "module", "c-tuned", "python")
WORKLOAD = Workload(
    NAME, "A document that is made as it is read, or short and in a file", "Feed", "Article", document="", by_line=True)


@dataclass(frozen=True)
class Size:
    title: str
    option: str
    amount: int
    # The most rounds it is worth: the larger the work, the less it scatters.
    rounds: int
    # Whether it is there before, in a file, instead of coming through a pipe.
    is_file: bool = False

    def stream(self, stream: Path, scale: float) -> Command:
        return [stream, self.option, str(max(1, round(self.amount * scale)))]


SIZES = (
    Size("10 000 rows in a file", "--rows", 10_000, rounds=9, is_file=True),
    Size("10 000 rows", "--rows", 10_000, rounds=9),
    Size("100 000 rows", "--rows", 100_000, rounds=9),
    Size("1 000 000 rows", "--rows", 1_000_000, rounds=3),
    Size("1 GB", "--bytes", 1_000_000_000, rounds=1),
)
LARGEST = Size("10 000 000 rows", "--rows", 10_000_000, rounds=1)


@dataclass
class Course:
    program: Program
    make_command: MakeCommand
    database: Path
    runs: list[Run] = field(default_factory=list)

    def read(self, launcher: Path, document: Path) -> None:
        database.remove(self.database)
        self.runs.append(measure(launcher, self.make_command(Job(WORKLOAD, document, self.database, prunes=False))))

    def run(self, launcher: Path, stream: Command) -> None:
        database.remove(self.database)
        command = self.make_command(Job(WORKLOAD, "-", self.database, prunes=False))
        source = subprocess.Popen([str(word) for word in stream], stdout=subprocess.PIPE)
        try:
            self.runs.append(measure(launcher, command, source.stdout))
        finally:
            if source.stdout:
                source.stdout.close()
            status = source.wait()
        if status != 0:
            raise Failure(f"{self.program.name} did not read the document to its end")


def measure_growth(
    cache: Cache, programs: Sequence[tuple[Program, MakeCommand]], launcher: Path, scale: float, rounds: int,
    with_largest: bool,
) -> list[str]:
    stream, source = cache.programs / "stream", BASELINE / "stream.c"
    if not is_current(stream, source):
        run(["cc", "-O2", "-o", stream, source], "compiling stream.c")
    rows = [["document", "rows", "program", "seconds", "µs per row", "peak MiB", "ratio: min / median / max"]]
    for size in [*SIZES, *([LARGEST] if with_largest else [])]:
        courses = [
            Course(program, make_command, cache.databases / f"growth-{program.name}.sqlite")
            for program, make_command in programs if program.name in TAKING_PART
        ]
        if not courses:
            return []
        document = cache.data / "growth.json"
        if size.is_file:
            with document.open("wb") as file:
                subprocess.run([str(word) for word in size.stream(stream, scale)], stdout=file, check=True)
        for number in range(1, min(rounds, size.rounds) + 1):
            print(f"growth: {size.title}, round {number}", file=sys.stderr, flush=True)
            for course in courses:
                if size.is_file:
                    course.read(launcher, document)
                else:
                    course.run(launcher, size.stream(stream, scale))
        check_rows(WORKLOAD, {course.program.name: course.database for course in courses})
        rows += _rows(size, courses)
        for course in courses:
            database.remove(course.database)
    scaled = "" if scale == 1 else f" Sizes times {scale:g}."
    return [
        f"## {NAME}: what a row costs as documents grow", "",
        "The nested feed on standard input, as one array, made while it is read and nowhere stored; a new database."
        f"{scaled} All hold the same rows. Rowsmith waits for the end of what comes through a pipe before it locks the"
        " database, which a short document shows: so one is also read from a file. The programs other than Rowsmith take a line at a time, which this"
        " document allows.", "",
        *align(rows, texts=3), "",
    ]


def _rows(size: Size, courses: Sequence[Course]) -> list[list[str]]:
    count = database.row_count(courses[0].database, WORKLOAD.tables.columns())
    rows = []
    for course in courses:
        seconds = median(one.seconds for one in course.runs)
        rows.append([
            size.title, f"{count:,}".replace(",", " "), course.program.name, f"{seconds:.3f}",
            f"{seconds / count * 1e6:.2f}",
            f"{max(one.peak_bytes for one in course.runs) / 2**20:.0f}",
            spread([one.seconds for one in course.runs], [one.seconds for one in courses[0].runs]),
        ])
    return rows
