// The picture of Heckmeck, 320 × 200: a rooster rules over the grill.

import { die } from "roost/art/dice.js";
import { bird } from "roost/art/birds.js";
import { HEIGHT, leaning, smoke, WIDTH } from "roost/art/scenes.js";
import { at, box, disc, line, shape } from "roost/art/svg.js";
import { FACES } from "roost.games.set_aside.adapters/dice.js";
import { tile } from "roost.games.tiles.adapters/tile.js";

export function picture() {
  const tiles = [24, 28, 33, 36].map((number, place) =>
    leaning(tile(number, place + 1), 118 + 45 * place, 78, 46, 60, [-4, 2, -2, 5][place] ?? 0),
  );
  return [
    box(0, 0, WIDTH, HEIGHT, 0, "var(--scene-dusk)", 0),
    disc(262, 44, 26, "var(--scene-sun)", 0),
    smoke(140, 60),
    smoke(236, 52),
    box(0, 164, WIDTH, 40, 0, "var(--scene-earth)", 0),
    line("M134 160L126 194M286 160L294 194", 6, "var(--art-iron)"),
    ...tiles,
    shape("M108 144H312L300 168C298 172 294 174 290 174H130C126 174 122 172 120 168Z", "var(--art-coal)", 2.4),
    line("M124 156H296M128 164H292", 2.6, "var(--art-ember)"),
    box(102, 136, 216, 12, 6, "var(--art-iron)", 2.4),
    at(bird("rooster"), 2, 58, 116, 116),
    leaning(die("worm", FACES), 62, 160, 34, 34, -12),
    leaning(die("5"), 100, 164, 30, 30, 14),
  ];
}
