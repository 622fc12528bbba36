"""A PostgreSQL of one's own: made at the start, gone at the end, on a socket in a folder, nothing of it kept safe."""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        self.data = folder / "data"
        self.programs = programs()
        # PostgreSQL refuses to run as root.
        self.owner = unprivileged() if os.geteuid() == 0 else None
        if self.owner:
            os.chmod(folder, 0o755)
        for path in (self.data, folder / "socket"):
            path.mkdir(mode=0o700)
            if self.owner:
                os.chown(path, self.owner.pw_uid, self.owner.pw_gid)
        self.run(
            "initdb", "--auth=trust", "--username=kinto", "--no-sync", "--locale=C", "--encoding=UTF8",
            "--no-instructions",
        )  # fmt: skip
        self.log = open(folder / "log", "wb")
        self.server = subprocess.Popen(
            [
                self.programs / "postgres", "-D", self.data, "-k", folder / "socket", "-c", "listen_addresses=",
                "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off",
                "-c", "timezone=UTC",
            ],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, preexec_fn=end_with_parent,
            **self.identity(),
        )  # fmt: skip
        self.url = f"postgresql://kinto@/postgres?host={folder / 'socket'}"
        self.wait()

    def identity(self):
        if not self.owner:
            return {"cwd": self.folder}
        return {
            "user": self.owner.pw_uid,
            "group": self.owner.pw_gid,
            "extra_groups": [],
            "cwd": self.data,
            "env": {**os.environ, "HOME": str(self.data)},
        }

    def run(self, program, *arguments):
        done = subprocess.run(
            [self.programs / program, "-D", self.data, *arguments],
            stdin=subprocess.DEVNULL, capture_output=True, preexec_fn=unblock, **self.identity(),
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"{program} has failed: {done.stderr.decode(errors='replace')}")

    def wait(self):
        import psycopg2

        end = time.monotonic() + 300
        while True:
            try:
                psycopg2.connect(host=str(self.folder / "socket"), user="kinto", dbname="postgres").close()
                return
            except psycopg2.OperationalError as error:
                if self.server.poll() is not None or time.monotonic() > end:
                    self.stop()
                    log = (self.folder / "log").read_text(errors="replace")
                    raise SystemExit(f"PostgreSQL does not start: {error}{log}") from error
                time.sleep(0.05)

    def stop(self):
        # Nobody's data: at once, without a checkpoint.
        if self.server.poll() is None:
            self.server.send_signal(signal.SIGQUIT)
            self.server.wait(timeout=20)


def unblock():
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM, signal.SIGINT])


def end_with_parent():
    """A server whose starter is killed goes, too (Linux only)."""
    unblock()
    if sys.platform == "linux":
        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGQUIT)


def programs():
    """The folder of the newest PostgreSQL: Debian keeps its programs out of PATH."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda path: float(path.parent.name))
    if path := shutil.which("initdb"):
        return Path(path).resolve().parent
    raise SystemExit("PostgreSQL is missing: Scripts/install-libraries postgresql installs it.")


def unprivileged():
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            pass
    raise SystemExit("PostgreSQL does not run as root, and there is neither a user 'postgres' nor 'nobody'.")
