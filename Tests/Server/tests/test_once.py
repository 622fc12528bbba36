"""Idempotency keys and batches."""

import http.client
import json
import random
import threading

from .server import ServerTest


class KeyTests(ServerTest):
    def make(self, title="One", key="k", **headers):
        return self.post("/api/articles", {"title": title}, Idempotency_Key=key, **headers)

    def test_request_with_the_same_key_gets_the_same_answer(self):
        first, second = self.make(), self.make()
        self.assertEqual((first.status, first.body), (second.status, second.body))
        self.assertEqual(first.headers["ETag"], second.headers["ETag"])
        self.assertEqual(
            (first.headers["Idempotency-Replayed"], second.headers["Idempotency-Replayed"]), (None, "true")
        )
        self.assertEqual([change["key"] for change in self.ask("log")], ["k"])

    def test_key_of_another_request_is_refused(self):
        self.make()
        self.assertEqual(self.make("Two").json["error"]["error_code"], 42201)

    def test_refused_request_may_come_again_with_its_key(self):
        self.assertEqual(self.make("").status, 422)
        self.assertEqual(self.make("One").status, 201)

    def test_answer_that_was_lost_is_given_again(self):
        self.assertEqual(self.make(X_Fault="after_status=500").status, 500)
        self.assertEqual(self.make().headers["Idempotency-Replayed"], "true")

    def test_deletion_is_replayed(self):
        self.make()
        for _ in range(2):
            answer = self.send("DELETE", "/api/articles/1", None, {"Idempotency-Key": "d"})
            self.assertEqual(answer.status, 204)
        self.assertEqual(answer.headers["Idempotency-Replayed"], "true")

    def test_requests_that_race_with_one_key_are_executed_once(self):
        statuses = []

        def race():
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            headers = {"Idempotency-Key": "r", "X-Fault": "hold=50"}
            statuses.append(self.send("POST", "/api/articles", {"title": "R"}, headers, connection).status)
            connection.close()

        threads = [threading.Thread(target=race) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(self.ask("stats")["rows"]["articles"], 1)
        self.assertLessEqual(set(statuses), {201, 409})
        self.assertIn(409, statuses)
        self.assertIn(201, statuses)

    def test_requests_that_are_repeated_until_they_are_answered_are_executed_once(self):
        faults = ["drop=before", "drop=after", "rst=mid", "cut=3", "status=503", "after_status=500", "none"]

        def work(client):
            draw, connection = random.Random(client), None
            for number in range(12):
                for _ in range(100):
                    headers = {"Idempotency-Key": f"{client}-{number}", "X-Fault": draw.choice(faults)}
                    connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
                    try:
                        if self.send("POST", "/api/tags", {"name": "t"}, headers, connection).status == 201:
                            break
                    except (OSError, http.client.HTTPException):
                        connection.close()
                        connection = None
            if connection is not None:
                connection.close()

        threads = [threading.Thread(target=work, args=(client,)) for client in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        executed = sorted(change["key"] for change in self.ask("log"))
        self.assertEqual(executed, sorted(f"{client}-{number}" for client in range(6) for number in range(12)))

    def test_many_writers_lose_nothing(self):
        self.make()

        def write():
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            for _ in range(10):
                while True:
                    article = self.send("GET", "/api/articles/1", connection=connection)
                    change = {"views": article.json["views"] + 1}
                    headers = {"If-Match": article.headers["ETag"]}
                    if self.send("PATCH", "/api/articles/1", change, headers, connection).status == 200:
                        break
            connection.close()

        threads = [threading.Thread(target=write) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(self.get("/api/articles/1").json["views"], 40)


class BatchTests(ServerTest):
    def batch(self, *items, query="", **headers):
        return self.post("/api/batch" + query, {"batch": items}, **headers)

    def article(self, title, **headers):
        return {
            "uri": "/articles",
            "method": "POST",
            "body": json.dumps({"title": title}),
            "headers": headers,
        }

    def test_items_are_answered_in_order_each_on_its_own(self):
        meeting = {"uri": "/meetings", "method": "POST", "body": '{"id":"1","title":"m"}'}
        note = {"uri": "/meetings/1/notes", "method": "POST", "body": '{"note":{"hash":"h","text":"t"}}'}
        answers = self.batch(meeting, self.article(""), note, {"uri": "/batch", "method": "POST"}, None).json
        self.assertEqual([answer["code"] for answer in answers], [201, 422, 201, 400, 400])
        self.assertEqual(json.loads(answers[2]["body"])["hash"], "h")
        self.assertEqual(answers[2]["headers"]["ETag"], '"note-h-1"')

    def test_longer_batch_than_the_limit_is_refused(self):
        self.control("config", batch_limit=2)
        refused = self.batch(*[self.article("x")] * 3)
        self.assertEqual((refused.status, refused.json["limit"]), (413, 2))
        self.assertEqual(self.ask("stats")["rows"]["articles"], 0)

    def test_items_have_keys_of_their_own_and_so_has_the_batch(self):
        item = self.article("One", **{"Idempotency-Key": "i"})
        self.batch(item)
        again = self.batch(item).json[0]
        self.assertEqual((again["code"], again["headers"]["Idempotency-Replayed"]), (201, "true"))
        for _ in range(2):
            self.batch(self.article("Two"), Idempotency_Key="b")
        self.assertEqual(self.ask("stats")["rows"]["articles"], 2)

    def test_atomic_batch_is_undone_where_one_fails(self):
        answers = self.batch(self.article("One"), self.article(""), query="?atomic=1").json
        self.assertEqual([answer["code"] for answer in answers], [424, 422])
        self.assertEqual(self.ask("stats")["rows"]["articles"], 0)

    def test_item_fails_before_and_after_it_is_executed(self):
        before = self.article("One", **{"X-Fault": "status=503:2"})
        after = self.article("Two", **{"X-Fault": "after_status=500"})
        answers = self.batch(before, after).json
        self.assertEqual([(a["code"], a["headers"].get("Retry-After")) for a in answers], [(503, "2"), (500, None)])
        self.assertEqual(self.ask("stats")["rows"]["articles"], 1)

    def test_batch_of_a_user_is_in_the_closed_zone(self):
        tokens = self.post("/api/sessions", {"username": "ada", "password": "secret"}).json
        self.assertEqual(self.post("/secure/batch", {"batch": []}).status, 401)
        headers = {"Authorization": f"Bearer {tokens['access_token']}"}
        answers = self.send("POST", "/secure/batch", {"batch": [{"uri": "/me"}]}, headers).json
        self.assertEqual(json.loads(answers[0]["body"]), {"username": "ada"})
