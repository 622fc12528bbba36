"""`python -m Kinto`: starts, says where it is, and stays until its standard input closes or SIGTERM comes."""

import argparse
import json
import os
import shutil
import signal
import stat
import sys
import tempfile
import threading
from pathlib import Path

from . import service
from .cluster import Cluster


def options():
    parser = argparse.ArgumentParser(prog="kinto start")
    parser.add_argument("--backend", choices=["memory", "postgresql"], default="memory")
    parser.add_argument("--port", type=int, default=0, help="0 (the default) takes a free one")
    parser.add_argument("--ready", type=Path, help="the file that says where the server is, once it is there")
    parser.add_argument("--users", default="", help="accounts to make: alice:secret,bob:secret")
    parser.add_argument(
        "--threads", type=int, help="1 with memory, which loses writes of several threads; else 8"
    )
    parser.add_argument("--batch-limit", type=int, default=25, help="how many requests a batch may have")
    parser.add_argument(
        "--setting", action="append", default=[], help="a setting of Kinto's: backoff=10", metavar="NAME=VALUE"
    )
    parser.add_argument("--verbose", action="store_true", help="prints what goes wrong in Kinto, too")
    return parser.parse_args()


def main():
    chosen = options()
    # Handled in the main thread, which has nothing else to do; blocked so that no other thread takes them.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT])
    folder = Path(tempfile.mkdtemp(prefix="rowsmith-kinto-"))
    cluster = None
    try:
        # PostgreSQL takes longer to start than a test to be given up.
        watch_input()
        cluster = Cluster(folder) if chosen.backend == "postgresql" else None
        port = service.start(chosen, cluster.url if cluster else None)
        announce(chosen, port)
        signal.sigwait([signal.SIGTERM, signal.SIGINT])
    finally:
        # Another server may have written it meanwhile.
        if chosen.ready and chosen.ready.exists() and f'"pid": {os.getpid()}' in chosen.ready.read_text():
            chosen.ready.unlink(missing_ok=True)
        if cluster:
            cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)
    # The threads of connections that are open do not hold up the end.
    os._exit(0)


def announce(chosen, port):
    """One line, on standard output and in the ready file: readers of the file find it whole."""
    line = json.dumps(
        {"url": f"http://127.0.0.1:{port}/v1", "port": port, "pid": os.getpid(), "backend": chosen.backend}
    )
    print(line, flush=True)
    if chosen.ready:
        chosen.ready.parent.mkdir(parents=True, exist_ok=True)
        new = chosen.ready.with_name(f"{chosen.ready.name}.{os.getpid()}")
        new.write_text(line + "\n")
        new.replace(chosen.ready)


def watch_input():
    """Ends the server with the process that holds the other end of its standard input."""
    if not stat.S_ISFIFO(os.fstat(0).st_mode):
        return

    def wait():
        while sys.stdin.buffer.read1(4096):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()


if __name__ == "__main__":
    main()
