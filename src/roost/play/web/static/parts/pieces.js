// Pictures of pieces with their names, for a list of what is in the box.

import { h } from "../lib/dom.js";

/** @param {[Node, string][]} named */
export function namedPieces(named) {
  return h(
    "div.rules__pieces.rules__pieces--named.row",
    ...named.map(([picture, name]) => h("div.rules__piece.stack.gap-1", picture, h("span.small", name))),
  );
}
