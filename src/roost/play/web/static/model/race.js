// Series that are races for wins (best of three, or first to two), and changes in the lead.

/** @typedef {Pick<SeriesView, "kind"> & {points?: string}} Kind */

/** @param {Kind} series @returns {boolean} whether the series is decided by wins */
export const isRace = ({ kind, points }) => kind === "best_of" || kind === "first_to" || points === "wins";

/**
 * @param {Kind} series
 * @param {{wins: number, points: number}} standing
 * @returns {number} the wins or points that decide the series
 */
export const counted = (series, { wins, points }) => (isRace(series) ? wins : points);

/**
 * Return the score of a race between two players, such as `2:1`; empty for any other series.
 * @param {Kind & {standings: {wins: number, played: number}[]}} series
 */
export function tally(series) {
  const wins = series.standings.filter(({ played }) => played).map((standing) => standing.wins);
  return isRace(series) && wins.length === 2 ? wins.join(":") : "";
}

/**
 * Return how a game changed the lead: a player has taken it, has drawn level, or has kept it.
 * @param {Pick<SeriesView, "standings">} before
 * @param {Pick<SeriesView, "standings">} after
 * @returns {{how: "lead" | "level" | "ahead", name: string, other: string} | null}
 */
export function turned(before, after) {
  const leaders = (/** @type {Pick<SeriesView, "standings">} */ { standings }) =>
    standings.filter(({ rank }) => rank === 1);
  const [leadersBefore, leadersAfter] = [leaders(before), leaders(after)];
  const [old, first] = [leadersBefore[0], leadersAfter[0]];
  if (!old || !first) return null;
  if (leadersAfter.length > 1) {
    const other = leadersAfter.find(({ member }) => member !== old.member);
    return leadersBefore.length === 1 && other ? { how: "level", name: other.name, other: old.name } : null;
  }
  const isSame = leadersBefore.some(({ member }) => member === first.member);
  return { how: isSame ? "ahead" : "lead", name: first.name, other: old.name };
}
