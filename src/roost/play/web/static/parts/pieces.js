// Pieces with what they are called, as the rules show what is in the box.

import { h } from "../lib/dom.js";

/** @param {[Node, string][]} named */
export function namedPieces(named) {
  return h(
    "div",
    { class: "rules__pieces rules__pieces--named" },
    ...named.map(([picture, name]) =>
      h("div", { class: "rules__piece" }, picture, h("span", { class: "small" }, name)),
    ),
  );
}
