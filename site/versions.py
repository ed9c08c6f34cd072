"""The versions of the site, side by side: each has a folder of its own, and a menu leads from one to the others."""

import json
import re
from pathlib import Path

_LEADS_ON = '<!doctype html><meta charset="utf-8"><title>Roost</title><meta http-equiv="refresh" content="0; url={}">\n'


def list_versions(home: Path) -> None:
    """Write the list that the menu reads, newest first, and a first page that leads to the newest."""
    found = [folder.parent.name for folder in home.glob("*/index.html")]
    found.sort(key=lambda version: [int(number) for number in re.findall(r"\d+", version)], reverse=True)
    listed = [{"version": version, "title": version, "aliases": []} for version in found]
    (home / "versions.json").write_text(json.dumps(listed), encoding="utf-8")
    (home / "index.html").write_text(_LEADS_ON.format(f"{found[0]}/index.html"), encoding="utf-8")
