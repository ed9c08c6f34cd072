// A board and its dice, side by side: what replay, tutorial and analysis have in common.

import { Board } from "../boards/index.js";
import { h } from "../lib/dom.js";
import { DiceTray } from "./dice.js";

/** @typedef {import("../boards/view.js").BoardView<any>} AnyView */

/** @param {{onChoose?: (token: string) => void, onRoll?: () => void}} listeners */
export function stage({ onChoose, onRoll } = {}) {
  const board = new Board();
  const dice = new DiceTray();
  const element = h("div.stage.stack", board, dice);
  element.addEventListener("choose", (event) => onChoose?.(/** @type {CustomEvent<string>} */ (event).detail));
  element.addEventListener("roll", () => onRoll?.());

  return {
    element,

    /**
     * Show a position; `thrown` are dice that are gone from it already, because they ended the turn.
     * @param {AnyView} view
     * @param {import("../boards/view.js").Seen | null} [thrown]
     */
    show(view, thrown) {
      board.view = view;
      dice.view = thrown ? { ...view, ...thrown, actions: [] } : view;
    },
  };
}
