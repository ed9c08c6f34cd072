// The games that the server knows, asked for once.

import { api } from "../net/api.js";

/** @typedef {import("../types/messages").GameInfo} GameInfo */

/** @type {Promise<GameInfo[]> | null} */
let asked = null;

/**
 * All games that the server knows.
 * @returns {Promise<GameInfo[]>}
 */
export function allGames() {
  return (asked ??= api.get("/games").catch((/** @type {unknown} */ error) => {
    asked = null; // the next one who asks may be luckier
    throw error;
  }));
}

/**
 * What the server says about a game.
 * @param {string} game
 * @returns {Promise<GameInfo>}
 */
export async function infoOf(game) {
  const found = (await allGames()).find(({ name }) => name === game);
  return found ?? api.get(`/games/${encodeURIComponent(game)}`); // which says that there is none
}
