// The best turn of an evening, as the device remembers it that shows all of it. Games count differently: what is compared
// is the part of the winner's score that a turn brought.

import { keep, keptJson } from "./kept.js";

const BEST = "roost-best-turn";

/**
 * What is told of the best turn at a table so far.
 * @param {string} table
 */
export function bestTurn(table) {
  const best = keptJson(BEST);
  return best?.table === table ? best.told : "";
}

/**
 * A turn brought such a part of the winner's score.
 * @param {string} table
 * @param {number} part
 * @param {string} told
 */
export function noteTurn(table, part, told) {
  const best = keptJson(BEST);
  if (best?.table !== table || best.part < part) keep(BEST, { table, part, told });
}
