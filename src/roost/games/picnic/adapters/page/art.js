// The pieces of Picnic Blitz: ants, food, and Queen tokens.

import { drawnOnce, s } from "roost/lib/dom.js";
import { LETTERS, seatColour, seatLetter, seatShape } from "roost/art/seats.js";
import { LINE, disc, dot, drawing, group, letters, line, shape } from "roost/art/svg.js";

const LEGS = "M8 12L1.5 7.5M6.5 19H0.5M8 26L2 31.5M32 12L38.5 7.5M33.5 19H39.5M32 26L38 31.5";
const FEELERS = "M15.5 6.5C14 2.5 11.5 1.5 9.5 2M24.5 6.5C26 2.5 28.5 1.5 30.5 2";

/**
 * Draw an ant, 40 × 36: its seat's shape and letter, with legs and feelers.
 * @type {(seat: number) => SVGSVGElement}
 */
export const ant = drawnOnce((seat) => {
  const legs = line(LEGS, 2.2, "var(--ant-legs)");
  const feelers = line(FEELERS, 2, "var(--ant-legs)");
  return drawing(40, 36, legs, feelers, group("translate(4 3.5)", seatShape(seat), seatLetter(seat, 17)));
});

/**
 * Draw an ant that is squashed under others, 40 × 16.
 * @type {(seat: number) => SVGSVGElement}
 */
export const squashedAnt = drawnOnce((seat) => {
  const legs = line("M4 5L0.8 2.5M4 11L0.8 13.5M36 5L39.2 2.5M36 11L39.2 13.5", 2, "var(--ant-legs)");
  const body = s("rect", {
    x: 4,
    y: 1.2,
    width: 32,
    height: 13.6,
    rx: 6,
    fill: seatColour(seat),
    ...LINE,
    stroke: "var(--token-edge)",
    "stroke-width": 1.8,
  });
  return drawing(40, 16, legs, body, letters(LETTERS[seat] ?? "", 20, 12.8, 13, "var(--on-seat)"));
});

/** Draw a Queen token, 40 × 40. */
export const queen = drawnOnce(() =>
  drawing(
    40,
    40,
    disc(20, 20, 18, "var(--art-gold)"),
    shape("M9.5 28L8 14.5L14.5 19.5L20 10.5L25.5 19.5L32 14.5L30.5 28Z", "var(--art-bone)"),
    dot(8, 13.5, 2.2),
    dot(20, 9.5, 2.2),
    dot(32, 13.5, 2.2),
    line("M13 24H27", 1.8),
  ),
);

/**
 * Draw the food at the ends of tracks 1 to 6, 40 × 40 each.
 * @type {(() => SVGElement)[]}
 */
const FOODS = [cherries, cookie, strawberry, sandwich, melon, cake];

/**
 * Draw a track's food, 40 × 40; tracks are counted from 1.
 * @type {(track: number) => SVGSVGElement}
 */
export const food = drawnOnce((track) => {
  const draw = FOODS[(track - 1) % FOODS.length] ?? cookie;
  return drawing(40, 40, draw());
});

function cherries() {
  return group(
    "",
    line("M12 25C13 16 18 10 26 6M27 25C28 17 27 11 26 6", 2, "var(--art-leaf-shade)"),
    shape("M26 6C30 3 35 4.5 36.5 8.5C32 10.5 28 9.5 26 6Z", "var(--art-leaf)", 1.8),
    disc(12, 28.5, 7.5, "var(--art-red)"),
    disc(27.5, 29, 7.5, "var(--art-red)"),
    line("M8.5 27C9 25.5 10 24.8 11 24.5M24 27.5C24.5 26 25.5 25.3 26.5 25", 1.6, "var(--art-white)"),
  );
}

