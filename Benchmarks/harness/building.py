"""What it takes to build a package that uses the plugin, and what a debug build of it imports."""

from __future__ import annotations

import resource
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from . import database
from .consumer import Consumer
from .failure import run
from .places import PACKAGE, SCHEMAS, Cache
from .programs import Command, measuring_program, swift_product
from .report import align, spread
from .rounds import measure
from .workloads import WORKLOADS, Workload, make_document

NAME = "building"
ENTITIES = 100
# With the key they are 15. A type is spelled alike in Swift and in a model.
ATTRIBUTES = ("Int", "String", "Date", "Double", "Bool", "Int?", "String?", "Date?", "Double?", "Bool?", "URL?", "[String]",
              "String", "Int")

IMPORTER_MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Importer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Rowsmith", path: "{package}", traits: [{traits}])],
  targets: [
    .executableTarget(
      name: "Importer", dependencies: [.product(name: "Rowsmith", package: "Rowsmith")],
      plugins: [.plugin(name: "RowsmithPlugin", package: "Rowsmith")])
  ],
  swiftLanguageModes: [.v6]
)
"""
IMPORTER = """\
import Rowsmith

let store = try Store(.file(CommandLine.arguments[1]), model: ImporterModel())
_ = try store.importJSON(.file(CommandLine.arguments[2]), into: .entity("Article"))
"""


@dataclass(frozen=True)
class Taken:
    """What processes took, with those that they started."""

    processor_seconds: float
    seconds: float


@dataclass
class Contender:
    title: str
    work: Callable[[], Taken]


def _timed(command: Command, purpose: str, folder: Path) -> Taken:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    run(command, purpose, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Taken(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.perf_counter() - start)


def _compare(title: str, contenders: Sequence[Contender], rounds: int) -> list[str]:
    """A table: the contenders in turn, the processor time of each compared with the first."""
    print(f"{NAME}: {title}", file=sys.stderr, flush=True)
    taken: list[list[Taken]] = [[] for _ in contenders]
    for _ in range(rounds):
        for contender, all_taken in zip(contenders, taken):
            all_taken.append(contender.work())
    processor = [[one.processor_seconds for one in each] for each in taken]
    rows = [["what", "processor s", "s", "ratio of processor time: min / median / max"]]
    rows += [
        [contender.title, f"{median(times):.1f}", f"{median(one.seconds for one in each):.1f}", spread(times, processor[0])]
        for contender, each, times in zip(contenders, taken, processor)
    ]
    return [f"### {title}", "", *align(rows), ""]


def measure_building(cache: Cache, scale: float, rounds: int) -> list[str]:
    lines = [f"## {NAME}: building, and importing in debug builds", "", "Processor time is that of all processes together;"
             " ratios to the first line of each table.", ""]
    consumer = Consumer(cache)
    lines += _compare("The first `swift build` of a package (debug)", _first_builds(cache, consumer), rounds)
    lines += _compare(f"Compiling the code of {ENTITIES} entities of {len(ATTRIBUTES) + 1} attributes",
                      _generated(cache, consumer), rounds)
    return lines + _imports(cache, scale, rounds)


def _first_builds(cache: Cache, consumer: Consumer) -> list[Contender]:
    plain = cache.root / "plain"
    (plain / "Sources" / "Feed").mkdir(parents=True, exist_ok=True)
    (plain / "Sources" / "Feed" / "Feed.swift").write_text("public let number = 1\n", encoding="utf-8")
    (plain / "Package.swift").write_text(
        "// swift-tools-version: 6.1\nimport PackageDescription\n\n"
        'let package = Package(name: "Plain", targets: [.target(name: "Feed")])\n', encoding="utf-8")

    def building(title: str, folder: Path) -> Contender:
        def work() -> Taken:
            shutil.rmtree(folder / ".build", ignore_errors=True)
            return _timed(["swift", "build"], f"building {title}", folder)

        return Contender(title, work)

    return [building("three entities, with the plugin", consumer.folder), building("one Swift file alone: the floor", plain)]


def _generated(cache: Cache, consumer: Consumer) -> list[Contender]:
    """As SwiftPM compiles a module, with the module of Rowsmith that the consumer's build has left."""
    folder = cache.root / "generated-100"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "written").mkdir(parents=True)
    model = folder / "Large.yml"
    fields = {f"attribute{place}": kind for place, kind in enumerate(ATTRIBUTES)}
    attributes = ", ".join(f'{name}: "{kind}"' for name, kind in fields.items())
    model.write_text("rowsmith: 1\nentities:\n" + "".join(
        f"  Entity{number}:\n    attributes: {{ id: Int, {attributes} }}\n" for number in range(ENTITIES)), encoding="utf-8")
    run([swift_product("rowsmith", cache), "generate", model, "--output", folder / "large", "--module", "Large"],
        "generating the code of many entities")
    for number in range(ENTITIES):
        properties = "".join(f"  public var {name}: {kind}\n" for name, kind in {"id": "Int", **fields}.items())
        (folder / "written" / f"Entity{number}.swift").write_text(
            f"import Foundation\n\npublic struct Entity{number}: Codable, Equatable, Sendable {{\n{properties}}}\n",
            encoding="utf-8")
    modules = Path(run(["swift", "build", "--show-bin-path"], "finding modules", cwd=consumer.folder).strip()) / "Modules"

    def compiling(title: str, sources: Path, *options: str) -> Contender:
        files = sorted(sources.rglob("*.swift"))
        products = folder / "products"

        def work() -> Taken:
            shutil.rmtree(products, ignore_errors=True)
            products.mkdir()
            return _timed(
                ["swiftc", "-c", "-emit-module", "-module-name", "Large", "-swift-version", "6", "-parse-as-library", "-I",
                 modules, "-Xcc", f"-fmodule-map-file={PACKAGE / 'Sources' / 'CSQLite' / 'module.modulemap'}",
                 "-package-name", "large", *options, *files],
                f"compiling {title}", products)

        return Contender(title, work)

    debug = ("-Onone", "-g", "-enable-testing", "-enable-batch-mode")
    release = ("-O", "-whole-module-optimization")
    return [
        compiling("`Codable` structs written by hand, debug", folder / "written", *debug),
        compiling("generated, debug", folder / "large", *debug),
        compiling("`Codable` structs written by hand, optimised", folder / "written", *release),
        compiling("generated, optimised", folder / "large", *release),
    ]


