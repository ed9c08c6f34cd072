// A game's timeline: what awards and comebacks need to know about its changes. It is built from the log, so it is
// complete even for someone who joined late. Changes that were undone are removed.

/** @typedef {ChangeView["entries"][number]} Entry */

/**
 * One change of a game: the seat that acted, the number of rolls, and the scores after the change.
 * @typedef {{actor: number | null, rolls: number, scores: number[], isTurnOver: boolean}} Mark
 */

/**
 * Null if the game's beginning is unknown.
 * @typedef {{first: number[], marks: Mark[]} | null} Timeline
 */

/**
 * Return the timeline after another change.
 * @param {Timeline} timeline
 * @param {{entries: readonly Entry[], scores?: number[] | null, seat?: number | null}} change with the scores and the
 *   next seat to play
 * @returns {Timeline}
 */
export function timelineAfter(timeline, { entries, scores, seat = null }) {
  if (!scores) return null;
  if (entries.some(({ type }) => type === "started")) return { first: scores, marks: [] };
  if (!timeline) return null;
  if (entries.some(({ type }) => type === "undone")) return { ...timeline, marks: timeline.marks.slice(0, -1) };
  if (entries.some(({ type }) => type === "corrected")) {
    const last = timeline.marks.at(-1);
    return last
      ? { ...timeline, marks: [...timeline.marks.slice(0, -1), { ...last, scores, isTurnOver: seat !== last.actor }] }
      : timeline;
  }
  const played = entries.flatMap((entry) =>
    ["rolled", "entered", "acted"].includes(entry.type)
      ? [/** @type {{type: string, seat: number | null}} */ (entry)]
      : [],
  );
  if (!played.length) return timeline;
  const actor = played.find((entry) => entry.seat !== null)?.seat ?? null;
  const rolls = played.filter((entry) => entry.type !== "acted" && entry.seat !== null).length;
  return { ...timeline, marks: [...timeline.marks, { actor, rolls, scores, isTurnOver: seat !== actor }] };
}

// Awards in a game: the boldest turn, the biggest theft, and the turn with the biggest gain.

/** @typedef {{kind: "boldest" | "theft" | "best_turn", seat: number, from: number | null, n: number}} Award */

/** Minimum number of rolls in a bold turn. */
const BOLD = 4;

/** @param {Timeline} timeline @param {boolean} [lowestWins] @returns {Award[]} earned so far */
export function awardsOf(timeline, lowestWins = false) {
  /** @type {Award[]} */
  let best = [];
  let before = timeline?.first ?? [];
  let rolled = 0;
  for (const { actor, rolls, scores, isTurnOver } of timeline?.marks ?? []) {
    rolled += rolls;
    const gains = scores.map((score, seat) => (lowestWins ? -1 : 1) * (score - (before[seat] ?? 0)));
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

/** @param {Award[]} best @param {Award} award */
function better(best, award) {
  const known = best.find(({ kind }) => kind === award.kind);
  return known && known.n >= award.n ? best : [...best.filter((other) => other !== known), award];
}

// Comebacks: a player who was far behind takes the lead.

/** Minimum gap to the leader, in points, for a comeback. */
const FAR = 4;

/**
 * Return the player who took the lead with the latest change, and how far behind they had been; null if that was not
 * far, or the lead is shared.
 * @param {Timeline} timeline
 * @param {boolean} [lowestWins]
 * @returns {{seat: number, n: number} | null}
 */
export function comebackIn(timeline, lowestWins = false) {
  /** Each seat's largest gap to the leader since the seat last led. */
  let behind = (timeline?.first ?? []).map(() => 0);
  let comeback = null;
  for (const { scores } of timeline?.marks ?? []) {
    const best = lowestWins ? Math.min(...scores) : Math.max(...scores);
    const leaders = scores.flatMap((score, seat) => (score === best ? [seat] : []));
    const leader = leaders.length === 1 ? (leaders[0] ?? null) : null;
    const n = leader === null ? 0 : (behind[leader] ?? 0);
    comeback = leader !== null && n >= FAR ? { seat: leader, n } : null;
    behind = scores.map((score, seat) => (seat === leader ? 0 : Math.max(behind[seat] ?? 0, Math.abs(best - score))));
  }
  return comeback;
}

// The part of the timeline that has been shown, which yields comebacks during the game and awards at its end.

export class TimelineSoFar {
  /** @type {Timeline} */
  #timeline = null;
  /** @type {ReturnType<typeof comebackIn>} */
  #comeback = null;
  #lowestWins = false;

  /** @param {readonly Parameters<typeof timelineAfter>[1][]} past changes from before the page was opened */
  begin(past) {
    this.#timeline = past.reduce(timelineAfter, null);
  }

  /** @param {Step} step */
  add({ table, entries, isLast }) {
    const before = this.#timeline;
    this.#lowestWins = table.game?.lowest_wins ?? false;
    if (isLast) this.#timeline = timelineAfter(before, { entries, scores: table.game?.scores, seat: table.game?.seat });
    const isNew = (this.#timeline?.marks.length ?? 0) > (before?.marks.length ?? 0);
    this.#comeback = isNew && table.status === "playing" ? comebackIn(this.#timeline, this.#lowestWins) : null;
  }

  /** Return the latest comeback; each is returned once. */
  takeComeback() {
    const comeback = this.#comeback;
    this.#comeback = null;
    return comeback;
  }

  get awards() {
    return awardsOf(this.#timeline, this.#lowestWins);
  }
}
