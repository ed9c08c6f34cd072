// A game so far, change by change, as far as awards and comebacks ask for it. The log tells it, whether somebody saw it
// happen or came later; what was taken back has not happened.

/** @typedef {import("../types/messages").ChangeView["entries"][number]} Entry */

/**
 * What one change of a game was: who acted, how often dice fell, and where it led.
 * @typedef {{actor: number | null, rolls: number, scores: number[], isTurnOver: boolean}} Mark
 */

/**
 * Nothing where the beginning of the game is not known.
 * @typedef {{first: number[], marks: Mark[]} | null} Story
 */

/**
 * The story after another change.
 * @param {Story} story
 * @param {{entries: readonly Entry[], scores?: number[] | null, seat?: number | null}} change with the scores and the seat
 *   to play after it
 * @returns {Story}
 */
export function storyAfter(story, { entries, scores, seat = null }) {
  if (!scores) return null;
  if (entries.some(({ type }) => type === "started")) return { first: scores, marks: [] };
  if (!story) return null;
  if (entries.some(({ type }) => type === "undone")) return { ...story, marks: story.marks.slice(0, -1) };
  if (entries.some(({ type }) => type === "corrected")) {
    const last = story.marks.at(-1);
    return last
      ? { ...story, marks: [...story.marks.slice(0, -1), { ...last, scores, isTurnOver: seat !== last.actor }] }
      : story;
  }
  const played = entries.flatMap((entry) =>
    ["rolled", "entered", "acted"].includes(entry.type)
      ? [/** @type {{type: string, seat: number | null}} */ (entry)]
      : [],
  );
  if (!played.length) return story;
  const actor = played.find((entry) => entry.seat !== null)?.seat ?? null;
  const rolls = played.filter((entry) => entry.type !== "acted" && entry.seat !== null).length;
  return { ...story, marks: [...story.marks, { actor, rolls, scores, isTurnOver: seat !== actor }] };
}
