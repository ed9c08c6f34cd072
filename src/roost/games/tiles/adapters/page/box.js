// The contents of the box besides dice: the tiles.

import { h } from "roost/lib/dom.js";
import { boxOf } from "./board.js";
import { tile } from "./tile.js";

/** @param {Kit} kit */
export function box(kit) {
  const copies = kit.info.components["copies"];
  const count = copies > 1 ? h("b.rules__count", `${copies} ×`) : null;
  return [
    h(
      "div.rules__pieces.row",
      count,
      ...[...boxOf(kit)].map(([number, worms]) => h("span.rules__tile", tile(number, worms))),
    ),
  ];
}
