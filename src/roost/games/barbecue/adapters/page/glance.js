// The rules of Barbecue at a glance: the goal, a turn, and a turn that fails.

import { turnDice } from "roost.games.set_aside.adapters/glance-dice.js";
import { wormPile } from "roost.games.set_aside.adapters/worm.js";
import { plates, snail } from "./art.js";

/** @param {GameUi} ui */
export const glance = (ui) => ({
  goal: [plates(0, 1), wormPile(2), plates(1, 1), wormPile(4), snail()],
  need: turnDice(ui, ["6", "6", "6"], ["w", "3", "1", "w"]),
  bust: [...turnDice(ui, ["6", "6", "3"], ["3", "6", "6"]), snail()],
});
