// The birds of Roost, from chick to owl, which are also the avatars of the bots.

import { drawnOnce } from "../lib/dom.js";
import { seatColour } from "./seats.js";
import { disc, dot, drawing, group, line, shape } from "./svg.js";

/** @typedef {"chick" | "pullet" | "hen" | "rooster" | "fox" | "owl"} Bird */

const BODY =
  "M12 40C12 30 20 29 27 29C33 29 33.5 24 34 20C35 12 41 8.5 46.5 9.5C53 10.5 56 16 54.5 23C53 30 54 34 52.5 41C50.5 50 42.5 55 33 55C20 55 12 49.5 12 40Z";
const LEGS = "M28 54V60M24.5 61H30.5M38 54V60M34.5 61H40.5";
const BEAK = "M54.5 17.5L62 21L54.5 24.5Z";
const WING = "M19 40C23 35 33 34.5 38 38C38 46 31 50 25 48.5C21.5 47.5 19.5 44 19 40Z";

/** @type {Record<Bird, () => SVGElement[]>} */
const BIRDS = {
  chick: () => [
    line("M27 55V60.5M37 55V60.5", 2.4, "var(--art-beak)"),
    disc(32, 34, 21.5, "var(--art-chick)", 2.4),
    line("M31 12.5C29 8 31 5.5 32.5 4.5M34 12.5C35 9 38 8 39.5 8", 2.4),
    shape("M16 37C20 34.5 26 35.5 27.5 39.5C26 45 18.5 45.5 16 37Z", "var(--art-chick-shade)", 2),
    shape("M47 29L57 33L47 37.5Z", "var(--art-beak)", 2.2),
    eye(41, 28),
    dot(37, 36.5, 2.8, "var(--art-blush)"),
    shape(
      "M10.5 44L17 48L22.5 43.5L29 48.5L35.5 43.5L42 48.5L47.5 43.5L53.5 46C51 55 43 60 32 60S12.5 54 10.5 44Z",
      "var(--art-white)",
      2.4,
    ),
  ],
  pullet: () => [
    line(LEGS, 2.2, "var(--art-beak)"),
    shape("M17 34C11 32 8 28 8.5 22C13 23 18 26 21 31Z", "var(--art-pullet-shade)"),
    shape("M42.5 10C42 6 45 4 46.5 6.5C48.5 4 51.5 6.5 50.5 10.5Z", "var(--art-red)"),
    shape(BODY, "var(--art-pullet)", 2.4),
    shape(WING, "var(--art-pullet-shade)"),
    shape(BEAK, "var(--art-beak)"),
    eye(47, 18.5),
    dot(43, 25, 2.6, "var(--art-blush)"),
  ],
  hen: () => [
    line(LEGS, 2.2, "var(--art-beak)"),
    shape(
      "M20 33C12 33 5 27 5 17C9 18.5 11 20 12.5 22C12.5 18 14 15.5 16.5 14C19 20 22 26 25 30Z",
      "var(--art-hen-shade)",
    ),
    shape("M38.5 11.5C37 6.5 41 4.5 43 7.5C43.5 3.5 48 3 48.5 7C51.5 4.5 54.5 8 52 12Z", "var(--art-red)"),
    shape(BODY, "var(--art-hen)", 2.4),
    shape("M54.5 25C57.5 26 57.5 31.5 54.5 32C51.5 31.5 52 26.5 54.5 25Z", "var(--art-red)", 1.8),
    shape(WING, "var(--art-hen-shade)"),
    line("M24 43.5C26.5 44.5 29 44 30.5 42.5M30 46C32.5 46 34.5 44.5 35.5 42.5", 1.6),
    shape(BEAK, "var(--art-beak)"),
    eye(47, 18.5),
  ],
  fox: () => [
    shape("M10 12L20 22L12 32Z", "var(--art-pullet)", 2.2),
    shape("M54 12L44 22L52 32Z", "var(--art-pullet)", 2.2),
    shape("M32 56C20 54 9 42 12 28C18 18 46 18 52 28C55 42 44 54 32 56Z", "var(--art-pullet)", 2.4),
    shape("M32 56C24 54 15 46 14 36C22 34 28 40 32 46C36 40 42 34 50 36C49 46 40 54 32 56Z", "var(--art-white)", 1.8),
    eye(23, 34),
    eye(41, 34),
    shape("M28.500 48Q32 45.500 35.500 48Q34 52.500 32 52.500T28.500 48Z", "var(--art-ink)", 1),
  ],
  owl: () => [
    line("M26 57V61M38 57V61", 2.4, "var(--art-beak)"),
    shape("M14 8L24 15H40L50 8L51 32C52 48 44 58 32 58S12 48 13 32Z", "var(--art-hen-shade)", 2.4),
    shape("M22 42Q32 36 42 42Q42 54 32 56Q22 54 22 42Z", "var(--art-hen)", 1.8),
    disc(24, 27, 9, "var(--art-white)", 2.2),
    disc(40, 27, 9, "var(--art-white)", 2.2),
    eye(25, 27),
    eye(39, 27),
    shape("M29 33H35L32 39.500Z", "var(--art-beak)", 1.8),
  ],
  rooster: () => [
    line(LEGS, 2.4, "var(--art-beak)"),
    shape(
      "M24 36C13 37 4 31 3 21C7 21.5 10 23 12 25C9 19 9.5 13 13 9C15 13 17 15 18.5 17C18.5 12.5 20 9 23 7C23 17 25 26 29 31Z",
      "var(--art-tail)",
    ),
    line("M12 25C14 28 18 31 22 32M18.5 17C19.5 22 22 27 25 30", 1.8),
    shape(
      "M37.5 13C34 8.5 36 4 40 6C40.5 1.5 45.5 1.5 46 5.5C48.5 2 53 3.5 52.5 7.5C56.5 7 57 12 53 13.5Z",
      "var(--art-red)",
    ),
    shape(BODY, "var(--art-rooster)", 2.4),
    shape(
      "M34.5 19C36 24 38.5 24.5 41 22.5C42 26 46 27 48.5 24.5C50 27 52.5 27 53.5 25.5C52.5 32 53.5 35 52.5 38C49 41 46 38.5 45 36.5C42 40 37.5 39 36.5 35.5C33.5 38 29 36.5 28 33C33 31 34 25 34.5 19Z",
      "var(--art-hackle)",
      2,
    ),
    shape("M54.5 25C58.5 26.5 58.5 34 54.5 34.5C51 34 51.5 27 54.5 25Z", "var(--art-red)", 1.8),
    shape("M18 42C22 37 31 36.5 36 40C36 48 29.5 51.5 24 50C20.5 49 18.5 46 18 42Z", "var(--art-tail)"),
    shape(BEAK, "var(--art-beak)"),
    eye(47, 17.5),
  ],
};

