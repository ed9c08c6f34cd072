// The games that the server knows. The first view's document contains them; otherwise they are requested once.

import { api } from "../net/api.js";

/** @type {Promise<GameInfo[]> | null} */
let games = null;

/** @returns {Promise<GameInfo[]>} */
export function allGames() {
  const embedded = document.getElementById("games")?.textContent;
  return (games ??= embedded
    ? Promise.resolve(JSON.parse(embedded))
    : api.get("/games").catch((/** @type {unknown} */ error) => {
        games = null; // the next call tries again
        throw error;
      }));
}

/** @param {string} game @returns {Promise<GameInfo>} */
export async function infoOf(game) {
  const info = (await allGames()).find(({ name }) => name === game);
  return info ?? api.get(`/games/${encodeURIComponent(game)}`); // refused if there is no such game
}
