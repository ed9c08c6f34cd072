// The symbols on Junior's dice: a worm, and fillings for a bun.

import { s } from "roost/lib/dom.js";
import { disc, dot, group, line, shape } from "roost/art/svg.js";
import { wormFace } from "roost.games.set_aside.adapters/dice.js";

/** @type {import("roost/art/dice.js").Faces} */
export const FACES = { worm: wormFace, cucumber, cheese, ketchup, bun };

function cucumber() {
  const seeds = [0, 60, 120, 180, 240, 300].map((turn) =>
    s("ellipse", { cx: 24, cy: 17.5, rx: 1.5, ry: 3, fill: "var(--art-bone)", transform: `rotate(${turn} 24 24)` }),
  );
  return group("", disc(24, 24, 15, "var(--art-leaf)"), dot(24, 24, 11.5, "var(--art-leaf-pale)"), ...seeds);
}

function cheese() {
  return group(
    "",
    shape("M8 24L31 10C37 12 40 17 40.5 24Z", "var(--art-cheese-pale)"),
    shape("M8 24H40.5V36.5H8Z", "var(--art-cheese)"),
    disc(17, 30, 3, "var(--art-cheese-shade)", 1.4),
    disc(29.5, 32, 2.2, "var(--art-cheese-shade)", 1.4),
    disc(34, 26.5, 1.7, "var(--art-cheese-shade)", 1.2),
  );
}

function ketchup() {
  return group(
    "",
    shape("M21.5 7.5H26.5L27.5 14H20.5Z", "var(--art-bone-shade)"),
    shape(
      "M19 14H29C29 18 33 18 33 23V36C33 39 31.5 40 29 40H19C16.5 40 15 39 15 36V23C15 18 19 18 19 14Z",
      "var(--art-red)",
    ),
    shape("M19 25H29V34H19Z", "var(--art-bone)", 1.6),
    shape("M24 27C26.5 27 26.5 32 24 32S21.5 27 24 27Z", "var(--art-red)", 1.2),
  );
}

function bun() {
  return group(
    "",
    shape("M8 31H40C40 38 37 39 34 39H14C11 39 8 38 8 31Z", "var(--art-bun-pale)"),
    shape("M7 31C7 17 14 10 24 10S41 17 41 31Z", "var(--art-bun)"),
    line(
      "M17 19.5L18.5 17.5M24 17L25.5 15M30.5 20.5L32 18.5M21 25L22.5 23M28.5 26.5L30 24.5M13.5 26.5L15 24.5",
      2,
      "var(--art-bone)",
    ),
  );
}
