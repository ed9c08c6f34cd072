// Selects positions from finished games that are worth another try: those in which the player's choice was costly.

/**
 * @typedef {object} Mistake
 * @property {string} game
 * @property {string} position
 * @property {string} kind of decision
 * @property {string} chosen
 * @property {number} cost of the choice, in win share
 */

/** Maximum number of stored mistakes for each game. */
export const MOST = 60;
/** Minimum cost, in win share, of a mistake that is worth another try. */
const LEAST = 0.01;
const LONGEST = 2_000;

/**
 * Return the kind of puzzle that asks about a decision. Attacks and moves are one kind, because naming the attack would
 * give half the answer away.
 * @param {string} question
 */
export const askedAs = (question) => (question === "attack" ? "move" : question);

/**
 * Add a review's mistakes by the player's own seats to the known ones: each position once, oldest first.
 * @param {Mistake[]} known
 * @param {Pick<ReviewView, "game" | "own_seats" | "mistakes" | "moves">} review
 * @returns {Mistake[]}
 */
export function withMistakes(known, { game, own_seats: ownSeats, mistakes, moves }) {
  const fresh = mistakes
    .filter(({ seat, mistake }) => ownSeats.includes(seat) && mistake >= LEAST)
    .map(({ place, position, chosen, mistake: cost }) => {
      const kind = moves.find((move) => move.place === place)?.question ?? "move";
      return { game, position, kind: askedAs(kind), chosen, cost: cost };
    });
  const isFresh = new Set(fresh.map(({ position }) => position));
  const before = known.filter(({ position }) => !isFresh.has(position));
  const ofGame = [...before.filter((mistake) => mistake.game === game), ...fresh].slice(-MOST);
  return [...before.filter((mistake) => mistake.game !== game), ...ofGame];
}

/** @param {any} item @returns {item is Mistake} */
export function isMistake(item) {
  return (
    ["game", "position", "kind", "chosen"].every((part) => typeof item?.[part] === "string") &&
    item.position.length <= LONGEST &&
    item.cost > 0
  );
}
