"""Writes the folder: the page's files, the answers that never change, and the engine, all under one fingerprint.

``FOLDER/assets/BUILD`` holds everything of one build, and ``FOLDER/python`` holds Pyodide as npm delivers it. Writing
into the same folder again keeps the previous build's files, for pages that are still open.
"""

import asyncio
import gzip
import hashlib
import json
import re
import shutil
import zipfile
from collections.abc import Mapping, Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, NamedTuple

from roost.core.errors import OptionError
from roost.core.registry import all_games
from roost.core.version import __version__
from roost.core.words import Language
from roost.play.local import start
from roost.play.static.engine import engine_sources, fingerprint, pack_engine
from roost.play.static.packages import PYODIDE, Packages, fetch_packages
from roost.play.web.assets import Assets, assets
from roost.play.web.manifest import manifest
from roost.study.cards import Size, has_cards

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types roost-worker"
)
"""The security policy of the page. WebAssembly needs 'wasm-unsafe-eval'; no text becomes code."""
_HEADERS = f"""\
/*
  Content-Security-Policy: {POLICY}; frame-ancestors 'none'
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=()
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/python/*
  Cache-Control: public, max-age=31536000, immutable
"""
"""Headers for hosts that read the file ``_headers``. Other hosts need none: the page carries its policy itself."""
_PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "package.json", "README.md")
_MARK = "roost-build.txt"
"""The file by which a folder is recognised; it names the builds in the folder, the latest first."""
_LICENCES = """\
This folder was written by Roost {version} (roost static). It contains:

- Roost: MIT licence. Its Python modules are compiled and packed in assets/{build}/engine/roost.pack.
- Pyodide {pyodide}: Mozilla Public License 2.0, unmodified, in python/{pyodide}. Its source code and the text of the
  licence are at the address that python/{pyodide}/package.json names (https://mozilla.org/MPL/2.0 has the text, too).
  Pyodide contains CPython, under the licence of the Python Software Foundation, version 2.
- The standard library of Python: the same licence. The modules that Roost needs are compiled, without docstrings and
  line numbers, otherwise unmodified, and packed in assets/{build}/engine.
- msgspec: BSD licence, below. Its modules are compiled, otherwise unmodified, and packed in roost.pack.

--------------------------------------------------------------------------------
Roost

{roost}
--------------------------------------------------------------------------------
msgspec

{msgspec}
"""
_DEEP = """\
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'">
    <title>Roost</title>
{scripts}
  </head>
  <body><p>Roost …</p></body>
</html>
"""
_DEPTH = 3
"""The largest number of parts that a page's address has."""


class _Size(NamedTuple):
    raw: int
    sent: int
    """Size when compressed, as hosts send it."""


class WrittenFolder(NamedTuple):
    """What was written, in bytes."""

    build: str
    total: int
    engine: int
    """Compressed size of what a device fetches to play."""


def write_folder(folder: Path) -> WrittenFolder:
    """Write the folder, or bring it up to date."""
    previous = _builds(folder)
    packages = fetch_packages()
    sources, page = engine_sources(packages), assets()
    engine = pack_engine(packages, sources)
    build = hashlib.sha256(f"{page.build} {fingerprint(sources)} {POLICY}".encode()).hexdigest()[:16]
    packs = {f"engine/{name}.pack": body for name, body in engine._asdict().items()}
    pyodide = {name: (packages.pyodide / name).read_bytes() for name in _PYODIDE_FILES}
    sizes = {name.rpartition("/")[2]: _Size(len(body), _zipped(body)) for name, body in (packs | pyodide).items()}
    lock = json.loads((packages.pyodide / "pyodide-lock.json").read_text())
    python = {
        "folder": f"../../../python/{PYODIDE}/",
        "modules": "../engine/",
        "files": {name: size._asdict() for name, size in sizes.items() if name.endswith((".pack", ".wasm"))},
        "lock": {"info": lock["info"], "packages": {}},  # Pyodide knows of no other packages
    }
    build_files = _answers(page) | packs | _page_files(page, python)
    files = {f"assets/{build}/{name}": body for name, body in build_files.items()}
    files |= {f"python/{PYODIDE}/{name}": body for name, body in pyodide.items()}
    files |= _entry_files(page, build_files)
    files["LICENCES.txt"] = _licences(packages).encode()
    for name, body in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        # Everything names the one build of page and engine, where a server names the page's.
        file.write_bytes(body.replace(page.build.encode(), build.encode()))
    keep_builds(folder, build, previous)
    return WrittenFolder(build, sum(map(len, files.values())), sum(size.sent for size in sizes.values()))


def _builds(folder: Path) -> list[str]:
    """Return the builds in a folder; raise an error if it holds anything else."""
    mark = folder / _MARK
    if mark.is_file():
        return re.findall(r"^[0-9a-f]{16}$", mark.read_text(), re.MULTILINE)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OptionError(f"{folder} already exists and was not written by roost static", input=str(folder))
    return []


def keep_builds(folder: Path, build: str, previous: Sequence[str]) -> None:
    """Note the latest build, keep the previous one for pages that are still open, and delete older ones."""
    builds = [build, *(known for known in previous if known != build)][:2]
    (folder / _MARK).write_text("\n".join([*builds, ""]))
    for old in (folder / "assets").iterdir():
        if old.name not in builds:
            shutil.rmtree(old)


def _zipped(body: bytes) -> int:
    return min(len(body), len(gzip.compress(body)))


def _answers(page: Assets) -> dict[str, bytes]:
    """Return the answers that depend on nothing but their address, as files for each language."""
    answers = {f"data/{language.value}/first.json": page.first_words(language) for language in Language}
    return answers | asyncio.run(_fixed_answers())


async def _fixed_answers() -> dict[str, bytes]:
    local = await start(_NoStore())
    paths = {"/games": "", "/house-rules": "", "/schema": ""}
    for name, kind in all_games().items():
        paths |= {f"/games/{name}": "", f"/rules/{name}": ""}
        if has_cards(kind):
            paths |= {f"/cards/{name}.{size.value}": f"size={size.value}" for size in Size}
    answers = {}
    for language in Language:
        for path, query in paths.items():
            address = path.partition(".")[0]
            answer = await local.request("GET", f"/api{address}", f"{query}&lang={language.value}")
            assert answer.status == 200, answer.text
            answers[f"data/{language.value}{path}.json"] = answer.text.encode()
    await local.close()
    return answers


class _NoStore:
    """A store without tables; the fixed answers need none."""

    async def load(self) -> str:
        return '{"tables": {}, "kept": {}}'

    async def read(self, table: str) -> str:
        return ""

    async def append(self, batch: str) -> None:
        raise NotImplementedError(batch)


def _page_files(page: Assets, python: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the files of the page. The engine's script is told where to find Python."""
    files = {}
    for name in page:
        asset = page.get(name)
        assert asset is not None
        files[name] = asset.body
    files["local/engine.js"] = f"self.PYTHON = {json.dumps(python)};\n".encode() + files["local/engine.js"]
    return files


def _entry_files(page: Assets, build_files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files at the top of the folder."""
    here = page.address("").lstrip("/")
    scripts = [f'    <script src="{"../" * depth}roost-not-found.js"></script>' for depth in range(_DEPTH)]
    kept = {
        language.value: [
            "./",
            f"manifest.{language.value}.webmanifest",
            *(f"{here}{name}" for name in [*page.spoken_in(language), "local/early.js"]),
            *(f"{here}{name}" for name in build_files if name.startswith(f"data/{language.value}/")),
        ]
        for language in Language
    }
    constants = f"self.BUILD = {json.dumps(page.build)};\nself.FILES = {json.dumps(kept)};\n"
    files = {
        "index.html": page.local_shell(POLICY).encode(),
        "404.html": _DEEP.format(scripts="\n".join(scripts)).encode(),
        "roost-not-found.js": build_files["local/not-found.js"],
        "favicon.ico": build_files["art/icon.svg"],
        "worker.js": constants.encode() + build_files["local/worker.js"],
        "_headers": _HEADERS.encode(),
    }
    return files | {f"manifest.{language.value}.webmanifest": manifest(language, "./") for language in Language}


def _licences(packages: Packages) -> str:
    with zipfile.ZipFile(packages.msgspec) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith("licenses/LICENSE"))
        msgspec = wheel.read(name).decode()
    roost = next(file for file in distribution("roost").files or () if file.name == "LICENSE").read_text()
    return _LICENCES.format(version=__version__, pyodide=PYODIDE, build=assets().build, roost=roost, msgspec=msgspec)
