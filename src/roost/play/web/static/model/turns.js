// The turns that were shown, kept for whoever wants to see the latest one again, and what was missed while away.

import { actorOf } from "./playback.js";

/** @typedef {import("./steps.js").Step} Step */
/** @typedef {{actor: number | null, steps: Step[]}} Turn */
/** @typedef {{last: Turn | null, current: Turn | null}} Turns */

/** @type {Turns} */
export const NO_TURNS = { last: null, current: null };

/**
 * The turns after another step was shown.
 * @param {Turns} turns
 * @param {Step} step
 * @returns {Turns}
 */
export function withStep(turns, step) {
  if (!step.events.length) return step.entries.some(({ type }) => type === "undone") ? NO_TURNS : turns;
  const actor = actorOf(step) ?? turns.current?.actor ?? null;
  const { current } = turns;
  if (current && current.actor === actor && !isOver(current)) {
    return { ...turns, current: { actor, steps: [...current.steps, step] } };
  }
  return { last: current ?? turns.last, current: { actor, steps: [step] } };
}

/**
 * The turn to show again: the one that ended last, or the only one there is.
 * @param {Turns} turns
 * @returns {Turn | null}
 */
export function latest({ last, current }) {
  return current && (isOver(current) || !last) ? current : last;
}

/**
 * The turn that the step shown last has ended, if it has.
 * @param {Turns} turns
 * @returns {Turn | null}
 */
export function ended({ current }) {
  return current && isOver(current) ? current : null;
}

/** @param {Turn} turn */
function isOver({ actor, steps }) {
  const end = steps.at(-1);
  return end !== undefined && end.isLast && end.table.game?.seat !== actor;
}
