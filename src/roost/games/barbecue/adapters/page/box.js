// What the box holds besides dice: worms, snails and plates.

import { namedPieces } from "roost/parts/pieces.js";
import { worm } from "roost.games.set_aside.adapters/worm.js";
import { plates, snail } from "./art.js";

/** @param {GameUi} ui */
export function box({ info: { components }, say }) {
  return [
    namedPieces([
      [worm(), say("box.worms")],
      [snail(), say("box.snails", { n: components["snails"] })],
      [plates(0, 1), say("box.plates", { n: components["plates"] })],
    ]),
  ];
}
