// Positions of finished games in which the player's choice was costly: training asks about them again. The positions
// stay on the device.

import { isMistake, withMistakes } from "../model/mistakes.js";
import { store, storedList } from "./storage.js";

const KEY = "roost-my-mistakes";

const all = () => storedList(KEY).filter(isMistake);

/** @param {string} game @returns {import("../model/mistakes.js").Mistake[]} costliest first */
export function myMistakes(game) {
  return all()
    .filter((mistake) => mistake.game === game)
    .sort((a, b) => b.cost - a.cost);
}

/** @param {ReviewView} review of a game that this device played */
export const storeMistakes = (review) => store(KEY, withMistakes(all(), review));

/** @param {string} position that training can no longer ask about */
export function forgetMistake(position) {
  const remaining = all().filter((mistake) => mistake.position !== position);
  store(KEY, remaining);
}

/** Delete all mistakes. */
export const forgetMistakes = () => store(KEY, []);
