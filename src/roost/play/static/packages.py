"""Fetches the two packages that run Python in a browser: Pyodide from npm, and msgspec from the Python package index.

Both are fetched by npm and pip, checked against the hashes below, cached, and copied unmodified.
"""

import hashlib
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from roost.core.errors import RoostError
from roost.study.folders import cache_folder

PYODIDE = "314.0.7"
"""The version of Pyodide; its first number is the version of Python, 3.14."""
_PYODIDE_HASH = (
    "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4"
)
"""SHA-512 of the npm package."""
_MSGSPEC = "0.22.0"
_MSGSPEC_HASH = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
"""SHA-256 of the wheel."""
_PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "314", "--implementation", "cp",
             "--abi", "cp314", "--only-binary", ":all:", "--no-deps")  # fmt: skip
_TIMEOUT = 300.0
"""Time limit for a download, in seconds."""


class PackageError(RoostError):
    """A package that the folder needs cannot be fetched."""


@dataclass(frozen=True)
class Packages:
    """The fetched packages."""

    pyodide: Path
    """The folder of Pyodide's npm package."""
    msgspec: Path
    """The wheel of msgspec."""


def fetch_packages() -> Packages:
    """Return the packages; fetch those that the cache does not hold."""
    cache = cache_folder() / "static"
    cache.mkdir(parents=True, exist_ok=True)
    archive = _fetched(cache / f"pyodide-{PYODIDE}.tgz", "sha512", _PYODIDE_HASH, _npm())
    wheel = _fetched(
        cache / f"msgspec-{_MSGSPEC}-cp314-cp314-pyemscripten_2026_0_wasm32.whl", "sha256", _MSGSPEC_HASH, _pip()
    )
    folder = cache / f"pyodide-{PYODIDE}"
    if not folder.is_dir():
        with TemporaryDirectory(dir=cache) as unpacked, tarfile.open(archive) as opened:
            opened.extractall(unpacked, filter="data")
            Path(unpacked, "package").rename(folder)
    return Packages(folder, wheel)


def _fetched(file: Path, kind: str, expected: str, command: list[str]) -> Path:
    """Return a file with the expected hash, which the command downloads into its working directory if it is missing."""
    if file.is_file() and _hash(file, kind) == expected:
        return file
    with TemporaryDirectory(dir=file.parent) as folder:
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=_TIMEOUT)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PackageError(f"{file.name} cannot be downloaded: {error}") from None
        downloaded = Path(folder, file.name)
        if not downloaded.is_file():
            reason = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
            raise PackageError(f"{file.name} cannot be downloaded: {reason}")
        if _hash(downloaded, kind) != expected:
            raise PackageError(f"{file.name} is not the file that this version of Roost expects: its hash differs")
        downloaded.replace(file)
    return file


def _hash(file: Path, kind: str) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, kind).hexdigest()


def _npm() -> list[str]:
    return [program("npm"), "pack", "--silent", f"pyodide@{PYODIDE}"]


def _pip() -> list[str]:
    return [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--dest", ".",
            *_PLATFORM, f"msgspec=={_MSGSPEC}"]  # fmt: skip


def program(name: str) -> str:
    """Return the path of a program of Node.js."""
    path = shutil.which(name)
    if path is None:
        raise PackageError(f"{name} is missing: to write the folder, install Node.js 20 or newer with npm")
    return path
