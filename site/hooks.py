"""What the site adds to the pages of ``docs/``: those of the project's root, and a reference of everything public.

A module is public if no part of its name begins with an underscore. A game's faces are not: Roost finds them by name,
and nobody imports them. Commands are told by ``roost --help`` and docs/command-line.md.
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
_OUTWARD = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+(?:src|tests|bench|examples|deploy)[^)]*|LICENSE)\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the reference into the navigation."""
    reference: list[Any] = [{"Overview": "reference/index.md"}]
    for package, modules in _by_package().items():
        reference.append({package: [{name: _page_of(name)} for name in modules]})
    assert config.nav is not None
    config.nav = [*[item for item in config.nav if "Reference" not in item], {"Reference": reference}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not in ``docs/``."""
    for name in _PAGES:
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](").replace('src="docs/', 'src="')
        target = "index.md" if name == "README.md" else name
        files.append(File.generated(config, target, content=text.replace("](README.md)", "](index.md)")))
    rows = [f"| [`{name}`](../{_page_of(name)}) | {_summary(path)} |" for name, path in public_modules().items()]
    heading = "# Reference\n\nEvery public module.\n\n| module | what it holds |\n| --- | --- |\n"
    files.append(File.generated(config, "reference/index.md", content=heading + "\n".join(rows) + "\n"))
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
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == "__all__" for to in node.targets):
            yield from ast.literal_eval(node.value)


def _by_package() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in public_modules():
        found.setdefault(".".join(name.split(".")[:2]), []).append(name)
    return found


def _page_of(module: str) -> str:
    return f"reference/{module}.md"


def _summary(path: Path) -> str:
    told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return told.partition("\n")[0].replace("|", "\\|").replace("``", "`")
