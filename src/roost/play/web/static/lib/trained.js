// What this device stores about puzzles: first answers and training progress.

import { store, storedJson } from "./storage.js";

const ANSWERS = "roost-puzzles";
const TRAINED = "roost-trained";

/**
 * Return the results of first answers, by puzzle number.
 * @param {string} game
 * @returns {Record<number, "right" | "wrong">}
 */
export const firstAnswers = (game) => storedJson(ANSWERS)?.[game] ?? {};

/**
 * Store an answer, unless the puzzle has been answered before.
 * @param {string} game
 * @param {number} number
 * @param {boolean} isRight
 */
export function storeAnswer(game, number, isRight) {
  const known = firstAnswers(game);
  if (!known[number])
    store(ANSWERS, { ...storedJson(ANSWERS), [game]: { ...known, [number]: isRight ? "right" : "wrong" } });
}

/** @param {string} game @returns {Trained | null} */
export function trainedIn(game) {
  const stored = storedJson(TRAINED)?.[game];
  return typeof stored?.rating === "number" && stored.cards ? stored : null;
}

/** @param {string} game @param {Trained} trained */
export function storeTrained(game, trained) {
  store(TRAINED, { ...storedJson(TRAINED), [game]: trained });
}
