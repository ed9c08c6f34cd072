// This device's own numbers for the dice: kept until they are used, sealed before they are told, never made anew.

import { keep, keptList } from "../lib/settings.js";
import { numbersOf } from "../model/fair.js";
import { api, randomHex } from "./api.js";

/** @typedef {import("../types/messages").ChangeView} Change */
/** @typedef {ReturnType<typeof numbersOf>} Numbers */

const KEY = "roost-numbers";
const MOST = 50;
/** Games whose numbers are kept ready: one under way, one to come, and some of another tab's. Others are made again. */
const MOST_READY = 4;

/** @type {Map<string, Numbers>} */
const known = new Map();

/** @returns {[string, string][]} tables and the secrets of our numbers there, the latest first */
function secrets() {
  return keptList(KEY).filter((one) => Array.isArray(one) && /^[0-9a-f]{64}$/.test(one[1]));
}

/**
 * Our numbers for a game of a table: others after a backup was restored, because some of the old ones were told.
 * @param {string} table
 * @param {number} game
 * @param {string} [renewal]
 * @returns {Numbers}
 */
export function noncesFor(table, game, renewal = "") {
  const where = placeOf(table, renewal);
  const name = `${where}/${game}`;
  const found = known.get(name);
  if (found) return found;
  const others = secrets();
  const secret = others.find(([id]) => id === where)?.[1] ?? randomHex(32);
  keep(KEY, JSON.stringify([[where, secret], ...others.filter(([id]) => id !== where)].slice(0, MOST)));
  const made = numbersOf(secret, `${table}/${game}`);
  known.set(name, made);
  for (const older of [...known.keys()].slice(0, -MOST_READY)) known.delete(older);
  return made;
}

/**
 * @param {string} table
 * @param {string} renewal
 */
function placeOf(table, renewal) {
  return renewal ? `${table} ${renewal}` : table;
}

/**
 * Whether this device has numbers at a table already.
 * @param {string} table
 * @param {string} [renewal]
 */
export function hasNonces(table, renewal = "") {
  return secrets().some(([id]) => id === placeOf(table, renewal));
}

/**
 * Seal our numbers for a game, which must happen before the first of them is told.
 * @param {string} table
 * @param {number} game
 * @param {string} [renewal]
 * @returns {Promise<Change>}
 */
export function seal(table, game, renewal = "") {
  return api.post(`/tables/${table}/seal`, { game, seal: noncesFor(table, game, renewal).seal, key: randomHex() });
}

/**
 * The seals of this device's own numbers, for the games that it may give some for.
 * @param {import("../types/messages").Snapshot} snapshot
 */
export function ownSeals({ table, you }) {
  const renewal = table.renewal?.id ?? "";
  if (!you || !hasNonces(table.id, renewal)) return [];
  const seals = [
    ...(table.game?.dice.seals ?? []).map((one) => ({ ...one, game: table.game?.number ?? 0 })),
    ...(table.coming?.seals ?? []).map((one) => ({ ...one, game: table.coming?.game ?? 0 })),
  ];
  return seals
    .filter(({ person }) => person === you.person)
    .map(({ game }) => ({ game, seal: noncesFor(table.id, game, renewal).seal }));
}
