// The game UI: what the page knows about a game, and the modules that the game brings. Loaded once, when needed.

import { die, sideOf } from "../art/dice.js";
import { rolled } from "../boards/view.js";
import { drawnOnce } from "../lib/dom.js";
import { hasWords, loadWords, wordsOf } from "../lib/i18n.js";
import { under } from "../lib/place.js";
import { infoOf } from "./games.js";

/**
 * @typedef {object} GameUi
 * @property {GameInfo} info
 * @property {import("../boards/view.js").Painter} board draws its board
 * @property {(char?: string) => SVGSVGElement} die draws a die that shows a symbol, or a blank one
 * @property {(char: string) => SVGSVGElement} side draws the symbol alone, for a side of a die in the air
 * @property {(char: string) => string} face returns the name of a symbol
 * @property {Say} say returns a message about the game
 * @property {(key: string) => boolean} has whether the game brings a message of its own
 */

/** @type {Map<string, Promise<GameUi>>} */
const uis = new Map();

/** @param {string} game @returns {Promise<GameUi>} */
export function loadUi(game) {
  let ui = uis.get(game);
  if (!ui) {
    ui = fetchKit(game);
    ui.catch(() => uis.delete(game));
    uis.set(game, ui);
  }
  return ui;
}

/** @param {string} game */
async function fetchKit(game) {
  const info = await infoOf(game);
  const [board, drawDie] = await Promise.all([
    partOf(info, "board").then((module) => module ?? import("../boards/plain.js")),
    dieOf(info),
    info.page["words"] && loadWords(game, under(info.page["words"])),
  ]);
  const names = new Map(info.die.symbols.map(({ symbol, text }) => [symbol, text]));
  return {
    info,
    board: { after: rolled, ...board },
    die: drawDie,
    side: drawnOnce((/** @type {string} */ char) => sideOf(drawDie(char))),
    face: (/** @type {string} */ char) => names.get(char) ?? char,
    say: wordsOf(game),
    has: hasWords(game),
  };
}

/**
 * Import a module that a game brings to the page, if there is one (see docs/page-development.md).
 * @param {GameInfo} info
 * @param {string} part
 * @returns {Promise<any>}
 */
export async function partOf(info, part) {
  const address = info.page[part];
  return address ? import(under(address)) : null;
}

/** @param {GameInfo} info @returns {Promise<(char?: string) => SVGSVGElement>} draws the game's die */
export async function dieOf(info) {
  const faces = (await partOf(info, "dice"))?.FACES ?? {};
  const names = new Map(info.die.symbols.map(({ symbol, name }) => [symbol, name]));
  return drawnOnce((/** @type {string | undefined} */ char = "") => die(names.get(char) ?? char, faces, char));
}
