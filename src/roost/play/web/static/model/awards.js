// What a game had to be proud of: who dared most, who took most from another, whose turn brought most.

/** @typedef {{kind: "boldest" | "theft" | "best_turn", seat: number, from: number | null, n: number}} Award */

/** From so many rolls on a turn was bold. */
const BOLD = 4;

/**
 * The awards that a game has earned so far.
 * @param {import("./story.js").Story} story
 * @returns {Award[]}
 */
export function awardsOf(story) {
  /** @type {Award[]} */
  let best = [];
  let before = story?.first ?? [];
  let rolled = 0;
  for (const { actor, rolls, scores, isTurnOver } of story?.marks ?? []) {
    rolled += rolls;
    const gains = scores.map((score, seat) => score - (before[seat] ?? 0));
    const gain = actor === null ? 0 : (gains[actor] ?? 0);
    if (actor !== null && gain > 0) {
      const victim = gains.findIndex((change, seat) => change < 0 && seat !== actor);
      best = better(best, { kind: "best_turn", seat: actor, from: null, n: gain });
      if (rolled >= BOLD) best = better(best, { kind: "boldest", seat: actor, from: null, n: rolled });
      if (victim >= 0) best = better(best, { kind: "theft", seat: actor, from: victim, n: -(gains[victim] ?? 0) });
    }
    before = scores;
    if (isTurnOver) rolled = 0;
  }
  return best;
}

/**
 * @param {Award[]} best
 * @param {Award} award
 */
function better(best, award) {
  const known = best.find(({ kind }) => kind === award.kind);
  return known && known.n >= award.n ? best : [...best.filter((other) => other !== known), award];
}
