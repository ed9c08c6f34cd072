// The worm drawn on dice, tiles and larders.

import { disc, dot, drawing, group, letters, line } from "roost/art/svg.js";
import { drawnOnce } from "roost/lib/dom.js";

const BODY = "M6 23C8 11 16 10 19.5 17.5S29 25 33 11";

/** Draw a worm, 40 × 32. */
export const worm = drawnOnce(() => drawing(40, 32, wormShape()));

/** Draw only the worm's shape, for drawings with several worms. */
export const wormShape = drawnOnce(() =>
  group(
    "",
    line(BODY, 11.5),
    line(BODY, 8, "var(--art-worm)"),
    line("M9.5 15.2L12.5 17M20 15L17 18.8M26.5 17.5L29.8 19.5", 1.4, "var(--art-worm-shade)"),
    disc(30.6, 9, 2.7, "var(--art-white)", 1.1),
    disc(35.6, 9.6, 2.7, "var(--art-white)", 1.1),
    dot(31.2, 9.4, 1.3),
    dot(35.8, 10, 1.3),
  ),
);

/**
 * Position of each of `count` worms in a box of 40 × 26, as [x, y, scale]. More than four are drawn as one worm with a
 * number.
 * @type {Record<number, [number, number, number][]>}
 */
const PLACES = {
  1: [[4.5, -1, 0.78]],
  2: [
    [-1, 1, 0.56],
    [18.5, 3, 0.56],
  ],
  3: [
    [9.5, -3.5, 0.5],
    [-0.5, 9.5, 0.5],
    [20, 9.5, 0.5],
  ],
  4: [
    [-0.5, -3.5, 0.5],
    [20, -3.5, 0.5],
    [-0.5, 10, 0.5],
    [20, 10, 0.5],
  ],
};

/**
 * Draw the worms on a spot or a tile, 48 × 48.
 * @type {(count: number) => SVGSVGElement}
 */
export const wormPile = drawnOnce((count) => drawing(48, 48, worms(count, 4, 11)));

/**
 * Draw up to four worms in a box of 40 × 26 at (x, y), or one worm with a number.
 * @param {number} count
 * @param {number} x
 * @param {number} y
 * @param {number} [scale]
 */
export function worms(count, x, y, scale = 1) {
  if (count > 4)
    return group(`translate(${x} ${y}) scale(${scale})`, wormAt(-1, 1, 0.6), letters(`×${count}`, 31, 18, 14));
  const places = PLACES[count] ?? [];
  const drawn = places.map(([dx, dy, size]) => wormAt(dx, dy, size));
  return group(`translate(${x} ${y}) scale(${scale})`, ...drawn);
}

/** @param {number} x @param {number} y @param {number} scale */
const wormAt = (x, y, scale) => group(`translate(${x} ${y}) scale(${scale})`, wormShape());
