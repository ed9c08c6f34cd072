"""The documentation is correct: its commands run, and its tables are complete."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from inspect import signature
from pathlib import Path

import httpx
import pytest

from golden import assert_golden
from roost.cli.serve import serve
from roost.core.record import read
from roost.play.server.settings import Settings
from roost.play.table.refusals import Refusal

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_commands_of_the_api_page_run(http: httpx.Client, tmp_path: Path) -> None:
    """All shell examples run one after another against a real server."""
    blocks = re.findall(r"```sh\n(.*?)```", (DOCS / "api.md").read_text(), re.DOTALL)
    script = "\n".join(["set -eu", *blocks]).replace("http://127.0.0.1:8321", str(http.base_url).rstrip("/"))
    script = re.sub(r"curl -s(N?) ", r"curl -s\1 -S --fail-with-body ", script)
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    change = json.loads((tmp_path / "change.json").read_text())
    assert [entry["type"] for entry in change["entries"]] == ["rolled"]
    assert "event: snapshot" in done.stdout
    assert "event: change" in done.stdout
    assert read((tmp_path / "game.roost").read_text()).names == ("Anna", "hen (bot)")


def test_the_api_page_lists_kinds_of_problems_with_their_status() -> None:
    page = (DOCS / "api.md").read_text()
    listed = dict(re.findall(r"\| (\d+) \| `([a-z-]+)` \|", page)[i][::-1] for i in range(10))
    kinds = {kind.word: str(kind.status) for kind in Refusal}
    assert listed == {word: kinds[word] for word in listed}
    assert {"stale", "illegal", "out-of-turn", "no-token"} <= listed.keys()


def test_the_hosting_page_lists_every_setting() -> None:
    """Rows have default, meaning, and a star for options of ``roost serve``; ROOST_UPDATE_GOLDEN=1 writes them."""
    offered, rows = signature(serve).parameters, ["| variable | default | meaning |", "| --- | --- | --- |"]
    for setting in fields(Settings):
        name, default = f"`ROOST_{setting.name.upper()}`", f"`{setting.default}`" if setting.default != "" else ""
        rows.append(f"| {name}{' *' * (setting.name in offered)} | {default} | {setting.metadata['meaning']} |")
    page = (DOCS / "hosting.md").read_text(encoding="utf-8")
    before, begin, rest = page.partition("<!-- settings: begin -->\n")
    _, end, after = rest.partition("\n<!-- settings: end -->")
    assert_golden(DOCS / "hosting.md", before + begin + "\n".join(rows) + end + after)
