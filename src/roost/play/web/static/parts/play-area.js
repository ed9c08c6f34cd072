// Board and dice on the table, and whatever passes over them: moments, and what watchers clap.

import "../boards/index.js";
import { celebrate } from "../boards/moments.js";
import { h } from "../lib/dom.js";
import "./dice.js";
import { fitting } from "./fit.js";
import { seatName } from "./names.js";
import { reactionFace } from "./reactions.js";

/** @typedef {import("../model/table.js").Model} Model */
/** @typedef {import("../model/table.js").View} View */
/** @typedef {import("../model/steps.js").GameEvent} GameEvent */

/** Cheers of watchers that are shown at once. */
const MOST_CHEERS = 4;
/** How long each is, and a reaction beside a name, in milliseconds. */
const CHEER = 2_400;
const REACTION = 3_000;

/**
 * How a position is shown.
 * @typedef {object} Manner
 * @property {boolean} mayChoose whether this device chooses now
 * @property {GameEvent[]} events what led here
 * @property {number} pace how fast to show it; 0 at once
 * @property {boolean} isTense whether much hangs on the dice that are thrown
 */

/** @param {import("../model/kit.js").Kit} kit of the game */
export function playArea(kit) {
  const board = /** @type {import("../boards/index.js").Board} */ (document.createElement("roost-board"));
  const tray = /** @type {import("./dice.js").DiceTray} */ (document.createElement("roost-dice"));
  const element = h("div.table__play", board, tray);
  const fitted = fitting(element, [board, tray]);
  let drawn = "";
  /** @type {Map<number, {reaction: string, timer: number}>} how seats react just now */
  const reactions = new Map();
  /** @type {() => void} */
  let again = () => {};

  const area = {
    element,
    tray,
    stop: () => fitted.stop(),

    /**
     * Draw board and dice, if anything about them is new: a board that is drawn again stops moving.
     * @param {NonNullable<Model["table"]["game"]>} game
     * @param {View} view
     * @param {Manner} manner
     */
    show(game, view, { mayChoose, events, pace, isTense }) {
      const { state, sight, scores } = game;
      again = () => area.show(game, view, { mayChoose, events: [], pace, isTense });
      const reacting = new Map([...reactions].map(([seat, { reaction }]) => [seat, reaction]));
      const shown = {
        state,
        sight,
        scores,
        actions: mayChoose ? view.actions : [],
        names: view.seats.map(seatName),
        viewer: view.viewer,
        mayRoll: mayChoose && view.mustRoll,
        turn: view.seats.find((seat) => seat.isTurn)?.seat ?? null,
        looks: view.seats,
      };
      const now = JSON.stringify([shown, [...reacting]]);
      if (now === drawn && events.length === 0) return;
      drawn = now;
      board.view = tray.view = /** @type {any} */ ({
        kit,
        ...shown,
        reactions: reacting,
        events,
        speed: pace,
        isTense,
      });
      fitted.fit();
    },

    /**
     * Show a moment over the board.
     * @param {import("../boards/moments.js").Moment} moment
     * @param {number} pace
     */
    celebrate: (moment, pace) => celebrate(board, moment, pace),

    /**
     * Somebody at the table claps: it stands beside their name.
     * @param {number} seat
     * @param {string} reaction
     */
    react(seat, reaction) {
      clearTimeout(reactions.get(seat)?.timer);
      const end = () => reactions.delete(seat) && again();
      reactions.set(seat, { reaction, timer: setTimeout(end, REACTION) });
      again();
    },

    /**
     * Somebody who watches claps: it rises over the board.
     * @param {string} reaction
     */
    cheer(reaction) {
      const shown = h("span.table__cheer", { "aria-hidden": "true" }, reactionFace(reaction));
      setTimeout(() => shown.remove(), CHEER);
      for (const older of [...element.querySelectorAll(".table__cheer")].slice(0, -MOST_CHEERS)) older.remove();
      element.append(shown);
    },

    /**
     * Press the die at a place, counted from 1, where dice are picked; whether there is one.
     * @param {number} place
     */
    pick(place) {
      const found = tray.querySelector(`[data-pick="${place - 1}"]`);
      if (found instanceof HTMLButtonElement) found.click();
      return found !== null;
    },

    /** Roll the dice that were picked; whether there are any. */
    rollPicked() {
      const found = tray.querySelector("button[data-choose]");
      if (found instanceof HTMLButtonElement) found.click();
      return found !== null;
    },
  };
  return area;
}
