"""An answer on its way from Django to the socket."""

import http
import json


class Answer:
    """Status, headers, and chunks of a body; `length` is None where only the end of the chunks tells it."""

    def __init__(self, status, headers=(), chunks=(), length=0, reason=None):
        self.status = status
        self.reason = reason or reason_of(status)
        self.headers = list(headers)
        self.chunks = chunks
        self.length = length

    def header(self, name):
        for known, value in self.headers:
            if known.lower() == name.lower():
                return value
        return None

    def remove_header(self, name):
        self.headers = [header for header in self.headers if header[0].lower() != name.lower()]

    def replace_header(self, name, value):
        self.remove_header(name)
        self.headers.append((name, value))

    def whole(self):
        """The body in memory."""
        body = b"".join(self.chunks)
        self.close()
        self.give(body)
        return body

    def give(self, body):
        self.chunks = [body]
        self.length = len(body)

    def close(self):
        """Tells Django that nobody reads on."""
        close = getattr(self.chunks, "close", None)
        if close is not None:
            close()


def reason_of(status):
    try:
        return http.HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"


def explained(status, description, headers=()):
    """An answer of the front's own, in the shape of the API's errors."""
    body = {"error": {"error_code": status * 100, "error_description": description}}
    data = json.dumps(body, separators=(",", ":")).encode()
    return Answer(status, [("Content-Type", "application/json"), *headers], [data], len(data))
