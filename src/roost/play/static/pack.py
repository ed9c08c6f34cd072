"""Compile Roost's modules and the part of the standard library that they need.

This script runs in Pyodide, which compiles for itself (``pack.mjs``). It reads ``/python.zip``, the standard library,
``/modules.zip``, Roost with msgspec, and ``/importer.py``. It writes two packs: what Python needs until it has run the
importer, and everything else.
"""

import ast
import importlib
import io
import marshal
import shutil
import sys
import zipfile
from contextlib import suppress
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

_SITE = Path("/lib/python3.14/site-packages")
_LIBRARY = Path("/lib/python314.zip")
_ALWAYS = ("encodings.latin_1", "importlib.readers", "importlib.resources._adapters")
"""Modules that Python loads by itself, when a text or a file of a package needs them."""
_LIBRARYS, _OURS = 2, 0
"""Levels of optimization: the library without docstrings, assertions and line numbers, our modules as they are."""
_HEADER = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
"""What a compiled module begins with; the flag says that no source is there to compare with."""
_DATE = (2020, 1, 1, 0, 0, 0)


def _files_in(archive: str) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as opened:
        return {info.filename: opened.read(info) for info in opened.infolist() if not info.is_dir()}


def _loaded() -> set[str]:
    """Return the files of the standard library that are loaded now."""
    return set(filter(None, map(_file_of, [*sys.modules.values()])))


def _file_of(module: object) -> str:
    """Return a module's file in the standard library; empty if it is not from there, or is a part of Python itself."""
    is_frozen = getattr(getattr(module, "__spec__", None), "origin", None) == "frozen"
    file = "" if is_frozen else str(getattr(module, "__file__", None))
    return file.removeprefix(f"{_LIBRARY}/") if file.startswith(f"{_LIBRARY}/") else ""


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
    for name, body in files.items():
        if name.endswith(".py"):
            code = compile(ast.parse(body), str(folder / name), "exec", dont_inherit=True, optimize=optimize)
            packed[f"{name}c"] = _HEADER + marshal.dumps(_without_lines(code) if optimize else code)
        else:
            packed[name] = body
    return packed


def _without_lines(code: CodeType) -> CodeType:
    """Return code without its table of line numbers, which is a third of it."""
    inner = tuple(_without_lines(const) if isinstance(const, CodeType) else const for const in code.co_consts)
    return code.replace(co_consts=inner, co_linetable=b"")


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
    early = {_file_of(sys.modules[name]) for name in importlib.import_module("sitecustomize").EARLY}
    ours, library = _files_in("/modules.zip"), _files_in("/python.zip")
    shutil.unpack_archive("/modules.zip", _SITE)
    importlib.invalidate_caches()
    _load_all(ours, library)
    wanted = {name: library[name] for name in _loaded()}
    first = {name: body for name, body in wanted.items() if name in early}
    first["sitecustomize.py"] = Path("/importer.py").read_bytes()
    late = {name: body for name, body in wanted.items() if name not in early}
    Path("/packed-python").write_bytes(_zipped(_compiled(first, _LIBRARY, _LIBRARYS)))
    files = _compiled(late, _SITE, _LIBRARYS) | _compiled(ours, _SITE, _OURS)
    ordered = {name: files[name] for name in sorted(files, key=lambda name: (Path(name).suffix, name))}
    zstd = importlib.import_module("compression.zstd")
    Path("/packed-roost").write_bytes(zstd.compress(marshal.dumps(ordered), 19))


if __name__ == "__main__":
    main()
