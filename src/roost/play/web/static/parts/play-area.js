// Board and dice on the table, and whatever passes over them: moments, and what watchers clap.

import "../boards/index.js";
import { celebrate } from "../boards/moments.js";
import { h } from "../lib/dom.js";
import { beforePainting } from "../lib/render.js";
import "./dice.js";
import { seatName } from "./names.js";
import { reactionFace } from "./reactions.js";

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

/** @param {Kit} kit of the game */
export function playArea(kit) {
  const board = /** @type {import("../boards/index.js").Board} */ (document.createElement("roost-board"));
  const tray = /** @type {import("./dice.js").DiceTray} */ (document.createElement("roost-dice"));
  const element = h("div.table__play.stack", board, tray);
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
     * @param {Moment} moment
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

// Board and dice are in sight: where they are higher than the table has room for, they are drawn smaller. Where letters
// are large they would become too small to be seen: there the table scrolls, and shows the dice first.

/** Board and dice are not made smaller than this part of their usual size, unless styles say so, and by so much at a time. */
const LEAST = 0.4;
const STEP = 0.04;
/** Pixels that nobody misses. */
const NEAR = 1;

/**
 * Make what lies on the table fit into it. The style sheets know the part of the usual size as `--fit`.
 * @param {HTMLElement} play the table
 * @param {HTMLElement[]} parts what lies on it
 */
export function fitting(play, parts) {
  let room = "";
  let size = 1;

  /** @param {number} next */
  const draw = (next) => {
    size = next;
    play.style.setProperty("--fit", next.toFixed(2));
  };

  /** Whether something lies below the edge. What flies above the table has no part in it. */
  const isCut = () => {
    const edge = play.getBoundingClientRect().top + play.clientHeight + NEAR;
    return parts.some((part) => part.offsetParent && part.getBoundingClientRect().bottom > edge);
  };

  /** Look again: other things lie there, or there is other room. */
  const fit = () => {
    if (!play.clientHeight) return;
    const now = `${play.clientWidth} ${play.clientHeight}`;
    if (size < 1) draw(now === room ? Math.min(1, size + STEP) : 1); // what made it small may be gone: it grows step by step
    room = now;
    play.scrollTop = 0;
    const least = Number(getComputedStyle(play).getPropertyValue("--least-fit")) || LEAST;
    while (size > least && isCut()) draw(size - STEP);
    if (isCut()) play.scrollTop = play.scrollHeight;
  };

  const watch = new ResizeObserver(fit);
  watch.observe(play);
  return { fit: beforePainting(fit), stop: () => watch.disconnect() };
}
