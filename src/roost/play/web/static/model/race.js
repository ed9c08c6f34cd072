// A series that is a race for wins: best of three, or first to two.

/** @typedef {import("../types/messages").SeriesView} SeriesView */

/**
 * Whether a series is one: then wins are what counts.
 * @param {Pick<SeriesView, "kind">} series
 */
export function isRace({ kind }) {
  return kind === "best_of" || kind === "first_to";
}

/**
 * How a race of two stands, as people say it: 2:1. Nothing, where there are more of them.
 * @param {Pick<SeriesView, "kind"> & {standings: {wins: number, played: number}[]}} series
 */
export function tally(series) {
  const wins = series.standings.filter(({ played }) => played).map((one) => one.wins);
  return isRace(series) && wins.length === 2 ? wins.join(":") : "";
}
