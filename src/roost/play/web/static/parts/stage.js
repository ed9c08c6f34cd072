// A board and its dice, side by side: what replay, tutorial and analysis have in common.

import { Board } from "../boards/index.js";
import { h } from "../lib/dom.js";
import { DiceTray } from "./dice.js";

/** @typedef {Pick<AnyView, "kit" | "sight" | "scores"> & {state: Record<string, any>}} Position */

/** @param {{onChoose?: (token: string) => void, onRoll?: () => void}} listeners */
export function stage({ onChoose, onRoll } = {}) {
  const board = new Board();
  const dice = new DiceTray();
  const onchoose = (/** @type {CustomEvent<string>} */ { detail }) => onChoose?.(detail);
  const element = h("div.stage.stack", { onchoose, onroll: () => onRoll?.() }, board, dice);

  return {
    element,

    /**
     * Show a position, for nobody in particular and with nothing to choose unless it is said; `thrown` are dice that
     * are gone from it already, because they ended the turn.
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
