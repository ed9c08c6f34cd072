// What the box holds besides dice: ants, Queen tokens and food.

import { namedPieces } from "roost/parts/pieces.js";
import { ant, food, queen } from "./art.js";

/** @param {GameUi} ui */
export function box({ info: { components }, say }) {
  return [
    namedPieces([
      [ant(0), say("box.ants", { n: components["ants"] })],
      [queen(), say("box.queen")],
      [food(6), say("box.food")],
    ]),
  ];
}
