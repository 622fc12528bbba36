"""What stops a benchmark, in words for the person who ran it."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path


class Failure(Exception):
    """The message says what was tried, what came back and, where known, what to do."""


def run(command: Sequence[str | Path], purpose: str, cwd: Path | None = None) -> str:
    """Runs a command that prepares something; returns its standard output."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, cwd=cwd, text=True, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise Failure(f"{purpose}: {words[0]} is not installed") from error
    if done.returncode != 0:
        output = (done.stderr + done.stdout).strip()
        raise Failure(f"{purpose}: `{' '.join(words)}` ended with {done.returncode}:\n{output[-4000:]}")
    return done.stdout
