// Whether the next game of a series is set up otherwise than the one that is shown: then the table is laid anew.

/** @typedef {import("../types/messages").Snapshot} Snapshot */

/**
 * Whether a game is set up with other rules or other seats than those that are shown.
 * @param {string} game
 * @param {Record<string, unknown> | undefined} options
 * @param {number} players
 * @param {Snapshot["spec"]} spec
 */
export function isOther(game, options, players, spec) {
  const isSame = game === spec.game && players === spec.seats.length;
  return !isSame || JSON.stringify(options ?? {}) !== JSON.stringify(spec.options ?? {});
}

/**
 * The same, or people sit elsewhere.
 * @param {import("../types/messages").Arranged} arranged
 * @param {Snapshot["spec"]} spec
 */
export function isArrangedAnew({ game, options, players, order }, spec) {
  return isOther(game, options, players, spec) || order.slice(0, players).some((place, seat) => place !== seat);
}
