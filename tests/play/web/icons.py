"""The icon as pictures, for devices that want those: ``python tests/play/web/icons.py`` draws art/icon.svg."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from play.web.browsing import looking

ART = Path(__file__).parents[3] / "src" / "roost" / "play" / "web" / "static" / "art"
GROUND = "#f6c65b"
ICONS = {"icon-192.png": (192, 1.0, False), "icon-512.png": (512, 1.0, False), "icon-whole.png": (512, 0.8, True)}
"""Each with its size, the share of it that the drawing takes, and whether it fills the corners for devices to cut."""


def main() -> None:
    """Draw the icons."""
    drawn = (ART / "icon.svg").read_text("utf-8")
    with looking("") as (browser, _):  # no server is needed
        for name, (size, share, is_whole) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = GROUND if is_whole else "transparent"
            style = f"margin: 0; height: 100vh; display: grid; place-items: center; background: {ground}"
            page.set_content(f"<body style='{style}'>{drawn}</body>")
            page.locator("body > svg").evaluate("(svg, size) => svg.setAttribute('width', size)", size * share)
            page.screenshot(path=ART / name, omit_background=True)


if __name__ == "__main__":
    main()
