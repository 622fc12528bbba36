"""Writing an answer to a socket, and the ways in which that goes wrong."""

import socket
import struct
import time
from email.utils import formatdate

from .. import state


class Cut(Exception):
    """The answer ends here, and the connection with it; `reset` says with RST instead of FIN."""

    def __init__(self, reset=False):
        self.reset = reset


class Wire:
    """Sends bytes of a body at the pace, and to the point, that the faults set."""

    def __init__(self, connection, faults):
        self.socket = connection
        self.faults = faults
        self.sent = 0
        self.end = faults.number("cut") if "cut" in faults else None
        self.stall_at = faults.number("stall") if "stall" in faults else None
        self.resets = faults.get("rst") == "mid"

    def head(self, data):
        self.socket.sendall(data)

    def send(self, data):
        view = memoryview(data)
        while len(view):
            piece = view[: self.room(len(view))]
            if len(piece):
                self.paced(piece)
                self.sent += len(piece)
                view = view[len(piece) :]
            self.at_point()

    def room(self, wanted):
        """How many bytes go out before something happens."""
        points = [point - self.sent for point in (self.end, self.stall_at) if point is not None]
        return min([wanted, *(max(0, point) for point in points)])

    def at_point(self):
        if self.stall_at is not None and self.sent >= self.stall_at:
            self.stall_at = None
            time.sleep(self.faults.number("stall", 1) / 1000)
        if self.end is not None and self.sent >= self.end:
            raise Cut(self.resets)

    def paced(self, piece):
        if "slow" not in self.faults:
            self.socket.sendall(piece)
            return
        rate = max(1, self.faults.number("slow"))
        step = max(1, rate // 20)
        for start in range(0, len(piece), step):
            part = piece[start : start + step]
            self.socket.sendall(part)
            time.sleep(len(part) / rate)


def send(sock, request, answer, faults, keep_alive):
    """Writes the answer; says whether the connection can be used again. Throws `Cut` where a fault ends it."""
    bodiless = request.method == "HEAD" or answer.status in (204, 304) or answer.status < 200
    unframed = "nolength" in faults and not bodiless
    chunked = (answer.length is None or "chunked" in faults or "badchunk" in faults) and not unframed
    if chunked and request.version == "HTTP/1.0":
        chunked, unframed = False, True
    if "drop" in faults or "rst" in faults:
        answer.length = answer.length or (None if chunked else 0)
    wire = Wire(sock, faults)
    if "mid" in (faults.get("drop"), faults.get("rst")):
        wire.end = (answer.length if answer.length is not None else 2000) // 2
    keep_alive = keep_alive and not unframed and "longlength" not in faults
    head = _head(answer, faults, bodiless, unframed, chunked, keep_alive)
    if bodiless:
        if wire.end is not None:
            wire.head(head[: len(head) // 2])
            raise Cut(wire.resets)
        wire.head(head)
        return keep_alive
    # A small answer leaves in one piece.
    pieces = iter(answer.chunks)
    if isinstance(answer.chunks, list) and not faults and not chunked:
        wire.head(head + b"".join(pieces))
        return keep_alive
    wire.head(head)
    if wire.end is not None or wire.stall_at is not None:
        wire.at_point()
    for number, piece in enumerate(pieces):
        if piece:
            _send_piece(wire, piece, chunked, "badchunk" in faults and number == 0)
    if chunked:
        wire.send(b"0\r\n\r\n")
    return keep_alive


def _send_piece(wire, piece, chunked, bad):
    if not chunked:
        wire.send(piece)
        return
    if bad:
        wire.send(b"%x\r\n%b\r\n" % (len(piece) // 2, piece[: len(piece) // 2]))
        wire.send(b"this is no size\r\n")
        raise Cut
    wire.send(b"%x\r\n" % len(piece))
    wire.send(piece)
    wire.send(b"\r\n")


def _head(answer, faults, bodiless, unframed, chunked, keep_alive):
    lines = [f"HTTP/1.1 {answer.status} {answer.reason}"]
    lines.append(f"Date: {formatdate(state.seconds(), usegmt=True)}")
    lines.extend(f"{name}: {value}" for name, value in answer.headers)
    if answer.status not in (204, 304) and not unframed:
        if chunked:
            lines.append("Transfer-Encoding: chunked")
        elif answer.length is not None:
            extra = (faults.number("longlength") or 100) if "longlength" in faults else 0
            lines.append(f"Content-Length: {answer.length + extra}")
    lines.append("Connection: keep-alive" if keep_alive else "Connection: close")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")


def hang_up(sock, reset):
    """Closes a connection in the middle: FIN, or RST. Under TLS without a word of goodbye."""
    if reset:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()
