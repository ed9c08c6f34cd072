// The games that were finished on this device: what their reviews say about those who played here. It stays on the device.

import { keep, keptList } from "./kept.js";

/** @typedef {[table: string, number: number]} Due */

const GAMES = "roost-my-games";
const DUE = "roost-my-games-due";
/** As many as the server counts at once. */
const MOST = 2_000;
const MOST_DUE = 100;
const FORMAT = "progress 1";

/** @returns {PlayedGameView[]} the latest last */
export const myGames = () => keptList(GAMES);

/** @returns {Due[]} games that are over, and whose reviews were not asked for yet */
export const dueGames = () => keptList(DUE);

/**
 * A game is over. What it adds is asked for when somebody wants to know: a review is work for the server.
 * @param {Due} due
 */
export function noteFinished(due) {
  if (!dueGames().some((other) => isSame(due, other)) && !settled.has(due.join(" ")))
    keep(DUE, [...dueGames(), due].slice(-MOST_DUE));
}

/** Games whose reviews have been read since the page was opened. */
const settled = new Set();

/**
 * What a review adds is known, or cannot be known.
 * @param {Due} due
 * @param {PlayedGameView[]} games
 */
export function settle(due, games) {
  settled.add(due.join(" "));
  addGames(games);
  const others = dueGames().filter((other) => !isSame(due, other));
  keep(DUE, others);
}

/**
 * Add games, each once.
 * @param {PlayedGameView[]} games
 * @returns {number} how many of them are new
 */
export function addGames(games) {
  const known = myGames();
  const ids = new Set(known.map(({ id }) => id));
  const fresh = games.filter(({ id }) => !ids.has(id));
  if (fresh.length) keep(GAMES, [...known, ...fresh].slice(-MOST));
  return fresh.length;
}

/** Forget everything. */
export function forgetGames() {
  keep(GAMES, []);
  keep(DUE, []);
}

/** The games as a file, which `roost progress` reads too. */
export const gamesFile = () => JSON.stringify({ roost: FORMAT, games: myGames() }, null, 1);

/**
 * The games of such a file.
 * @param {string} text
 * @returns {PlayedGameView[] | null} nothing, if it is none
 */
export function gamesIn(text) {
  try {
    const found = JSON.parse(text);
    return found?.roost === FORMAT && Array.isArray(found.games) ? found.games : null;
  } catch {
    return null;
  }
}

/** @param {Due} one @param {Due} other */
const isSame = (one, other) => one[0] === other[0] && one[1] === other[1];
