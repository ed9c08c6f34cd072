// The days on which this device solved the puzzle of the day.

import { streak } from "../model/streak.js";
import { store, storedList } from "./storage.js";

const KEY = "roost-solved-days";
/** Maximum number of stored days; longer streaks are shortened. */
const MOST_DAYS = 1_000;

/** Return today's date in UTC, because the server dates its puzzles so. */
export const today = () => new Date().toISOString().slice(0, 10);

/** @returns {string[]} */
const solvedDays = () => storedList(KEY).filter((day) => typeof day === "string");

/** Return the length of the current streak, up to today or yesterday. */
export const daysInARow = () => streak(solvedDays(), today());

/** Note that today's puzzle is solved. */
export function noteSolvedToday() {
  store(KEY, [...new Set([...solvedDays(), today()])].slice(-MOST_DAYS));
}
