// The motions of pieces that follow from a step's events.

/**
 * The motion of a piece; if both places are the same, the piece turns over. A piece that is taken from another player
 * is hit first. A piece that walks makes several hops.
 * @typedef {{from: string, to: string, isTaken?: boolean, hops?: number}} Flight
 */

/**
 * Return the motions that events cause. Each piece flies from one place to another; a seat is a place, too, and its
 * letter is the place's name.
 * @param {GameEvent[]} events
 * @returns {Flight[]}
 */
export function flightsOf(events) {
  return events.flatMap(({ transfers = [], doneTo = [] }) =>
    transfers.map(({ piece, source, target }) => ({
      from: `${source}/${piece}`,
      to: `${target}/${piece}`,
      isTaken: doneTo.length > 0,
    })),
  );
}
