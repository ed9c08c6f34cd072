"""What the site adds to the pages of ``docs/``: those of the project's root, and a reference.

The reference begins with what ``import roost`` offers. The modules follow, those that hold these names before the inner
ones, by wing. A game's faces are left out: Roost finds them by name, and nobody imports them. Commands are told by
``roost --help`` and docs/command-line.md.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
_PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md")
_APART = ("roost.cli", "roost.__main__", "roost.play.server.storage.migrations")
_OFFERED = """# What `import roost` offers

Each name is loaded when it is first asked for. Everything else that the modules hold is theirs to change.

| name | where it lives | what it is |
| --- | --- | --- |
"""
_OUTWARD = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+(?:src|tests|bench|examples|deploy)[^)]*|LICENSE)\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the reference into the navigation."""
    reference: list[Any] = [{"import roost": "reference/index.md"}]
    for heading, modules in _by_reader().items():
        reference.append({heading: [{name: _page_of(name)} for name in modules]})
    assert config.nav is not None
    config.nav = [*[item for item in config.nav if "Reference" not in item], {"Reference": reference}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not in ``docs/``."""
    for name in _PAGES:
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](").replace('src="docs/', 'src="')
        target = "index.md" if name == "README.md" else name
        files.append(File.generated(config, target, content=text.replace("](README.md)", "](index.md)")))
    rows = [f"| `roost.{name}` | [`{home}`]({home}.md) | {_told(home, inside)} |" for name, home, inside in offered()]
    files.append(File.generated(config, "reference/index.md", content=_OFFERED + "\n".join(rows) + "\n"))
    for name in public_modules():
        files.append(File.generated(config, _page_of(name), content=f"::: {name}\n"))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Name files of the repository instead of linking to them: the site does not hold them."""
    inward = markdown.replace("](../CHANGELOG.md)", "](CHANGELOG.md)").replace("](../../README.md)", "](../index.md)")
    return _OUTWARD.sub(r"\1", inward)


def public_modules() -> dict[str, Path]:
    """Every public module with its file, in order."""
    found = {}
    for path in sorted((SOURCE / "roost").rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        hidden = any(part.startswith("_") for part in name.split("."))
        if not hidden and "faces" not in parts[:-1] and not name.startswith(_APART):
            found[name] = path
    return found


def public_names(path: Path) -> Iterator[str]:
    """What a module offers: the names in its ``__all__``."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and "__all__" in _names(node):
            yield from ast.literal_eval(node.value)


def offered() -> Iterator[tuple[str, str, str]]:
    """What ``import roost`` offers: each name, the module where it lives, and its name there; none, for a module."""
    homes = next(node.value for node in _body("roost") if isinstance(node, ast.Assign) and _names(node) == ["_HOMES"])
    for name, home in ast.literal_eval(homes).items():
        module, _, inside = home.partition(":")
        yield name, f"roost.{module}", inside


def _by_reader() -> dict[str, list[str]]:
    homes = {home for _, home, _ in offered()}
    found: dict[str, list[str]] = {"Where these names live": sorted(homes)}
    for name in public_modules():
        wing = name.split(".")[1:2]
        if wing and name not in homes:
            found.setdefault(f"Inside {wing[0]}", []).append(name)
    return found


def _told(module: str, name: str) -> str:
    """The first line of the docstring of a name, here or where it comes from; of the module, without one."""
    body = _body(module)
    if not name:
        return _first_line(ast.get_docstring(ast.Module(body, [])))
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return _first_line(ast.get_docstring(node))
        if isinstance(node, ast.ImportFrom) and name in [item.name for item in node.names]:
            return _told(str(node.module), name)
    raise LookupError(f"{module} has no {name}")


def _body(module: str) -> list[ast.stmt]:
    home = SOURCE / Path(*module.split("."))
    return ast.parse((home / "__init__.py" if home.is_dir() else home.with_suffix(".py")).read_text("utf-8")).body


def _names(node: ast.Assign) -> list[str]:
    return [to.id for to in node.targets if isinstance(to, ast.Name)]


def _page_of(module: str) -> str:
    return f"reference/{module}.md"


def _first_line(docstring: str | None) -> str:
    return (docstring or "").partition("\n")[0].replace("|", "\\|").replace("``", "`")
