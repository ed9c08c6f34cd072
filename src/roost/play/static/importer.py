"""Makes the packed modules importable. The engine's Python runs this module when it starts, as ``sitecustomize``.

``/roost.pack`` is a dictionary of files by their path among Python's packages: ``marshal``, compressed by Zstandard.
Modules are imported from memory. Other files are written, because they are read as files.
"""

import marshal
import os
import sys
from importlib import import_module
from importlib.machinery import ModuleSpec, SourcelessFileLoader
from importlib.util import spec_from_file_location

_FOLDER = "/lib/python3.14/site-packages"


class PackedLoader(SourcelessFileLoader):
    """Loads a module from memory."""

    def get_data(self, path: str) -> bytes:
        """Return the compiled module at this path."""
        return _modules[path]


class PackedModules:
    """Finds the packed modules."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return where a module is; None if it is not packed."""
        place = f"{_FOLDER}/{name.replace('.', '/')}"
        for file, folders in (f"{place}.pyc", None), (f"{place}/__init__.pyc", [place]):
            if file in _modules:
                loader = PackedLoader(name, file)
                return spec_from_file_location(name, file, loader=loader, submodule_search_locations=folders)
        return None


def _unpack() -> dict[str, bytes]:
    """Write the files that are no modules, and return the modules by their paths."""
    with open("/roost.pack", "rb") as pack:
        files: dict[str, bytes] = marshal.loads(import_module("compression.zstd").decompress(pack.read()))
    os.unlink("/roost.pack")
    modules = {}
    for name, body in files.items():
        path = f"{_FOLDER}/{name}"
        if name.endswith(".pyc"):
            modules[path] = body
        else:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(body)
    return modules


_modules = _unpack()
sys.meta_path.insert(-1, PackedModules)
