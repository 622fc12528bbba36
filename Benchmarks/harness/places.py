"""Where things are: the sources in git, and everything made from them in the cache."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent.parent
PACKAGE = BENCHMARKS.parent
SCHEMAS = BENCHMARKS / "Schemas"
BASELINE = BENCHMARKS / "baseline"


@dataclass(frozen=True)
class Cache:
    """A folder outside git; deleting it costs time and nothing else."""

    root: Path

    @property
    def data(self) -> Path:
        return self._folder("data")

    @property
    def programs(self) -> Path:
        return self._folder("programs")

    @property
    def databases(self) -> Path:
        return self._folder("databases")

    @property
    def venv(self) -> Path:
        return self.root / "venv"

    def _folder(self, name: str) -> Path:
        folder = self.root / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder
