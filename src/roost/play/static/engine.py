"""Packs the engine: Roost's modules and the standard library, compiled and compressed, for a worker of the browser."""

import ast
import gzip
import hashlib
import re
import subprocess
import zipfile
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from roost.play.static.packages import PYODIDE, PackageError, Packages, program
from roost.study.folders import SOURCES, cache_folder

_ROOT = "roost.play.local"
"""The package with which the engine starts."""
_OTHERS_ADAPTERS = ("device", "observation", "screen", "training")
"""Adapters for packages that the engine does without: the environments, the terminal and training."""
_ABSENT = (
    "roost.cli",
    "roost.lab",
    "roost.play.client",
    "roost.play.terminal",
    "roost.play.web.assets",
    "roost.study.train",
)
"""Packages and modules that the engine does without, although late imports mention them."""
_NAMED = re.compile(r"(roost(?:\.\w+)+)(?::\w+)?")
"""Matches a text that names a module, as in tables of what is loaded on demand."""
_MISSING = frozenset({"numpy", "numba"})
"""Libraries that do not exist for browsers."""
_SCRIPTS = ("importer.py", "pack.mjs", "pack.py")
"""What packs the engine, and what unpacks it."""
_DATA = (".toml", ".json", ".md", ".npz")


class Engine(NamedTuple):
    """The packed modules."""

    python: bytes
    """The part of the standard library that unpacks the rest, gzipped because browsers can unpack that."""
    roost: bytes
    """Everything else, as Zstandard, which Python unpacks."""


def engine_sources(packages: Packages) -> dict[str, bytes]:
    """Return the files that the engine consists of, before they are compiled, by their path among Python's packages."""
    modules = _reachable()
    folders = {path.parent for path in modules if path.name == "__init__.py"}
    data = [file for folder in folders for file in folder.iterdir() if file.suffix in _DATA and not _is_page(file)]
    sources = {_place(path): _source(path) for path in sorted({*modules, *data})}
    # Games are asked for the names of their page files, but only the page reads the contents.
    sources |= {_place(path): b"" for path in SOURCES.glob("games/*/adapters/page/*.js")}
    with zipfile.ZipFile(packages.msgspec) as wheel:
        return sources | {name: wheel.read(name) for name in wheel.namelist() if not name.endswith((".pyi", "/RECORD"))}


def _source(path: Path) -> bytes:
    """Return a file's contents; of a module that imports a missing library only this import, which fails as well."""
    body = path.read_bytes()
    if path.suffix == ".py":
        for node in ast.parse(body).body:
            names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
            if isinstance(node, ast.ImportFrom) and node.module:
                names = {node.module}
            if missing := [name for name in names if name.partition(".")[0] in _MISSING]:
                return f"import {missing[0]}\n".encode()
    return body


def _place(path: Path) -> str:
    return f"roost/{path.relative_to(SOURCES).as_posix()}"


def _is_page(file: Path) -> bool:
    """Whether a file holds words of the page or rules, which the page fetches for itself."""
    return file.name.startswith("page." if file.parent.name == "words" else ("rules.", "rulings."))


def _reachable() -> set[Path]:
    """Return all modules that the engine may load: what it imports, early or late, and the games' adapters."""
    files = {_module(path): path for path in SOURCES.rglob("*.py")}
    adapters = {
        name
        for name, path in files.items()
        if path.parent.name == "adapters" and not path.stem.endswith(_OTHERS_ADAPTERS)
    }
    reached: set[str] = set()
    waiting = {_ROOT, *adapters}
    while waiting:
        name = waiting.pop()
        # An imported name is a module or a member of a module; its parent packages are loaded as well.
        parents = {".".join(name.split(".")[:depth]) for depth in range(1, name.count(".") + 2)}
        fresh = {module for module in parents & files.keys() if not module.startswith(_ABSENT)} - reached
        reached |= fresh
        for module in fresh:
            waiting |= _mentioned(files[module])
    return {files[name] for name in reached}


def _module(path: Path) -> str:
    parts = ("roost", *path.relative_to(SOURCES).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _mentioned(path: Path) -> set[str]:
    """Return the names that a module imports anywhere, and the modules that its texts name."""
    names: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(path.read_bytes())]
    while waiting:
        node = waiting.pop()
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            waiting += ast.iter_child_nodes(node)
        match node:
            case ast.Import(names=aliases):
                names |= {alias.name for alias in aliases}
            case ast.ImportFrom(module=str(module), names=aliases):
                names |= {module, *(f"{module}.{alias.name}" for alias in aliases)}
            case ast.Constant(value=str(text)) if named := _NAMED.fullmatch(text):
                names.add(named[1])
    return names


def fingerprint(sources: dict[str, bytes]) -> str:
    """Return a hash of everything that the packed engine depends on."""
    hashed = hashlib.sha256(PYODIDE.encode())
    for name in _SCRIPTS:
        hashed.update(files("roost.play.static").joinpath(name).read_bytes())
    for name, body in sorted(sources.items()):
        hashed.update(f"{name} {len(body)}\n".encode() + body)
    return hashed.hexdigest()


def pack_engine(packages: Packages, sources: dict[str, bytes]) -> Engine:
    """Compile and compress the engine, or return the same engine from the cache."""
    cache = cache_folder() / "static" / fingerprint(sources)[:16]
    names = [cache.with_suffix(f".{part}.pack") for part in Engine._fields]
    if not all(name.is_file() for name in names):
        for name, body in zip(names, _packed(packages, sources), strict=True):
            name.write_bytes(body)
    return Engine(*(name.read_bytes() for name in names))


def _packed(packages: Packages, sources: dict[str, bytes]) -> Engine:
    with TemporaryDirectory() as folder:
        modules, python, ours = (Path(folder, name) for name in ("modules.zip", "python.zip", "roost.zst"))
        with zipfile.ZipFile(modules, "w") as archive:
            for name, body in sources.items():
                archive.writestr(name, body)
        script, importer = (files("roost.play.static").joinpath(name) for name in ("pack.mjs", "importer.py"))
        done = subprocess.run(
            [program("node"), *map(str, (script, packages.pyodide, modules, importer, python, ours))],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise PackageError(f"the modules cannot be compiled: {done.stderr.strip()[-2000:]}")
        return Engine(gzip.compress(python.read_bytes(), 9, mtime=0), ours.read_bytes())
