// The games that were finished on this device, and what their reviews say about its players. The data stays on the
// device.

import { store, storedList } from "./storage.js";

/** @typedef {[table: string, number: number]} GameId */

const GAMES = "roost-my-games";
const PENDING = "roost-my-games-due";
/** Maximum number of stored games; the server counts no more at once. */
const MOST_GAMES = 2_000;
const MOST_PENDING = 100;
const FORMAT = "progress 1";

/** @returns {PlayedGameView[]} the latest last */
export const myGames = () => storedList(GAMES);

/** @returns {GameId[]} finished games whose reviews have not been requested yet */
export const pendingGames = () => storedList(PENDING);

/**
 * Note that a game is over. Its review is requested only when needed, because reviews are work for the server.
 * @param {GameId} game
 */
export function noteFinished(game) {
  if (!pendingGames().some((pending) => isSame(game, pending)) && !settled.has(game.join(" ")))
    store(PENDING, [...pendingGames(), game].slice(-MOST_PENDING));
}

/** Games whose reviews have been read, or cannot be had, since the page was opened. */
const settled = new Set();

/**
 * Store what the review of a game adds, and no longer ask for it.
 * @param {GameId} game
 * @param {PlayedGameView[]} games empty if the review cannot be had
 */
export function settle(game, games) {
  settled.add(game.join(" "));
  addGames(games);
  const remaining = pendingGames().filter((pending) => !isSame(game, pending));
  store(PENDING, remaining);
}

/**
 * Add games that are not stored yet.
 * @param {PlayedGameView[]} games
 * @returns {number} how many of them are new
 */
export function addGames(games) {
  const known = myGames();
  const ids = new Set(known.map(({ id }) => id));
  const added = games.filter(({ id }) => !ids.has(id));
  if (added.length) store(GAMES, [...known, ...added].slice(-MOST_GAMES));
  return added.length;
}

/** Delete all games. */
export function forgetGames() {
  store(GAMES, []);
  store(PENDING, []);
}

/** The games as a file, which `roost progress` reads too. */
export const gamesFile = () => JSON.stringify({ roost: FORMAT, games: myGames() }, null, 1);

/**
 * Read the games in such a file.
 * @param {string} text
 * @returns {PlayedGameView[] | null} null for any other file
 */
export function gamesIn(text) {
  try {
    const file = JSON.parse(text);
    return file?.roost === FORMAT && Array.isArray(file.games) ? file.games : null;
  } catch {
    return null;
  }
}

/** @param {GameId} a @param {GameId} b */
const isSame = (a, b) => a[0] === b[0] && a[1] === b[1];
