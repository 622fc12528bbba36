"""Small calls with httpx, as one writes them by hand: the same work as Sources/Calling/main.swift.

`call.py calls DATABASE URL COUNT AT_ONCE`: every answer is parsed and written, in a transaction of its own.
`call.py transport URL COUNT AT_ONCE`: the bytes alone.
"""

import asyncio
import itertools
import json
import sqlite3
import sys
import time

import httpx

TABLES = """
CREATE TABLE Author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, joinedAt TEXT NOT NULL);
CREATE TABLE Article (id INTEGER PRIMARY KEY, title TEXT NOT NULL, slug TEXT NOT NULL, body TEXT NOT NULL,
  publishedAt TEXT NOT NULL, views INTEGER NOT NULL, rating REAL NOT NULL, author INTEGER REFERENCES Author);
CREATE INDEX Article_publishedAt ON Article (publishedAt);
CREATE INDEX Article_author ON Article (author);
CREATE TABLE Comment (id INTEGER PRIMARY KEY, body TEXT NOT NULL, createdAt TEXT NOT NULL, likes INTEGER NOT NULL,
  article INTEGER REFERENCES Article, author INTEGER REFERENCES Author);
CREATE INDEX Comment_article ON Comment (article);
CREATE INDEX Comment_author ON Comment (author);
"""
AUTHOR = """
INSERT INTO Author (id, name, email, joinedAt) VALUES (:id, :name, :email, :joined_at) ON CONFLICT (id) DO UPDATE
SET name = excluded.name, email = excluded.email, joinedAt = excluded.joinedAt
"""
COMMENT = """
INSERT INTO Comment (id, body, createdAt, likes, author) VALUES (:id, :body, :created_at, :likes, :author)
ON CONFLICT (id) DO UPDATE
SET body = excluded.body, createdAt = excluded.createdAt, likes = excluded.likes, author = excluded.author
"""


def opened(path):
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.executescript(TABLES)
    return database


def write(database, answer):
    comment = json.loads(answer)
    author = comment["author"]
    with database:
        database.execute(AUTHOR, author)
        database.execute(COMMENT, {**comment, "author": author["id"]})


def taken(answer, database):
    answer.raise_for_status()
    if database is None:
        return len(answer.content)
    write(database, answer.content)
    return 1


def one_by_one(url, count, database):
    with httpx.Client() as client:
        def get(number):
            return taken(client.get(f"{url}/comments/{number}"), database)

        get(0)
        start = time.perf_counter()
        total = sum(get(number) for number in range(1, count + 1))
        return time.perf_counter() - start, total


async def together(url, count, at_once, database):
    async with httpx.AsyncClient() as client:
        async def get(number):
            return taken(await client.get(f"{url}/comments/{number}"), database)

        async def some(numbers):
            return sum([await get(number) for number in numbers])

        await get(0)
        numbers = iter(range(1, count + 1))
        start = time.perf_counter()
        totals = await asyncio.gather(*(some(numbers) for _ in itertools.repeat(None, at_once)))
        return time.perf_counter() - start, sum(totals)


def main():
    work, *words = sys.argv[1:]
    database = opened(words.pop(0)) if work == "calls" else None
    url, count, at_once = words[0], int(words[1]), int(words[2])
    if at_once == 1:
        seconds, total = one_by_one(url, count, database)
    else:
        seconds, total = asyncio.run(together(url, count, at_once, database))
    if database is not None:
        database.close()
    print(json.dumps({"work": work, "seconds": seconds, "checksum": total}))


main()