function cookie() {
  return group(
    "",
    shape("M20 5C23 5 24 8 27 8.5C30 9 30 13 34 15C36 25 30 35 20 35C11 35 4.5 28 4.5 20S11 5 20 5Z", "var(--art-bun)"),
    ...[
      [14, 14],
      [22, 18],
      [13, 24],
      [23, 28],
      [29.5, 22],
    ].map(([x, y]) => dot(x ?? 0, y ?? 0, 2.3)),
  );
}

function strawberry() {
  return group(
    "",
    shape("M20 36C12 32 6 24 7 16.5C8 11 14 9.5 20 12C26 9.5 32 11 33 16.5C34 24 28 32 20 36Z", "var(--art-red)"),
    shape(
      "M20 12C16 14 12 13 10 9.5C14 8 17 8.5 20 11C20 8 21.5 5.5 24 4.5C24 8 23 9.5 21.5 11C24 8.5 27 8 30 9.5C28 13 24 14 20 12Z",
      "var(--art-leaf)",
      1.8,
    ),
    line("M14 19V20.5M20 18V19.5M26 19V20.5M16.5 25V26.5M23.5 25V26.5M20 30.5V32", 1.8, "var(--art-cheese-pale)"),
  );
}

function sandwich() {
  return group(
    "",
    shape("M4 31L34 31L36 34H6Z", "var(--art-bun)"),
    shape("M4 27C8 30 10 25.5 14 28.5S20 25.5 24 28.5S31 25.5 36 28V31.5H4Z", "var(--art-leaf)", 1.8),
    shape("M4 24H35L36.5 28H5.5Z", "var(--art-cheese)", 1.8),
    shape("M4 24.5L27 7C32 10 35 17 35.5 24.5Z", "var(--art-bun-pale)"),
    line("M13 21L23.5 13.5M25 20H30", 1.5, "var(--art-bun)"),
  );
}

function melon() {
  return group(
    "",
    shape("M3.5 14H36.5C36.5 25 29 33.5 20 33.5S3.5 25 3.5 14Z", "var(--art-leaf)"),
    shape("M7 14H33C33 22.5 27 28.5 20 28.5S7 22.5 7 14Z", "var(--art-red)", 1.6),
    line("M13.5 17.5V19.5M20 17.5V19.5M26.5 17.5V19.5M16.5 22.5V24.5M23.5 22.5V24.5", 2.2),
  );
}

function cake() {
  return group(
    "",
    shape("M6 20H34V33C34 34.5 33 35.5 31.5 35.5H8.5C7 35.5 6 34.5 6 33Z", "var(--art-bun-pale)"),
    line("M6 28.5H34", 1.8, "var(--art-red)"),
    shape(
      "M5 21C5 15 9 13.5 20 13.5S35 15 35 21C35 24 31 24.5 30 21.5C29 25.5 24.5 25.5 23.5 22C22.5 26.5 17.5 26.5 16.5 22C15.5 25.5 11 25.5 10 21.5C9 24.5 5 24 5 21Z",
      "var(--art-icing)",
    ),
    disc(20, 9.5, 4, "var(--art-red)", 1.8),
    line("M20 5.5C20.5 3.5 22 2.5 24 2.5", 1.8),
  );
}

/** Draw the anthill, 120 × 80. */
export const hill = drawnOnce(() =>
  drawing(
    120,
    80,
    line("M10 74l4 -10l4 10M104 74l4 -11l4 11M20 74l2 -6l3 6", 2.2, "var(--art-leaf-shade)"),
    shape("M16 72C30 66 36 30 52 22C56 18 66 18 70 22C86 32 90 66 106 72Z", "var(--art-bun)"),
    shape("M52 22C56 18 66 18 70 22C72 26 50 26 52 22Z", "var(--art-ink)"),
    line("M44 44l3 2M72 40l4 1M54 58l4 -1M80 60l3 2M34 64l4 -1M62 48l2 2", 2.2, "var(--art-wood-shade)"),
    line("M61 12c-3 -6 3 -8 6 -9M63 13c4 -3 8 -1 9 2", 1.8),
    disc(62, 17, 5, "var(--art-ink)", 1),
  ),
);
