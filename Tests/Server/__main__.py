"""`python -m Server`: starts, says where it is, and stays until its standard input closes or SIGTERM comes."""

import argparse
import json
import os
import resource
import shutil
import signal
import stat
import sys
import tempfile
import threading
from pathlib import Path


def options():
    parser = argparse.ArgumentParser(prog="test-server start")
    parser.add_argument("--port", type=int, default=0, help="0 (the default) takes a free one")
    parser.add_argument(
        "--tls", action="store_true", help="serves HTTPS, too, with the certificates of a test authority"
    )
    parser.add_argument("--dumb", action="store_true", help="without idempotency keys, versions and tombstones")
    parser.add_argument("--db", type=Path, help="a database that is kept; without it every start is a fresh one")
    parser.add_argument("--seed", type=int, default=0, help="begins with so many articles and products")
    parser.add_argument("--ready", type=Path, help="the file that says where the server is, once it is there")
    return parser.parse_args()


def main():
    chosen = options()
    # Handled in the main thread, which has nothing else to do; blocked so that no other thread takes them.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT])
    folder = Path(tempfile.mkdtemp(prefix="rowsmith-server-"))
    try:
        announce(start(chosen, folder), chosen.ready)
        watch_input()
        signal.sigwait([signal.SIGTERM, signal.SIGINT])
    finally:
        # Another server may have written it meanwhile.
        if chosen.ready and chosen.ready.exists() and f'"pid": {os.getpid()}' in chosen.ready.read_text():
            chosen.ready.unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
    # The threads of connections that are open do not hold up the end.
    os._exit(0)


def start(chosen, folder):
    """Opens the ports; what clients must know."""
    # Each connection takes a socket and, with its thread, a connection to the database.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65536), most))
    from . import settings, state

    settings.configure(chosen.db or folder / "server.sqlite")
    state.started_dumb = state.config["dumb"] = chosen.dumb
    state.files = chosen.db.with_suffix(".files") if chosen.db else folder / "files"
    state.files.mkdir(parents=True, exist_ok=True)

    from django.core.wsgi import get_wsgi_application

    from .front.listener import Workers, listen

    application, workers = get_wsgi_application(), Workers()
    if chosen.seed:
        from .control import actions

        with state.writing():
            actions.seed(chosen.seed)
    port = listen(application, workers, port=chosen.port)
    ready = {
        "host": "127.0.0.1",
        "port": port,
        "url": f"http://127.0.0.1:{port}",
        "other_port": listen(application, workers),
        "pid": os.getpid(),
    }
    if chosen.tls:
        from .front import tls

        ready.update(tls.listen(application, workers, folder))
    return ready


def announce(ready, file):
    """One line of JSON on standard output, and in the file, which appears whole."""
    line = json.dumps(ready)
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        partial = file.with_name(f"{file.name}.{os.getpid()}")
        partial.write_text(line + "\n")
        partial.replace(file)
    print(line, flush=True)


def watch_input():
    """Ends the process when standard input, being a pipe, closes: whoever started the server is gone."""
    mode = os.fstat(0).st_mode
    if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
        return

    def watch():
        while os.read(0, 4096):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    sys.exit(main())
