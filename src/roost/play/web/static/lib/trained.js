// What this device remembers of puzzles: first answers, and training.

import { keep, kept } from "./settings.js";

const ANSWERS = "roost-puzzles";
const TRAINED = "roost-trained";

/**
 * @param {string} key
 * @returns {any} what was kept, if it can be read
 */
function read(key) {
  try {
    return JSON.parse(kept(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * How the puzzles of a game went at the first try, by number.
 * @param {string} game
 * @returns {Record<number, "right" | "wrong">}
 */
export function firstAnswers(game) {
  return read(ANSWERS)?.[game] ?? {};
}

/**
 * The first answer counts.
 * @param {string} game
 * @param {number} number
 * @param {boolean} isRight
 */
export function keepAnswer(game, number, isRight) {
  const known = firstAnswers(game);
  if (!known[number])
    keep(ANSWERS, JSON.stringify({ ...read(ANSWERS), [game]: { ...known, [number]: isRight ? "right" : "wrong" } }));
}

/**
 * @param {string} game
 * @returns {Trained | null}
 */
export function trainedIn(game) {
  const found = read(TRAINED)?.[game];
  return typeof found?.rating === "number" && found.cards ? found : null;
}

/**
 * @param {string} game
 * @param {Trained} trained
 */
export function keepTrained(game, trained) {
  keep(TRAINED, JSON.stringify({ ...read(TRAINED), [game]: trained }));
}
