"""One connection: request after request until somebody closes it."""

import socket
import ssl
import time

from .. import state
from ..faults import body, early
from ..faults.parse import Faults, parse
from ..faults.rules import strike
from . import log, tunnel, wire, wsgi
from .answer import explained
from .request import Aborted, BadRequest, UploadCut, read_head

SHOWN_BODY = 16 << 10


class Connection:
    """A client's connection, served in a thread of its own."""

    def __init__(self, sock, peer, application, context):
        self.socket = sock
        self.peer = peer
        self.application = application
        self.context = context
        self.secure = context is not None
        self.local = sock.getsockname()[:2]
        self.number = 0

    def serve(self):
        self.number = log.connected()
        try:
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.context is not None:
                self.socket.settimeout(10)
                self.socket = self.context.wrap_socket(self.socket, server_side=True)
            self.serve_requests()
            self.close()
        except wire.Cut as cut:
            wire.hang_up(self.socket, cut.reset)
        except (OSError, ValueError, Aborted):
            log.aborted()
            wire.hang_up(self.socket, False)
        finally:
            log.disconnected()

    def serve_requests(self):
        with self.socket.makefile("rb", buffering=1 << 16) as stream:
            while True:
                self.socket.settimeout(state.config["keep_alive"])
                try:
                    request = read_head(stream)
                except TimeoutError:
                    return
                except BadRequest as error:
                    self.refuse(str(error))
                    return
                if request is None:
                    return
                self.socket.settimeout(600)
                try:
                    if not self.serve_request(request, stream):
                        return
                finally:
                    request.close()

    def serve_request(self, request, stream):
        """Reads the rest of a request and answers it; says whether another may follow on this connection."""
        faults, mistake = (Faults(), None) if request.is_control else self.faults(request)
        if request.waits:
            self.socket.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        try:
            request.read_body(stream, faults)
        except UploadCut:
            log.began(self.entry(request, faults))
            log.ended()
            raise wire.Cut from None
        if request.method == "CONNECT":
            return self.tunnel(request)
        if request.is_control:
            answer = wsgi.call(self.application, wsgi.environ(request, self))
            return wire.send(self.socket, request, answer, faults, request.keeps_alive)
        return self.answer(request, faults, mistake)

    def refuse(self, description):
        answer = explained(400, description)
        self.socket.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n" + answer.whole())

    def tunnel(self, request):
        other, refusal = tunnel.connect(request.target)
        entry = self.entry(request, Faults())
        log.began(entry)
        log.ended()
        if other is None:
            entry["status"] = refusal.status
            return wire.send(self.socket, request, refusal, Faults(), False)
        entry["status"] = 200
        self.socket.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        tunnel.pump(self.socket, other)
        return False

    def answer(self, request, faults, mistake):
        entry = self.entry(request, faults)
        log.began(entry)
        try:
            answer = mistake or self.executed(request, faults)
            entry["status"] = answer.status
            try:
                return self.send(request, answer, faults)
            finally:
                answer.close()
        finally:
            log.ended()

    def faults(self, request):
        """The request's own faults and those of the rules, or an answer that says what is wrong with them."""
        try:
            own = request.header("x-fault")
            own = own if request.fault_in_query() is None else request.fault_in_query()
            struck = strike(request.method, request.path, request.header("x-client"), request.header("x-seq"))
            faults = Faults({**struck, **parse(own)}) if own is not None else struck
            return (Faults() if "none" in faults else faults), None
        except ValueError as error:
            return Faults(), explained(400, str(error))

    def executed(self, request, faults):
        """The answer, by Django or by a fault in its place."""
        time.sleep(faults.number("delay") / 1000)
        if "before" in (faults.get("drop"), faults.get("rst")):
            raise wire.Cut(faults.get("rst") == "before")
        answer = early.instead(request, faults)
        if answer is None:
            values = wsgi.environ(request, self)
            values["rowsmith.hold"] = faults.number("hold")
            answer = wsgi.call(self.application, values)
            time.sleep(faults.number("delay_after") / 1000)
            if "after_status" in faults:
                answer.close()
                answer = early.injected(faults, "after_status")
        return answer

    def send(self, request, answer, faults):
        if "after" in (faults.get("drop"), faults.get("rst")):
            raise wire.Cut(faults.get("rst") == "after")
        body.spoil(answer, faults)
        keeps = wire.send(self.socket, request, answer, faults, request.keeps_alive)
        if "lateclose" in faults:
            time.sleep(faults.number("lateclose") / 1000)
            raise wire.Cut
        return keeps

    def entry(self, request, faults):
        """The request as the control shows it."""
        shown = request.body.read() if request.length <= SHOWN_BODY else b""
        request.body.seek(0)
        return {
            "method": request.method,
            "path": request.raw_path,
            "query": request.raw_query,
            "headers": {name.lower(): request.header(name.lower()) for name, _ in request.headers},
            "length": request.length,
            "sha256": request.sha256,
            "body": shown.decode("utf-8", "replace"),
            "connection": self.number,
            "port": self.local[1],
            "secure": self.secure,
            "proxied": request.proxied,
            "fault": ";".join(f"{name}={words}" if words else name for name, words in faults.items()),
            "status": None,
        }

    def close(self):
        """The orderly end, under TLS with a goodbye that nobody waits for."""
        try:
            if isinstance(self.socket, ssl.SSLSocket):
                self.socket.settimeout(0)
                self.socket.unwrap()
            else:
                self.socket.shutdown(socket.SHUT_WR)
        except (OSError, ValueError):
            pass
        self.socket.close()
