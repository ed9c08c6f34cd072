/**
 * A tutorial: a few turns with prepared dice. The moves go through the real rules engine, and the odds that the reader is
 * told come from the real solver; a test plays every lesson and makes sure that what it calls best is best.
 *
 * One step of a lesson:
 *
 * - `talk`: something to read; `position` puts another position on the board first;
 * - `roll`: the reader rolls these dice;
 * - `choose`: the reader decides; the lesson goes on with `best`. Anything worse is done, and they see what comes of it
 *   before they take it back;
 * - `watch`: the other player's moves, one after another.
 *
 * @typedef {{say: string, position?: string, roll?: string, best?: string, watch?: string[]}} LessonStep
 *
 * @typedef {object} Lesson
 * @property {string} start
 * @property {LessonStep[]} steps
 */

/** The opponent of the reader. */
export const OPPONENT = "Berta";
