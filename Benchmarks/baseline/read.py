"""Reads the feed's database as records: the same work as Sources/Reading/main.swift.

`read.py DATABASE [--tuples]`: with --tuples, rows stay what sqlite3 gives, untyped, and dates stay text.
"""

import gc
import json
import sqlite3
import sys
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Optional


@dataclass(slots=True, frozen=True)
class Comment:
    id: int
    body: str
    createdAt: datetime
    likes: int
    article: Optional[int]
    author: Optional[int]


@dataclass(slots=True, frozen=True)
class Author:
    id: int
    name: str
    email: str
    joinedAt: datetime


@dataclass(slots=True, frozen=True)
class Article:
    id: int
    title: str
    slug: str
    body: str
    publishedAt: datetime
    views: int
    rating: float
    author: Optional[int]


date = datetime.fromisoformat


def comment(row):
    return Comment(row[0], row[1], date(row[2]), row[3], row[4], row[5])


def author(row):
    return Author(row[0], row[1], row[2], date(row[3]))


def article(row):
    return Article(row[0], row[1], row[2], row[3], date(row[4]), row[5], row[6], row[7])


TUPLES = "--tuples" in sys.argv
if TUPLES:
    comment = author = article = lambda row: row
LIKES = 3
database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
gc.disable()  # it would only cost time: nothing here is circular

COMMENTS = "SELECT id, body, createdAt, likes, article, author FROM Comment"
AUTHORS = "SELECT id, name, email, joinedAt FROM Author"
ARTICLES = "SELECT id, title, slug, body, publishedAt, views, rating, author FROM Article"


def measure(name, work):
    start = time.perf_counter()
    checksum = work()
    seconds = time.perf_counter() - start
    print(json.dumps({"work": name, "seconds": seconds, "checksum": checksum}))


def likes(record):
    return record[LIKES] if TUPLES else record.likes


def records():
    comments = [comment(row) for row in database.execute(COMMENTS + " ORDER BY id")]
    return sum(likes(one) for one in comments)


def stream():
    return sum(likes(comment(row)) for row in database.execute(COMMENTS + " ORDER BY id"))


def keys(count):
    key = 1
    for _ in range(count):
        key = key * 48_271 % 2_147_483_647
        yield key % COUNT + 1


def lookups(count):
    total = 0
    for key in keys(count):
        row = database.execute(COMMENTS + " WHERE id = ?", (key,)).fetchone()
        if row is not None:
            total += likes(comment(row))
    return total


def screens():
    total = 0
    for screen in range(1000):
        articles = [
            article(row)
            for row in database.execute(ARTICLES + " ORDER BY publishedAt DESC, id LIMIT 20 OFFSET ?", (screen,))
        ]
        ids = [one[0] if TUPLES else one.id for one in articles]
        author_ids = [one[7] if TUPLES else one.author for one in articles]
        marks = ", ".join("?" * len(ids))
        authors = [author(row) for row in database.execute(f"{AUTHORS} WHERE id IN ({marks})", author_ids)]
        comments = [comment(row) for row in database.execute(f"{COMMENTS} WHERE article IN ({marks})", ids)]
        total += sum(likes(one) for one in comments) + len(authors)
    return total


records()
COUNT = database.execute("SELECT count(*) FROM Comment").fetchone()[0]
measure("records", records)
measure("stream", stream)
measure("lookups", lambda: lookups(100_000))
measure("lookups-alone", lambda: lookups(20_000))
measure("screens", screens)


def commits():
    """There is no observer here: each value is written, committed and read again by another connection."""
    path = sys.argv[1] + ".observed"
    for suffix in ("", "-wal", "-shm"):
        Path(path + suffix).unlink(missing_ok=True)
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("PRAGMA synchronous = NORMAL")
    writer.execute("CREATE TABLE Comment (id INTEGER PRIMARY KEY, body, createdAt, likes INTEGER, article, author)")
    writer.execute("INSERT INTO Comment VALUES (1, 'Observed', '1970-01-01T00:00:00.000Z', 0, NULL, NULL)")
    reader = sqlite3.connect(path)

    def work():
        delivered = 0
        for number in range(1, 1001):
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("UPDATE Comment SET likes = ?", (number,))
            writer.execute("COMMIT")
            row = reader.execute(COMMENTS + " WHERE id = ?", (1,)).fetchone()
            delivered += likes(comment(row))
        return delivered

    measure("commit-to-delivery", work)
    reader.close()
    writer.close()
    Path(path).unlink()


commits()
