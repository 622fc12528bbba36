"""The command line of the benchmark."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from . import building, client, growth, house, reading, report, sync
from .failure import Failure
from .packages import install_system_packages
from .places import PACKAGE, Cache
from .programs import PROGRAMS, MakeCommand, Program, measuring_program
from .rounds import Rounds
from .workloads import WORKLOADS

# What is measured beside the workloads, in programs of their own.
OTHERS = (growth.NAME, reading.NAME, client.NAME, sync.NAME, house.NAME, building.NAME)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    programs = [program.name for program in PROGRAMS]
    sections = [*(workload.name for workload in WORKLOADS), *OTHERS]
    optional = ", ".join(program.name for program in PROGRAMS if not program.is_default)
    left_out = f"not this program; the first one left is compared with: {', '.join(programs)}"
    parser = argparse.ArgumentParser(
        prog="Benchmarks/run", description="Measures import speed in paired runs.")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="timed rounds (default 5)")
    parser.add_argument("--scale", type=float, default=1.0, help="size of the data; 1 is 67 MB of feed")
    parser.add_argument("--only", action="append", choices=sections, default=[], metavar="NAME",
                        help=f"this section alone; may be repeated: {', '.join(sections)}")
    parser.add_argument("--not", action="append", choices=sections, default=[], metavar="NAME",
                        dest="skipped", help="not this section; may be repeated")
    parser.add_argument("--with", action="append", choices=programs, default=[], metavar="PROGRAM",
                        dest="added", help=f"also this program: {optional}")
    parser.add_argument("--without", action="append", choices=programs, default=[], metavar="PROGRAM",
                        help=left_out)
    parser.add_argument("--ten-million", action="store_true", help=f"{growth.NAME}: also ten million rows")
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
    parsed.sections = [name for name in sections
                       if (not parsed.only or name in parsed.only) and name not in parsed.skipped]
    return parsed


def chosen_programs(added: Sequence[str], without: Sequence[str]) -> list[Program]:
    programs = [
        program for program in PROGRAMS
        if program.name not in without and (program.is_default or program.name in added)
    ]
    if not programs:
        raise Failure("--without leaves no program to measure")
    return programs


def prepared(options: argparse.Namespace, cache: Cache) -> list[tuple[Program, MakeCommand]]:
    programs: list[tuple[Program, MakeCommand]] = []
    if any(name not in (reading.NAME, client.NAME, sync.NAME, building.NAME) for name in options.sections):
        for program in chosen_programs(options.added, options.without):
            print(f"preparing {program.name}", file=sys.stderr, flush=True)
            programs.append((program, program.prepare(cache)))
    return programs


def measure_all(options: argparse.Namespace) -> bool:
    """Measures the sections that are asked for; says whether every one of them could be."""
    cache = Cache(options.cache.resolve())
    install_system_packages()
    launcher = measuring_program(cache)
    programs = prepared(options, cache)
    summaries: list[report.Summary] = []
    sections: dict[str, Callable[[], list[str]]] = {
        growth.NAME: lambda: growth.measure_growth(
            cache, programs, launcher, options.scale, options.rounds, options.ten_million),
        reading.NAME: lambda: reading.measure_reading(cache, options.scale, options.rounds),
        client.NAME: lambda: client.measure_client(cache, launcher, options.scale, options.rounds),
        sync.NAME: lambda: sync.measure_sync(cache, launcher, options.scale, options.rounds),
        house.NAME: lambda: house.measure_house(cache, programs, launcher, options.scale, options.rounds),
        building.NAME: lambda: building.measure_building(cache, options.scale, options.rounds),
    }
    for workload in WORKLOADS:
        def imports(workload=workload) -> list[str]:
            rounds = Rounds(workload, programs, options.scale, launcher, cache)
            outcomes = rounds.measure(options.rounds)
            if not options.keep:
                rounds.remove()
            summaries.append(report.summarized(workload, outcomes))
            return report.section(workload, rounds.document, outcomes)
        sections[workload.name] = imports

    machine = report.machine(cache)  # before a file in git is written, which would count as a change of Rowsmith
    lines: list[str] = []
    is_complete = True
    for name in options.sections:
        try:
            section = sections[name]()
        except Failure as failure:  # the others are worth having all the same
            print(f"error: {failure}", file=sys.stderr, flush=True)
            section = [f"## {name}", "", "Not measured: it failed.", ""]
            is_complete = False
        print("\n".join(section), flush=True)
        lines += section
        if options.markdown:  # after every section, so that little is lost when a later one fails
            report.write(options.markdown, {
                "machine": machine,
                "command": [" ".join(["Benchmarks/run", *report.told(options)])],
                "summary": report.summary(summaries, programs),
                "faster": report.faster(summaries),
                "sections": lines,
            })
    if len(summaries) > 1:
        print("\n".join(report.summary(summaries, programs)), flush=True)
    return is_complete


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    try:
        return 0 if measure_all(options) else 1
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
