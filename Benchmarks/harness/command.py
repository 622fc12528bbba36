"""The command line of the benchmark."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from . import database, reading, report
from .failure import Failure
from .packages import install_system_packages
from .places import PACKAGE, Cache
from .programs import PROGRAMS, MakeCommand, Program, measuring_program
from .rounds import measure_workload
from .workloads import WORKLOADS, Workload


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    programs = [program.name for program in PROGRAMS]
    workloads = [*(workload.name for workload in WORKLOADS), reading.NAME]
    optional = ", ".join(program.name for program in PROGRAMS if not program.is_default)
    left_out = f"not this program; the first one left is compared with: {', '.join(programs)}"
    parser = argparse.ArgumentParser(
        prog="Benchmarks/run", description="Measures import speed in paired runs.")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="timed rounds (default 5)")
    parser.add_argument("--scale", type=float, default=1.0, help="size of the data; 1 is 67 MB of feed")
    parser.add_argument("--only", action="append", choices=workloads, default=[], metavar="NAME",
                        help=f"this workload alone; may be repeated: {', '.join(workloads)}")
    parser.add_argument("--with", action="append", choices=programs, default=[], metavar="PROGRAM",
                        dest="added", help=f"also this program: {optional}")
    parser.add_argument("--without", action="append", choices=programs, default=[], metavar="PROGRAM",
                        help=left_out)
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also write the tables there")
    parser.add_argument("--keep", action="store_true", help="keep the databases in the cache")
    parser.add_argument("--cache", type=Path, default=PACKAGE / ".build" / "benchmarks",
                        metavar="FOLDER",
                        help="where data, programs and databases go (default .build/benchmarks)")
    parsed = parser.parse_args(arguments)
    if parsed.rounds < 1:
        parser.error("--rounds must be 1 or more")
    if parsed.scale <= 0:
        parser.error("--scale must be above 0")
    return parsed


def chosen_programs(added: Sequence[str], without: Sequence[str]) -> list[Program]:
    programs = [
        program for program in PROGRAMS
        if program.name not in without and (program.is_default or program.name in added)
    ]
    if not programs:
        raise Failure("--without leaves no program to measure")
    return programs


def measure_all(options: argparse.Namespace) -> list[str]:
    cache = Cache(options.cache.resolve())
    install_system_packages()
    launcher = measuring_program(cache)
    workloads: list[Workload] = [item for item in WORKLOADS if not options.only or item.name in options.only]
    programs: list[tuple[Program, MakeCommand]] = []
    for program in chosen_programs(options.added, options.without) if workloads else []:
        print(f"preparing {program.name}", file=sys.stderr, flush=True)
        programs.append((program, program.prepare(cache)))

    lines = report.heading()
    if not options.only or reading.NAME in options.only:
        section = reading.measure_reading(cache, options.scale, options.rounds)
        print("\n".join(section), flush=True)
        lines += section
    for workload in workloads:
        document = workload.make_document(cache, options.scale)
        outcomes = measure_workload(workload, programs, document, options.rounds, launcher, cache)
        section = report.section(workload, document, outcomes)
        print("\n".join(section), flush=True)
        lines += section
        if not options.keep:
            for outcome in outcomes:
                database.remove(outcome.database)
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    try:
        lines = measure_all(options)
        if options.markdown:
            options.markdown.write_text("\n".join(lines), encoding="utf-8")
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    return 0
