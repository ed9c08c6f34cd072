"""Write the list of the site's versions: each version has its own folder, and a menu links to the others."""

import json
import re
from pathlib import Path

_REDIRECT = '<!doctype html><meta charset="utf-8"><title>Roost</title><meta http-equiv="refresh" content="0; url={}">\n'


def list_versions(home: Path) -> None:
    """Write the versions for the menu, newest first, and an index page that redirects to the newest."""
    versions = [folder.parent.name for folder in home.glob("*/index.html")]
    versions.sort(key=lambda version: [int(number) for number in re.findall(r"\d+", version)], reverse=True)
    entries = [{"version": version, "title": version, "aliases": []} for version in versions]
    (home / "versions.json").write_text(json.dumps(entries), encoding="utf-8")
    (home / "index.html").write_text(_REDIRECT.format(f"{versions[0]}/index.html"), encoding="utf-8")
