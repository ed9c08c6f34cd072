// Training: which drill comes next, when one comes again, and how one's own rating follows the answers.
//
// A drill is a puzzle of the collection or a position in which one went wrong oneself. Drills come again by Leitner's
// boxes: a right answer moves a drill one box up, a wrong one back into the first; the drills of a box come again after
// its days. A mistake of one's own has been answered wrongly already, so it begins in the first box. The rating moves
// as in chess (Elo): by how unexpected an answer was.

/** Days after which the drills of each box come again. */
export const DAYS = [0, 1, 3, 7, 16, 35];
/** The rating before the first answer. */
export const START = 1000;
const DAY = 86_400_000;
/** The most that one answer can move the rating. */
const STEP = 32;
const SCALE = 400;
/** How hard one's own mistake is that is barely clear, and how much easier it is each time that it cost twice as much. */
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
 * @typedef {object} Trained what is known of one's training in one game
 * @property {number} rating
 * @property {number} answers
 * @property {Record<string, [box: number, due: number]>} cards by the key of the drill
 */

/** @returns {Trained} */
export const untrained = () => ({ rating: START, answers: 0, cards: {} });

/**
 * @param {{number: number, kind: string, rating: number}[]} puzzles
 * @param {import("./mistakes.js").Mistake[]} mistakes the costliest first
 * @returns {Drill[]} one's own mistakes first
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
 * The kind of decision that cost most in these mistakes; nothing, where there are none.
 * @param {{kind: string, cost: number}[]} mistakes
 */
export function weakKind(mistakes) {
  /** @type {Map<string, number>} */
  const costs = new Map();
  for (const { kind, cost } of mistakes) costs.set(kind, (costs.get(kind) ?? 0) + cost);
  return [...costs].sort((one, other) => other[1] - one[1])[0]?.[0] ?? "";
}

/**
 * After an answer. What is known of drills that there are no more is forgotten.
 * @param {Trained} before
 * @param {Drill} drill
 * @param {boolean} isRight
 * @param {number} now in milliseconds
 * @param {Drill[]} drills all of the game
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
      ...Object.fromEntries(Object.entries(before.cards).filter(([one]) => known.has(one))),
      [key]: [box, due],
    },
  };
}

/**
 * The next drill: one that is due again, if it was not the last; else a new one that is about as hard as one is good,
 * every other time of the kind that one gets wrong; else the one that is due soonest.
 * @param {Drill[]} drills
 * @param {Trained} trained
 * @param {number} now
 * @param {string} [last] the one before
 * @param {string} [weak] the kind that one gets wrong
 * @returns {Drill | null}
 */
export function nextDrill(drills, { cards, rating, answers }, now, last = "", weak = "") {
  const others = drills.filter(({ key }) => key !== last);
  const due = (/** @type {Drill} */ { key }) => cards[key]?.[1] ?? 0;
  const isSeen = (/** @type {Drill} */ { key, mistake }) => cards[key] !== undefined || mistake !== undefined;
  const seen = others.filter(isSeen).sort((one, other) => due(one) - due(other));
  const again = seen[0] && due(seen[0]) <= now ? seen[0] : null;
  const isOther = (/** @type {Drill} */ { kind }) => Number(answers % 2 === 0 && weak !== "" && kind !== weak);
  const fresh = others
    .filter((drill) => !isSeen(drill))
    .sort(
      (one, other) => isOther(one) - isOther(other) || Math.abs(one.rating - rating) - Math.abs(other.rating - rating),
    );
  return again ?? fresh[0] ?? seen[0] ?? drills[0] ?? null;
}
