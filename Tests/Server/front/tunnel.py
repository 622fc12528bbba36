"""CONNECT: a client that takes the server for its proxy talks through it to a port of this machine."""

import select
import socket

from .answer import explained

HERE = ("localhost", "127.0.0.1")


def connect(target):
    """A connection to the place, or an answer that says why there is none."""
    host, _, port = target.rpartition(":")
    if host not in HERE or not port.isdigit():
        return None, explained(403, "This proxy leads to ports of this machine only")
    try:
        return socket.create_connection(("127.0.0.1", int(port)), timeout=10), None
    except OSError as error:
        return None, explained(502, str(error))


def pump(client, other):
    """Carries bytes both ways until one side ends."""
    with other:
        while True:
            ready, _, _ = select.select([client, other], [], [], 600)
            if not ready:
                return
            for source in ready:
                data = source.recv(1 << 16)
                if not data:
                    return
                (other if source is client else client).sendall(data)
