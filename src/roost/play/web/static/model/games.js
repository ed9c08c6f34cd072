// The games that the server knows: the document of the first view brings them, otherwise they are asked for once.

import { api } from "../net/api.js";

/** @type {Promise<GameInfo[]> | null} */
let asked = null;

/**
 * All games that the server knows.
 * @returns {Promise<GameInfo[]>}
 */
export function allGames() {
  const told = document.getElementById("games")?.textContent;
  return (asked ??= told
    ? Promise.resolve(JSON.parse(told))
    : api.get("/games").catch((/** @type {unknown} */ error) => {
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
