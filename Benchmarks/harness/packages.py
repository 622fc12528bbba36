"""What the benchmark needs from the system and from PyPI, installed where it is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

from .failure import Failure, run
from .places import BASELINE, Cache


def _has_header(name: str) -> bool:
    check = subprocess.run(
        ["cc", "-E", "-x", "c", "-"],
        input=f"#include <{name}>\n", text=True, capture_output=True, check=False,
    )
    return check.returncode == 0


def _has_venv() -> bool:
    check = subprocess.run(["python3", "-c", "import ensurepip, venv"], capture_output=True, check=False)
    return check.returncode == 0


# In order: the compiler first, since the headers are looked for with it.
DEBIAN_PACKAGES: dict[str, Callable[[], bool]] = {
    "gcc": lambda: shutil.which("cc") is not None,
    "libc6-dev": lambda: _has_header("stdlib.h"),
    "libsqlite3-dev": lambda: _has_header("sqlite3.h"),
    "libyaml-dev": lambda: _has_header("yaml.h"),
    "libcurl4-openssl-dev": lambda: _has_header("curl/curl.h"),
    "zlib1g-dev": lambda: _has_header("zlib.h"),
    "curl": lambda: shutil.which("curl") is not None,
    "sqlite3": lambda: shutil.which("sqlite3") is not None,
    "python3-venv": _has_venv,
}


def install_system_packages() -> None:
    missing = []
    for package, is_there in DEBIAN_PACKAGES.items():
        if package != "gcc" and "gcc" in missing or not is_there():
            missing.append(package)
    if not missing:
        return
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *missing]
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise Failure(f"missing from this system: {', '.join(missing)}; on Debian: sudo {' '.join(command)}")
    run(["apt-get", "update"], "refreshing the package lists")
    run(command, "installing system packages")


def venv_python(cache: Cache) -> Path:
    python = cache.venv / "bin" / "python"
    if not python.exists():
        run(["python3", "-m", "venv", cache.venv], "making a virtual environment")
    return python


def install_python_package(name: str, cache: Cache) -> None:
    run([venv_python(cache), "-m", "pip", "install", "--quiet", name], f"installing {name}")


def yyjson_sources(cache: Cache) -> Path:
    """The folder with yyjson.c and yyjson.h: they come with the source of its Python binding, of which
    version and hash are pinned, since Debian 12 has no package of the library."""
    sources = cache.root / "yyjson"
    wanted = ("yyjson.c", "yyjson.h")
    if all((sources / name).exists() for name in wanted):
        return sources
    sources.mkdir(parents=True, exist_ok=True)
    run(
        [venv_python(cache), "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "yyjson",
         "--require-hashes", "--requirement", BASELINE / "requirements.txt", "--dest", sources],
        "fetching yyjson",
    )
    with tarfile.open(next(sources.glob("yyjson-*.tar.gz"))) as archive:
        for member in archive.getmembers():
            name = Path(member.name).name
            content = archive.extractfile(member) if name in wanted else None
            if content is not None:
                (sources / name).write_bytes(content.read())
    missing = [name for name in wanted if not (sources / name).exists()]
    if missing:
        raise Failure(f"fetching yyjson: the archive holds no {' and no '.join(missing)}")
    return sources
