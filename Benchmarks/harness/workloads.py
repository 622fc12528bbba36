"""What is imported, and into what. A further workload is one more entry in WORKLOADS."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from .failure import run
from .places import BASELINE, BENCHMARKS, MODELS, Cache


class Start(Enum):
    """What the database holds when the clock starts."""

    EMPTY = "no database"
    FILLED = "the same document, imported before by the same program"


@dataclass(frozen=True)
class Workload:
    name: str
    title: str
    model: Path
    entity: str
    schema: Path
    start: Start
    make_document: Callable[[Cache, float], Path]
    # The columns that every program must fill alike, by table; the first orders the rows.
    columns: dict[str, tuple[str, ...]]


def make_feed(cache: Cache, scale: float) -> Path:
    feed = cache.data / f"feed-{scale:g}.json"
    source = BENCHMARKS / "feed.py"
    if not feed.exists() or feed.stat().st_mtime < source.stat().st_mtime:
        unfinished = feed.with_suffix(".part")
        # In a process of its own, so that the harness stays small.
        run([sys.executable, source, unfinished, "--scale", str(scale)], "making the feed")
        unfinished.rename(feed)
    return feed


FEED_COLUMNS = {
    "Article": ("id", "title", "slug", "body", "publishedAt", "views", "rating", "author"),
    "Author": ("id", "name", "email", "joinedAt"),
    "Comment": ("id", "body", "createdAt", "likes", "article", "author"),
}


def _nested(name: str, title: str, start: Start) -> Workload:
    return Workload(
        name, title, MODELS / "Feed.yml", "Article", BASELINE / "schema.sql", start, make_feed, FEED_COLUMNS
    )


WORKLOADS = (
    _nested("nested-first", "The nested feed, into a new database", Start.EMPTY),
    _nested("nested-again", "The nested feed, imported again unchanged", Start.FILLED),
)
