// The games' pictures, 320 × 200 each. Every game may bring its own.

import { PICTURES } from "../games/pictures.js";
import { bird } from "./birds.js";
import { HEIGHT, WIDTH } from "./scenes.js";
import { at, box, disc, drawing, shape } from "./svg.js";

/**
 * Draw a game's picture; by default, a rooster.
 * @param {string} game
 */
export function picture(game) {
  const scene = PICTURES[game] ?? roost;
  const svg = drawing(WIDTH, HEIGHT, ...scene());
  svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
  svg.classList.add("scene");
  return svg;
}

/** Draw the default picture. */
function roost() {
  return [
    box(0, 0, WIDTH, HEIGHT, 0, "var(--scene-sky)", 0),
    disc(250, 60, 34, "var(--scene-sun)", 0),
    shape("M0 150C80 130 220 136 320 150V200H0Z", "var(--scene-grass)", 0),
    at(bird("rooster"), 96, 44, 124, 124),
  ];
}
