// The rules of Heckmeck and Junior at a glance: the goal, a turn, and a turn that fails.

import { turnDice } from "roost.games.set_aside.adapters/glance-dice.js";
import { boxOf } from "./board.js";
import { tile, tileBack } from "./tile.js";

/** @param {GameUi} ui */
export function glance(ui) {
  const tiles = [...boxOf(ui)];
  const step = Math.round(tiles.length / 4);
  const symbols = ui.info.die.symbols.map(({ symbol }) => symbol);
  const worm = ui.info.die.symbols.find(({ name }) => name === "worm")?.symbol ?? "";
  const [other = "", another = "", high = ""] = symbols.filter((symbol) => symbol !== worm).slice(-3);
  return {
    goal: tiles.filter((_, place) => place % step === step - 1).map(([number, worms]) => tile(number, worms)),
    need: turnDice(ui, [high, high, high], [worm, other, another, worm]),
    bust: [...turnDice(ui, [high, high, other], [other, high, high]), tileBack()],
  };
}
