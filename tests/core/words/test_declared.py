"""Unknown sections and keys in a game's message files are errors of ``check_game``."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from roost_pig import Pig

from roost.core.conformance import ConformanceError, check_game


@dataclass(frozen=True)
class Wordy(Pig):
    """A game whose message files each test writes."""

    adapters: ClassVar[tuple[str, ...]] = ("wordy_adapters",)


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("words.en.toml", '[colour]\nred = "red"', "words.en.toml has an unknown section 'colour'"),
        ("words.en.toml", '[action]\nhodl = "hold"', r"\[action\] in words.en.toml has an unknown key 'hodl'"),
        ("words.de.toml", '[field]\ntotl = "Summe"', r"\[field\] in words.de.toml has an unknown key 'totl'"),
        ("words.en.toml", 'title = "Wordy"', "words.en.toml has an unknown section 'title'"),
    ],
)
def test_an_unknown_section_or_key_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, why: str
) -> None:
    package = tmp_path / "wordy_adapters"
    package.mkdir()
    for file, content in {"__init__.py": "", "words.en.toml": "", name: text}.items():
        (package / file).write_text(content, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "wordy_adapters", raising=False)
    from roost.core.adapters import adapter_files

    adapter_files.cache_clear()
    with pytest.raises(ConformanceError, match=why):
        check_game(Wordy(2), games=1)
    adapter_files.cache_clear()
