// How long a sentence stays where it is read. The line about a whole turn stays until people have had time for it: the
// next one goes below it. What was done to the reader stays until they act.

import { TO_READ, TURN_TO_READ } from "./pace.js";

/**
 * What else there is to know about a sentence.
 * @typedef {object} Kind
 * @property {boolean} [isRoutine] whether it may wait until a more important one has been read
 * @property {boolean} [isTurn] whether it tells a whole turn: there was nothing else to read meanwhile
 * @property {boolean} [isToMe] whether something was done to whoever reads: it stays until they act
 */

/**
 * @typedef {object} Held
 * @property {string} text what is read now
 * @property {string} above the line before it, as long as nobody can have read it
 * @property {boolean} isTurn
 * @property {boolean} isToMe
 * @property {number} until when it has been read, in milliseconds
 */

/** @type {Held} */
export const NOTHING = { text: "", above: "", isTurn: false, isToMe: false, until: 0 };

/**
 * How many milliseconds a sentence has to wait until it may be read. What was done to the reader gives way to nothing
 * that others do.
 * @param {Held} held
 * @param {Kind} kind
 * @param {number} now
 */
export function waitFor(held, { isTurn, isToMe, isRoutine }, now) {
  if (held.isToMe && isTurn && !isToMe) return Infinity;
  return isRoutine ? Math.max(0, held.until - now) : 0;
}

/**
 * What is read after a sentence was said.
 * @param {Held} held
 * @param {string} text
 * @param {Kind} kind
 * @param {number} now
 * @param {import("./pace.js").Speed} speed
 * @returns {Held}
 */
export function saying(held, text, { isTurn = false, isToMe = false, isRoutine = false }, now, speed) {
  const [least = 0, each = 0] = TO_READ[speed];
  const toRead = Math.max(least + each * text.length, isTurn ? TURN_TO_READ[speed] : 0);
  const isUnread = held.isTurn && isTurn && (held.isToMe || now < held.until);
  return { text, above: isUnread ? held.text : "", isTurn, isToMe, until: isRoutine ? 0 : now + toRead };
}
