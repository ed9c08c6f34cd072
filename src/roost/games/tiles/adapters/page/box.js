// What the box holds besides dice: the tiles.

import { h } from "roost/lib/dom.js";
import { boxOf } from "./board.js";
import { tile } from "./tile.js";

/** @param {GameUi} ui */
export function box(ui) {
  const copies = ui.info.components["copies"];
  const count = copies > 1 ? h("b.rules__count", `${copies} ×`) : null;
  return [
    h(
      "div.rules__pieces.row",
      count,
      ...[...boxOf(ui)].map(([number, worms]) => h("span.rules__tile", tile(number, worms))),
    ),
  ];
}
