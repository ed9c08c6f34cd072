// The games finished on this device, and what their reviews say about the players here. The data stays on the device.

import { store, storedList } from "./storage.js";

/** @typedef {[table: string, number: number]} GameId */

const GAMES = "roost-my-games";
const PENDING = "roost-my-games-due";
/** Maximum number of stored games; the server evaluates no more at once. */
const MOST_GAMES = 2_000;
const MOST_PENDING = 100;
const FORMAT = "progress 1";

/** @returns {PlayedGameView[]} oldest first */
export const myGames = () => storedList(GAMES);

/** @returns {GameId[]} finished games whose reviews have not been requested yet */
export const pendingGames = () => storedList(PENDING);

/**
 * Note that a game is over. Its review is requested only when needed, because reviewing is expensive for the server.
 * @param {GameId} game
 */
export function noteFinished(game) {
  if (!pendingGames().some((pending) => isSame(game, pending)) && !settled.has(game.join(" ")))
    store(PENDING, [...pendingGames(), game].slice(-MOST_PENDING));
}

/** Games whose reviews were read, or found to be unavailable, since the page was opened. */
const settled = new Set();

/**
 * Add the results of a game's review to the stored game, and mark the review as done so that it is not requested again.
 * @param {GameId} game
 * @param {PlayedGameView[]} games empty if the review is unavailable
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
 * @returns {number} the number of games added
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

/** Return the games as the text of a file, which `roost progress` can also read. */
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
