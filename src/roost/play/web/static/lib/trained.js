// What this device remembers of puzzles: first answers, and training.

import { keep, keptJson } from "./kept.js";

const ANSWERS = "roost-puzzles";
const TRAINED = "roost-trained";

/**
 * How the puzzles of a game went at the first try, by number.
 * @param {string} game
 * @returns {Record<number, "right" | "wrong">}
 */
export const firstAnswers = (game) => keptJson(ANSWERS)?.[game] ?? {};

/**
 * The first answer counts.
 * @param {string} game
 * @param {number} number
 * @param {boolean} isRight
 */
export function keepAnswer(game, number, isRight) {
  const known = firstAnswers(game);
  if (!known[number])
    keep(ANSWERS, { ...keptJson(ANSWERS), [game]: { ...known, [number]: isRight ? "right" : "wrong" } });
}

/** @param {string} game @returns {Trained | null} */
export function trainedIn(game) {
  const found = keptJson(TRAINED)?.[game];
  return typeof found?.rating === "number" && found.cards ? found : null;
}

/** @param {string} game @param {Trained} trained */
export function keepTrained(game, trained) {
  keep(TRAINED, { ...keptJson(TRAINED), [game]: trained });
}
