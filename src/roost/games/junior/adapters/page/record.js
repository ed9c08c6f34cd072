// Read Junior's records: the rolls among the moves, and the faces of the die.

export { Turn } from "roost.games.set_aside.adapters/record.js";

/**
 * Return the die's faces; one symbol is printed on two of them.
 * @param {GameInfo} info
 * @param {Record<string, string>} options
 */
export function faces({ die }, options) {
  const twice = options["double_face"];
  if (!twice) return die.faces;
  return die.symbols.map(({ symbol, name }) => (name === twice ? symbol + symbol : symbol)).join("");
}
