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

// Board, players and dice are laid out in a fixed size, and scaled as one until they fill the table. Style sheets arrange
// them by the shape of the table, from `data-shape`, and read the scale from `--scale`.

/** Smallest ratio of width to height for each shape. */
const SHAPES = /** @type {const} */ ({ broad: 2.05, wide: 1.5, square: 1, tall: 0 });
/** Smallest scale, at which a table that does not fit scrolls, and shows the dice first. */
const LEAST = 0.1;

/**
 * Scale a table's contents until they fit the table.
 * @param {HTMLElement} play the table
 * @param {HTMLElement[]} parts the table's contents: the board, and the dice
 */
export function fitting(play, parts) {
  let room = "";
  let scale = 1;

  /** Measure again, because the contents or the available space have changed. */
  const fit = () => {
    const [width, height] = [play.clientWidth, play.clientHeight];
    if (!height) return;
    const shown = parts.filter((part) => part.offsetParent);
    const isWhole = shown[0] === parts[0]; // on a controller, the dice are alone and have their own size
    const ratio = width / height;
    const shape = Object.entries(SHAPES).find(([, least]) => ratio >= least)?.[0] ?? "tall";
    if (isWhole) play.dataset["shape"] = shape;
    else delete play.dataset["shape"];
    const style = getComputedStyle(play);
    const isRow = style.flexDirection === "row";
    const sizes = shown.map((part) => {
      const { marginTop, marginLeft } = getComputedStyle(part);
      return [part.offsetWidth + parseFloat(marginLeft), part.offsetHeight + parseFloat(marginTop)];
    });
    const along = (/** @type {0 | 1} */ axis) => {
      const lengths = sizes.map((size) => size[axis] ?? 0);
      return (axis === 0) === isRow ? lengths.reduce((sum, length) => sum + length, 0) : Math.max(...lengths);
    };
    const next = isWhole
      ? Math.max(
          LEAST,
          Math.min(
            (width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)) / along(0),
            (height - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom)) / along(1),
          ),
        )
      : 1;
    // While the space stays the same, the board keeps its size, even if less lies on the table for a while.
    const now = `${width} ${height} ${shown.length}`;
    scale = now === room ? Math.min(scale, next) : next;
    room = now;
    play.style.setProperty("--scale", scale.toFixed(3));
    play.scrollTop = next === LEAST ? play.scrollHeight : 0;
  };

  const watch = new ResizeObserver(fit);
  watch.observe(play);
  return { fit: beforePainting(fit), stop: () => watch.disconnect() };
}
