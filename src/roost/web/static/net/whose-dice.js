// What was said on this device when somebody sat down: whether they roll real dice, or the table's.

import { keep, kept } from "../lib/settings.js";

/** @typedef {[table: string, seat: number, isReal: boolean]} Said */

const KEY = "roost-whose-dice";
const MOST = 50;

/** @returns {Said[]} the latest first */
function all() {
  try {
    const found = JSON.parse(kept(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => Array.isArray(one) && typeof one[2] === "boolean") : [];
  } catch {
    return [];
  }
}

/**
 * Remember what was said.
 * @param {Said} said
 */
export function keepWhoseDice(said) {
  const [table, seat] = said;
  const others = all().filter((one) => one[0] !== table || one[1] !== seat);
  keep(KEY, JSON.stringify([said, ...others].slice(0, MOST)));
}

/**
 * What was said for the seats of this device.
 * @param {import("../types/messages").Snapshot} snapshot
 * @returns {[seat: number, isReal: boolean][]}
 */
export function whoseDice({ table, you }) {
  return all()
    .filter(([id, seat]) => id === table.id && you?.seats.includes(seat))
    .map(([, seat, isReal]) => [seat, isReal]);
}
