// <roost-board>: the table of any game. It is given a view and draws it; a tap on a piece that stands for a legal
// action says so with the event "choose", and on one whose action is not legal now with "ask". The choice list beside it
// is the accessible control, the pieces are a convenience; to a screen reader the board is one picture that tells the
// position.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import * as barbecue from "roost.games.barbecue.faces/board.js";
import { celebrate } from "./moments.js";
import { fly, placesIn } from "./motion.js";
import * as picnic from "roost.games.picnic.faces/board.js";
import * as tiles from "roost.games.tiles.faces/board.js";
import { nameOf, seatToPlay, tellTap } from "./view.js";

/** @typedef {import("./view.js").BoardView<any>} AnyView */
/**
 * How a game is drawn, told and moved.
 * @typedef {object} Painter
 * @property {(view: AnyView) => HTMLElement[]} draw
 * @property {(view: AnyView) => string} tell
 * @property {(view: AnyView) => import("./motion.js").Flight[]} flights
 * @property {(view: AnyView) => import("./moments.js").Moment | null} [moment] what is worth a picture of its own
 */

/**

 * A game from outside, whose pieces nobody has drawn, shows its position in words.

 * @type {Painter}

 */
const words = {
  draw: ({ state }) => [
    h(
      "dl",
      { class: "board-words" },
      ...pairs(state).flatMap(([key, value]) => [h("dt", null, key), h("dd", null, value)]),
    ),
  ],
  tell: ({ state }) =>
    pairs(state)
      .map(([key, value]) => `${key}: ${value}.`)
      .join(" "),
  flights: () => [],
};

/** @type {Record<string, Painter>} */
const PAINTERS = { heckmeck: tiles, junior: tiles, barbecue, picnic };

/**
 * @param {import("./view.js").Position} state
 * @returns {[string, string][]}
 */
function pairs(state) {
  return Object.entries(state).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]);
}

export class Board extends HTMLElement {
  /** @type {AnyView | null} */
  #view = null;

  constructor() {
    super();
    this.addEventListener("click", (event) => tellTap(this, event));
  }

  /** Whether the board shows who sits where. */
  get hasSeats() {
    return this.#view !== null && this.#view.state.game in PAINTERS;
  }

  /** What is shown. */
  get view() {
    return this.#view;
  }

  set view(view) {
    const before = placesIn(this);
    const isSameGame = this.#view?.state.game === view?.state.game;
    this.#view = view;
    if (!view) {
      this.replaceChildren();
      return;
    }
    const painter = PAINTERS[view.state.game] ?? words;
    const board = h(
      "div",
      { class: `board board-${view.state.game}`, role: "img", "aria-label": summary(view, painter) },
      ...painter.draw(view),
    );
    this.replaceChildren(board);
    const moment = isSameGame && view.events.length ? painter.moment?.(view) : null;
    if (moment) celebrate(this, moment, view.speed ?? 1);
    if (isSameGame) fly(this, before, painter.flights(view), view.speed ?? 1);
  }
}

/**
 * The position in sentences, with whose turn it is.
 * @param {AnyView} view
 * @param {Painter} painter
 */
function summary(view, painter) {
  const seat = seatToPlay(view.state);
  const turn = view.state.over
    ? t("board.over")
    : seat === null
      ? t("board.draw")
      : t("board.turn", { name: nameOf(view, seat) });
  return `${turn} ${painter.tell(view)}`;
}

customElements.define("roost-board", Board);
