// Training: which puzzle comes next, when one comes again, and how one's own rating follows the answers.
//
// Puzzles come again by Leitner's boxes: a right answer moves a puzzle one box up, a wrong one back into the first; the
// puzzles of a box come again after its days. The rating moves as in chess (Elo): by how unexpected an answer was.

/** Days after which the puzzles of each box come again. */
export const DAYS = [0, 1, 3, 7, 16, 35];
/** The rating before the first answer. */
export const START = 1000;
const DAY = 86_400_000;
/** What one answer can move the rating by at most. */
const STEP = 32;
const SCALE = 400;

/**
 * @typedef {object} Trained what is known of one's training in one game
 * @property {number} rating
 * @property {number} answers
 * @property {Record<number, [box: number, due: number]>} cards by the number of the puzzle
 *
 * @typedef {import("../types/messages").PuzzleSummary} Summary
 */

/** @returns {Trained} */
export const untrained = () => ({ rating: START, answers: 0, cards: {} });

/**
 * After an answer.
 * @param {Trained} before
 * @param {Pick<Summary, "number" | "rating">} puzzle
 * @param {boolean} isRight
 * @param {number} now in milliseconds
 * @returns {Trained}
 */
export function answered(before, { number, rating }, isRight, now) {
  const expected = 1 / (1 + 10 ** ((rating - before.rating) / SCALE));
  const box = isRight ? Math.min((before.cards[number]?.[0] ?? 0) + 1, DAYS.length - 1) : 0;
  const due = now + (DAYS[box] ?? 0) * DAY;
  return {
    rating: before.rating + STEP * (Number(isRight) - expected),
    answers: before.answers + 1,
    cards: { ...before.cards, [number]: [box, due] },
  };
}

/**
 * The next puzzle: one that is due again, if it was not the last; else a new one that is about as hard as one is good; else
 * the one that is due soonest.
 * @param {Summary[]} puzzles
 * @param {Trained} trained
 * @param {number} now
 * @param {number} last the one before
 * @returns {Summary | null}
 */
export function nextPuzzle(puzzles, { cards, rating }, now, last = 0) {
  const others = puzzles.filter(({ number }) => number !== last);
  const due = (/** @type {Summary} */ { number }) => cards[number]?.[1] ?? 0;
  const seen = others.filter(({ number }) => cards[number]).sort((one, other) => due(one) - due(other));
  const again = seen[0] && due(seen[0]) <= now ? seen[0] : null;
  const fresh = others
    .filter(({ number }) => !cards[number])
    .sort((one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating));
  return again ?? fresh[0] ?? seen[0] ?? puzzles[0] ?? null;
}
