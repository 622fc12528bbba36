"""What is imported, and into what. A further workload is one more entry in WORKLOADS."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from .failure import run
from .places import BENCHMARKS, SCHEMAS, Cache
from .tables import Tables


@dataclass(frozen=True)
class Workload:
    name: str
    title: str
    # The name of a file of Schemas/ and of one of baseline/tables.
    model: str
    entity: str
    # The name of a document of documents/.
    document: str
    # The document imported before by the same program; None where the clock starts without a database.
    before: str | None = None
    # One object a line, in place of an array.
    by_line: bool = False
    # Every line is an import of its own, in a transaction of its own.
    is_tiny: bool = False
    # Rows of the root that the document does not name are deleted.
    prunes: bool = False

    @property
    def schema(self) -> Path:
        return SCHEMAS / f"{self.model}.yml"

    @property
    def tables(self) -> Tables:
        return Tables(self.model)

    @property
    def is_unchanged(self) -> bool:
        return self.before == self.document

    @property
    def start(self) -> str:
        if self.before is None:
            return "no database"
        return "the same document, imported before" if self.is_unchanged else "another document, imported before"


def make_document(name: str, cache: Cache, scale: float) -> Path:
    document = cache.data / f"{name}-{scale:g}.json"
    sources = (BENCHMARKS / "documents").glob("*.py")
    if not document.exists() or document.stat().st_mtime < max(source.stat().st_mtime for source in sources):
        unfinished = document.with_suffix(".part")
        print(f"making {document.name}", file=sys.stderr, flush=True)
        # In a process of its own, so that the harness stays small.
        run([sys.executable, "-B", "-m", "documents", name, unfinished, "--scale", str(scale)],
            f"making {document.name}", cwd=BENCHMARKS)
        unfinished.rename(document)
    return document


WORKLOADS = (
    Workload("nested-first", "The nested feed, into a new database", "Feed", "Article", "feed"),
    Workload("nested-again", "The nested feed, imported again unchanged", "Feed", "Article", "feed", before="feed"),
    Workload("nested-changed", "The nested feed, again with 1 % of the rows changed", "Feed", "Article",
             "feed-changed", before="feed"),
    Workload("nested-pruned", "The nested feed, again with 10 % of the articles gone (`MergeAndPrune`)",
             "Feed", "Article", "feed-pruned", before="feed", prunes=True),
    Workload("nested-lines", "The nested feed as newline-delimited JSON", "Feed", "Article", "feed-lines",
             by_line=True),
    Workload("wide", "Flat rows of forty columns", "Wide", "Product", "wide"),
    Workload("links", "Many-to-many: embedded records and bare keys", "Links", "Post", "links"),
    Workload("deep", "Eight levels of nesting", "Deep", "Company", "deep"),
    Workload("texts", "Long texts with escapes", "Texts", "Page", "texts"),
    Workload("numbers", "Numbers and dates only", "Numbers", "Reading", "numbers"),
    Workload("tiny", "20 000 tiny documents, one import each, in one process", "Feed", "Comment", "comments",
             by_line=True, is_tiny=True),
)
