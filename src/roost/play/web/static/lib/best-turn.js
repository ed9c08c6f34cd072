// The best turn of an evening, stored on the device that shows all games of the evening. Games score differently, so
// turns are compared by the share of the winner's score that they brought.

import { store, storedJson } from "./storage.js";

const BEST = "roost-best-turn";

/** @param {string} table @returns {string} the sentence about the best turn at the table so far; empty if there is none */
export function bestTurn(table) {
  const best = storedJson(BEST);
  return best?.table === table ? best.told : "";
}

/** @param {string} table @param {number} share of the winner's score that the turn brought @param {string} sentence */
export function noteTurn(table, share, sentence) {
  const best = storedJson(BEST);
  if (best?.table !== table || best.part < share) store(BEST, { table, part: share, told: sentence });
}
