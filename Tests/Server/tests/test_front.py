"""HTTP itself, what is no data, and the process."""

import gzip
import http.client
import json
import os
import signal
import socket
import ssl
import tempfile
from pathlib import Path

from .server import Server, ServerTest


class FrontTests(ServerTest):
    def test_echo_says_what_was_sent(self):
        said = self.send("PATCH", "/api/echo/a%20b?x=%41&y", b"hello", {"X-One": "1"}).json
        self.assertEqual((said["method"], said["path"], said["query"]), ("PATCH", "/api/echo/a%20b", "x=%41&y"))
        self.assertEqual((said["headers"]["x-one"], said["body"], said["length"]), ("1", "hello", 5))

    def test_connection_is_kept_and_closed_as_asked(self):
        self.get("/api/server_time")
        first = self.connection.sock
        self.get("/api/server_time")
        self.assertIs(self.connection.sock, first)
        self.assertEqual(self.get("/api/server_time", Connection="close").headers["Connection"], "close")
        connections = {entry["connection"] for entry in self.ask("requests")}
        self.assertEqual(len(connections), 1)

    def test_head_has_headers_and_no_body(self):
        answer = self.send("HEAD", "/api/articles")
        self.assertEqual((answer.headers["X-Total-Count"], answer.body), ("0", b""))
        self.assertEqual(self.get("/api/server_time").status, 200)

    def test_body_may_come_in_chunks_and_wait_to_be_asked_for(self):
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as sock:
            sock.sendall(
                b"POST /api/echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n"
                b"Expect: 100-continue\r\n\r\n"
            )
            self.assertTrue(sock.recv(100).startswith(b"HTTP/1.1 100"))
            sock.sendall(b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
            answer = http.client.HTTPResponse(sock)
            answer.begin()
            self.assertEqual(json.loads(answer.read())["body"], "abcde")

    def test_client_may_take_the_server_for_a_proxy(self):
        said = self.send("GET", "http://elsewhere.example/api/echo?x=1").json
        self.assertEqual((said["path"], said["query"]), ("/api/echo", "x=1"))
        self.assertTrue(self.ask("requests")[-1]["proxied"])

    def test_what_is_no_http_is_refused(self):
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as sock:
            sock.sendall(b"hello\r\n\r\n")
            self.assertTrue(sock.recv(100).startswith(b"HTTP/1.1 400"))

    def test_many_connections_are_open_at_once(self):
        many = [http.client.HTTPConnection("127.0.0.1", self.port, timeout=10) for _ in range(200)]
        for connection in many:
            connection.request("GET", "/api/server_time")
        self.assertEqual({connection.getresponse().status for connection in many}, {200})
        for connection in many:
            connection.close()

    def test_redirects_lead_elsewhere_or_in_a_circle(self):
        for status in (301, 302, 303, 307, 308):
            moved = self.post(f"/api/redirect/{status}?to=http://localhost:1/x", {})
            self.assertEqual((moved.status, moved.headers["Location"]), (status, "http://localhost:1/x"))
        self.assertEqual(self.get("/api/redirect/302?loop=1").headers["Location"], "/api/redirect/302?loop=1")

    def test_big_answer_has_the_rows_and_the_length_it_says(self):
        for count in (1, 999, 1000, 1001, 12345):
            answer = self.get(f"/api/big.json?rows={count}")
            rows = answer.json
            self.assertEqual([row["id"] for row in rows], list(range(1000, 1000 + count)))
            self.assertEqual(int(answer.headers["Content-Length"]), len(answer.body))
            lines = self.get(f"/api/big.ndjson?rows={count}")
            self.assertEqual(int(lines.headers["Content-Length"]), len(lines.body))
            self.assertEqual([json.loads(line) for line in lines.body.splitlines()], rows)
        self.assertEqual(
            gzip.decompress(self.get("/api/big.json?rows=1001&gzip=1").body),
            self.get("/api/big.json?rows=1001").body,
        )
        chunked = self.get("/api/big.json?mb=2&chunked=1")
        self.assertEqual(chunked.headers["Transfer-Encoding"], "chunked")
        self.assertAlmostEqual(len(chunked.body) / 2_000_000, 1, delta=0.02)

    def test_slow_answer_portal_and_paths_that_are_none(self):
        self.assertEqual(len(self.get("/api/slow?ms=20&chunks=3&bytes=100").body), 100)
        self.assertIn("text/html", self.get("/api/portal").headers["Content-Type"])
        self.assertEqual(self.get("/cached").status, 404)
        self.assertEqual(self.get("/api/nothing").json["error"]["error_code"], 40401)
        self.assertEqual(self.get("/api/cached?max_age=9").headers["Cache-Control"], "max-age=9")

    def test_control_counts_and_shows_what_clients_sent(self):
        self.post("/api/articles", {"title": "One"}, X_Client="c")
        self.assertEqual(self.ask("stats")["requests"], 1)
        entry = self.ask("requests?last=1")[0]
        self.assertEqual((entry["path"], entry["body"], entry["status"]), ("/api/articles", '{"title": "One"}', 201))
        self.assertEqual(self.ask("log")[0]["client"], "c")
        self.assertIn("GET stats", self.ask("help"))
        self.assertEqual(self.post("/__control__/config", {"nothing": 1}).status, 400)


class TLSTests(ServerTest):
    def connect(self, name, trusted=True):
        context = ssl.create_default_context(cafile=self.server.ready["ca"] if trusted else None)
        return http.client.HTTPSConnection("localhost", self.server.ready[name], timeout=5, context=context)

    def test_certificate_of_the_authority_is_good(self):
        connection = self.connect("tls_port")
        self.assertEqual(self.send("GET", "/api/server_time", connection=connection).status, 200)
        link = self.send("GET", "/api/cursor/articles", connection=connection)
        self.assertEqual(link.status, 200)
        connection.close()

    def test_proxy_leads_through_to_https(self):
        context = ssl.create_default_context(cafile=self.server.ready["ca"])
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=5, context=context)
        connection.set_tunnel("localhost", self.server.ready["tls_port"], {"Proxy-Authorization": "Basic eDp5"})
        self.assertEqual(self.send("GET", "/api/server_time", connection=connection).status, 200)
        connection.close()
        asked, carried = self.ask("requests?last=2")
        self.assertEqual((asked["method"], asked["headers"]["proxy-authorization"]), ("CONNECT", "Basic eDp5"))
        self.assertEqual((carried["path"], carried["secure"]), ("/api/server_time", True))

    def test_bad_certificates_are_bad(self):
        for name, trusted, reason in (
            ("tls_expired_port", True, "expired"),
            ("tls_wrong_host_port", True, "mismatch"),
            ("tls_untrusted_port", True, "issuer"),
            ("tls_port", False, "issuer"),
        ):
            with self.assertRaisesRegex(ssl.SSLCertVerificationError, reason):
                self.connect(name, trusted).request("GET", "/")


