// Lessons during a first game: each device shows three lessons for each game once, each when it matters.
//
// The lessons are messages of the game (`first.goal`, `first.need`, `first.stop`); a game without them shows none.

/** @type {Record<string, (view: View) => boolean>} when each lesson matters */
const WHEN = {
  /** The game's goal is explained before the first roll. */
  goal: ({ mustRoll, enters }) => mustRoll || enters !== null,
  /** What the player needs is explained at the first choice of dice. */
  need: ({ actions }) => actions.some(({ kind }) => kind === "dice"),
  /** When to stop is explained as soon as the player can claim a piece. */
  stop: ({ actions }) =>
    actions.some(({ kind, quiet, after }) => kind !== "roll" && kind !== "dice" && !quiet && !after),
};

export const LESSONS = Object.keys(WHEN);

/**
 * Return the lesson to show now, or null if no new lesson matters yet or another player is to move.
 * @param {View} view
 * @param {readonly string[]} shown
 * @returns {string | null}
 */
export function dueLesson(view, shown) {
  if (view.acting === null && view.enters === null) return null;
  return LESSONS.find((lesson) => !shown.includes(lesson) && WHEN[lesson]?.(view)) ?? null;
}
