"""The colours of the page can be told apart by everybody, in every theme: by arithmetic, for all pages at once.

What lies on what on a page of its own is looked at by axe (``test_accessibility.py``).
"""

import re
from itertools import product
from pathlib import Path

import pytest

import roost.play.web

STYLES = Path(roost.play.web.__file__).parent / "static" / "style"
BLOCK = re.compile(r"([^{}]+)\{([^{}]*)\}")
SURFACES = ("paper", "card", "hollow")
SEATS = tuple(f"seat-{seat}" for seat in range(7))
READ = [
    *product(("ink", "ink-soft"), (*SURFACES, "accent-wash", "leaf-wash", "bad-wash")),
    *product(("accent", "good", "bad", "leaf", *SEATS), ("paper", "card")),
    ("on-accent", "accent"), ("on-accent", "accent-strong"), ("on-corn", "corn"), ("on-bone", "bone"),
    *product(("on-seat",), SEATS), ("good", "leaf-wash"), ("bad", "bad-wash"), ("accent-strong", "accent-wash"),
]  # fmt: skip
SEEN = list(product(("edge", "focus"), SURFACES))


def themes() -> dict[str, dict[str, str]]:
    """The colours of each theme, by their names."""
    style = (STYLES / "tokens.css").read_text("utf-8")
    blocks = [
        (frozenset(re.findall(r'"(\w+)"', where)), dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", what)))
        for where, what in BLOCK.findall(re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL))
    ]
    found: dict[str, dict[str, str]] = {}
    for theme in dict.fromkeys(words for words, colours in blocks if colours):
        found[" ".join(sorted(theme)) or "light"] = {
            name: colour for words, colours in blocks if words <= theme for name, colour in colours.items()
        }
    return found


def contrast(one: str, other: str) -> float:
    """How far two colours are apart, as WCAG counts it."""

    def light(colour: str) -> float:
        parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", themes())
def test_colours_can_be_told_apart(theme: str) -> None:
    """Letters have 4.5 to 1 against what they stand on; edges of what can be used, and where the focus is, 3 to 1."""
    colours = themes()[theme]
    for pairs, least in ((READ, 4.5), (SEEN, 3.0)):
        pale = {pair: contrast(*(colours[name] for name in pair)) for pair in pairs}
        assert {pair: found for pair, found in pale.items() if found < least} == {}


def test_what_one_rule_sets_can_be_read() -> None:
    """Letters of a colour that a rule names are read on what it puts behind them, or else on paper and on cards."""
    pairs = set[tuple[str, str]]()
    for file in sorted(STYLES.parents[1].rglob("*.css")):
        for _, what in BLOCK.findall(file.read_text("utf-8")):
            letters = re.search(r"(?<![\w-])color: var\(--([\w-]+)\)", what)
            behind = re.search(r"background(?:-color)?: var\(--([\w-]+)\)", what)
            if letters:
                alone = () if letters[1].startswith("on-") or letters[1] in SURFACES else SURFACES[:2]
                pairs.update((letters[1], under) for under in ([behind[1]] if behind else alone))
    assert len(pairs) > 5
    for theme, colours in themes().items():
        known = {pair for pair in pairs if pair[0] in colours and pair[1] in colours}
        assert {pair for pair in known if contrast(colours[pair[0]], colours[pair[1]]) < 4.5} == set(), theme
