/**
 * A tutorial: a few turns with prepared dice. The rules engine plays the moves, and the solver computes the odds. A
 * test plays every lesson and checks that its `best` moves really are the best.
 *
 * One step of a lesson:
 *
 * - `talk`: text to read; `position` puts another position on the board first;
 * - `roll`: the reader rolls these dice;
 * - `choose`: the reader decides; the lesson continues with `best`. A worse move is played to show its consequences,
 *   and then taken back;
 * - `watch`: the other player's moves, one after another.
 *
 * @typedef {{say: string, position?: string, roll?: string, best?: string, watch?: string[]}} LessonStep
 *
 * @typedef {object} Lesson
 * @property {string} start
 * @property {LessonStep[]} steps
 */

/** Name of the reader's opponent. */
export const OPPONENT = "Berta";