const NECKERCHIEF = "M33.200 26.500Q43 33 54 26.500L53.300 31.500Q43 38.500 31.200 31Z";
/** @type {Record<Bird, string>} what a bird wears in the colour of its seat */
const SCARVES = {
  chick:
    "M10.500 44L17 48L22.500 43.500L29 48.500L35.500 43.500L42 48.500L47.500 43.500L53.500 46C51 55 43 60 32 60S12.500 54 10.500 44Z",
  pullet: NECKERCHIEF,
  hen: NECKERCHIEF,
  rooster: "M30.500 35.500Q42 44 54 36.500L53 41.500Q42 48.500 28.500 40.500Z",
  fox: "M18 50.500Q32 61 46 50.500L47.500 56Q32 66 16.500 56Z",
  owl: "M13.500 38.500Q32 46 50.500 38.500L49.500 43.500Q32 51 14.500 43.500Z",
};

/**
 * Draw a bird, 64 × 64, looking to the right, in the colour of its seat if it has one.
 * @type {(kind: Bird, seat?: number) => SVGSVGElement}
 */
export const bird = drawnOnce((kind, seat) => {
  const worn = seat === undefined ? [] : [shape(SCARVES[kind], seatColour(seat), 2)];
  return drawing(64, 64, ...BIRDS[kind](), ...worn);
});

/** @param {number} x @param {number} y */
const eye = (x, y) => group("", disc(x, y, 3.6, "var(--art-white)", 1.6), dot(x + 0.9, y + 0.3, 1.8));
