// How seats are distinguished: each has a letter, a shape and a colour.

import { drawnOnce, s } from "../lib/dom.js";
import { LINE, drawing, letters } from "./svg.js";

export const LETTERS = "ABCDEFG";

/** The seats' shapes in a 32 × 32 box, from a circle to a star. */
const SHAPES = [
  "M16 3A13 13 0 1 1 15.99 3Z",
  "M8 4H24Q28 4 28 8V24Q28 28 24 28H8Q4 28 4 24V8Q4 4 8 4Z",
  "M14.5 2.8Q16 2 17.5 2.8L27 8.4Q28.5 9.3 28.5 11V21Q28.5 22.7 27 23.6L17.5 29.2Q16 30 14.5 29.2L5 23.6Q3.5 22.7 3.5 21V11Q3.5 9.3 5 8.4Z",
  "M14 2.6Q16 1 18 2.6L29.4 14Q31 16 29.4 18L18 29.4Q16 31 14 29.4L2.6 18Q1 16 2.6 14Z",
  "M14.3 2.8Q16 1.6 17.7 2.8L28.4 10.8Q30 12 29.4 13.9L25.4 26.5Q24.8 28.4 22.8 28.4H9.2Q7.2 28.4 6.6 26.5L2.6 13.9Q2 12 3.6 10.8Z",
  "M6 4.5H26Q30 4.5 28.6 8L18.3 27.5Q16 31 13.7 27.5L3.4 8Q2 4.5 6 4.5Z",
  "M16 2.5Q20 2.5 20.5 6Q24 5 26.5 8Q29 11.5 26.5 14Q29.5 16 28.5 20Q27 23.5 23.5 23Q23 27 19.5 28.5Q16 29.8 14 27Q11 30 7.5 27.5Q5 25 6.5 22Q3 21.5 2.8 17.5Q3 13.5 6.5 13Q4.5 9.5 7.5 6.5Q11 4.5 13 7Q13 3 16 2.5Z",
];

/** The height of the letter's baseline in each shape, adjusted for shapes that are larger at the top or bottom. */
const FOOT = [21.5, 21.5, 21.5, 21.5, 22.5, 19.5, 21.5];

/** @param {number} seat */
export const seatColour = (seat) => `var(--seat-${seat})`;

/**
 * Draw a seat's shape, 32 × 32.
 * @param {number} seat
 * @param {number} [width] of its line
 */
export function seatShape(seat, width = 2) {
  const fill = seatColour(seat);
  return s("path", { d: SHAPES[seat] ?? "", fill, ...LINE, stroke: "var(--token-edge)", "stroke-width": width });
}

/**
 * Draw a seat's letter at the right height for the seat's shape.
 * @param {number} seat
 * @param {number} [size]
 */
export function seatLetter(seat, size = 16) {
  return letters(LETTERS[seat] ?? "", 16, FOOT[seat] ?? 21.5, size, "var(--on-seat)");
}

/**
 * Draw a seat's badge, 32 × 32: its shape with its letter.
 * @type {(seat: number) => SVGSVGElement}
 */
export const badge = drawnOnce((seat) => drawing(32, 32, seatShape(seat), seatLetter(seat)));
