// The days on which this device solved the puzzle of the day.

import { streak } from "../model/streak.js";
import { store, storedList } from "./storage.js";

const KEY = "roost-solved-days";
/** Maximum number of stored days; longer streaks are cut. */
const MOST_DAYS = 1_000;

/** Today's date in UTC, as the server dates its puzzles. */
export const today = () => new Date().toISOString().slice(0, 10);

/** @returns {string[]} */
const solvedDays = () => storedList(KEY).filter((day) => typeof day === "string");

/** Length of the current streak, up to today or yesterday. */
export const daysInARow = () => streak(solvedDays(), today());

/** Note that today's puzzle is solved. */
export function noteSolvedToday() {
  store(KEY, [...new Set([...solvedDays(), today()])].slice(-MOST_DAYS));
}
