// The tiles of Heckmeck and Junior.

import { box, drawing, letters, line } from "roost/art/svg.js";
import { drawnOnce } from "roost/lib/dom.js";
import { worms } from "roost.games.set_aside.adapters/worm.js";

const WIDTH = 48;
const HEIGHT = 62;

/**
 * Draw a tile, 48 × 62: its number, and its worms below.
 * @type {(number: number, worms: number) => SVGSVGElement}
 */
export const tile = drawnOnce((number, count) =>
  drawing(
    WIDTH,
    HEIGHT,
    box(1.5, 3, 45, 57.5, 8, "var(--art-bone-shade)"),
    box(1.5, 1.5, 45, 55.5, 8, "var(--tile-face, var(--art-bone))"),
    letters(number, 24, 25.5, 25),
    line("M8 31H40", 1.2, "var(--art-bone-line)"),
    worms(count, 6, 33.5, 0.9),
  ),
);

/** Draw a tile that lies face down, 48 × 62: the print of a chicken's foot on wood. */
export const tileBack = drawnOnce(() =>
  drawing(
    WIDTH,
    HEIGHT,
    box(1.5, 3, 45, 57.5, 8, "var(--art-wood-shade)"),
    box(1.5, 1.5, 45, 55.5, 8, "var(--art-wood)"),
    line("M7 10H17M32 9H41M7 49H13M30 50H41M7 30H10M38 36H41", 1.4, "var(--art-wood-shade)"),
    line("M24 38V16M24 38L12.5 24.5M24 38L35.5 24.5M24 38V45", 4.2, "var(--art-wood-shade)"),
  ),
);

/**
 * Draw a tile's empty place, 48 × 62.
 * @type {(number: number) => SVGSVGElement}
 */
export const tileGap = drawnOnce((number) =>
  drawing(
    WIDTH,
    HEIGHT,
    box(2.5, 2.5, 43, 56, 8, "var(--art-gap)", 0),
    letters(number, 24, 37, 17, "var(--art-gap-ink)"),
  ),
);
