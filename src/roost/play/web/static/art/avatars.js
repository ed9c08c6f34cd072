// The birds that people can choose as avatars: heads in their own plumage, with a scarf in the seat's colour.

import { drawnOnce, s } from "../lib/dom.js";
import { seatColour } from "./seats.js";
import { disc, dot, drawing, line, shape } from "./svg.js";

/** @typedef {"robin" | "duck" | "penguin" | "parrot" | "peacock" | "toucan" | "crow" | "cardinal"} Avatar */

const BEAK = "var(--art-beak)";
const RED = "var(--art-red)";
const DARK = "#2b2018";
const WHITE = "#fff";
const SCARF = "M6 24.600Q16 30.500 26 24.600L25.400 29.500Q16 35 6.600 29.500Z";
const KNOT = "M20.500 28L26.500 27L27.500 32.500L23.500 31.800Z";

/**
 * Each bird's colour, and the parts drawn behind the head and on it, in a 32 × 32 box.
 * @type {Record<Avatar, {plumage: string, behind?: () => SVGElement[], before: () => SVGElement[]}>}
 */
const BIRDS = {
  robin: {
    plumage: "#9a7350",
    before: () => [
      shape("M6.500 23Q16 15 25.500 23Q23 30.200 16 30.200T6.500 23Z", "#e8743b", 0),
      ...eyes(),
      shape("M13.500 19.500H18.500L16 24Z", BEAK, 1.3),
    ],
  },
  duck: {
    plumage: "#1f7a5a",
    behind: () => [shape("M14 9Q12 4 16 2.500Q19 3 17.500 5Q20 4.500 20 7Q18.500 9 18 9Z", "#1f7a5a", 1.5)],
    before: () => [
      ...eyes(),
      shape("M9 21.500Q16 17.500 23 21.500Q25 25.500 16 25.500T9 21.500Z", BEAK, 1.4),
      line("M10.500 22.300Q16 24 21.500 22.300", 1),
    ],
  },
  penguin: {
    plumage: "#38424f",
    before: () => [
      shape(
        "M16 13Q13.500 10.500 10.500 12.500Q6 16 8 22.500Q10.500 29.500 16 29.500T24 22.500Q26 16 21.500 12.500Q18.500 10.500 16 13Z",
        WHITE,
        0,
      ),
      ...eyes(),
      shape("M14 19.500H18L16 23.500Z", BEAK, 1.3),
    ],
  },
  parrot: {
    plumage: "#7cc242",
    behind: () => [shape("M13 9Q10 3 14 1.500Q15 4 16 4.500Q17.500 1.500 20.500 3Q19.500 6 19 9Z", "#f2b632", 1.5)],
    before: () => [
      dot(9, 21.5, 2.3, RED),
      dot(23, 21.5, 2.3, RED),
      ...eyes(),
      shape(
        "M11.800 18.500Q16 15.500 20.200 18.500Q21.500 23 16.500 28Q17.500 23.500 14 22.500Q11.500 21.500 11.800 18.500Z",
        DARK,
        1.2,
      ),
    ],
  },
  peacock: {
    plumage: "#2f6fc4",
    behind: () => [
      line("M16 9V3.500M13.500 9L10.500 4.500M18.500 9L21.500 4.500", 1.5),
      dot(16, 3, 2.2, "#3fb6c9"),
      dot(10.2, 4.2, 2, "#5fbf6b"),
      dot(21.8, 4.2, 2, "#5fbf6b"),
    ],
    before: () => [
      ...eyes(),
      shape("M13.700 19.500H18.300L16 24.500Z", BEAK, 1.3),
      line("M10.500 12.500Q12.500 11.300 14 12.500M18 12.500Q19.500 11.300 21.500 12.500", 1.2),
    ],
  },
  toucan: {
    plumage: "#3a3633",
    before: () => [
      shape("M16 28.500Q9.500 27.500 9 21.500Q16 18 23 21.500Q22.500 27.500 16 28.500Z", WHITE, 0),
      ...eyes(),
      shape("M9.500 20Q16 15 25 19.500Q31.500 23.500 29 29Q24.500 25 16 24.500Q10.500 24 9.500 20Z", BEAK, 1.5),
      shape("M25.500 20Q31 24 29 29Q27.300 27.500 25.300 26.300Z", DARK, 0),
    ],
  },
  crow: {
    plumage: "#6d6687",
    behind: () => [shape("M11 10L9.500 4L13.500 7L14.500 1.500L17 7L20.500 3.500L20.500 10Z", "#6d6687", 1.5)],
    before: () => [...eyes(), shape("M12.500 18.800Q16 16.800 19.500 18.800L16 27Z", "#4b4038", 1.3)],
  },
  cardinal: {
    plumage: "#d23f33",
    behind: () => [shape("M9.500 12Q11 5 18.500 0.800Q18 6 22.500 12Z", "#d23f33", 1.5)],
    before: () => [
      shape("M8.500 16.500Q16 10.500 23.500 16.500Q24 22 20 24.500H12Q8 22 8.500 16.500Z", DARK, 0),
      ...eyes(),
      shape("M12.800 19H19.200L16 25.500Z", BEAK, 1.3),
    ],
  },
};

/** All avatars, in the order in which seats get them by default. */
export const AVATARS = /** @type {Avatar[]} */ (Object.keys(BIRDS));

/**
 * Draw a person's avatar, 32 × 32, with a scarf in the seat's colour: the chosen bird, or the seat's default bird.
 * @type {(seat: number, chosen?: string | null) => SVGSVGElement}
 */
export const avatar = drawnOnce((seat, chosen) => {
  const known = AVATARS.find((name) => name === chosen) ?? AVATARS[seat % AVATARS.length];
  const { plumage, behind, before } = BIRDS[/** @type {Avatar} */ (known)];
  const fill = seatColour(seat);
  const head = dot(16, 19, 11.5, plumage);
  const edge = disc(16, 19, 11.5, "none");
  const scarf = [shape(SCARF, fill, 1.4), shape(KNOT, fill, 1.4)];
  // A beak extends over the scarf, and a long one over the edge of the head; everything else stays within it.
  const parts = before();
  return drawing(
    32,
    32,
    ...(behind?.() ?? []),
    head,
    ...(known === "toucan" ? [edge, ...scarf, ...parts] : [...parts.slice(0, -1), edge, ...scarf, ...parts.slice(-1)]),
  );
});

function eyes() {
  return [11.8, 20.2].flatMap((cx) => [
    s("circle", { cx, cy: 16, r: 3, fill: WHITE, stroke: DARK, "stroke-width": 0.5 }),
    dot(cx + (cx < 16 ? 0.7 : -0.7), 16.3, 1.5, DARK),
  ]);
}
