"""Whether the harness can be trusted: python3 -m unittest discover Benchmarks/tests"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import sys
import tempfile
import unittest
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.dont_write_bytecode = True

from documents import DOCUMENTS  # noqa: E402 (the path must be there first)
from documents.writing import write  # noqa: E402
from harness import client, database, report  # noqa: E402
from harness.places import BENCHMARKS, SCHEMAS, Cache  # noqa: E402
from harness.tables import Tables, shell_script  # noqa: E402
from harness.workloads import WORKLOADS  # noqa: E402


class HarnessTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_every_workload_has_its_parts(self) -> None:
        for workload in WORKLOADS:
            with self.subTest(workload.name):
                self.assertTrue(workload.schema.exists())
                self.assertIn(workload.entity, workload.tables.entities)
                self.assertTrue((BENCHMARKS / "Sources" / workload.model).is_dir())
                self.assertLessEqual({workload.document, workload.before} - {None}, set(DOCUMENTS))

    def test_the_tables_have_the_attributes_of_the_model(self) -> None:
        for model in sorted({workload.model for workload in WORKLOADS}):
            text = (SCHEMAS / f"{model}.yml").read_text(encoding="utf-8")
            for entity, fields in Tables(model).entities.items():
                with self.subTest(f"{model}.{entity}"):
                    found = re.search(rf"^  {entity}:\n((?:    .*\n|\n)+)", text + "\n", re.MULTILINE)
                    assert found is not None
                    attributes = found[1].partition("    relationships:")[0]
                    declared = re.findall(r"^      (\w+):", attributes, re.MULTILINE)
                    columns = [field.column for field in fields
                               if field.is_column and field.kind not in ("one", "parent")]
                    self.assertEqual(columns, declared)

    def test_a_document_is_the_same_as_ever(self) -> None:
        records, by_line = DOCUMENTS["feed"]
        write(self.folder / "feed.json", records(0.002), by_line)
        digest = hashlib.sha256((self.folder / "feed.json").read_bytes()).hexdigest()
        self.assertEqual(digest[:16], "988aa4f85b2091dc")

    def test_the_shell_accepts_its_scripts(self) -> None:
        for workload in WORKLOADS:
            if workload.by_line:
                continue
            with self.subTest(workload.name), closing(sqlite3.connect(":memory:")) as connection:
                records, by_line = DOCUMENTS[workload.document]
                write(self.folder / "document.json", records(0.002), by_line)
                text = (self.folder / "document.json").read_text(encoding="utf-8")
                connection.create_function("readfile", 1, lambda _: text)
                script = shell_script(workload.tables, workload.entity, False, workload.prunes)
                connection.executescript(workload.tables.schema() + script.replace(":document", "''"))
                count = connection.execute(f"SELECT count(*) FROM {workload.entity}").fetchone()[0]
                self.assertEqual(count, sum(1 for _ in records(0.002)))

    def test_comparing_rows_finds_a_difference_of_storage_class(self) -> None:
        prints = []
        for name, value in (("one", 1), ("same", 1), ("real", 1.0), ("text", "1")):
            path = self.folder / f"{name}.sqlite"
            with closing(sqlite3.connect(path)) as connection, connection:
                connection.execute("CREATE TABLE T (id INTEGER PRIMARY KEY, value)")
                connection.execute("INSERT INTO T VALUES (1, ?)", (value,))
            prints.append(database.fingerprint(path, {"T": ("id", "value")})["T"])
        self.assertEqual(prints[0], prints[1])
        self.assertEqual(len(set(prints)), 3)

    def test_writes_are_seen_and_their_absence_too(self) -> None:
        path = self.folder / "watched.sqlite"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            with connection:
                connection.execute("CREATE TABLE T (id INTEGER PRIMARY KEY)")
        with database.watched(path) as writes:
            pass
        self.assertFalse(writes)
        with database.watched(path) as writes, closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("INSERT INTO T VALUES (1)")
        self.assertTrue(writes)
        self.assertEqual(writes.pages, 1)

    def test_the_server_answers(self) -> None:
        feed = self.folder / "feed.json"
        feed.write_text("[" + "1," * 500_000 + "1]", encoding="utf-8")
        with client.served(Cache(self.folder), feed) as url:
            def ask(path: str, body: object = None) -> bytes:
                data = None if body is None else json.dumps(body, separators=(",", ":")).encode()
                with urllib.request.urlopen(urllib.request.Request(url + path, data), timeout=10) as answer:
                    return answer.read()

            self.assertEqual(ask("/feed"), feed.read_bytes())
            comment = json.loads(ask("/comments/7"))
            self.assertEqual((comment["id"], comment["author"]["id"]), (7, 7))
            record = {"name": 'the "first"', "email": "one"}
            self.assertEqual(json.loads(ask("/authors", record)), {"id": 1, **record})
            requests = [{"uri": "/authors", "body": json.dumps(record)}, {"body": json.dumps(record), "uri": "/authors"}]
            answers = json.loads(ask("/batch", {"batch": requests}))
            self.assertEqual([answer["code"] for answer in answers], [201, 201])
            self.assertEqual([json.loads(answer["body"]) for answer in answers], [{"id": 2, **record}, {"id": 3, **record}])
            with self.assertRaises(urllib.error.HTTPError) as caught:
                ask("/nothing")
            caught.exception.close()
        with self.assertRaises(urllib.error.URLError):
            ask("/comments/7")

    def test_ratios_are_of_pairs(self) -> None:
        self.assertEqual(report.spread([2.0, 2.0, 9.0], [1.0, 4.0, 3.0]), "0.50 / 2.00 / 3.00")
        self.assertEqual(report.spread([1.0], [1.0]), "1")

    def test_who_is_faster_is_told(self) -> None:
        rows = [report.Summary("first", {"c": 1.0, "rowsmith": 0.8, "module": 2.0, "python": 3.0, "c-tuned": 0.5}),
                report.Summary("again", {"c": 1.0, "rowsmith": 0.5, "module": 0.4})]
        self.assertEqual(report.faster(rows), ["- `first`: `c-tuned` 0.25, `c` 0.50"])
        self.assertEqual(report.faster(rows[1:]), ["- nothing"])


if __name__ == "__main__":
    unittest.main()
