// The pictures of the games on the home page, 320 × 200 each: every one a small scene out of the game's own pieces.

import { plates, snail } from "roost.games.barbecue.faces/art.js";
import { bird } from "./birds.js";
import { die } from "./dice.js";
import { ant, food } from "roost.games.picnic.faces/art.js";
import { at, box, disc, drawing, group, line, shape } from "./svg.js";
import { tile } from "roost.games.tiles.faces/tile.js";
import { worm } from "roost.games.set_aside.faces/worm.js";
import { s } from "../lib/dom.js";

const WIDTH = 320;
const HEIGHT = 200;

/** @type {Record<string, () => SVGElement[]>} */
const SCENES = { heckmeck: grill, junior: burger, barbecue: kettle, picnic: blanket };

/**
 * The picture of a game; of one that nobody has drawn, the house rooster.
 * @param {string} game
 */
export function picture(game) {
  const scene = SCENES[game] ?? roost;
  const drawn = drawing(WIDTH, HEIGHT, ...scene());
  drawn.setAttribute("preserveAspectRatio", "xMidYMid slice");
  drawn.classList.add("scene");
  return drawn;
}

/**
 * A drawing that leans.
 * @param {SVGSVGElement} part
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} angle
 */
function leaning(part, x, y, width, height, angle) {
  return group(`rotate(${angle} ${x + width / 2} ${y + height / 2})`, at(part, x, y, width, height));
}

/** Heckmeck: a rooster rules over the grill. */
function grill() {
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
    leaning(die("w"), 62, 160, 34, 34, -12),
    leaning(die("5"), 100, 164, 30, 30, 14),
  ];
}

/** Junior: a chick and all that goes into a bun. */
function burger() {
  const dice = ["k", "c", "g", "b"].map((symbol, place) =>
    leaning(die(symbol), 122 + 48 * place, 134, 44, 44, [-9, 6, -4, 10][place] ?? 0),
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

/** Barbecue: a full grill, and the snails are coming. */
function kettle() {
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
    leaning(die("w"), 266, 92, 34, 34, 12),
  ];
}

/** Picnic Blitz: ants on their way to somebody's lunch. */
function blanket() {
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

/** Any other game. */
function roost() {
  return [
    box(0, 0, WIDTH, HEIGHT, 0, "var(--scene-sky)", 0),
    disc(250, 60, 34, "var(--scene-sun)", 0),
    shape("M0 150C80 130 220 136 320 150V200H0Z", "var(--scene-grass)", 0),
    at(bird("rooster"), 96, 44, 124, 124),
  ];
}

/**
 * @param {number} x
 * @param {number} y
 */
function smoke(x, y) {
  return line(`M${x} ${y}c-10 -9 9 -15 0 -26s9 -15 2 -25`, 4, "var(--scene-smoke)");
}
