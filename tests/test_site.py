"""The documentation as a site (``make docs``): every page and every public name has its place."""

from __future__ import annotations

import ast
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import grimp

ROOT = Path(__file__).parents[1]
NAVIGATION = (ROOT / "site" / "mkdocs.yml").read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation() -> None:
    """Whoever adds a page says where it belongs."""
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    named = set(re.findall(r"([\w./-]+\.md)\b", NAVIGATION))
    from_the_root = {"index.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md"}
    assert named - from_the_root == pages


def test_every_module_says_what_is_public() -> None:
    """The reference shows the names in ``__all__``: a module without it would have an empty page or show too much."""
    for path in sorted((ROOT / "src" / "roost").rglob("*.py")):
        parts = path.relative_to(ROOT / "src").parts
        if "faces" in parts[:-1] or "migrations" in parts or path.name == "__main__.py" or "cli" in parts:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert ast.get_docstring(tree), path
        offers = any(isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name[0] != "_" for node in tree.body)
        says = any(
            isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == "__all__" for to in node.targets)
            for node in tree.body
        )
        assert says or not offers, path


def _script(name: str) -> ModuleType:
    """One of the scripts that make the site. They are no package."""
    spec = spec_from_file_location(f"site_{name}", ROOT / "site" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_rooms_are_drawn_as_they_are() -> None:
    """Each picture shows the imports of today, and fits on a page; ``python site/rooms.py`` draws them."""
    rooms = _script("rooms")
    graph = grimp.build_graph("roost", exclude_type_checking_imports=True, cache_dir=None)
    page = (ROOT / "docs" / "rooms.md").read_text(encoding="utf-8")
    for room in rooms.ROOMS:
        drawn = rooms.drawing(room, rooms.imports_of(room, graph))
        assert (rooms.PICTURES / f"imports-{room}.svg").read_text(encoding="utf-8") == drawn, room
        width, height = map(int, re.findall(r'viewBox="0 0 (\d+) (\d+)"', drawn)[0])
        assert width <= 800, room
        assert height <= 1000, room
        assert f"images/imports-{room}.svg" in page
