"""Contrast of the page's colours in every theme, computed from the style sheets for all pages at once.

Overlaps on single pages are left to axe (``test_accessibility.py``).
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
READ_ON = ("ink", "ink-soft", "accent")
SEEN = list(product(("edge", "focus"), SURFACES))


def themes() -> dict[str, dict[str, str]]:
    """Return the colours of each theme by name."""
    style = (STYLES / "tokens.css").read_text("utf-8")
    blocks = [
        (frozenset(re.findall(r'"(\w+)"', selector)), dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", rules)))
        for selector, rules in BLOCK.findall(re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL))
    ]
    by_theme: dict[str, dict[str, str]] = {}
    for theme in dict.fromkeys(words for words, colours in blocks if colours):
        by_theme[" ".join(sorted(theme)) or "light"] = {
            name: colour for words, colours in blocks if words <= theme for name, colour in colours.items()
        }
    return by_theme


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, as WCAG defines it."""

    def light(colour: str) -> float:
        parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(first), light(second)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", themes())
def test_colours_have_enough_contrast(theme: str) -> None:
    """Text has at least 4.5 to 1 against its background, and edges and focus marks have 3 to 1."""
    colours = themes()[theme]
    for pairs, least in ((READ, 4.5), (SEEN, 3.0)):
        pale = {pair: contrast(*(colours[name] for name in pair)) for pair in pairs}
        assert {pair: ratio for pair, ratio in pale.items() if ratio < least} == {}


def mixed(first: str, second: str, share: float) -> str:
    """Mix a share of a colour into another, like ``color-mix(in srgb, …)``."""
    pairs = ((int(first[at : at + 2], 16), int(second[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(share * one + (1 - share) * other):02x}" for one, other in pairs)


@pytest.mark.parametrize("theme", themes())
def test_text_is_readable_on_panels_in_a_players_colour(theme: str) -> None:
    """A player's card, the dock during their turn, and the words about what they need have their colour."""
    colours = themes()[theme]
    for surface, share, texts in (("card", 0.16, READ_ON), ("paper", 0.12, READ_ON), ("card", 0.3, ("ink",))):
        for seat, text in product(SEATS, texts):
            assert contrast(colours[text], mixed(colours[seat], colours[surface], share)) >= 4.5, (seat, text)


def test_text_is_readable_on_the_background_of_its_rule() -> None:
    """If a style rule has no background, its text is checked against the colours of paper and cards."""
    pairs = set[tuple[str, str]]()
    for file in sorted(STYLES.parents[1].rglob("*.css")):
        for _, rules in BLOCK.findall(file.read_text("utf-8")):
            letters = re.search(r"(?<![\w-])color: var\(--([\w-]+)\)", rules)
            background = re.search(r"background(?:-color)?: var\(--([\w-]+)\)", rules)
            if letters:
                surfaces = () if letters[1].startswith("on-") or letters[1] in SURFACES else SURFACES[:2]
                pairs.update((letters[1], surface) for surface in ([background[1]] if background else surfaces))
    assert len(pairs) > 5
    for theme, colours in themes().items():
        defined = {pair for pair in pairs if pair[0] in colours and pair[1] in colours}
        assert {pair for pair in defined if contrast(colours[pair[0]], colours[pair[1]]) < 4.5} == set(), theme
