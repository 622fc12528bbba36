import gzip
import json
import time
import zlib

from .server import ServerTest


class FaultTests(ServerTest):
    def setUp(self):
        super().setUp()
        self.post("/api/articles", {"title": "A rather long title for a short article"})

    def body(self, fault, path="/api/articles/1"):
        answer = self.get(path, X_Fault=fault)
        return answer.body

    def split(self, received):
        head, _, body = received.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        return lines[0], {k.lower(): v for k, v in (line.split(": ", 1) for line in lines[1:])}, body

    def titles(self):
        self.connection.close()
        return [article["title"] for article in self.get("/api/articles").json]

    def test_status_is_given_without_executing(self):
        answer = self.post("/api/articles", {"title": "Two"}, X_Fault="status=503:7")
        self.assertEqual((answer.status, answer.headers["Retry-After"]), (503, "7"))
        challenge = self.get("/api/articles", X_Fault='status=401;www=Basic realm="x"')
        self.assertEqual((challenge.status, challenge.headers["WWW-Authenticate"]), (401, 'Basic realm="x"'))
        self.assertEqual(len(self.titles()), 1)

    def test_status_is_given_after_executing(self):
        self.assertEqual(self.post("/api/articles", {"title": "Two"}, X_Fault="after_status=500").status, 500)
        self.assertEqual(len(self.titles()), 2)

    def test_connection_is_dropped_before_executing_after_it_and_in_the_answer(self):
        body = b'{"title": "Two"}'
        for kind in ("drop", "rst"):
            for place, rows in (("before", 0), ("after", 1), ("mid", 1)):
                before = len(self.titles())
                received, reset = self.raw("/api/articles", f"{kind}={place}", "POST", body)
                self.assertEqual(len(self.titles()) - before, rows, (kind, place))
                self.assertEqual(reset, kind == "rst")
                if place == "mid" and kind == "drop":
                    _, headers, part = self.split(received)
                    self.assertEqual(len(part), int(headers["content-length"]) // 2)
                elif place != "mid":
                    self.assertEqual(received, b"")

    def test_body_is_cut_where_the_fault_says(self):
        _, headers, body = self.split(self.raw("/api/articles/1", "cut=10")[0])
        self.assertEqual(len(body), 10)
        self.assertGreater(int(headers["content-length"]), 10)

    def test_body_is_shorter_and_its_length_agrees(self):
        self.assertEqual(len(self.body("truncate=10")), 10)
        self.assertEqual(self.body("empty"), b"")

    def test_answer_is_late_stalls_or_trickles(self):
        for fault, least in (
            ("delay=150", 0.15),
            ("delay_after=150", 0.15),
            ("stall=5:150", 0.15),
            ("slow=1500", 0.1),
        ):
            begun = time.monotonic()
            json.loads(self.body(fault))
            self.assertGreater(time.monotonic() - begun, least, fault)

    def test_body_is_no_json_in_several_ways(self):
        self.assertRaises(ValueError, json.loads, self.body("garbage"))
        self.assertIn(b"NaN", self.body("nan"))
        self.assertTrue(self.body("bom").startswith(b"\xef\xbb\xbf{"))
        self.assertEqual(self.body("dupkeys").count(b'"id":1'), 2)
        self.assertIn("text/html", self.get("/api/articles/1", X_Fault="wrongtype").headers["Content-Type"])
        portal = self.get("/api/articles/1", X_Fault="portal")
        self.assertEqual((portal.status, portal.body[:9]), (200, b"<!DOCTYPE"))

    def test_body_is_framed_in_several_ways(self):
        _, plain, body = self.split(self.raw("/api/articles/1")[0])
        _, headers, unframed = self.split(self.raw("/api/articles/1", "nolength")[0])
        self.assertNotIn("content-length", headers)
        self.assertEqual(unframed, body)
        self.assertEqual(self.body("chunked"), body)
        self.assertEqual(gzip.decompress(self.body("gzip")), body)
        self.assertRaises(gzip.BadGzipFile, gzip.decompress, self.body("badgzip"))
        self.assertRaises((zlib.error, EOFError, OSError), gzip.decompress, self.body("badgzip=middle"))
        _, headers, _ = self.split(self.raw("/api/articles/1", "longlength")[0])
        self.assertEqual(int(headers["content-length"]), len(body) + 100)
        self.assertIn(b"this is no size", self.raw("/api/articles/1", "badchunk")[0])
        self.assertEqual(plain["connection"], "close")

    def test_upload_is_read_slowly_or_to_the_middle(self):
        begun = time.monotonic()
        self.assertEqual(self.post("/api/echo", b"x" * 1000, X_Fault="upload_slow=5000").json["length"], 1000)
        self.assertGreater(time.monotonic() - begun, 0.19)
        self.assertEqual(self.raw("/api/echo", "upload_cut=10", "POST", b"x" * 100_000)[0], b"")
        self.connection.close()
        self.assertEqual(self.ask("requests")[-1]["status"], None)

    def test_304_without_a_validator(self):
        self.assertEqual(self.get("/api/articles/1", X_Fault="spurious304").status, 304)

    def test_redirect_leads_to_the_same_place_without_the_fault(self):
        moved = self.get("/api/articles/1?x=1", X_Fault="redirect=307")
        self.assertEqual((moved.status, moved.headers["Location"]), (307, "/api/articles/1?x=1&_fault=none"))
        self.assertEqual(self.get(moved.headers["Location"], X_Fault="redirect=307").status, 200)

    def test_connection_closes_although_it_was_to_be_kept(self):
        answer = self.get("/api/articles/1", X_Fault="lateclose=20")
        self.assertEqual(answer.headers["Connection"], "keep-alive")
        time.sleep(0.05)
        self.assertEqual(self.connection.sock.recv(1), b"")

    def test_answers_of_a_batch_are_missing_null_or_in_another_order(self):
        batch = {"batch": [{"uri": "/articles/1"}, {"uri": "/articles/9"}, {"uri": "/batch"}]}
        for fault, codes in (
            ("batch_cut=2", [200, 404]),
            ("batch_null=1", [200, None, 400]),
            ("batch_swap", [400, 404, 200]),
        ):
            answers = self.post("/api/batch", batch, X_Fault=fault).json
            self.assertEqual([answer and answer["code"] for answer in answers], codes)

    def test_fault_in_the_query_is_not_part_of_the_request(self):
        self.assertEqual(self.get("/api/echo?a=1&_fault=status=418").status, 418)
        links = self.get("/api/articles?per_page=1&_fault=delay=1").headers["Link"]
        self.assertNotIn("_fault", links)

    def test_fault_that_is_none_is_said_so(self):
        self.assertEqual(self.get("/api/articles", X_Fault="explode").status, 400)


class RuleTests(ServerTest):
    def statuses(self, count, **headers):
        return [self.get("/api/articles", X_Seq=str(n), **headers).status for n in range(count)]

    def test_rule_strikes_the_requests_it_is_for_and_so_often(self):
        self.control(
            "faults",
            rules=[{"method": "GET", "path": "^/api/art", "fault": "status=500", "max": 2, "skip": 1}],
        )
        self.assertEqual(self.get("/api/tags").status, 200)
        self.assertEqual(self.statuses(5), [200, 500, 500, 200, 200])
        self.control("faults", rules=[{"client": "a", "fault": "status=500"}])
        self.assertEqual(self.statuses(1, X_Client="b") + self.statuses(1, X_Client="a"), [200, 500])

    def test_same_seed_strikes_the_same_requests(self):
        def drawn():
            self.control("faults", seed=4, rules=[{"p": 0.5, "fault": "status=500"}])
            return self.statuses(30, X_Client="c")

        first = drawn()
        self.assertEqual(drawn(), first)
        self.assertEqual(set(first), {200, 500})

    def test_rule_that_is_wrong_is_refused(self):
        for rule in ({"fault": "explode"}, {"path": "("}, {"fault": "delay=1", "often": 1}):
            self.assertEqual(self.post("/__control__/faults", {"rules": [rule]}).status, 400, rule)
