"""A server for the tests, and a client that is as plain as can be."""

import atexit
import http.client
import json
import os
import socket
import subprocess
import sys
import unittest
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


class Server:
    """A process with the server, which ends when its standard input closes."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, "-m", PACKAGE.name, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        )
        self.ready = json.loads(self.process.stdout.readline())

    def stop(self):
        self.process.stdin.close()
        status = self.process.wait(5)
        self.process.stdout.close()
        return status


@cache
def shared():
    """The server that all tests share; it ends with them."""
    server = Server("--tls")
    atexit.register(server.stop)
    return server


class Answer:
    """A whole answer."""

    def __init__(self, answer):
        self.status = answer.status
        self.headers = answer.headers
        self.body = answer.read()

    @property
    def json(self):
        return json.loads(self.body)


class ServerTest(unittest.TestCase):
    """Each test begins with an empty server."""

    @classmethod
    def setUpClass(cls):
        cls.server = shared()
        cls.port = cls.server.ready["port"]

    def setUp(self):
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        self.addCleanup(self.connection.close)
        self.control("reset")

    def send(self, method, path, body=None, headers=None, connection=None):
        """An answer; a body that is no bytes is sent as JSON."""
        headers = dict(headers or {})
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        connection = connection or self.connection
        connection.request(method, path, body, headers)
        return Answer(connection.getresponse())

    def get(self, path, **headers):
        return self.send("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path, body, **headers):
        return self.send("POST", path, body, {name.replace("_", "-"): value for name, value in headers.items()})

    def control(self, name, **arguments):
        answer = self.send("POST", f"/__control__/{name}", arguments)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json

    def ask(self, question):
        return self.get(f"/__control__/{question}").json

    def raw(self, path, fault="", method="GET", body=b""):
        """What comes over the wire until the server closes, and whether it was reset."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as sock:
            head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nX-Fault: {fault}\r\n"
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            sock.sendall(head.encode() + body)
            received = b""
            try:
                while piece := sock.recv(65536):
                    received += piece
            except ConnectionResetError:
                return received, True
        return received, False
