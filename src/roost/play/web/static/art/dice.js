// Draws the faces of dice: numbers as pips, other symbols as the game draws them, or as letters if it does not.

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
 * A game's drawings of symbols that are not numbers, in a 48 × 48 box, by symbol name.
 * @typedef {Record<string, () => SVGElement>} Faces
 */

/**
 * Draw a die, 48 × 48, that shows a symbol or is blank.
 * @param {string} [name] of the symbol
 * @param {Faces} [faces] drawn by the game
 * @param {string} [char] of the symbol in text
 */
export function die(name = "", faces = {}, char = name) {
  const pips = PIPS[name]?.map(([x, y]) => dot(x, y, 4.4)) ?? [];
  const drawFace = faces[name];
  const contents = drawFace ? [drawFace()] : pips.length || !name ? pips : [letters(char.toUpperCase(), 24, 32, 24)];
  return drawing(
    48,
    48,
    box(2, 3, 44, 43.5, 11, "var(--art-bone-shade)"),
    box(2, 2, 44, 40.5, 11, "var(--art-bone)"),
    group("translate(0 -1.5)", ...contents),
  );
}
