// Draws dice and the cup that holds them. Numbers are pips; other symbols are as the game draws them, or letters if it does not.

import { box, disc, dot, drawing, group, letters, line, shape } from "./svg.js";

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

/**
 * Turn a drawing of a die into a drawing of its symbol alone, for one side of a die in the air.
 * @param {SVGSVGElement} drawn
 */
export function sideOf(drawn) {
  drawn.querySelectorAll(":scope > rect").forEach((edge) => edge.remove());
  drawn.setAttribute("viewBox", "0 -1.5 48 48");
  return drawn;
}

/** Where dice lie in the cup, the back row first: [x, y, turn]. */
const HEAP = /** @type {[number, number, number][]} */ ([
  [32, 15, 8],
  [20, 17, -20],
  [44, 17, 24],
  [26, 8, -32],
  [38, 8, 40],
  [15, 22, 12],
  [49, 22, -14],
  [32, 3, 14],
]);

/**
 * Draw a cup of leather with blank dice in it, 64 × 64. The band has the colour --cup.
 * @param {number} count of dice
 */
export function cup(count) {
  const dice = HEAP.slice(0, count)
    .map(([x, y, turn]) =>
      group(`translate(${x} ${y + 6}) rotate(${turn})`, box(-7, -7, 14, 14, 4, "var(--art-bone)"), dot(0, 0, 1.8)),
    )
    .reverse();
  return drawing(
    64,
    64,
    group("translate(32 26) scale(1 0.3)", disc(0, 0, 24, "var(--art-wood-shade)")),
    ...dice,
    shape("M8 26C12 35 52 35 56 26L50 58C48 63.5 16 63.5 14 58Z", "var(--art-wood)"),
    shape("M10.2 38C16 46 48 46 53.8 38L52.5 46C46 53.5 18 53.5 11.5 46Z", "var(--cup, var(--accent))"),
    line("M8 26C12 35 52 35 56 26", 2.6),
  );
}
