// The turns that were shown, kept for whoever wants to see the latest one again, and what was missed while away.

import { cueOf } from "./event-cues.js";
import { actorOf } from "./steps.js";

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
export const latest = ({ last, current }) => (current && (isOver(current) || !last) ? current : last);

/**
 * The turn that the step shown last has ended, if it has.
 * @param {Turns} turns
 * @returns {Turn | null}
 */
export const ended = ({ current }) => (current && isOver(current) ? current : null);

/** @param {Turn} turn */
function isOver({ actor, steps }) {
  const end = steps.at(-1);
  return end !== undefined && end.isLast && end.table.game?.seat !== actor;
}

// Somebody else's turn in one line, once it is over: the dice that they kept, what they add up to, and what came of it.

/**
 * @typedef {object} TurnLine
 * @property {string[]} dice what was kept, roll by roll, as symbols
 * @property {number | null} sum what the dice add up to, where they do
 * @property {string} told what came of it
 * @property {boolean} isToMe whether something was done to one of my seats
 */

/**
 * @param {Step[]} steps of the whole turn
 * @param {number[]} mine the seats of this device
 * @param {Cues} [cues] of the game
 * @returns {TurnLine}
 */
export function turnLine(steps, mine, cues) {
  const happened = steps.flatMap(({ events, told }) =>
    events.map((event, place) => ({ event, told: told[place] ?? "", cue: cueOf(event, cues) })),
  );
  const kept = happened.flatMap(({ event, cue }) => (cue.keeps ? [cue.keeps(event)] : []));
  const news = happened.filter(({ cue, told }) => told && !cue.isRoutine && !cue.isPrelude);
  return {
    dice: kept.map(({ dice }) => dice),
    sum: kept.at(-1)?.sum ?? null,
    told: (news.length ? news : happened.slice(-1)).map(({ told }) => told).join(" "),
    isToMe: happened.some(({ event }) => mine.some((seat) => event.doneTo?.includes(seat))),
  };
}
