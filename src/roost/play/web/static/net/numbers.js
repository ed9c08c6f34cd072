// This device's own numbers for the dice: sealed before they are told, kept until they are used, opened for one list only.

import { keep, keptList } from "../lib/kept.js";
import { numbersOf } from "../model/fair.js";
import { randomHex } from "./api.js";

/** @typedef {ReturnType<typeof numbersOf>} Numbers */
/**
 * Numbers of ours: which table they are for, the list that they were opened for, and the latest roll that one was given for.
 * @typedef {{seal: string, secret: string, table: string, listed: string, last: number}} Kept
 */

const KEY = "roost-seals";
const MOST = 60;
/** Chains that are kept ready: one under way, a spare one, and some of another tab's. Others are made again. */
const MOST_READY = 4;

/** @type {Map<string, Kept>} what this page made, also where nothing can be kept */
const own = new Map();
/** @type {Map<string, Numbers>} */
const ready = new Map();

/** @returns {Kept[]} the latest first */
function all() {
  const kept = keptList(KEY).filter((one) => typeof one?.seal === "string" && /^[0-9a-f]{64}$/.test(one.secret));
  const known = new Set(kept.map(({ seal }) => seal));
  return [...[...own.values()].filter(({ seal }) => !known.has(seal)), ...kept];
}

/** @param {Kept} kept */
function note(kept) {
  own.set(kept.seal, kept);
  const others = all().filter(({ seal }) => seal !== kept.seal);
  keep(KEY, [kept, ...others].slice(0, MOST));
}

/** @param {Kept} kept */
function numbersIn({ seal, secret }) {
  const found = ready.get(seal) ?? numbersOf(secret);
  ready.set(seal, found);
  for (const older of [...ready.keys()].slice(0, -MOST_READY)) ready.delete(older);
  return found;
}

/**
 * Numbers that nobody has seen, sealed.
 * @param {string} table
 * @returns {string} their seal
 */
export function newSeal(table) {
  const secret = randomHex(32);
  const made = numbersOf(secret);
  ready.set(made.seal, made);
  note({ seal: made.seal, secret, table, listed: "", last: 0 });
  return made.seal;
}

/**
 * What we say of our numbers when we want to play: their seal, unless they are sealed.
 * @param {Trust | null} trust
 * @returns {{seal?: string}}
 */
export function ownSeal(trust) {
  if (!trust?.canSeal || !trust.isSeated) return {};
  const seal = newSeal(trust.played.table);
  trust.sealed(seal);
  return { seal };
}

/**
 * Tell the trust what this device has sealed and opened at its table, in this tab or in another. A big screen is nobody
 * at the table, even on a device that somebody plays on: their seals are not its own.
 * @param {Trust | null} trust
 */
export function recallSeals(trust) {
  if (!trust || trust.person < 0) return;
  for (const { seal, table, listed, last } of all()) {
    if (table !== trust.played.table) continue;
    if (!trust.mine.has(seal)) trust.sealed(seal);
    if (listed && !trust.mine.get(seal)?.[0]) trust.answered(seal, listed, last);
  }
}

/**
 * The answer to the list that asks for number 1 of a seal, with another seal, should there be another list.
 * @param {Trust} trust
 * @param {string} asked
 */
export function answerTo(trust, asked) {
  const kept = all().find(({ seal }) => seal === asked);
  if (!kept) return null;
  trust.answered(asked);
  note({ ...kept, listed: trust.mine.get(asked)?.[0] ?? "" });
  const spare = newSeal(kept.table);
  trust.sealed(spare);
  return { number: numbersIn(kept).number(1), seal: spare, key: randomHex() };
}

/**
 * Our number for the next roll; an empty one, if this device is not listed.
 * @param {Trust | null} trust
 * @param {number} seat
 */
export function nextNumber(trust, seat) {
  const [asked, which] = trust?.nextNumber() ?? ["", 0];
  const kept = all().find(({ seal }) => seal === asked);
  if (!trust || !kept) return "";
  const number = numbersIn(kept).number(which);
  trust.sent(which - 1, number, seat);
  note({ ...kept, last: which - 1 });
  return number;
}
