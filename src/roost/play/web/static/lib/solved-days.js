// The days on which today's puzzle was solved on this device.

import { streak } from "../model/streak.js";
import { keep, keptList } from "./kept.js";

const KEY = "roost-solved-days";
/** The latest days that are remembered: nobody's streak is longer. */
const MOST = 1_000;

/** Today by the date in Greenwich, as the server counts the days of its puzzles. */
export const today = () => new Date().toISOString().slice(0, 10);

/** @returns {string[]} */
const solvedDays = () => keptList(KEY).filter((day) => typeof day === "string");

/** How many of them are in a row, up to today or yesterday. */
export const daysInARow = () => streak(solvedDays(), today());

/** Today's puzzle is solved. */
export function solvedToday() {
  keep(KEY, [...new Set([...solvedDays(), today()])].slice(-MOST));
}
