// The faces of the dice. Numbers are pips; what else a die can show its game has drawn, or it is a letter.

import { box, dot, drawing, group, letters } from "./svg.js";

/** @type {Record<string, [number, number][]>} */
const PIPS = {
  1: [[24, 24]],
  2: [
    [14.5, 14.5],
    [33.5, 33.5],
  ],
  3: [
    [13.5, 13.5],
    [24, 24],
    [34.5, 34.5],
  ],
  4: [
    [14.5, 14.5],
    [33.5, 14.5],
    [14.5, 33.5],
    [33.5, 33.5],
  ],
  5: [
    [13.5, 13.5],
    [34.5, 13.5],
    [24, 24],
    [13.5, 34.5],
    [34.5, 34.5],
  ],
  6: [
    [14.5, 12.5],
    [33.5, 12.5],
    [14.5, 24],
    [33.5, 24],
    [14.5, 35.5],
    [33.5, 35.5],
  ],
};

/**
 * What is drawn on the faces of a game's die that are no numbers, in a box of 48 × 48, by the names of the symbols.
 * @typedef {Record<string, () => SVGElement>} Faces
 */

/**
 * A die, 48 × 48, showing a symbol, or nothing yet.
 * @param {string} [name] what the symbol is called
 * @param {Faces} [faces] what the game has drawn
 * @param {string} [char] what stands for it in text
 */
export function die(name = "", faces = {}, char = name) {
  const pips = PIPS[name]?.map(([x, y]) => dot(x, y, 4.4)) ?? [];
  const drawn = faces[name];
  const shown = drawn ? [drawn()] : pips.length || !name ? pips : [letters(char.toUpperCase(), 24, 32, 24)];
  return drawing(
    48,
    48,
    box(2, 3, 44, 43.5, 11, "var(--art-bone-shade)"),
    box(2, 2, 44, 40.5, 11, "var(--art-bone)"),
    group("translate(0 -1.5)", ...shown),
  );
}
