// Draws numerals: all are equally wide, so that numbers align in columns on every device.

import { drawnOnce, h, s } from "../lib/dom.js";

const WIDTH = 10;
const HEIGHT = 16;
const WEIGHT = 2.5;

/** The strokes of each digit, in a 10 × 16 box. */
const STROKES = [
  "M5 2.2Q8.300 2.200 8.300 8Q8.300 13.800 5 13.800Q1.700 13.800 1.700 8Q1.700 2.200 5 2.200Z",
  "M2.500 5.200L5.700 2.400V13.800",
  "M1.900 5.300Q2 2.200 5 2.200Q8 2.200 8 5.200Q8 7.300 5.400 9.800L2 13.600H8.300",
  "M2.200 2.400H7.800L4.700 6.900Q8.300 6.900 8.300 10.300Q8.300 13.800 4.800 13.800Q2.500 13.800 1.700 12.100",
  "M6.700 13.800V2.400L1.700 10.300H8.500",
  "M7.700 2.400H3.100L2.500 7.400Q3.600 6.600 5 6.600Q8.300 6.600 8.300 10.100Q8.300 13.800 4.800 13.800Q2.700 13.800 1.700 12.300",
  "M7.100 2.300Q1.800 5 1.800 10Q1.800 13.800 5 13.800Q8.300 13.800 8.300 10.600Q8.300 7.500 5.200 7.500Q2.300 7.500 1.800 10",
  "M1.800 2.400H8.200L4.300 13.800",
  "M5 7.600Q2.300 7.200 2.300 4.900Q2.300 2.200 5 2.200Q7.700 2.200 7.700 4.900Q7.700 7.200 5 7.600Q8.300 8 8.300 10.800Q8.300 13.800 5 13.800Q1.700 13.800 1.700 10.800Q1.700 8 5 7.600Z",
  "M2.900 13.700Q8.200 11 8.200 6Q8.200 2.200 5 2.200Q1.700 2.200 1.700 5.400Q1.700 8.500 4.800 8.500Q7.700 8.500 8.200 6",
];

/**
 * Draw the strokes of a number, digit by digit.
 * @param {string} number
 * @param {string} colour
 */
function strokes(number, colour) {
  const line = {
    fill: "none",
    stroke: colour,
    "stroke-width": WEIGHT,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  };
  return [...number].map((digit, place) =>
    s("path", { d: STROKES[Number(digit)] ?? "", transform: `translate(${place * WIDTH} 0)`, ...line }),
  );
}

/**
 * Draw a number within a drawing: centred on `x`, with its baseline at `y`, and as high as letters of the given size.
 * @param {string} number
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 */
export function drawnNumber(number, x, y, size, colour) {
  const scale = (0.8 * size) / HEIGHT;
  const left = x - (number.length * WIDTH * scale) / 2;
  const top = y - 15 * scale;
  return s(
    "g.art-number",
    { transform: `translate(${left.toFixed(2)} ${top.toFixed(2)}) scale(${scale.toFixed(3)})` },
    ...strokes(number, colour),
  );
}

/**
 * Draw a number in a line of text, in the height and colour of its letters, with plain text for screen readers.
 * @type {(value: number) => HTMLSpanElement}
 */
export const numeral = drawnOnce((value) => {
  const number = String(value);
  if (!/^\d+$/.test(number)) return h("span.numeral", number); // for example, a negative number
  const svg = s(
    "svg.numeral__drawn",
    { viewBox: `0 0 ${number.length * WIDTH} ${HEIGHT}`, "aria-hidden": "true", focusable: "false" },
    ...strokes(number, "currentColor"),
  );
  return h("span.numeral", svg, h("span.unseen", number));
});
