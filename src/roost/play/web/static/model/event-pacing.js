// The pacing of each event: how long it is shown, its sound, and whether its sentence may wait. A game defines the
// pacing of its own events (`EVENTS` in its board); an event without pacing is shown like a moving piece.

/**
 * @typedef {object} Pacing
 * @property {number} [dwell] how long the event is shown, in milliseconds at normal speed
 * @property {number} [own] the same for a player at this device, who expects the event
 * @property {import("../parts/sound.js").Sound} [sound]
 * @property {(event: Record<string, any>) => {dice: string, sum?: number}} [keeps] the dice that are set aside, as
 *   symbols, and the sum of all dice set aside so far
 * @property {boolean} [isRoutine] whether every turn has such events, so that more important sentences stay longer
 * @property {boolean} [isBust] whether the turn has failed
 * @property {boolean} [isPrelude] whether a summary of the turn may leave it out, because the next event implies it
 *
 * @typedef {Record<string, Pacing>} Pacings by event type
 */

/** @type {Pacings} of events that happen in every game */
const EVERYWHERE = {
  drawn: { dwell: 1100, sound: "bells" },
  rolled: { dwell: 1300, own: 650, sound: "dice", isRoutine: true },
  ended: { dwell: 1500, own: 1500, sound: "fanfare" }, // the last piece comes to rest before the end is announced
};

/** @param {{type: string}} event @param {Pacings} [ofGame] @returns {Pacing} */
export const pacingOf = ({ type }, ofGame = {}) => ofGame[type] ?? EVERYWHERE[type] ?? {};
