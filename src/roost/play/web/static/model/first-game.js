// A first game that teaches: each device shows three lessons once for each game, each at the moment when it matters.
//
// The lessons are messages of the game (`first.goal`, `first.need`, `first.stop`); a game without them shows none.

/** @type {Record<string, (view: View) => boolean>} when each lesson matters */
const WHEN = {
  /** The goal: before the first roll. */
  goal: ({ mustRoll, enters }) => mustRoll || enters !== null,
  /** The player's needs: at the first choice of dice. */
  need: ({ actions }) => actions.some(({ kind }) => kind === "dice"),
  /** When to stop: as soon as the player can claim a piece. */
  stop: ({ actions }) =>
    actions.some(({ kind, quiet, after }) => kind !== "roll" && kind !== "dice" && !quiet && !after),
};

export const LESSONS = Object.keys(WHEN);

/**
 * The lesson to show now, or null if all due ones were shown or another player is to move.
 * @param {View} view
 * @param {readonly string[]} shown
 * @returns {string | null}
 */
export function dueLesson(view, shown) {
  if (view.acting === null && view.enters === null) return null;
  return LESSONS.find((lesson) => !shown.includes(lesson) && WHEN[lesson]?.(view)) ?? null;
}
