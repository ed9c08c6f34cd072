// The moves of a record that are rolls, and what is on the die.

export { Turn } from "roost.games.set_aside.faces/record.js";

/**
 * The faces of the die: one symbol is printed twice.
 * @param {GameInfo} info
 * @param {Record<string, string>} options
 */
export function faces({ die }, options) {
  const twice = options["double_face"];
  if (!twice) return die.faces;
  return die.symbols.map(({ symbol, name }) => (name === twice ? symbol + symbol : symbol)).join("");
}
