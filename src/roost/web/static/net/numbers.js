// This device's own numbers for the dice: kept until they are used, sealed before they are told, never made anew.

import { keep, kept } from "../lib/settings.js";
import { numbersOf } from "../model/fair.js";
import { api, randomHex } from "./api.js";

/** @typedef {import("../types/messages").ChangeView} Change */
/** @typedef {ReturnType<typeof numbersOf>} Numbers */

const KEY = "roost-numbers";
const MOST = 50;

/** @type {Map<string, Numbers>} */
const known = new Map();

/** @returns {[string, string][]} tables and the secrets of our numbers there, the latest first */
function secrets() {
  try {
    const found = JSON.parse(kept(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => Array.isArray(one) && /^[0-9a-f]{64}$/.test(one[1])) : [];
  } catch {
    return [];
  }
}

/**
 * Our numbers for a game of a table.
 * @param {string} table
 * @param {number} game
 * @returns {Numbers}
 */
export function numbersFor(table, game) {
  const name = `${table}/${game}`;
  const found = known.get(name);
  if (found) return found;
  const others = secrets();
  const secret = others.find(([id]) => id === table)?.[1] ?? randomHex(32);
  keep(KEY, JSON.stringify([[table, secret], ...others.filter(([id]) => id !== table)].slice(0, MOST)));
  const made = numbersOf(secret, name);
  known.set(name, made);
  return made;
}

/**
 * Whether this device has numbers at a table already.
 * @param {string} table
 */
export function hasNumbers(table) {
  return secrets().some(([id]) => id === table);
}

/**
 * Seal our numbers for a game, which must happen before the first of them is told.
 * @param {string} table
 * @param {number} game
 * @returns {Promise<Change>}
 */
export function seal(table, game) {
  return api.post(`/tables/${table}/seal`, { game, seal: numbersFor(table, game).seal, key: randomHex() });
}
