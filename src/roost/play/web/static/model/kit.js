// What the page knows of a game, and what the game brings to it: fetched when it is needed, and once.

import { die } from "../art/dice.js";
import { rolled } from "../boards/view.js";
import { drawnOnce } from "../lib/dom.js";
import { hasWords, loadWords, wordsOf } from "../lib/i18n.js";
import { infoOf } from "./games.js";

/**
 * @typedef {object} Kit
 * @property {GameInfo} info
 * @property {import("../boards/view.js").Painter} board how it is drawn
 * @property {(char?: string) => SVGSVGElement} die a die that shows a symbol, or nothing yet
 * @property {(char: string) => string} face what a symbol is called
 * @property {Say} say what is said about the game on the page
 * @property {(key: string) => boolean} has whether the game has its own words for something
 */

/** @type {Map<string, Promise<Kit>>} */
const kits = new Map();

/**
 * Everything that is needed to show a game.
 * @param {string} game
 * @returns {Promise<Kit>}
 */
export function kitOf(game) {
  let kit = kits.get(game);
  if (!kit) {
    kit = fetched(game);
    kit.catch(() => kits.delete(game));
    kits.set(game, kit);
  }
  return kit;
}

/** @param {string} game */
async function fetched(game) {
  const info = await infoOf(game);
  const [board, drawn] = await Promise.all([
    partOf(info, "board").then((own) => own ?? import("../boards/plain.js")),
    dieOf(info),
    info.page["words"] && loadWords(game, info.page["words"]),
  ]);
  const names = new Map(info.die.symbols.map(({ symbol, text }) => [symbol, text]));
  return {
    info,
    board: { after: rolled, ...board },
    die: drawn,
    face: (/** @type {string} */ char) => names.get(char) ?? char,
    say: wordsOf(game),
    has: hasWords(game),
  };
}

/**
 * Something that a game brings to the page, if it does: docs/page-development.md.
 * @param {GameInfo} info
 * @param {string} part
 * @returns {Promise<any>}
 */
export async function partOf(info, part) {
  const address = info.page[part];
  return address ? import(address) : null;
}

/**
 * How a game's die is drawn.
 * @param {GameInfo} info
 * @returns {Promise<(char?: string) => SVGSVGElement>}
 */
export async function dieOf(info) {
  const faces = (await partOf(info, "dice"))?.FACES ?? {};
  const names = new Map(info.die.symbols.map(({ symbol, name }) => [symbol, name]));
  return drawnOnce((/** @type {string | undefined} */ char = "") => die(names.get(char) ?? char, faces, char));
}
