// Navigates within a replay. The functions are pure, so keys, slider, buttons and links agree.

/** @param {ReplayView} replay @param {number} wanted @returns {number} the index of the nearest step */
export function within(replay, wanted) {
  const last = replay.steps.length - 1;
  return Number.isFinite(wanted) ? Math.min(Math.max(Math.trunc(wanted), 0), last) : last;
}

/**
 * Return the first step of each turn, in order. The start and the draw of the first player come before all turns.
 * @param {ReplayView} replay
 * @returns {number[]}
 */
export function turnStarts(replay) {
  return replay.steps.flatMap((step, at) =>
    at === 0 || (step.turn ?? 0) !== (replay.steps[at - 1]?.turn ?? 0) ? [at] : [],
  );
}

/**
 * Return the start of the next turn, or the last step.
 * @param {ReplayView} replay
 * @param {number} at
 */
export const nextTurn = (replay, at) => turnStarts(replay).find((start) => start > at) ?? replay.steps.length - 1;

/**
 * Return the start of this turn, or of the previous turn if the step is already the start of its turn.
 * @param {ReplayView} replay
 * @param {number} at
 */
export function previousTurn(replay, at) {
  return (
    turnStarts(replay)
      .filter((start) => start < at)
      .at(-1) ?? 0
  );
}

/**
 * Return the sentences of a step. A move without a sentence is described by its text.
 * @param {ReplayView} replay
 * @param {number} at
 */
export function sentenceAt(replay, at) {
  const step = replay.steps[at];
  const sentences = (step?.sentences ?? []).join(" ");
  if (sentences || !step?.text) return sentences;
  return typeof step.seat === "number" ? `${replay.names[step.seat] ?? ""}: ${step.text}` : step.text;
}

/**
 * Return the dice that ended a turn, which the next position no longer shows; null if the step did not end a turn.
 * @param {ReplayView} replay
 * @param {number} at
 * @param {import("./steps.js").After} [after] how an event changes the dice
 * @returns {Seen | null}
 */
export function thrown(replay, at, after = () => null) {
  const step = replay.steps[at];
  const before = replay.steps[at - 1];
  const [rolled, ...others] = step?.events ?? [];
  if (!step?.roll || !before || !rolled || !others.length) return null;
  return after({ state: before.state, facts: before.facts, scores: before.scores }, /** @type {any} */ (rolled));
}
