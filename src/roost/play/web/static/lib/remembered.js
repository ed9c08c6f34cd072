// The tables that were visited on this device, for "go on playing". Secrets are in cookies that no script can read.

import { keep, kept, keptList } from "./kept.js";

/**
 * @typedef {object} VisitedTable
 * @property {string} id the table
 * @property {string} game the name of its game
 * @property {string[]} names who sits there
 * @property {boolean} plays whether somebody on this device has a seat
 * @property {number} [version] of the table when it was last open here
 * @property {number} seen when it was last open here, in seconds since 1970
 */

const KEY = "roost-tables";
const MOST = 20;
const NAME = "roost-name";
const AVATAR = "roost-avatar";
const MOST_ANSWERS = 50;
const LESSONS = "roost-lessons";
/** Of so many games, three things each. */
const MOST_LESSONS = 300;

/**
 * The tables, the latest first.
 * @returns {VisitedTable[]}
 */
export const visitedTables = () => keptList(KEY).filter(isMine);

/**
 * Remember a table as the one that was open last.
 * @param {Omit<VisitedTable, "seen">} table
 */
export function remember(table) {
  const others = visitedTables().filter((known) => known.id !== table.id);
  keep(KEY, [{ ...table, seen: Math.floor(Date.now() / 1000) }, ...others].slice(0, MOST));
}

/**
 * Forget a table.
 * @param {string} id
 */
export function forget(id) {
  const others = visitedTables().filter((known) => known.id !== id);
  keep(KEY, others);
}

/** The last name of the person at this device; empty at first. */
export const myName = () => (kept(NAME) ?? "").slice(0, 20);

/** @param {string} name */
export function rememberName(name) {
  keep(NAME, name.slice(0, 20));
}

/** The bird that the person at this device was last shown as; empty at first. */
export const myAvatar = () => (kept(AVATAR) ?? "").slice(0, 20);

/** @param {string} avatar */
export function rememberAvatar(avatar) {
  keep(AVATAR, avatar);
}

/**
 * What a first game of a kind has taught on this device.
 * @param {string} game
 * @returns {string[]}
 */
export function lessonsOf(game) {
  return keptList(LESSONS).flatMap((one) => (Array.isArray(one) && one[0] === game ? [String(one[1])] : []));
}

/** @param {string} game @param {string[]} lessons */
export function rememberLessons(game, lessons) {
  const others = keptList(LESSONS).filter((one) => Array.isArray(one) && one[0] !== game);
  keep(LESSONS, [...lessons.map((lesson) => [game, lesson]), ...others].slice(0, MOST_LESSONS));
}

/**
 * What was asked once at each table: whether this device is to be a controller there or to show the whole table, unless a
 * big screen decides; and whether those who sat down on it roll real dice or the table's.
 * @typedef {"roost-controllers" | "roost-whose-dice"} Asked
 */

/**
 * What was answered at a table, if anything.
 * @param {Asked} asked
 * @param {string} table
 * @returns {boolean | null}
 */
export const answerAt = (asked, table) => answers(asked).find(([id]) => id === table)?.[1] ?? null;

/** @param {Asked} asked @param {string} table @param {boolean | null} answer */
export function rememberAnswer(asked, table, answer) {
  const others = answers(asked).filter(([id]) => id !== table);
  keep(asked, [...(answer === null ? [] : [[table, answer]]), ...others].slice(0, MOST_ANSWERS));
}

/** @param {Asked} asked @returns {[table: string, answer: boolean][]} the latest first */
const answers = (asked) => keptList(asked).filter((one) => Array.isArray(one) && typeof one[1] === "boolean");

/** @param {any} item @returns {item is VisitedTable} */
function isMine(item) {
  return (
    typeof item?.id === "string" &&
    /^[0-9a-f]{20}$/.test(item.id) &&
    typeof item.game === "string" &&
    Array.isArray(item.names) &&
    item.names.every((/** @type {unknown} */ name) => typeof name === "string") &&
    ["number", "undefined"].includes(typeof item.version) &&
    typeof item.plays === "boolean" &&
    typeof item.seen === "number"
  );
}
