// Lessons during a first game: each device shows a few lessons for each game once, each when it matters.
//
// The lessons are messages of the game: `first.goal`, `first.need`, `first.stop`, `first.grey`, and `first.EVENT` for the
// first event of a type. Lessons without a message are not shown. `first.bust` is for the rules at a glance.

/** @type {Record<string, (view: View) => boolean>} when each lesson matters */
const WHEN = {
  /** The game's goal is explained before the first roll. */
  goal: ({ mustRoll, enters }) => mustRoll || enters !== null,
  /** What the player needs is explained at the first choice of dice. */
  need: ({ actions }) => actions.some(({ kind }) => kind === "dice"),
  /** When to stop is explained as soon as the player can claim a piece. */
  stop: ({ actions }) =>
    actions.some(({ kind, quiet, after }) => kind !== "roll" && kind !== "dice" && !quiet && !after),
  /** Why pieces have turned grey is explained once dice are set aside. */
  grey: ({ actions }) => actions.some(({ kind }) => kind === "roll"),
};
/** Stands among the lessons for the first turn of the player's own. */
export const TURN = "turn";

export const LESSONS = Object.keys(WHEN);

/**
 * Return the lesson to show now, or null if no new lesson matters yet or another player is to move.
 * @param {View} view
 * @param {readonly string[]} shown
 * @param {(lesson: string) => boolean} [has] whether the game has a lesson
 * @returns {string | null}
 */
export function dueLesson(view, shown, has = () => true) {
  if (view.acting === null && view.enters === null) return null;
  return LESSONS.find((lesson) => !shown.includes(lesson) && has(lesson) && WHEN[lesson]?.(view)) ?? null;
}
