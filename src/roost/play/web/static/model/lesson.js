/**
 * A tutorial: a few turns with prepared dice. The moves go through the rules engine, and the odds come from the solver.
 * A test plays every lesson and checks that the move it calls best is the best.
 *
 * One step of a lesson:
 *
 * - `talk`: text to read; `position` puts another position on the board first;
 * - `roll`: the reader rolls these dice;
 * - `choose`: the reader decides; the lesson continues with `best`. A worse move is played, and its consequences are
 *   shown, before it is taken back;
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
