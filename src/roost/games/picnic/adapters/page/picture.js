// The picture of Picnic Blitz, 320 × 200: ants on their way to a picnic lunch.

import { die } from "roost/art/dice.js";
import { HEIGHT, leaning, WIDTH } from "roost/art/scenes.js";
import { at, box, group, line } from "roost/art/svg.js";
import { s } from "roost/lib/dom.js";
import { ant, food } from "./art.js";

export function picture() {
  const checks = [];
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 6; column++) {
      if ((row + column) % 2) checks.push(box(column * 32, row * 32, 32, 32, 0, "var(--art-cloth-1)", 0));
    }
  }
  return [
    box(0, 0, WIDTH, HEIGHT, 0, "var(--scene-grass)", 0),
    line(
      "M20 30l4 -9l4 9M70 178l4 -9l4 9M110 26l4 -9l4 9M36 104l4 -9l4 9M132 186l4 -9l4 9",
      2.4,
      "var(--art-leaf-shade)",
    ),
    group(
      "translate(150 6) rotate(8)",
      box(0, 0, 192, 192, 6, "var(--art-cloth-2)", 2.4),
      ...checks,
      s("rect", { width: 192, height: 192, rx: 6, fill: "none", stroke: "var(--art-ink)", "stroke-width": 2.4 }),
    ),
    at(food(5), 184, 28, 66, 66),
    at(food(6), 248, 66, 64, 64),
    at(food(1), 176, 108, 54, 54),
    at(food(4), 244, 132, 60, 60),
    line("M0 152C40 150 60 120 96 118S140 92 176 78", 3, "var(--scene-trail)"),
    leaning(ant(0), 112, 74, 52, 47, 64),
    leaning(ant(1), 62, 94, 46, 41, 70),
    leaning(ant(2), 20, 122, 42, 38, 50),
    leaning(die("6"), 22, 36, 36, 36, -12),
    leaning(die("6"), 62, 46, 32, 32, 9),
  ];
}
