// Finds out how to check the dice in a game's records. If the game has no module for that, the server is asked which
// moves are rolls; the dice themselves are still checked here.

import { api, Problem } from "../net/api.js";
import { seatFaces } from "./fair.js";
import { infoOf } from "./games.js";
import { partOf } from "./game-ui.js";
import { headOf } from "./record.js";

/** @typedef {import("./record.js").Reading} Reading */

/**
 * @param {string} text of a record
 * @returns {Promise<Reading | null>} null if the game is unknown, or the moves cannot be followed
 */
export async function readingOf(text) {
  const { game, options } = headOf(text);
  if (!game) return null;
  try {
    const info = await infoOf(game);
    const module = await partOf(info, "record");
    if (module) return { faces: module.faces?.(info, options) ?? info.die.faces, dice: info.dice, Turn: module.Turn };
    return readingFrom(await api.post("/replays", { record: text }), info.dice);
  } catch (error) {
    if (error instanceof Problem && error.status) return null;
    throw error;
  }
}

/** @param {ReplayView} replay @param {number} dice @returns {Reading} */
function readingFrom({ faces, names, steps }, dice) {
  const rolls = steps.flatMap(({ roll, move, seat, turn = 0 }, at) => {
    if (!roll || !move) return [];
    const isDraw = typeof seat !== "number";
    const count = steps[at - 1]?.facts.to_roll ?? 0;
    return [
      {
        faces: isDraw ? seatFaces(names.length) : faces,
        count,
        text: move,
        turn,
        seat: isDraw ? "-" : "ABCDEFG".charAt(seat),
      },
    ];
  });
  return { faces, dice, rolls };
}
