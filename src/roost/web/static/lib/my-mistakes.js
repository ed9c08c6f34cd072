// Positions of one's own games in which a choice cost something: training asks about them again. They stay on the device.

import { keep, keptList } from "./settings.js";

/**
 * @typedef {object} Mistake
 * @property {string} game
 * @property {string} position
 * @property {string} kind what the choice was about
 * @property {string} chosen
 * @property {number} cost what it gave away, in shares of a win
 */

const KEY = "roost-my-mistakes";
/** The latest that are kept of each game. */
const MOST = 60;
/** What a choice must cost to be worth another try. */
const LEAST = 0.01;
/** Puzzles ask about attacks and moves together: to name an attack would be half of the answer. */
const ASKED_AS = /** @type {Record<string, string>} */ ({ attack: "move" });
const LONGEST = 2_000;

/**
 * The mistakes of a game, the costliest first.
 * @param {string} game
 * @returns {Mistake[]}
 */
export function myMistakes(game) {
  return all()
    .filter((one) => one.game === game)
    .sort((one, other) => other.cost - one.cost);
}

/**
 * What a review says about whoever asked for it.
 * @param {import("../types/messages").ReviewView} review
 */
export function keepMistakes({ game, own_seats: own, slips, moves }) {
  const fresh = slips
    .filter(({ seat, slip }) => own.includes(seat) && slip >= LEAST)
    .map(({ place, position, chosen, slip: cost }) => {
      const kind = moves.find((move) => move.place === place)?.question ?? "move";
      return { game, position, kind: ASKED_AS[kind] ?? kind, chosen, cost };
    });
  if (!fresh.length) return;
  const isFresh = new Set(fresh.map(({ position }) => position));
  const known = all().filter(({ position }) => !isFresh.has(position));
  const same = [...known.filter((one) => one.game === game), ...fresh].slice(-MOST);
  keep(KEY, JSON.stringify([...known.filter((one) => one.game !== game), ...same]));
}

/**
 * A position that cannot be asked about any more.
 * @param {string} position
 */
export function forgetMistake(position) {
  keep(KEY, JSON.stringify(all().filter((one) => one.position !== position)));
}

/** Forget everything. */
export const forgetMistakes = () => keep(KEY, "[]");

const all = () => keptList(KEY).filter(isMistake);

/**
 * @param {any} item
 * @returns {item is Mistake}
 */
function isMistake(item) {
  return (
    ["game", "position", "kind", "chosen"].every((part) => typeof item?.[part] === "string") &&
    item.position.length <= LONGEST &&
    item.cost > 0
  );
}
