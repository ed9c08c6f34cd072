// Positions of one's own games in which a choice cost something: training asks about them again. They stay on the device.

import { isMistake, withMistakes } from "../model/mistakes.js";
import { keep, keptList } from "./kept.js";

const KEY = "roost-my-mistakes";

const all = () => keptList(KEY).filter(isMistake);

/**
 * The mistakes of a game, the costliest first.
 * @param {string} game
 * @returns {import("../model/mistakes.js").Mistake[]}
 */
export function myMistakes(game) {
  return all()
    .filter((one) => one.game === game)
    .sort((one, other) => other.cost - one.cost);
}

/**
 * What a review says about whoever asked for it.
 * @param {ReviewView} review
 */
export const keepMistakes = (review) => keep(KEY, withMistakes(all(), review));

/**
 * A position that cannot be asked about any more.
 * @param {string} position
 */
export function forgetMistake(position) {
  const others = all().filter((one) => one.position !== position);
  keep(KEY, others);
}

/** Forget everything. */
export const forgetMistakes = () => keep(KEY, []);
