// The picture of Junior, 320 × 200: a chick, and fillings for a bun.

import { die } from "roost/art/dice.js";
import { bird } from "roost/art/birds.js";
import { HEIGHT, leaning, WIDTH } from "roost/art/scenes.js";
import { at, box, shape } from "roost/art/svg.js";
import { worm } from "roost.games.set_aside.adapters/worm.js";
import { tile } from "roost.games.tiles.adapters/tile.js";
import { FACES } from "./dice.js";

export function picture() {
  const dice = ["ketchup", "cheese", "cucumber", "bun"].map((name, place) =>
    leaning(die(name, FACES), 122 + 48 * place, 134, 44, 44, [-9, 6, -4, 10][place] ?? 0),
  );
  return [
    box(0, 0, WIDTH, HEIGHT, 0, "var(--scene-sky)", 0),
    shape("M0 150C60 126 120 132 170 144S280 150 320 132V200H0Z", "var(--scene-grass)", 0),
    at(bird("chick"), 8, 58, 112, 112),
    leaning(tile(5, 1), 142, 46, 56, 72, -10),
    leaning(tile(7, 2), 196, 36, 56, 72, 2),
    leaning(tile(9, 4), 250, 48, 56, 72, 12),
    ...dice,
    at(worm(), 112, 170, 34, 27),
  ];
}
