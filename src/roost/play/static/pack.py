"""Compile Roost's modules and the part of the standard library that they need.

This script runs in Pyodide, which compiles for itself (``pack.mjs``). It reads ``/python.zip``, the standard library,
and ``/modules.zip``, Roost with msgspec. It writes two packs: what Python loads when it starts, and everything else.
"""

import ast
import importlib
import io
import py_compile
import shutil
import sys
import zipfile
from contextlib import suppress
from pathlib import Path

_SITE = Path("/lib/python3.14/site-packages")
_LIBRARY = Path("/lib/python314.zip")
_ALWAYS = ("encodings.cp437", "encodings.idna", "encodings.latin_1", "importlib.readers",
          "importlib.resources._adapters", "stringprep")  # fmt: skip
"""Modules that Python loads by itself, when a text, an address or a file of a package needs them."""
_DATE = (2020, 1, 1, 0, 0, 0)


def _files_in(archive: str) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as opened:
        return {info.filename: opened.read(info) for info in opened.infolist() if not info.is_dir()}


def _loaded() -> set[str]:
    """Return the files of the standard library that are loaded now."""
    files = {str(getattr(module, "__file__", None) or "") for module in [*sys.modules.values()]}
    return {file.removeprefix(f"{_LIBRARY}/") for file in files if file.startswith(f"{_LIBRARY}/")}


def _load_all(ours: dict[str, bytes], library: dict[str, bytes]) -> None:
    """Import all our modules, and what they import of the standard library, early or late."""
    known = {_module_of(name) for name in library}
    names = {_module_of(name) for name in ours if name.endswith(".py")}
    for source in [body for name, body in ours.items() if name.endswith(".py")]:
        names |= _imported(source) & known
    for name in sorted(names):
        with suppress(ImportError):  # a module that needs what is not here
            importlib.import_module(name)


def _module_of(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imported(source: bytes) -> set[str]:
    """Return the names of all modules that a module imports anywhere."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def _compiled(files: dict[str, bytes], folder: Path, optimize: int) -> dict[str, bytes]:
    """Return files with each module compiled. Tracebacks name modules by their place in ``folder``."""
    packed = {}
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH  # no source is there to compare with
    for name, body in files.items():
        if name.endswith(".py"):
            Path("/module.py").write_bytes(body)
            place = str(folder / name)
            py_compile.compile("/module.py", "/module.pyc", place, True, optimize, mode)
            packed[f"{name}c"] = Path("/module.pyc").read_bytes()
        else:
            packed[name] = body
    return packed


def _zipped(files: dict[str, bytes]) -> bytes:
    """Return a zip file whose files are not compressed, because each pack is compressed as a whole."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, body in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _DATE), body)
    return buffer.getvalue()


def main() -> None:
    """Compile all modules that the engine loads, and pack them."""
    for name in _ALWAYS:
        importlib.import_module(name)
    first = _loaded()
    ours, library = _files_in("/modules.zip"), _files_in("/python.zip")
    shutil.unpack_archive("/modules.zip", _SITE)
    importlib.invalidate_caches()
    _load_all(ours, library)
    wanted = _loaded()
    packages = {name.partition("/")[0] for name in first if "/" in name}
    first |= {name for name in wanted if name.partition("/")[0] in packages}  # a package is in one place
    start = _compiled({name: library[name] for name in first}, _LIBRARY, 2)
    late = _compiled({name: library[name] for name in wanted - first}, _SITE, 2)
    Path("/packed-python").write_bytes(_zipped(start))
    zstd = importlib.import_module("compression.zstd")
    Path("/packed-roost").write_bytes(zstd.compress(_zipped(late | _compiled(ours, _SITE, 1)), 19))


if __name__ == "__main__":
    main()
