// What was said on this device when somebody sat down: whether they roll real dice, or the table's.

import { keep, keptList } from "../lib/settings.js";

/** @typedef {[table: string, isReal: boolean]} Said */

const KEY = "roost-whose-dice";
const MOST = 50;

/** @returns {Said[]} the latest first */
const all = () => keptList(KEY).filter((one) => Array.isArray(one) && typeof one[1] === "boolean");

/**
 * Remember what was said.
 * @param {Said} said
 */
export function keepWhoseDice(said) {
  const others = all().filter(([table]) => table !== said[0]);
  keep(KEY, JSON.stringify([said, ...others].slice(0, MOST)));
}

/**
 * What was said, for the seats that this device has by now: games of a series may change them.
 * @param {Snapshot} snapshot
 * @returns {[seat: number, isReal: boolean][]}
 */
export function whoseDice({ table, you }) {
  const said = all().find(([id]) => id === table.id);
  return said ? (you?.seats ?? []).map((seat) => [seat, said[1]]) : [];
}
