// The picture of Can't Stop, 320 × 200: a mountain of columns with a climber near its top.

import { die } from "roost/art/dice.js";
import { HEIGHT, WIDTH, leaning } from "roost/art/scenes.js";
import { badge } from "roost/art/seats.js";
import { at, box, disc } from "roost/art/svg.js";

const TOPS = [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3];

export function picture() {
  const foot = HEIGHT - 12;
  const spaces = TOPS.flatMap((top, place) =>
    Array.from({ length: top }, (_, below) =>
      box(
        50 + place * 20,
        foot - (below + 1) * 13,
        18,
        11,
        3,
        place === 5 ? "var(--art-gold)" : "var(--art-bone)",
        1.4,
      ),
    ),
  );
  return [
    box(0, 0, WIDTH, HEIGHT, 0, "var(--scene-grass)", 0),
    ...spaces,
    at(badge(1), 88, foot - 70, 20, 20),
    at(badge(2), 208, foot - 96, 20, 20),
    disc(159, foot - 11 * 13 + 7, 9, "var(--art-white)", 2.4),
    leaning(die("3"), 18, 34, 38, 38, -12),
    leaning(die("4"), 60, 26, 34, 34, 9),
    leaning(die("6"), 222, 22, 36, 36, 8),
    leaning(die("1"), 264, 42, 32, 32, -10),
  ];
}
