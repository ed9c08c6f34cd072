// A series that is a race for wins: best of three, or first to two; and how the lead changes.

/** @typedef {Pick<SeriesView, "kind"> & {points?: string}} Kind */

/**
 * Whether wins are what counts.
 * @param {Kind} series
 */
export const isRace = ({ kind, points }) => kind === "best_of" || kind === "first_to" || points === "wins";

/**
 * What counts for somebody.
 * @param {Kind} series
 * @param {{wins: number, points: number}} one
 */
export const counted = (series, { wins, points }) => (isRace(series) ? wins : points);

/**
 * How a race of two stands, as people say it: 2:1. Nothing, where there are more of them.
 * @param {Kind & {standings: {wins: number, played: number}[]}} series
 */
export function tally(series) {
  const wins = series.standings.filter(({ played }) => played).map((one) => one.wins);
  return isRace(series) && wins.length === 2 ? wins.join(":") : "";
}

/**
 * What a game has changed at the top: somebody has taken the lead, has caught up, or leads on.
 * @param {Pick<SeriesView, "standings">} before
 * @param {Pick<SeriesView, "standings">} after
 * @returns {{how: "lead" | "level" | "ahead", name: string, other: string} | null}
 */
export function turned(before, after) {
  const top = (/** @type {Pick<SeriesView, "standings">} */ { standings }) =>
    standings.filter(({ rank }) => rank === 1);
  const [was, is] = [top(before), top(after)];
  const [old, first] = [was[0], is[0]];
  if (!old || !first) return null;
  if (is.length > 1) {
    const other = is.find(({ member }) => member !== old.member);
    return was.length === 1 && other ? { how: "level", name: other.name, other: old.name } : null;
  }
  const isSame = was.some(({ member }) => member === first.member);
  return { how: isSame ? "ahead" : "lead", name: first.name, other: old.name };
}
