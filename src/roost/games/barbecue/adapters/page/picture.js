// The picture of Barbecue, 320 × 200: a full grill, and snails on their way to it.

import { die } from "roost/art/dice.js";
import { HEIGHT, leaning, smoke, WIDTH } from "roost/art/scenes.js";
import { at, box, disc, line, shape } from "roost/art/svg.js";
import { FACES } from "roost.games.set_aside.adapters/dice.js";
import { plates, snail } from "./art.js";

export function picture() {
  return [
    box(0, 0, WIDTH, HEIGHT, 0, "var(--scene-night)", 0),
    ...[
      [30, 30],
      [92, 18],
      [206, 34],
      [288, 22],
      [158, 52],
      [258, 64],
      [48, 78],
    ].map(([x = 0, y = 0]) => disc(x, y, 1.6, "var(--scene-sun)", 0)),
    box(0, 170, WIDTH, 40, 0, "var(--scene-earth)", 0),
    smoke(128, 62),
    smoke(196, 54),
    line("M124 150L106 188M196 150L214 188M160 156V188", 5, "var(--art-iron-edge)"),
    shape("M84 104H236C236 138 204 160 160 160S84 138 84 104Z", "var(--art-red)", 2.4),
    line("M104 122C110 136 122 144 134 148", 3, "var(--art-icing)"),
    box(76, 96, 168, 14, 7, "var(--art-iron)", 2.4),
    at(plates(0, 1), 84, 58, 46, 46),
    at(plates(1, 2), 132, 54, 50, 50),
    at(plates(2, 1), 184, 58, 46, 46),
    at(snail(), 240, 136, 62, 52),
    at(snail(), 4, 150, 46, 38),
    leaning(die("6"), 54, 148, 34, 34, -10),
    leaning(die("worm", FACES), 266, 92, 34, 34, 12),
  ];
}
