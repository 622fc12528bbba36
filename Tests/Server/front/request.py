"""Reading a request from a connection."""

import hashlib
import tempfile
import time
from urllib.parse import parse_qsl, unquote_to_bytes, urlencode, urlsplit

IN_MEMORY = 4 << 20
LONGEST_LINE = 64 << 10


class BadRequest(Exception):
    """What came is not HTTP."""


class Aborted(Exception):
    """The client went away in the middle of its request."""


class UploadCut(Exception):
    """A fault ends the connection in the middle of the request."""


class Request:
    """A request; its body, once read, is in memory, or in a file where it is large."""

    def __init__(self, method, target, version, headers):
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers
        self.body = None
        self.length = 0
        self.sha256 = ""
        # A client that takes the server for its proxy sends the whole URL.
        self.proxied = not target.startswith("/")
        whole = self.proxied and method != "CONNECT"
        local = urlsplit(target)._replace(scheme="", netloc="").geturl() if whole else target
        self.raw_path, _, self.raw_query = local.partition("?")

    def header(self, name, default=None):
        values = [value for known, value in self.headers if known.lower() == name]
        return ", ".join(values) if values else default

    @property
    def path(self):
        return unquote_to_bytes(self.raw_path).decode("utf-8", "replace")

    @property
    def is_control(self):
        return self.raw_path.startswith("/__control__/")

    @property
    def keeps_alive(self):
        connection = self.header("connection", "").lower()
        return "close" not in connection and (self.version == "HTTP/1.1" or "keep-alive" in connection)

    def fault_in_query(self):
        return dict(parse_qsl(self.raw_query, keep_blank_values=True)).get("_fault")

    @property
    def query(self):
        """The query without the fault, as it came where it has none."""
        if "_fault" not in self.raw_query:
            return self.raw_query
        return urlencode([pair for pair in parse_qsl(self.raw_query, keep_blank_values=True) if pair[0] != "_fault"])

    def read_body(self, stream, faults):
        """Reads what follows the head; as slowly and as far as `upload_slow` and `upload_cut` say."""
        digest = hashlib.sha256()
        self.body = tempfile.SpooledTemporaryFile(IN_MEMORY)
        chunked = self.header("transfer-encoding", "").lower() == "chunked"
        pieces = _chunks(stream) if chunked else _sized(stream, int(self.header("content-length", "0") or 0))
        rate, end = faults.number("upload_slow"), faults.number("upload_cut", 0, None)
        try:
            for piece in pieces:
                digest.update(piece)
                self.body.write(piece)
                self.length += len(piece)
                if rate:
                    time.sleep(len(piece) / rate)
                if end is not None and self.length >= end:
                    raise UploadCut
        finally:
            self.body.seek(0)
            self.sha256 = digest.hexdigest()

    @property
    def waits(self):
        """Whether the client sends the body only when it is told to."""
        return self.header("expect", "").lower() == "100-continue"

    def close(self):
        if self.body is not None:
            self.body.close()


def read_head(stream):
    """The next request without its body, None where the client closed the connection."""
    line = _line(stream)
    while line == b"\r\n":
        line = _line(stream)
    if not line:
        return None
    words = line.decode("latin-1").split()
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise BadRequest("the first line is not that of a request")
    return Request(words[0], words[1], words[2], _headers(stream))


def _line(stream):
    line = stream.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE:
        raise BadRequest("a line is too long")
    return line


def _headers(stream):
    headers = []
    while True:
        line = _line(stream)
        if not line:
            raise Aborted
        if line in (b"\r\n", b"\n"):
            return headers
        name, colon, value = line.decode("latin-1").partition(":")
        if not colon:
            raise BadRequest("a header has no colon")
        headers.append((name, value.strip()))


def _sized(stream, left):
    while left > 0:
        piece = stream.read1(min(left, 1 << 18))
        if not piece:
            raise Aborted
        left -= len(piece)
        yield piece


def _chunks(stream):
    while True:
        line = _line(stream)
        try:
            size = int(line.split(b";")[0], 16)
        except ValueError:
            raise Aborted if not line else BadRequest("a chunk has no size") from None
        yield from _sized(stream, size)
        if size == 0:
            while _line(stream).strip():
                pass
            return
        _line(stream)
