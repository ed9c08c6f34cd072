// The pieces of Barbecue: plates and snails.

import { LETTERS, seatColour } from "roost/art/seats.js";
import { LINE, disc, dot, drawing, group, letters, line, shape } from "roost/art/svg.js";
import { drawnOnce, s } from "roost/lib/dom.js";

/**
 * Draw one or two plates of a seat, 48 × 48. A cloche covers two plates because they close the spot.
 * @type {(seat: number, count: 1 | 2) => SVGSVGElement}
 */
export const plates = drawnOnce((seat, count) => {
  const letter = LETTERS[seat] ?? "";
  return count === 1
    ? drawing(48, 48, plate(seat, 24), letters(letter, 24, 30, 17))
    : drawing(48, 48, plate(seat, 28.5), cloche(seat), letters(letter, 26, 30.5, 15, "var(--on-seat)"));
});

/**
 * Draw one or two plates with their owner's bird.
 * @param {number} seat
 * @param {1 | 2} count
 * @param {SVGSVGElement} bird
 */
export function birdPlates(seat, count, bird) {
  const [x, y, size] = count === 1 ? [13, 13, 22] : [14.5, 13.5, 19];
  for (const [name, value] of Object.entries({ x, y, width: size, height: size }))
    bird.setAttribute(name, String(value));
  if (count === 1) return drawing(48, 48, plate(seat, 24), bird);
  return drawing(48, 48, plate(seat, 28.5), cloche(seat), disc(24, 23, 9.5, "var(--art-bone)", 1.4), bird);
}

/** @param {number} seat @param {number} cy */
function plate(seat, cy) {
  const rim = s("circle", {
    cx: 24,
    cy,
    r: 18.5,
    fill: seatColour(seat),
    ...LINE,
    stroke: "var(--token-edge)",
    "stroke-width": 2,
  });
  return group("", rim, disc(24, cy, 12.5, "var(--art-bone)", 1.6));
}

/** @param {number} seat */
function cloche(seat) {
  return group(
    "",
    shape("M6 33C6 19 14 11.5 24 11.5S42 19 42 33Z", seatColour(seat)),
    shape("M3.5 33H44.5V37C44.5 38.5 43.5 39.5 42 39.5H6C4.5 39.5 3.5 38.5 3.5 37Z", "var(--art-bone)"),
    disc(24, 8.5, 3.4, "var(--art-bone)"),
    line("M12.5 25C13.5 20.5 16 18 18.5 17", 2.4, "var(--on-seat)"),
  );
}

/** Draw a snail on the grill, 48 × 40. */
export const snail = drawnOnce(() =>
  drawing(
    48,
    40,
    line("M36 20L34.5 8.5M39.5 20L42.5 9.5", 4.4),
    line("M36 20L34.5 8.5M39.5 20L42.5 9.5", 2, "var(--art-snail)"),
    shape(
      "M5 36C10 33 14 34 18 31L31 31C33 27 32 20 37 19C42 18.5 44.5 22 44 27C43.5 33 40 36.5 34 36.5Z",
      "var(--art-snail)",
    ),
    disc(20.5, 20, 13.5, "var(--art-shell)"),
    line("M20.5 31.5C12 30.5 10.5 23 13 18.5C16 13 25 12.5 28 18C30 23 25.5 27 21.5 26C18 25 17.5 20.5 21 20", 2.2),
    disc(34.5, 8, 2.6, "var(--art-white)", 1.4),
    disc(42.5, 9, 2.6, "var(--art-white)", 1.4),
    dot(35, 8.2, 1.1),
    dot(43, 9.2, 1.1),
    line("M38.5 27.5C40 29 41.5 28.5 42.2 27.5", 1.5),
  ),
);