class ProcessTests(ServerTest):
    def send_to(self, server, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", server.ready["port"], timeout=10)
        answer = self.send(method, path, body, connection=connection)
        connection.close()
        return answer

    def test_server_says_where_it_is_and_ends_when_its_input_closes(self):
        with tempfile.TemporaryDirectory() as folder:
            ready = Path(folder, "deep", "ready.json")
            server = Server("--ready", str(ready), "--seed", "3", "--dumb")
            self.assertEqual(json.loads(ready.read_text()), server.ready)
            self.assertEqual(len(self.send_to(server, "GET", "/api/articles").json), 3)
            self.send_to(server, "POST", "/__control__/reset", {})
            self.assertTrue(self.send_to(server, "GET", "/__control__/config").json["dumb"])
            self.assertEqual(server.stop(), 0)
            self.assertFalse(ready.exists())

    def test_database_is_kept_when_the_server_is_told_to_end(self):
        with tempfile.TemporaryDirectory() as folder:
            for count in (1, 2):
                server = Server("--db", str(Path(folder, "kept.sqlite")))
                self.send_to(server, "POST", "/api/tags", {"name": "t"})
                self.assertEqual(len(self.send_to(server, "GET", "/api/tags").json), count)
                if count == 1:
                    os.kill(server.ready["pid"], signal.SIGTERM)
                else:
                    self.send_to(server, "POST", "/__control__/quit", {})
                self.assertEqual(server.process.wait(5), 0)
                server.stop()
