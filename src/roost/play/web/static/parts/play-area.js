// The board and dice on the table, with moments and spectators' reactions shown above them.

import "../boards/index.js";
import { celebrate } from "../boards/moments.js";
import { h } from "../lib/dom.js";
import { beforePainting } from "../lib/render.js";
import "./dice.js";
import { seatName } from "./names.js";
import { reactionFace } from "./reactions.js";

/** Maximum number of spectators' reactions shown at once. */
const MOST_CHEERS = 4;
/** How long a spectator's reaction is shown, and how long a player's is, in milliseconds. */
const CHEER = 2_400;
const REACTION = 3_000;

/**
 * How to draw a position.
 * @typedef {object} Manner
 * @property {boolean} mayChoose whether this device may choose now
 * @property {GameEvent[]} events that led to the position
 * @property {number} pace speed of the animation; 0 for none
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
     * Draw board and dice, but only if they have changed, because redrawing stops animations.
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
     * Press a die by its position, counted from 1, if dice can be picked. Return whether there is such a die.
     * @param {number} place
     */
    pick(place) {
      const die = tray.querySelector(`[data-pick="${place - 1}"]`);
      if (die instanceof HTMLButtonElement) die.click();
      return die !== null;
    },

    /** Press the button for the picked dice. Return whether there is such a button. */
    rollPicked() {
      const button = tray.querySelector("button[data-choose]");
      if (button instanceof HTMLButtonElement) button.click();
      return button !== null;
    },
  };
  return area;
}

// Board and dice are drawn smaller if the table lacks room for them. With large letters they would become too small, so
// the table scrolls instead, and shows the dice first.

/** Minimum scale of board and dice, unless style sheets set `--least-fit`; and the step by which the scale changes. */
const LEAST = 0.4;
const STEP = 0.04;
/** Overlap in pixels that does not matter. */
const NEAR = 1;

/**
 * Scale a table's contents until they fit the table. The style sheets read the scale from `--fit`.
 * @param {HTMLElement} play the table
 * @param {HTMLElement[]} parts the table's contents
 */
export function fitting(play, parts) {
  let room = "";
  let size = 1;

  /** @param {number} next */
  const draw = (next) => {
    size = next;
    play.style.setProperty("--fit", next.toFixed(2));
  };

  /** Whether any content reaches below the table's edge. Pieces that fly above the table do not count. */
  const isCut = () => {
    const edge = play.getBoundingClientRect().top + play.clientHeight + NEAR;
    return parts.some((part) => part.offsetParent && part.getBoundingClientRect().bottom > edge);
  };

  /** Measure again, because the contents or the available space have changed. */
  const fit = () => {
    if (!play.clientHeight) return;
    const now = `${play.clientWidth} ${play.clientHeight}`;
    if (size < 1) draw(now === room ? Math.min(1, size + STEP) : 1); // let it grow again, step by step
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
