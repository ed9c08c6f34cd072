// The one symbol on the dice that is not a number: a worm.

import { group } from "roost/art/svg.js";
import { wormShape } from "./worm.js";

/** @type {import("roost/art/dice.js").Faces} */
export const FACES = { worm: wormFace };

export function wormFace() {
  return group("translate(4.5 7) scale(1)", wormShape());
}
