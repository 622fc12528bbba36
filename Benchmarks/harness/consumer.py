"""A small package that uses the plugin, to see how long an edit of its model takes to arrive."""

from __future__ import annotations

import time
from pathlib import Path

from .failure import run
from .places import PACKAGE, Cache

MANIFEST = """\
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Rowsmith", path: "{package}")],
  targets: [
    .target(
      name: "Feed", dependencies: [.product(name: "Rowsmith", package: "Rowsmith")],
      plugins: [.plugin(name: "RowsmithPlugin", package: "Rowsmith")])
  ],
  swiftLanguageModes: [.v6]
)
"""
MODEL = """\
rowsmith: 1
defaults: {{ MergePolicy: Merge }}
entities:
  Article:
    attributes: {{ id: Int, title: String, publishedAt: Date, attribute{number}: Int? }}
    relationships: {{ author: Author?, comments: {{ to: [Comment], inverse: article }} }}
  Author:
    attributes: {{ id: Int, name: String }}
  Comment:
    attributes: {{ id: Int, body: String, likes: Int }}
    relationships: {{ article: Article?, author: Author? }}
"""


class Consumer:
    """Three entities and one Swift file, built for debugging, as one does between edits."""

    def __init__(self, cache: Cache) -> None:
        self.folder = cache.root / "consumer"
        self._number = 0
        self._write("Package.swift", MANIFEST.format(package=PACKAGE))
        self.edit_model()
        self.edit_swift()
        self.build()
        self.build()  # SwiftPM plans once more after a first build

    def edit_model(self) -> None:
        self._number += 1
        self._write("Schemas/Feed.yml", MODEL.format(number=self._number))

    def edit_swift(self) -> None:
        self._number += 1
        self._write("Sources/Feed/Feed.swift", f"/// Changes.\npublic let number = {self._number}\n")

    def build(self) -> float:
        start = time.perf_counter()
        run(["swift", "build"], "building the consumer", cwd=self.folder)
        return time.perf_counter() - start

    def _write(self, name: str, text: str) -> None:
        path: Path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
