// The tables visited on this device, so that players can return to them. Secrets are in cookies hidden from scripts.

import { store, storedText, storedList } from "./storage.js";

/**
 * @typedef {object} VisitedTable
 * @property {string} id the table
 * @property {string} game the name of its game
 * @property {string[]} names of the players
 * @property {boolean} plays whether this device has a seat
 * @property {number} [version] of the table when it was last open here
 * @property {number} seen when it was last open here, in seconds since 1970
 */

const TABLES = "roost-tables";
const MOST_TABLES = 20;
const NAME = "roost-name";
const AVATAR = "roost-avatar";
const COMPANY = "roost-company";
const MOST_BOTS = 6;
const MOST_ANSWERS = 50;
const LESSONS = "roost-lessons";
/** Maximum number of stored lessons: six for each of a hundred games. */
const MOST_LESSONS = 600;

/** @returns {VisitedTable[]} latest first */
export const visitedTables = () => storedList(TABLES).filter(isVisitedTable);

/**
 * Remember a table as the most recently opened one.
 * @param {Omit<VisitedTable, "seen">} table
 */
export function remember(table) {
  const others = visitedTables().filter((known) => known.id !== table.id);
  store(TABLES, [{ ...table, seen: Math.floor(Date.now() / 1000) }, ...others].slice(0, MOST_TABLES));
}

/** @param {string} id */
export function forget(id) {
  const others = visitedTables().filter((known) => known.id !== id);
  store(TABLES, others);
}

/** Return the name last used on this device; empty at first. */
export const myName = () => (storedText(NAME) ?? "").slice(0, 20);

/** @param {string} name */
export function rememberName(name) {
  store(NAME, name.slice(0, 20));
}

/** Return the avatar last used on this device; empty at first. */
export const myAvatar = () => (storedText(AVATAR) ?? "").slice(0, 20);

/** @param {string} avatar */
export function rememberAvatar(avatar) {
  store(AVATAR, avatar);
}

/** @returns {string[]} the bots that this device played against last */
export const myCompany = () =>
  storedList(COMPANY)
    .filter((bot) => typeof bot === "string")
    .slice(0, MOST_BOTS);

/** @param {string[]} bots */
export function rememberCompany(bots) {
  store(COMPANY, bots);
}

/**
 * Return the lessons that this device has already shown during a player's first game.
 * @param {string} game
 * @returns {string[]}
 */
export function lessonsOf(game) {
  return storedList(LESSONS).flatMap((entry) => (Array.isArray(entry) && entry[0] === game ? [String(entry[1])] : []));
}

/** @param {string} game @param {string[]} lessons */
export function rememberLessons(game, lessons) {
  const others = storedList(LESSONS).filter((entry) => Array.isArray(entry) && entry[0] !== game);
  store(LESSONS, [...lessons.map((lesson) => [game, lesson]), ...others].slice(0, MOST_LESSONS));
}

/**
 * Questions that are asked once at each table: whether this device is a controller or shows the whole table, unless a
 * big screen decides; and whether the players at this device roll real dice or the table's virtual dice.
 * @typedef {"roost-controllers" | "roost-whose-dice"} Question
 */

/** @param {Question} question @param {string} table @returns {boolean | null} null if it has not been answered */
export const answerAt = (question, table) => answers(question).find(([id]) => id === table)?.[1] ?? null;

/** @param {Question} question @param {string} table @param {boolean | null} answer null deletes the answer */
export function rememberAnswer(question, table, answer) {
  const others = answers(question).filter(([id]) => id !== table);
  store(question, [...(answer === null ? [] : [[table, answer]]), ...others].slice(0, MOST_ANSWERS));
}

/** @param {Question} question @returns {[table: string, answer: boolean][]} latest first */
const answers = (question) =>
  storedList(question).filter((entry) => Array.isArray(entry) && typeof entry[1] === "boolean");

/** @param {any} item @returns {item is VisitedTable} */
function isVisitedTable(item) {
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
