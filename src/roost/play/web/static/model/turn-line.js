// Somebody else's turn in one line, once it is over: the dice that they kept, what they add up to, and what came of it.

import { cueOf } from "./event-cues.js";

/** @typedef {import("./steps.js").Step} Step */

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
 * @param {import("./event-cues.js").Cues} [cues] of the game
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
