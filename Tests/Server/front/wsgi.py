"""Between the front and Django."""

import io

from .answer import Answer


def environ(request, connection):
    """The request as WSGI has it, and under `rowsmith.*` what WSGI has no word for."""
    host, port = connection.local
    values = {
        "REQUEST_METHOD": request.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": request.path.encode().decode("latin-1"),
        "QUERY_STRING": request.query,
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": request.version,
        "CONTENT_LENGTH": str(request.length),
        "CONTENT_TYPE": request.header("content-type", ""),
        "REMOTE_ADDR": connection.peer[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "https" if connection.secure else "http",
        "wsgi.input": request.body,
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "rowsmith.request": request,
        "rowsmith.connection": connection,
        "rowsmith.sha256": request.sha256,
    }
    for name, _ in request.headers:
        if name.lower() not in ("content-type", "content-length"):
            values["HTTP_" + name.upper().replace("-", "_")] = request.header(name.lower())
    return values


def call(application, values):
    """Django's answer."""
    started = {}

    def start_response(status, headers, exc_info=None):
        started["status"], started["headers"] = status, headers

    chunks = application(values, start_response)
    code, _, reason = started["status"].partition(" ")
    answer = Answer(int(code), started["headers"], chunks, None, reason)
    length = answer.header("Content-Length")
    if length is not None:
        answer.length = int(length)
    elif not getattr(chunks, "streaming", False):
        answer.whole()
    answer.remove_header("Content-Length")
    return answer
