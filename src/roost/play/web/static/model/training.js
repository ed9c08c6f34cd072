// Training: chooses the next drill, schedules repetitions, and rates the player by their answers.
//
// A drill is a puzzle from the collection, or a position in which the player made a mistake. Drills are repeated by
// Leitner's system: a right answer moves a drill up one box, a wrong answer moves it back to the first box, and each
// box is repeated after its number of days. A player's own mistake starts in the first box, because it has already been
// answered wrongly. The rating changes as in chess (Elo), by how unexpected an answer was.

/** Days after which the drills in each box are repeated. */
export const DAYS = [0, 1, 3, 7, 16, 35];
/** The rating before the first answer. */
export const START = 1000;
const DAY = 86_400_000;
/** Maximum change of the rating after one answer. */
const STEP = 32;
const SCALE = 400;
/** Rating of a player's own mistake that costs BARELY_CLEAR, and how much lower it is each time the cost doubles. */
const OWN_LEVEL = 1100;
const EASIER = 50;
const BARELY_CLEAR = 0.03;

/**
 * @typedef {object} Drill
 * @property {string} key the number of a puzzle, or the position of a mistake
 * @property {string} kind of decision
 * @property {number} rating
 * @property {number} [number] of the puzzle
 * @property {import("./mistakes.js").Mistake} [mistake]
 *
 * @typedef {object} Trained the player's progress in one game
 * @property {number} rating
 * @property {number} answers
 * @property {Record<string, [box: number, due: number]>} cards by drill key
 */

/** @returns {Trained} */
export const untrained = () => ({ rating: START, answers: 0, cards: {} });

/**
 * @param {{number: number, kind: string, rating: number}[]} puzzles
 * @param {import("./mistakes.js").Mistake[]} mistakes costliest first
 * @returns {Drill[]} mistakes first
 */
export function drillsOf(puzzles, mistakes) {
  return [
    ...mistakes.map((mistake) => ({
      key: mistake.position,
      kind: mistake.kind,
      rating: Math.round(OWN_LEVEL - EASIER * Math.log2(mistake.cost / BARELY_CLEAR)),
      mistake,
    })),
    ...puzzles.map(({ number, kind, rating }) => ({ key: String(number), kind, rating, number })),
  ];
}

/**
 * Return the kind of decision that cost most in these mistakes; empty if there are none.
 * @param {{kind: string, cost: number}[]} mistakes
 */
export function weakKind(mistakes) {
  /** @type {Map<string, number>} */
  const costs = new Map();
  for (const { kind, cost } of mistakes) costs.set(kind, (costs.get(kind) ?? 0) + cost);
  return [...costs].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

/**
 * Return the progress after an answer. Entries for drills that no longer exist are removed.
 * @param {Trained} before
 * @param {Drill} drill
 * @param {boolean} isRight
 * @param {number} now in milliseconds
 * @param {Drill[]} drills all drills of the game
 * @returns {Trained}
 */
export function answered(before, { key, rating }, isRight, now, drills) {
  const expected = 1 / (1 + 10 ** ((rating - before.rating) / SCALE));
  const box = isRight ? Math.min((before.cards[key]?.[0] ?? 0) + 1, DAYS.length - 1) : 0;
  const due = now + (DAYS[box] ?? 0) * DAY;
  const known = new Set(drills.map((drill) => drill.key));
  return {
    rating: before.rating + STEP * (Number(isRight) - expected),
    answers: before.answers + 1,
    cards: {
      ...Object.fromEntries(Object.entries(before.cards).filter(([cardKey]) => known.has(cardKey))),
      [key]: [box, due],
    },
  };
}

/**
 * Return the next drill: one due for repetition, unless it was the last one asked; else a new one close to the player's
 * rating, every other time of their weakest kind; else the one due soonest.
 * @param {Drill[]} drills
 * @param {Trained} trained
 * @param {number} now
 * @param {string} [last] key of the previous drill
 * @param {string} [weak] the kind that the player gets wrong most
 * @returns {Drill | null}
 */
export function nextDrill(drills, { cards, rating, answers }, now, last = "", weak = "") {
  const others = drills.filter(({ key }) => key !== last);
  const due = (/** @type {Drill} */ { key }) => cards[key]?.[1] ?? 0;
  const isSeen = (/** @type {Drill} */ { key, mistake }) => cards[key] !== undefined || mistake !== undefined;
  const seen = others.filter(isSeen).sort((a, b) => due(a) - due(b));
  const again = seen[0] && due(seen[0]) <= now ? seen[0] : null;
  const isOther = (/** @type {Drill} */ { kind }) => Number(answers % 2 === 0 && weak !== "" && kind !== weak);
  const fresh = others
    .filter((drill) => !isSeen(drill))
    .sort((a, b) => isOther(a) - isOther(b) || Math.abs(a.rating - rating) - Math.abs(b.rating - rating));
  return again ?? fresh[0] ?? seen[0] ?? drills[0] ?? null;
}
