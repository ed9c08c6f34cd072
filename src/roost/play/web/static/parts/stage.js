// Draws a board with its dice, for replays, the tutorial and the analysis board.

import { Board } from "../boards/index.js";
import { h } from "../lib/dom.js";
import { DiceTray } from "./dice.js";

/** @typedef {Pick<AnyView, "ui" | "facts" | "scores"> & {state: Record<string, any>}} Position */

/** @param {{onChoose?: (token: string) => void, onRoll?: () => void}} listeners */
export function stage({ onChoose, onRoll } = {}) {
  const board = new Board();
  const dice = new DiceTray();
  const onchoose = (/** @type {CustomEvent<string>} */ { detail }) => onChoose?.(detail);
  const element = h("div.stage.stack", { onchoose, onroll: () => onRoll?.() }, board, dice);

  return {
    element,

    /**
     * Show a position, by default without a viewer and without choices. `thrown` are dice that ended the turn and are
     * no longer in the position.
     * @param {Position & Partial<Omit<AnyView, "state">>} position
     * @param {Seen | null} [thrown]
     */
    show(position, thrown) {
      const view = /** @type {AnyView} */ ({ actions: [], names: [], viewer: null, events: [], ...position });
      board.view = view;
      dice.view = thrown ? { ...view, ...thrown, actions: [] } : view;
    },
  };
}
