// Which positions of one's own games are worth another try: those in which a choice cost something.

/**
 * @typedef {object} Mistake
 * @property {string} game
 * @property {string} position
 * @property {string} kind what the choice was about
 * @property {string} chosen
 * @property {number} cost what it gave away, in shares of a win
 */

/** The latest that are kept of each game. */
export const MOST = 60;
/** The least that a choice must cost to be worth another try. */
const LEAST = 0.01;
const LONGEST = 2_000;

/**
 * The kind of puzzle that asks about such a decision: attacks and moves together, because to name an attack would be half
 * of the answer.
 * @param {string} question
 */
export const askedAs = (question) => (question === "attack" ? "move" : question);

/**
 * What a review adds for whoever asked for it: each position once, the latest last.
 * @param {Mistake[]} known
 * @param {Pick<ReviewView, "game" | "own_seats" | "slips" | "moves">} review
 * @returns {Mistake[]}
 */
export function withMistakes(known, { game, own_seats: own, slips, moves }) {
  const fresh = slips
    .filter(({ seat, slip }) => own.includes(seat) && slip >= LEAST)
    .map(({ place, position, chosen, slip: cost }) => {
      const kind = moves.find((move) => move.place === place)?.question ?? "move";
      return { game, position, kind: askedAs(kind), chosen, cost };
    });
  const isFresh = new Set(fresh.map(({ position }) => position));
  const before = known.filter(({ position }) => !isFresh.has(position));
  const same = [...before.filter((one) => one.game === game), ...fresh].slice(-MOST);
  return [...before.filter((one) => one.game !== game), ...same];
}

/**
 * Whether something that was kept is a mistake.
 * @param {any} item
 * @returns {item is Mistake}
 */
export function isMistake(item) {
  return (
    ["game", "position", "kind", "chosen"].every((part) => typeof item?.[part] === "string") &&
    item.position.length <= LONGEST &&
    item.cost > 0
  );
}
