// How each event is met: how long one looks at it, what is heard, whether its sentence may wait. A game says so about
// its own events (`EVENTS` of its board); what it does not say is met like a piece that moves.

/**
 * @typedef {object} Cue
 * @property {number} [dwell] how long one looks at it, in milliseconds at normal speed
 * @property {number} [own] how long, where somebody at this device did it: they know what comes
 * @property {import("../parts/sound.js").Sound} [sound]
 * @property {(event: Record<string, any>) => {dice: string, sum?: number}} [keeps] the dice that are kept with it, as
 *   symbols, and what all that were kept add up to
 * @property {boolean} [isRoutine] whether it happens in every turn, so that more important sentences stay longer
 * @property {boolean} [isBust] whether a turn has failed with it
 * @property {boolean} [isPrelude] whether what follows tells enough of it to whoever reads a whole turn in one line
 *
 * @typedef {Record<string, Cue>} Cues by the type of the event
 */

/**
 * What happens in every game.
 * @type {Cues}
 */
const EVERYWHERE = {
  drawn: { dwell: 1100, sound: "bells" },
  rolled: { dwell: 1000, own: 410, sound: "dice", isRoutine: true },
  ended: { dwell: 1500, own: 1500, sound: "fanfare" }, // the last piece comes to rest before the end is told
};

/** @param {{type: string}} event @param {Cues} [ofGame] @returns {Cue} */
export const cueOf = ({ type }, ofGame = {}) => ofGame[type] ?? EVERYWHERE[type] ?? {};
