// A first game that teaches: three things to know, each at the moment when it matters, once on a device for each game.
//
// What they are is said in the game's own words (`first.goal`, `first.need`, `first.stop`); a game without them says nothing.

/**
 * When each of them matters.
 * @type {Record<string, (view: View) => boolean>}
 */
const WHEN = {
  /** The goal: before the first roll. */
  goal: ({ mustRoll, enters }) => mustRoll || enters !== null,
  /** The needs of a player: at the first choice of dice. */
  need: ({ actions }) => actions.some(({ kind }) => kind === "dice"),
  /** When to stop: once there is something to be had. */
  stop: ({ actions }) =>
    actions.some(({ kind, quiet, after }) => kind !== "roll" && kind !== "dice" && !quiet && !after),
};

export const LESSONS = Object.keys(WHEN);

/**
 * What to tell now, of what was not told yet; nothing, where somebody else is to play.
 * @param {View} view
 * @param {readonly string[]} told
 * @returns {string | null}
 */
export function dueLesson(view, told) {
  if (view.acting === null && view.enters === null) return null;
  return LESSONS.find((lesson) => !told.includes(lesson) && WHEN[lesson]?.(view)) ?? null;
}
