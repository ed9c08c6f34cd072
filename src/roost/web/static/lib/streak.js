// The days in a row on which today's puzzle was solved on this device.

import { daysOf, streakAfter } from "../model/streak.js";
import { keep, kept } from "./settings.js";

const KEY = "roost-streak";

/** Today by the date in Greenwich, as the server counts the days of its puzzles. */
export const today = () => new Date().toISOString().slice(0, 10);

/** @returns {import("../model/streak.js").Streak | null} */
function read() {
  try {
    const found = JSON.parse(kept(KEY) ?? "null");
    return typeof found?.day === "string" && typeof found.count === "number" ? found : null;
  } catch {
    return null;
  }
}

/** How many days in a row there are: the last one is today or yesterday. */
export function streakDays() {
  return daysOf(read(), today());
}

/** Today's puzzle is solved. */
export function solvedToday() {
  keep(KEY, JSON.stringify(streakAfter(read(), today())));
}