def _imports(cache: Cache, scale: float, rounds: int) -> list[str]:
    workload: Workload = next(one for one in WORKLOADS if one.name == "nested-first")
    document, path = make_document(workload.document, cache, scale), cache.databases / "debug.sqlite"
    launcher = measuring_program(cache)
    importing = swift_product("Importing", cache)
    commands: dict[str, Command] = {
        "a release build": [importing, workload.model, workload.entity, path, document],
        "a debug build with the trait `Optimized`": [_importer(cache, "Optimized"), path, document],
        "a debug build": [_importer(cache), path, document],
    }

    print(f"{NAME}: importing in debug builds", file=sys.stderr, flush=True)
    seconds: dict[str, list[float]] = {title: [] for title in commands}
    for number in range(rounds + 1):
        for title, command in commands.items():
            database.remove(path)
            taken = measure(launcher, command).seconds
            database.remove(path)
            if number > 0:
                seconds[title].append(taken)
    first = next(iter(seconds.values()))
    rows = [["what imports", "s", "ratio: min / median / max"]]
    rows += [[title, f"{median(each):.2f}", spread(each, first)] for title, each in seconds.items()]
    return ["### The feed, into a new database", "", *align(rows), ""]


def _importer(cache: Cache, *traits: str) -> Path:
    """A program that imports the feed, built for debugging."""
    folder = cache.root / "-".join(["importer", *traits])
    sources = folder / "Sources" / "Importer"
    sources.mkdir(parents=True, exist_ok=True)
    (folder / "Package.swift").write_text(
        IMPORTER_MANIFEST.format(package=PACKAGE, traits=", ".join(f'"{trait}"' for trait in traits)), encoding="utf-8")
    (sources / "main.swift").write_text(IMPORTER, encoding="utf-8")
    shutil.copy(SCHEMAS / "Feed.yml", sources / "Feed.yml")
    run(["swift", "build"], f"building {folder.name}", cwd=folder)
    return Path(run(["swift", "build", "--show-bin-path"], "finding Importer", cwd=folder).strip()) / "Importer"
