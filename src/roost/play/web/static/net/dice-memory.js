// What this device remembers of the dice of each table, shared by all its tabs: kept before anything of it is sent.

import { keep, keptList } from "../lib/kept.js";
import { answerAt } from "../lib/remembered.js";
import { nothingRemembered } from "../model/device.js";

/** @typedef {import("../model/device.js").Memory} Memory */

const KEY = "roost-dice";
const MOST_TABLES = 60;

/**
 * Put what is remembered of a table and what other tabs have kept of it together, and keep it.
 * @param {string} table
 * @param {Memory} [memory]
 */
export function remembered(table, memory = nothingRemembered()) {
  const all = keptList(KEY).filter((one) => typeof one?.table === "string");
  const kept = all.find((one) => one.table === table);
  Object.assign(memory.numbers, kept?.numbers);
  Object.assign(memory.opened, kept?.opened);
  memory.rolls_real = answerAt("roost-whose-dice", table);
  keep(KEY, [{ table, ...memory }, ...all.filter((one) => one !== kept)].slice(0, MOST_TABLES));
  return memory;
}

/**
 * The seal of our number for the next game, unless it was sent.
 * @param {Device | null} device
 * @returns {{seal?: string}}
 */
export function ownSeal(device) {
  if (!device || device.person < 0) return {};
  remembered(device.played.table, device.memory);
  if (!device.wantsToSeal) return {};
  const seal = device.seal();
  remembered(device.played.table, device.memory);
  return { seal };
}

/**
 * Our number, which a list asks for.
 * @param {Device} device
 * @returns {{attempt?: number, number?: string}}
 */
export function answerTo(device) {
  remembered(device.played.table, device.memory);
  const answer = device.answer();
  remembered(device.played.table, device.memory);
  return answer ?? {};
}
