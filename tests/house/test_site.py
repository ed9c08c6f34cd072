"""The documentation site (``make docs``): every page is in the navigation, every public name in the reference."""

import ast
import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import roost

ROOT = Path(__file__).parents[2]
NAVIGATION = (ROOT / "site" / "mkdocs.yml").read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation() -> None:
    texts = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb")]
    pages = {path.relative_to(ROOT / "docs").with_suffix(".md").as_posix() for path in texts}
    listed = set(re.findall(r"([\w./-]+\.md)\b", NAVIGATION))
    from_the_root = {"index.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md"}
    assert listed - from_the_root == pages


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _file(module: str) -> Path:
    home = ROOT / "src" / Path(*module.split("."))
    return home / "__init__.py" if home.is_dir() else home.with_suffix(".py")


@cache
def _body(module: str) -> list[ast.stmt]:
    body = _parsed(_file(module)).body
    return [inner for node in body for inner in (node.body if isinstance(node, ast.If | ast.With) else [node])]


def _is_documented(module: str, name: str) -> bool:
    """Whether a name has a docstring, in this module or where it is imported from."""
    body = _body(module)
    for node, after in zip(body, [*body[1:], None], strict=True):
        match node:
            case ast.FunctionDef(name=known) | ast.AsyncFunctionDef(name=known) | ast.ClassDef(name=known):
                if known == name:
                    return ast.get_docstring(node) is not None
            case ast.Assign(targets=[ast.Name(id=known)]) | ast.AnnAssign(target=ast.Name(id=known)):
                if known == name:
                    return isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            case ast.ImportFrom(module=str(source), names=names) if source.startswith("roost"):
                for imported in names:
                    if (imported.asname or imported.name) == name:
                        return _is_documented(source, imported.name)
    inside = f"{module}.{name}"
    return _file(inside).is_file() and ast.get_docstring(ast.Module(_body(inside), [])) is not None


def reference(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import the module of the site that selects the names of the reference."""
    monkeypatch.syspath_prepend(str(ROOT / "site"))
    return import_module("reference")


def test_the_reference_begins_with_the_names_of_import_roost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each name that ``import roost`` offers has a sentence, and its module has a page."""
    site = reference(monkeypatch)
    entries = {
        name: (home in site.public_modules(), site.summary(home, inside)) for name, home, inside in site.offered()
    }
    assert sorted(entries) == sorted(roost.__all__)
    assert [name for name, (has_page, sentence) in entries.items() if not (has_page and sentence)] == []


def test_the_version_menu_lists_the_newest_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "site"))
    for version in ("0.9.0", "0.10.0", "0.2.1"):
        (tmp_path / version).mkdir()
        (tmp_path / version / "index.html").touch()
    import_module("versions").list_versions(tmp_path)
    listed = json.loads((tmp_path / "versions.json").read_text(encoding="utf-8"))
    assert [version["version"] for version in listed] == ["0.10.0", "0.9.0", "0.2.1"]
    assert "url=0.10.0/index.html" in (tmp_path / "index.html").read_text(encoding="utf-8")


SHOWN = re.compile(r"^(?:>>> |\.\.\. )?(?:from (roost[\w.]*) import ([\w, ]+)|import (roost[\w.]*))", re.MULTILINE)


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.name)
def test_every_import_on_a_page_is_in_the_reference(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modules = reference(monkeypatch).public_modules()
    for home, names, whole in SHOWN.findall(page.read_text(encoding="utf-8")):
        if whole.partition(".")[0] == "roost" or home.partition(".")[0] == "roost":  # skip other packages
            assert (home or whole) in modules
            assert all(_is_documented(home, name.strip()) for name in names.split(",") if home not in ("", "roost"))


def test_every_public_name_has_a_docstring() -> None:
    """The reference shows only names with a docstring."""
    missing = []
    for path in sorted((ROOT / "src" / "roost").rglob("*.py")):
        parts = path.relative_to(ROOT / "src").with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if "adapters" in parts[:-1] or "migrations" in parts or "cli" in parts:
            continue
        tree = _parsed(path)
        assert ast.get_docstring(tree), path
        public = [name for node in tree.body for name in _offered(node) if not name.startswith("_")]
        missing += [f"{module}.{name}" for name in public if not _is_documented(module, name)]
    assert missing == []


def _offered(node: ast.stmt) -> list[str]:
    """Return the names that a statement of a module defines or re-exports."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=[ast.Name(id="__all__")], value=passed_on):
            return list(ast.literal_eval(passed_on))
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if name.isupper():
            return [name]
    return []
