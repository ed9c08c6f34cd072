// Board and dice on the table, with moments and spectators' reactions above them.

import "../boards/index.js";
import { celebrate } from "../boards/moments.js";
import { h } from "../lib/dom.js";
import { beforePainting } from "../lib/render.js";
import "./dice.js";
import { seatName } from "./names.js";
import { reactionFace } from "./reactions.js";

/** Maximum number of spectators' reactions shown at once. */
const MOST_CHEERS = 4;
/** How long a spectator's reaction is shown, and a player's beside their name, in milliseconds. */
const CHEER = 2_400;
const REACTION = 3_000;

/**
 * How to draw a position.
 * @typedef {object} Manner
 * @property {boolean} mayChoose whether this device may choose now
 * @property {GameEvent[]} events that led to the position
 * @property {number} pace of the animation; 0 for none
 * @property {boolean} isTense whether much depends on the roll
 */

/** @param {GameUi} ui of the game */
export function playArea(ui) {
  const board = /** @type {import("../boards/index.js").Board} */ (document.createElement("roost-board"));
  const tray = /** @type {import("./dice.js").DiceTray} */ (document.createElement("roost-dice"));
  const element = h("div.table__play.stack", board, tray);
  const fitted = fitting(element, [board, tray]);
  let drawnKey = "";
  /** @type {Map<number, {reaction: string, timer: number}>} players' present reactions, by seat */
  const reactions = new Map();
  /** @type {() => void} */
  let redraw = () => {};

  const area = {
    element,
    tray,
    stop: () => fitted.stop(),

    /**
     * Draw board and dice if they have changed, because redrawing stops animations.
     * @param {NonNullable<Model["table"]["game"]>} game
     * @param {View} view
     * @param {Manner} manner
     */
    show(game, view, { mayChoose, events, pace, isTense }) {
      const { state, facts, scores } = game;
      redraw = () => area.show(game, view, { mayChoose, events: [], pace, isTense });
      const reacting = new Map([...reactions].map(([seat, { reaction }]) => [seat, reaction]));
      const position = {
        state,
        facts,
        scores,
        actions: mayChoose ? view.actions : [],
        names: view.seats.map(seatName),
        viewer: view.viewer,
        mayRoll: mayChoose && view.mustRoll,
        turn: view.seats.find((seat) => seat.isTurn)?.seat ?? null,
        looks: view.seats,
      };
      const now = JSON.stringify([position, [...reacting]]);
      if (now === drawnKey && events.length === 0) return;
      drawnKey = now;
      board.view = tray.view = /** @type {any} */ ({
        ui,
        ...position,
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
     * Show a player's reaction beside their name.
     * @param {number} seat
     * @param {string} reaction
     */
    react(seat, reaction) {
      clearTimeout(reactions.get(seat)?.timer);
      const end = () => reactions.delete(seat) && redraw();
      reactions.set(seat, { reaction, timer: setTimeout(end, REACTION) });
      redraw();
    },

    /**
     * Show a spectator's reaction above the board.
     * @param {string} reaction
     */
    cheer(reaction) {
      const cheer = h("span.table__cheer", { "aria-hidden": "true" }, reactionFace(reaction));
      setTimeout(() => cheer.remove(), CHEER);
      for (const older of [...element.querySelectorAll(".table__cheer")].slice(0, -MOST_CHEERS)) older.remove();
      element.append(cheer);
    },

    /**
     * Press the die with a number, counted from 1, if dice are picked. Returns whether there is one.
     * @param {number} place
     */
    pick(place) {
      const die = tray.querySelector(`[data-pick="${place - 1}"]`);
      if (die instanceof HTMLButtonElement) die.click();
      return die !== null;
    },

    /** Press the button for the picked dice. Returns whether there is one. */
    rollPicked() {
      const button = tray.querySelector("button[data-choose]");
      if (button instanceof HTMLButtonElement) button.click();
      return button !== null;
    },
  };
  return area;
}

// Board and dice are drawn smaller if the table has too little room for them. With large letters they would become too
// small, so the table scrolls instead, and shows the dice first.

/** Smallest size of board and dice, as part of the usual size, unless styles set another; and the step of resizing. */
const LEAST = 0.4;
const STEP = 0.04;
/** Overlap in pixels that does not matter. */
const NEAR = 1;

/**
 * Fit the contents of a table into it. The style sheets use the size as `--fit`.
 * @param {HTMLElement} play the table
 * @param {HTMLElement[]} parts of the table
 */
export function fitting(play, parts) {
  let room = "";
  let size = 1;

  /** @param {number} next */
  const draw = (next) => {
    size = next;
    play.style.setProperty("--fit", next.toFixed(2));
  };

  /** Whether a part reaches below the edge. Pieces that fly above the table do not count. */
  const isCut = () => {
    const edge = play.getBoundingClientRect().top + play.clientHeight + NEAR;
    return parts.some((part) => part.offsetParent && part.getBoundingClientRect().bottom > edge);
  };

  /** Measure again, because the contents or the room have changed. */
  const fit = () => {
    if (!play.clientHeight) return;
    const now = `${play.clientWidth} ${play.clientHeight}`;
    if (size < 1) draw(now === room ? Math.min(1, size + STEP) : 1); // it may grow again, step by step
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
