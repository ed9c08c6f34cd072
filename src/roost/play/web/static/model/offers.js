// The choices that a question offers: as many as one can take in, in the order of the rules.

/**
 * The best ones and what was chosen: dozens of ways to re-roll are too many. The order of the rules gives nothing away.
 * @template {{action: string}} Choice
 * @param {Choice[]} choices the best first
 * @param {string} chosen
 * @param {{action: string}[]} legal in the order of the rules
 * @param {number} most
 * @returns {Choice[]}
 */
export function offered(choices, chosen, legal, most) {
  const few = choices.filter((choice, rank) => rank < most - 1 || choice.action === chosen);
  const order = legal.map(({ action }) => action);
  return few.sort((one, other) => order.indexOf(one.action) - order.indexOf(other.action));
}
