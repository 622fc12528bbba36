"""Synchronising with Kinto by hand, with httpx, json and sqlite3: the same work as Sources/Syncing/main.swift.

`sync.py push DATABASE URL FILE`: the notes of a file, put into a database, are sent in batches.
`sync.py pull DATABASE URL`: all notes come, page by page, each in a transaction with how far it was read.
`sync.py idle DATABASE URL`: what has changed since.
"""

import json
import sqlite3
import sys
import time

import httpx

TABLES = """
CREATE TABLE IF NOT EXISTS Note (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, body TEXT NOT NULL, stars INTEGER NOT NULL, version INTEGER, dirty INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS Note_dirty ON Note (id) WHERE dirty;
CREATE TABLE IF NOT EXISTS Cursor (value INTEGER);
"""
UPSERT = """
INSERT INTO Note (id, title, body, stars, version, dirty) VALUES (:id, :title, :body, :stars, :last_modified, 0)
ON CONFLICT (id) DO UPDATE SET title = excluded.title, body = excluded.body, stars = excluded.stars,
  version = excluded.version WHERE dirty = 0
"""
RECORDS = "/buckets/bench/collections/notes/records"


def opened(path):
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.executescript(TABLES)
    return database


def push(database, client, limit):
    sent = 0
    while True:
        rows = database.execute("SELECT id, title, body, stars FROM Note WHERE dirty LIMIT ?", (limit,)).fetchall()
        if not rows:
            return sent
        requests = [
            {"path": f"/v1{RECORDS}/{row[0]}", "body": {"data": dict(zip(("id", "title", "body", "stars"), row))}}
            for row in rows
        ]
        answer = client.post(
            "/batch", json={"defaults": {"method": "PUT", "headers": {"If-None-Match": "*"}}, "requests": requests})
        answer.raise_for_status()
        with database:
            for row, one in zip(rows, answer.json()["responses"]):
                if one["status"] not in (200, 201):
                    raise SystemExit(f"{one}")
                database.execute("UPDATE Note SET dirty = 0, version = ? WHERE id = ?",
                                 (one["body"]["data"]["last_modified"], row[0]))
        sent += len(rows)


def pull(database, client):
    known = database.execute("SELECT value FROM Cursor").fetchone()
    url = f"{RECORDS}?_sort=last_modified&_limit=1000" + (f"&_since={known[0]}" if known else "")
    count, cursor = 0, None
    while url:
        answer = client.get(url)
        answer.raise_for_status()
        cursor = cursor or answer.headers["ETag"].strip('"')
        records = answer.json()["data"]
        with database:
            database.executemany(UPSERT, [one for one in records if not one.get("deleted")])
            database.executemany("DELETE FROM Note WHERE id = ?", [(one["id"],) for one in records if one.get("deleted")])
            database.execute("DELETE FROM Cursor")
            database.execute("INSERT INTO Cursor VALUES (?)", (int(cursor),))
        count += len(records)
        url = answer.headers.get("Next-Page")
    return count


def measure(name, work, traffic):
    traffic.update(requests=0, bytes=0)
    start = time.perf_counter()
    count = work()
    print(json.dumps({"work": name, "seconds": time.perf_counter() - start, "checksum": count, **traffic}))


def main(work, path, url, file=None):
    database = opened(path)
    traffic = {"requests": 0, "bytes": 0}

    def count(answer):
        traffic["requests"] += 1
        traffic["bytes"] += len(answer.read())

    with httpx.Client(
            base_url=url, auth=("bench", "secret"), timeout=60, event_hooks={"response": [count]}) as client:
        limit = client.get("/").json()["settings"]["batch_max_requests"]
        if work == "push":
            client.put("/buckets/bench")
            client.put("/buckets/bench/collections/notes")
            with open(file, encoding="utf-8") as notes, database:
                database.executemany(
                    "INSERT INTO Note (id, title, body, stars, dirty) VALUES (:id, :title, :body, :stars, 1)",
                    json.load(notes))
            measure(work, lambda: push(database, client, limit), traffic)
        elif work == "pull":
            measure(work, lambda: pull(database, client), traffic)
        else:
            pull(database, client)
            measure(work, lambda: pull(database, client), traffic)


if __name__ == "__main__":
    main(*sys.argv[1:])
