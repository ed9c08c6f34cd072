"""The imports of each room, drawn: ``python site/rooms.py`` writes the pictures that docs/rooms.md shows.

A module stands above those that it imports. An arrow that follows from others is left out: what imports a module that
imports a third needs no line to the third.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import grimp

__all__ = ["PICTURES", "ROOMS", "drawing", "imports_of"]

ROOMS = (
    "roost.play.table",
    "roost.play.server.storage",
    "roost.play.server.live",
    "roost.play.server.http",
    "roost.play.load",
)
PICTURES = Path(__file__).parents[1] / "docs" / "images"
_HEIGHT, _BETWEEN, _ABOVE, _MARGIN = 24, 10, 44, 12
_LETTER, _PADDING = 7.2, 8
_WIDEST = 720
_STYLE = (
    "text{font:12px ui-monospace,monospace;fill:#1d1b16;text-anchor:middle}"
    "rect{fill:#fdf3e3;stroke:#b4713d}path{fill:none;stroke:#8b8478;stroke-width:1.2}"
    "@media(prefers-color-scheme:dark){text{fill:#f1ece2}rect{fill:#3a2f24}path{stroke:#a39c8f}}"
)


def imports_of(room: str, graph: grimp.ImportGraph) -> dict[str, set[str]]:
    """The modules of a room by their names in it, each with those of the room that it imports."""
    modules = {name for name in graph.modules if name.startswith(f"{room}.") and not _is_apart(name)}
    modules = {name for name in modules if not graph.find_children(name) - set(filter(_is_apart, graph.modules))}
    return {
        name.removeprefix(f"{room}."): {
            to.removeprefix(f"{room}.") for to in graph.find_modules_directly_imported_by(name) & modules
        }
        for name in sorted(modules)
    }


def _is_apart(module: str) -> bool:
    return ".migrations" in module


def drawing(room: str, imports: Mapping[str, set[str]]) -> str:
    """The picture of a room: one SVG that needs nothing else."""
    rows = [line for layer in _layers(imports) for line in _lines(layer)]
    places: dict[str, tuple[float, float]] = {}
    width = max(sum(_width(name) + _BETWEEN for name in row) for row in rows) + 2 * _MARGIN
    for number, row in enumerate(rows):
        x = (width - sum(_width(name) + _BETWEEN for name in row) + _BETWEEN) / 2
        for name in row:
            places[name] = (x + _width(name) / 2, _MARGIN + number * (_HEIGHT + _ABOVE))
            x += _width(name) + _BETWEEN
    height = 2 * _MARGIN + len(rows) * (_HEIGHT + _ABOVE) - _ABOVE
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>What imports what in {room}</title><style>{_STYLE}</style>",
    ]
    for name, targets in _without_shortcuts(imports).items():
        x, y = places[name]
        for target in sorted(targets):
            to_x, to_y = places[target]
            bend, across = (to_y - y - _HEIGHT) / 2, to_x - x
            curve = f"c0 {bend:.0f} {across:.0f} {bend:.0f} {across:.0f} {2 * bend:.0f}"
            parts.append(f'<path d="M{x:.0f} {y + _HEIGHT:.0f}{curve}"/>')
    for name, (x, y) in places.items():
        wide = _width(name)
        parts.append(f'<rect x="{x - wide / 2:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{_HEIGHT}" rx="6"/>')
        parts.append(f'<text x="{x:.0f}" y="{y + 16:.0f}">{name}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _width(name: str) -> float:
    return len(name) * _LETTER + 2 * _PADDING


def _layers(imports: Mapping[str, set[str]]) -> list[list[str]]:
    """The modules from those that nobody imports down: each above everything that it imports."""
    depth: dict[str, int] = {}

    def below(name: str) -> int:
        if name not in depth:
            depth[name] = max((below(to) + 1 for to in imports[name]), default=0)
        return depth[name]

    for name in imports:
        below(name)
    layers = [[name for name in imports if depth[name] == level] for level in range(max(depth.values()), -1, -1)]
    for _ in range(4):  # each near those that import it
        for upper, lower in pairwise(layers):
            at = {name: place / len(upper) for place, name in enumerate(upper)}
            near = {name: [at[above] for above in upper if name in imports[above]] for name in lower}
            lower.sort(key=lambda name: (sum(near[name]) / len(near[name]) if near[name] else 0.5, name))
    return layers


def _lines(layer: list[str]) -> list[list[str]]:
    """A layer in as many lines as fit on a page."""
    lines: list[list[str]] = [[]]
    for name in layer:
        if sum(_width(other) + _BETWEEN for other in [*lines[-1], name]) > _WIDEST:
            lines.append([])
        lines[-1].append(name)
    return lines


def _without_shortcuts(imports: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """The imports that do not follow from others."""
    reached: dict[str, set[str]] = {}

    def reach(name: str) -> set[str]:
        if name not in reached:
            reached[name] = imports[name].union(*(reach(to) for to in imports[name]))
        return reached[name]

    return {name: {to for to in found if not any(to in reach(other) for other in found - {to})}
            for name, found in imports.items()}  # fmt: skip


def main() -> None:
    """Draw every room."""
    graph = grimp.build_graph("roost", exclude_type_checking_imports=True, cache_dir=None)
    for room in ROOMS:
        (PICTURES / f"imports-{room}.svg").write_text(drawing(room, imports_of(room, graph)), encoding="utf-8")


if __name__ == "__main__":
    main()
