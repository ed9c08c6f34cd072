// Who comes back: somebody who lay far behind takes the lead.

/** How far behind one must have been for it to be a comeback. */
const FAR = 4;

/**
 * How far behind each seat has been since it led last; nothing for a game whose beginning was not seen.
 * @typedef {{game: number, behind: number[]} | null} Standing
 */

/**
 * The standing in a game that begins.
 * @param {{number: number, scores: number[]}} game
 * @returns {Standing}
 */
export function level({ number, scores }) {
  return { game: number, behind: scores.map(() => 0) };
}

/**
 * The standing after a step, and who has come back with it.
 * @param {Standing} before
 * @param {import("./steps.js").Step} step
 * @returns {{standing: Standing, seat: number | null, n: number}}
 */
export function standingAfter(before, { table, entries }) {
  const { game } = table;
  if (!game) return { standing: null, seat: null, n: 0 };
  const { scores, number } = game;
  if (entries.some(({ type }) => type === "started")) return { standing: level(game), seat: null, n: 0 };
  if (!before || before.game !== number) return { standing: null, seat: null, n: 0 };
  const best = Math.max(...scores);
  const leaders = scores.flatMap((score, seat) => (score === best ? [seat] : []));
  const leader = leaders.length === 1 ? (leaders[0] ?? null) : null;
  const n = leader === null ? 0 : (before.behind[leader] ?? 0);
  const behind = scores.map((score, seat) => (seat === leader ? 0 : Math.max(before.behind[seat] ?? 0, best - score)));
  return { standing: { game: number, behind }, seat: n >= FAR ? leader : null, n };
}
