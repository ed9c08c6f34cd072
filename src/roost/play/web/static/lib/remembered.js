// The tables that were visited on this device, for "go on playing". Secrets are in cookies that no script can read.

import { keep, kept, keptList } from "./settings.js";

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
const CONTROLLERS = "roost-controllers";
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
  keep(KEY, JSON.stringify([{ ...table, seen: Math.floor(Date.now() / 1000) }, ...others].slice(0, MOST)));
}

/**
 * Forget a table.
 * @param {string} id
 */
export function forget(id) {
  keep(KEY, JSON.stringify(visitedTables().filter((known) => known.id !== id)));
}

/** What the person at this device was last called; empty at first. */
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
  keep(LESSONS, JSON.stringify([...lessons.map((lesson) => [game, lesson]), ...others].slice(0, MOST_LESSONS)));
}

/**
 * Whether this device is to be a controller at a table, or to show the whole table; nothing, if a big screen decides.
 * @param {string} table
 * @returns {boolean | null}
 */
export const controllerWish = (table) => controllerWishes().find(([id]) => id === table)?.[1] ?? null;

/** @param {string} table @param {boolean | null} wish */
export function rememberController(table, wish) {
  const others = controllerWishes().filter(([id]) => id !== table);
  keep(CONTROLLERS, JSON.stringify([...(wish === null ? [] : [[table, wish]]), ...others].slice(0, MOST)));
}

/** @returns {[string, boolean][]} */
const controllerWishes = () => keptList(CONTROLLERS).filter((one) => Array.isArray(one) && typeof one[1] === "boolean");

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
