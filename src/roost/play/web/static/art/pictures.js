// The pictures of the games, 320 × 200 each: every game that has drawn one brings it along.

import { PICTURES } from "../games/pictures.js";
import { bird } from "./birds.js";
import { HEIGHT, WIDTH } from "./scenes.js";
import { at, box, disc, drawing, shape } from "./svg.js";

/**
 * The picture of a game; of one that nobody has drawn, the house rooster.
 * @param {string} game
 */
export function picture(game) {
  const scene = PICTURES[game] ?? roost;
  const drawn = drawing(WIDTH, HEIGHT, ...scene());
  drawn.setAttribute("preserveAspectRatio", "xMidYMid slice");
  drawn.classList.add("scene");
  return drawn;
}

/** Any other game. */
function roost() {
  return [
    box(0, 0, WIDTH, HEIGHT, 0, "var(--scene-sky)", 0),
    disc(250, 60, 34, "var(--scene-sun)", 0),
    shape("M0 150C80 130 220 136 320 150V200H0Z", "var(--scene-grass)", 0),
    at(bird("rooster"), 96, 44, 124, 124),
  ];
}
