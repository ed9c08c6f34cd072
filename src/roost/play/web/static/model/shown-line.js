// How long a sentence stays on the screen. A summary of a turn stays until people have had time to read it, and the
// next one is added below. A sentence about what was done to the reader stays until they act.

import { TO_READ, TURN_TO_READ } from "./pace.js";

/**
 * Properties of a sentence.
 * @typedef {object} Kind
 * @property {boolean} [isRoutine] whether it may wait until a more important one has been read
 * @property {boolean} [isTurn] whether it sums up a whole turn
 * @property {boolean} [isToMe] whether something was done to the reader: it stays until they act
 */

/**
 * @typedef {object} ShownLine
 * @property {string} text what is read now
 * @property {string} above the line before, if readers have not had time for it
 * @property {boolean} isTurn
 * @property {boolean} isToMe
 * @property {number} until the time by which it has been read, in milliseconds
 */

/** @type {ShownLine} */
export const NOTHING = { text: "", above: "", isTurn: false, isToMe: false, until: 0 };

/**
 * Milliseconds until a sentence may replace the one shown. A sentence about what was done to the reader is never
 * replaced by another player's turn.
 * @param {ShownLine} shown
 * @param {Kind} kind
 * @param {number} now
 */
export function waitFor(shown, { isTurn, isToMe, isRoutine }, now) {
  if (shown.isToMe && isTurn && !isToMe) return Infinity;
  return isRoutine ? Math.max(0, shown.until - now) : 0;
}

/**
 * The line after a sentence is shown.
 * @param {ShownLine} shown
 * @param {string} text
 * @param {Kind} kind
 * @param {number} now
 * @param {import("./pace.js").Speed} speed
 * @returns {ShownLine}
 */
export function saying(shown, text, { isTurn = false, isToMe = false, isRoutine = false }, now, speed) {
  const [base = 0, perCharacter = 0] = TO_READ[speed];
  const toRead = Math.max(base + perCharacter * text.length, isTurn ? TURN_TO_READ[speed] : 0);
  const isUnread = shown.isTurn && isTurn && (shown.isToMe || now < shown.until);
  return { text, above: isUnread ? shown.text : "", isTurn, isToMe, until: isRoutine ? 0 : now + toRead };
}
