// The challenges that were taken on this device: which table, and whether they were played to the end.

import { keep, keptList } from "./settings.js";

/** @typedef {{name: string, table: string, day: string | null, isDone: boolean}} Taken */

const KEY = "roost-challenges";
/** A year of days, and some others. */
const MOST = 400;

/** @returns {Taken[]} the latest first */
export function takenChallenges() {
  return keptList(KEY).filter((one) => typeof one?.name === "string");
}

/**
 * Note that a challenge was taken, or played to the end. The first try counts.
 * @param {Taken} taken
 */
export function noteTaken(taken) {
  const others = takenChallenges();
  const known = others.find(({ name }) => name === taken.name);
  if (known?.isDone || (known && known.table !== taken.table && !taken.isDone)) return;
  keep(KEY, JSON.stringify([taken, ...others.filter(({ name }) => name !== taken.name)].slice(0, MOST)));
}
