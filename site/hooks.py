"""Hooks that add pages to those from ``docs/``: root documents, notebooks, the reference, and versions.

The reference begins with the names that ``import roost`` offers; ``reference.py`` lists the modules after them.
"""

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from notebook import NOTEBOOKS, page_of
from reference import SOURCE, by_reader, offered, public_modules, summary
from versions import list_versions

ROOT = Path(__file__).parents[1]
_PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md")
_OFFERED = """# What `import roost` offers

Each name is imported on first use. Everything else in the modules is internal and may change.

| name | module | description |
| --- | --- | --- |
"""
_OUTWARD = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+(?:src|tests|bench|report|examples|deploy)[^)]*|LICENSE)\)")
_NOTEBOOK = re.compile(r"\]\((notebooks/[\w-]+)\.ipynb\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the reference to the navigation, and build the site in a folder for its version."""
    version = re.search(r'__version__ = "(.+)"', (SOURCE / "roost" / "core" / "version.py").read_text(encoding="utf-8"))
    assert version is not None
    config.site_dir = str(Path(config.site_dir) / version[1])
    reference: list[Any] = [{"import roost": "reference/index.md"}]
    for heading, modules in by_reader().items():
        reference.append({heading: [{name: _page_of(name)} for name in modules]})
    assert config.nav is not None
    config.nav = [*[item for item in config.nav if "Reference" not in item], {"Reference": reference}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages whose sources are not in ``docs/``."""
    for name in _PAGES:
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](").replace('src="docs/', 'src="')
        target = "index.md" if name == "README.md" else name
        files.append(File.generated(config, target, content=text.replace("](README.md)", "](index.md)")))
    for notebook in NOTEBOOKS:
        files.append(File.generated(config, f"notebooks/{notebook.stem}.md", content=page_of(notebook)))
    names = list(offered())
    rows = [f"| `roost.{name}` | [`{home}`]({home}.md) | {summary(home, inside)} |" for name, home, inside in names]
    files.append(File.generated(config, "reference/index.md", content=_OFFERED + "\n".join(rows) + "\n"))
    for name in public_modules():
        files.append(File.generated(config, _page_of(name), content=f"::: {name}\n"))
    return files


def on_post_build(config: MkDocsConfig) -> None:
    """Add this version to the list of versions that were built before."""
    list_versions(Path(config.site_dir).parent)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Replace links to files that the site lacks by the file names, and make links to notebooks lead to their pages."""
    relinked = markdown.replace("](../CHANGELOG.md)", "](CHANGELOG.md)").replace("](../../README.md)", "](../index.md)")
    return _OUTWARD.sub(r"\1", _NOTEBOOK.sub(r"](\1.md)", relinked))


def _page_of(module: str) -> str:
    return f"reference/{module}.md"
