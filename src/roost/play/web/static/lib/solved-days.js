// The results of the puzzles of the day on this device, and the days on which it solved at least one.

import { streak } from "../model/streak.js";
import { store, storedJson, storedList } from "./storage.js";

const KEY = "roost-solved-days";
const RESULTS = "roost-daily";
/** Maximum number of stored days; longer streaks are shortened. */
const MOST_DAYS = 1_000;

/** Return today's date in UTC, because the server dates its puzzles so. */
export const today = () => new Date().toISOString().slice(0, 10);

/** @returns {string[]} */
const solvedDays = () => storedList(KEY).filter((day) => typeof day === "string");

/** Return the length of the current streak, up to today or yesterday. */
export const daysInARow = () => streak(solvedDays(), today());

/** Return whether today's first answer was right, by game. @returns {Record<string, boolean>} */
export function dailyResults() {
  const stored = storedJson(RESULTS);
  return stored?.day === today() && stored.results ? stored.results : {};
}

/**
 * Note the first answer to a game's puzzle of the day.
 * @param {string} game
 * @param {boolean} isRight
 */
export function noteDaily(game, isRight) {
  store(RESULTS, { day: today(), results: { [game]: isRight, ...dailyResults() } });
  if (isRight) store(KEY, [...new Set([...solvedDays(), today()])].slice(-MOST_DAYS));
}
