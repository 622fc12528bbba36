import gzip
import re
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from .server import ServerTest


class ListTests(ServerTest):
    def setUp(self):
        super().setUp()
        self.control("seed", n=12)

    def next_of(self, answer):
        found = re.search(r'<([^>]*)>; rel="next"', answer.headers["Link"] or "")
        return found and found.group(1)

    def walk(self, path):
        pages = []
        while path:
            answer = self.get(path)
            pages.append([record["id"] for record in answer.json])
            place = self.next_of(answer) and urlsplit(self.next_of(answer))
            path = place and f"{place.path}?{place.query}"
        return pages

    def test_links_lead_through_all_pages(self):
        self.assertEqual(self.walk("/api/articles?per_page=5"), [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12]])
        self.assertEqual(self.walk("/api/articles?offset=0&limit=8"), [list(range(1, 9)), [9, 10, 11, 12]])
        self.assertEqual(self.walk("/api/articles?after_id=6&limit=3"), [[7, 8, 9], [10, 11, 12]])
        self.assertEqual(self.get("/api/articles?page=2&size=5").headers["X-Total-Count"], "12")

    def test_server_cuts_pages_that_nobody_asked_for(self):
        self.control("config", page_size=7)
        self.assertEqual([len(page) for page in self.walk("/api/articles")], [7, 5])

    def test_cursor_and_next_page_are_in_the_body(self):
        first = self.get("/api/cursor/articles?limit=8").json
        second = self.get(f"/api/cursor/articles?limit=8&cursor={first['meta']['next_cursor']}").json
        self.assertEqual([len(first["data"]), len(second["data"])], [8, 4])
        self.assertIsNone(second["meta"]["next"])
        place = urlsplit(first["meta"]["next"])
        self.assertEqual(self.get(f"{place.path}?{place.query}").json, second)

    def test_changes_since_include_the_moment_and_tombstones(self):
        changed = self.send("PATCH", "/api/articles/3", {"title": "New"}).json
        self.send("DELETE", "/api/articles/4")
        path = f"/api/articles?updated_since={changed['updated_at']}"
        self.assertEqual([record["id"] for record in self.get(path).json], [3])
        deleted = self.get(path + "&include_deleted=1").json[1]
        self.assertEqual((deleted["id"], deleted["deleted"]), (4, True))

    def test_list_is_filtered_by_foreign_keys_and_attributes_and_sorted(self):
        reviews = self.get("/api/product_reviews").json
        wanted = [review["id"] for review in reviews if review["product_id"] == reviews[0]["product_id"]]
        path = f"/api/product_reviews?product_id={reviews[0]['product_id']}"
        self.assertEqual([review["id"] for review in self.get(path).json], wanted)
        self.assertTrue(all(article["published"] for article in self.get("/api/articles?published=true").json))
        views = [article["views"] for article in self.get("/api/articles?sort=-views").json]
        self.assertEqual(views, sorted(views, reverse=True))
        self.assertEqual([article["id"] for article in self.get("/api/articles?ids=2,5").json], [2, 5])
        self.assertEqual(self.get("/api/articles?sort=nothing").status, 400)
        self.assertEqual(self.get("/api/articles?updated_since=yesterday").status, 400)

    def test_list_and_record_that_did_not_change_are_not_sent_again(self):
        for path in ("/api/articles", "/api/articles/1", "/api/products", "/api/catalog", "/api/timeline"):
            first = self.get(path)
            again = self.get(path, If_None_Match=first.headers["ETag"])
            self.assertEqual((again.status, again.body), (304, b""), path)
        modified = self.get("/api/articles").headers["Last-Modified"]
        self.assertEqual(self.get("/api/articles", If_Modified_Since=modified).status, 304)
        tag = self.get("/api/articles").headers["ETag"]
        self.send("DELETE", "/api/articles/1")
        self.assertEqual(self.get("/api/articles", If_None_Match=tag).status, 200)

    def test_answer_is_compressed_for_clients_that_accept_it(self):
        plain, packed = self.get("/api/articles"), self.get("/api/articles", Accept_Encoding="gzip")
        self.assertEqual(packed.headers["Content-Encoding"], "gzip")
        self.assertEqual(gzip.decompress(packed.body), plain.body)
        again = self.get("/api/articles", Accept_Encoding="gzip", If_None_Match=packed.headers["ETag"])
        self.assertEqual(again.status, 304)

    def test_timeline_goes_on_behind_the_last_article_when_its_order_changes(self):
        self.control("timeline", topic="news", articles=[1, 2, 3, 4, 5])
        page = self.get("/api/timeline?topic=news&limit=2").json
        self.assertEqual([article["id"] for article in page["articles"]], [1, 2])
        self.control("timeline", topic="news", articles=[9, 1, 2, 3, 4, 5])
        page = self.get(f"/api/timeline?topic=news&limit=9&after={page['next']}").json
        self.assertEqual(([article["id"] for article in page["articles"]], page["next"]), ([3, 4, 5], None))

    def test_feed_of_changes_ends_with_a_cursor_to_go_on_from(self):
        cursor = self.get("/api/changes?limit=1000").json["cursor"]
        self.send("PATCH", "/api/articles/3", {"title": "New"})
        self.send("DELETE", "/api/tags/1")
        feed = self.get(f"/api/changes?since={cursor}&models=articles,tags").json
        self.assertEqual(
            [(c["model"], c["op"]) for c in feed["changes"]], [("articles", "update"), ("tags", "delete")]
        )
        self.assertTrue(feed["changes"][1]["tombstone"]["deleted"])
        self.assertEqual(self.get("/api/changes?since=99999").json["reset"], True)

    def test_catalog_is_one_document_with_several_kinds(self):
        self.assertEqual(list(self.get("/api/catalog").json), ["products", "tags"])

    def test_clock_can_be_ahead(self):
        self.control("clock", skew=3600)
        ahead = datetime.fromisoformat(self.get("/api/server_time").json["server_time"])
        self.assertGreater(ahead - datetime.now(ahead.tzinfo), timedelta(minutes=59))

    def test_same_seed_makes_the_same_rows(self):
        first = self.ask("snapshot")["sha256"]
        self.control("reset")
        self.control("seed", n=12)
        self.assertEqual(self.ask("snapshot")["sha256"], first)
        self.control("reset")
        self.control("seed", n=12, seed=2)
        self.assertNotEqual(self.ask("snapshot")["sha256"], first)

    def test_rows_of_an_empty_server_are_old_and_later_ones_are_new(self):
        self.assertTrue(self.get("/api/articles/12").json["updated_at"].startswith("2024-01-01"))
        since = self.get("/api/server_time").json["server_time"]
        self.control("seed", n=2)
        self.assertEqual([a["id"] for a in self.get(f"/api/articles?updated_since={since}").json], [13, 14])

    def test_somebody_else_changes_rows(self):
        before = self.ask("snapshot")["sha256"]
        done = self.control("mutate", n=20, seed=5)["changes"]
        self.assertEqual({change["op"] for change in done}, {"create", "update", "delete"})
        self.assertNotEqual(self.ask("snapshot")["sha256"], before)
