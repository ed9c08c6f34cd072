// What this device remembers about each table's dice. All its tabs share this; it is stored before any of it is sent.

import { isLocal } from "../lib/place.js";
import { store, storedList } from "../lib/storage.js";
import { answerAt } from "../lib/remembered.js";
import { nothingRemembered } from "../model/device.js";

/** @typedef {import("../model/device.js").Memory} Memory */

const KEY = "roost-dice";
const MOST_TABLES = 60;

/**
 * Merge what is remembered about a table with what other tabs have stored, and store the result.
 * @param {string} table
 * @param {Memory} [memory]
 */
export function syncMemory(table, memory = nothingRemembered()) {
  const all = storedList(KEY).filter((entry) => typeof entry?.table === "string");
  const stored = all.find((entry) => entry.table === table);
  Object.assign(memory.numbers, stored?.numbers);
  Object.assign(memory.opened, stored?.opened);
  memory.rolls_real = answerAt("roost-whose-dice", table);
  store(KEY, [{ table, ...memory }, ...all.filter((entry) => entry !== stored)].slice(0, MOST_TABLES));
  return memory;
}

/**
 * Return the seal of this device's number for the next game, if it has not been sent yet.
 * @param {Device | null} device
 * @returns {{seal?: string}}
 */
export function sealNumber(device) {
  if (isLocal || !device || device.person < 0) return {}; // dice on one's own device need no proof
  syncMemory(device.played.table, device.memory);
  if (!device.wantsToSeal) return {};
  const seal = device.seal();
  syncMemory(device.played.table, device.memory);
  return { seal };
}

/**
 * Return this device's number, if the current device list asks for it.
 * @param {Device} device
 * @returns {{attempt?: number, number?: string}}
 */
export function openNumber(device) {
  syncMemory(device.played.table, device.memory);
  const answer = device.answer();
  syncMemory(device.played.table, device.memory);
  return answer ?? {};
}
