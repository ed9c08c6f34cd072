// The latest turns, stored to show them again, and to replay what the player missed while away.

import { pacingOf } from "./event-pacing.js";
import { actorOf } from "./steps.js";

/** @typedef {{actor: number | null, steps: Step[]}} Turn */
/** @typedef {{last: Turn | null, current: Turn | null}} Turns */

/** @type {Turns} */
export const NO_TURNS = { last: null, current: null };

/**
 * Return the turns after another step was shown.
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

/** @param {Turns} turns @returns {Turn | null} turn to replay: the last finished turn, or the first while it lasts */
export const latest = ({ last, current }) => (current && (isOver(current) || !last) ? current : last);

/** @param {Turns} turns @returns {Turn | null} the current turn, if the latest step ended it */
export const ended = ({ current }) => (current && isOver(current) ? current : null);

/** @param {Turn} turn */
function isOver({ actor, steps }) {
  const end = steps.at(-1);
  return end !== undefined && end.isLast && end.table.game?.seat !== actor;
}

// Another player's finished turn in one line: the dice that they set aside, their sum, and the result.

/**
 * @typedef {object} TurnLine
 * @property {string[]} dice set aside with each roll, as symbols
 * @property {number | null} sum of the dice, if they have one
 * @property {string} result a sentence about the turn's result
 * @property {boolean} isToMe whether the turn affected a player at this device
 */

/**
 * @param {Step[]} steps of the whole turn
 * @param {number[]} mine the seats of players at this device
 * @param {Pacings} [pacings] of the game
 * @returns {TurnLine}
 */
export function turnLine(steps, mine, pacings) {
  const happened = steps.flatMap(({ events, sentences }) =>
    events.map((event, place) => ({ event, sentence: sentences[place] ?? "", pacing: pacingOf(event, pacings) })),
  );
  const setAside = happened.flatMap(({ event, pacing }) => (pacing.keeps ? [pacing.keeps(event)] : []));
  const news = happened.filter(({ pacing, sentence }) => sentence && !pacing.isRoutine && !pacing.isPrelude);
  return {
    dice: setAside.map(({ dice }) => dice),
    sum: setAside.at(-1)?.sum ?? null,
    result: (news.length ? news : happened.slice(-1)).map(({ sentence }) => sentence).join(" "),
    isToMe: happened.some(({ event }) => mine.some((seat) => event.doneTo?.includes(seat))),
  };
}
