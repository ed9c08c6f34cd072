// How long a sentence stays on the screen. A turn's summary stays until people have had time to read it, and the next
// summary is added below. A sentence about an action against the reader stays until they act.

import { TO_READ, BOT_LINE } from "./pace.js";

/**
 * Properties of a sentence.
 * @typedef {object} Kind
 * @property {boolean} [isRoutine] whether it may wait until a more important sentence has been read
 * @property {boolean} [isTurn] whether it sums up a whole turn
 * @property {boolean} [isToMe] whether it is about an action against the reader, and stays until they act
 */

/**
 * @typedef {object} ShownLine
 * @property {string} text the text to read now
 * @property {string} above the previous line, if readers have not had time for it
 * @property {boolean} isTurn
 * @property {boolean} isToMe
 * @property {number} until the time by which the text has been read, in milliseconds
 */

/** @type {ShownLine} */
export const NOTHING = { text: "", above: "", isTurn: false, isToMe: false, until: 0 };

/**
 * Return the milliseconds until a sentence may replace the one shown. A sentence about an action against the reader is
 * never replaced by another player's turn.
 * @param {ShownLine} shown
 * @param {Kind} kind
 * @param {number} now
 */
export function waitFor(shown, { isTurn, isToMe, isRoutine }, now) {
  if (shown.isToMe && isTurn && !isToMe) return Infinity;
  return isRoutine ? Math.max(0, shown.until - now) : 0;
}

/**
 * Return the line as it is after a sentence was added.
 * @param {ShownLine} shown
 * @param {string} text
 * @param {Kind} kind
 * @param {number} now
 * @param {import("./pace.js").Speed} speed
 * @returns {ShownLine}
 */
export function saying(shown, text, { isTurn = false, isToMe = false, isRoutine = false }, now, speed) {
  const [base = 0, perCharacter = 0] = TO_READ[speed];
  const toRead = Math.max(base + perCharacter * text.length, isTurn ? BOT_LINE[speed] : 0);
  const isUnread = shown.isTurn && isTurn && (shown.isToMe || now < shown.until);
  return { text, above: isUnread ? shown.text : "", isTurn, isToMe, until: isRoutine ? 0 : now + toRead };
}
