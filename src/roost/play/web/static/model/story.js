// A game so far, change by change, as far as awards and comebacks ask for it. The log tells it, whether somebody saw it
// happen or came later; what was taken back has not happened.

/** @typedef {ChangeView["entries"][number]} Entry */

/**
 * What one change of a game was: who acted, how often dice fell, and where it led.
 * @typedef {{actor: number | null, rolls: number, scores: number[], isTurnOver: boolean}} Mark
 */

/**
 * Nothing where the beginning of the game is not known.
 * @typedef {{first: number[], marks: Mark[]} | null} Story
 */

/**
 * The story after another change.
 * @param {Story} story
 * @param {{entries: readonly Entry[], scores?: number[] | null, seat?: number | null}} change with the scores and the seat
 *   to play after it
 * @returns {Story}
 */
export function storyAfter(story, { entries, scores, seat = null }) {
  if (!scores) return null;
  if (entries.some(({ type }) => type === "started")) return { first: scores, marks: [] };
  if (!story) return null;
  if (entries.some(({ type }) => type === "undone")) return { ...story, marks: story.marks.slice(0, -1) };
  if (entries.some(({ type }) => type === "corrected")) {
    const last = story.marks.at(-1);
    return last
      ? { ...story, marks: [...story.marks.slice(0, -1), { ...last, scores, isTurnOver: seat !== last.actor }] }
      : story;
  }
  const played = entries.flatMap((entry) =>
    ["rolled", "entered", "acted"].includes(entry.type)
      ? [/** @type {{type: string, seat: number | null}} */ (entry)]
      : [],
  );
  if (!played.length) return story;
  const actor = played.find((entry) => entry.seat !== null)?.seat ?? null;
  const rolls = played.filter((entry) => entry.type !== "acted" && entry.seat !== null).length;
  return { ...story, marks: [...story.marks, { actor, rolls, scores, isTurnOver: seat !== actor }] };
}

// What a game had to be proud of: who dared most, who took most from another, whose turn brought most.

/** @typedef {{kind: "boldest" | "theft" | "best_turn", seat: number, from: number | null, n: number}} Award */

/** From so many rolls on a turn was bold. */
const BOLD = 4;

/**
 * The awards that a game has earned so far.
 * @param {Story} story
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

/** @param {Award[]} best @param {Award} award */
function better(best, award) {
  const known = best.find(({ kind }) => kind === award.kind);
  return known && known.n >= award.n ? best : [...best.filter((other) => other !== known), award];
}

// Who comes back: somebody who lay far behind takes the lead.

/** How far behind one must have been for it to be a comeback. */
const FAR = 4;

/**
 * Who has taken the lead with the latest change, and from how far behind; nobody, if they were close or it is shared.
 * @param {Story} story
 * @returns {{seat: number, n: number} | null}
 */
export function comebackIn(story) {
  /** How far behind each seat has been since it led last. */
  let behind = (story?.first ?? []).map(() => 0);
  let back = null;
  for (const { scores } of story?.marks ?? []) {
    const best = Math.max(...scores);
    const leaders = scores.flatMap((score, seat) => (score === best ? [seat] : []));
    const leader = leaders.length === 1 ? (leaders[0] ?? null) : null;
    const n = leader === null ? 0 : (behind[leader] ?? 0);
    back = leader !== null && n >= FAR ? { seat: leader, n } : null;
    behind = scores.map((score, seat) => (seat === leader ? 0 : Math.max(behind[seat] ?? 0, best - score)));
  }
  return back;
}

// The story of the game as far as it was shown: who has come back from far behind, and at the end the awards.

export class StorySoFar {
  /** @type {Story} */
  #story = null;
  /** @type {ReturnType<typeof comebackIn>} */
  #comeback = null;

  /**
   * What happened before one came.
   * @param {readonly Parameters<typeof storyAfter>[1][]} past
   */
  begin(past) {
    this.#story = past.reduce(storyAfter, null);
  }

  /**
   * It goes on with a step.
   * @param {Step} step
   */
  goesOn({ table, entries, isLast }) {
    const before = this.#story;
    if (isLast) this.#story = storyAfter(before, { entries, scores: table.game?.scores, seat: table.game?.seat });
    const isNew = (this.#story?.marks.length ?? 0) > (before?.marks.length ?? 0);
    this.#comeback = isNew && table.status === "playing" ? comebackIn(this.#story) : null;
  }

  /** The player who has taken the lead from far behind with the latest step, and from how far: it is told once. */
  takeComeback() {
    const back = this.#comeback;
    this.#comeback = null;
    return back;
  }

  get awards() {
    return awardsOf(this.#story);
  }
}
