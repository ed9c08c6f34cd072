// <roost-board>: the board of any game, drawn from a view. A tap on a piece sends the event "choose" if its action is
// legal, and "ask" if it is not legal now. The list of choices is the accessible control, and taps on pieces are
// shortcuts. For screen readers the board is one picture with a description of the position.

import { LETTERS } from "../art/seats.js";
import { h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { t } from "../lib/i18n.js";
import { moves } from "../lib/settings.js";
import { flightsOf } from "../model/flights.js";
import { pacingOf } from "../model/event-pacing.js";
import { celebrate } from "./moments.js";
import { fly, picturesOf, placesIn, show } from "./motion.js";
import { isOver, nameOf, seatToPlay, tellTap } from "./view.js";

export class Board extends HTMLElement {
  /** @type {AnyView | null} */
  #view = null;
  /** @type {Seen | null} */
  #before = null;

  constructor() {
    super();
    this.addEventListener("click", (event) => tellTap(this, event));
  }

  /** The view that the board shows. */
  get view() {
    return this.#view;
  }

  set view(view) {
    const isSameGame = this.#view?.state.game === view?.state.game;
    if (this.#view?.state !== view?.state) this.#before = isSameGame ? this.#view : null;
    const pace = view?.speed ?? 1;
    const isMoving = isSameGame && Boolean(view?.events.length);
    // Measuring is slow, because the browser has to lay out the page for it.
    const mayFly = isMoving && pace > 0 && moves();
    const flights = mayFly && view ? (view.ui.board.flights?.(view) ?? flightsOf(view.events)) : [];
    const before = mayFly ? placesIn(this) : new Map();
    const pictures = picturesOf(this, flights);
    this.#view = view;
    if (!view) {
      this.replaceChildren();
      return;
    }
    const painter = view.ui.board;
    // A description of the position, including whose turn it is.
    const seat = seatToPlay(view.state);
    const turn = seat === null ? t("board.draw") : t("board.turn", { name: nameOf(view, seat) });
    const description = `${isOver(view.state) ? t("board.over") : turn} ${painter.tell(view)}`;
    const board = h(
      "div",
      { class: `board board-${view.state.game}`, role: "img", "aria-label": description },
      ...painter.draw({ ...view, before: this.#before }),
    );
    render(this, [board]);
    if (!isMoving) return;
    const moment = painter.moment?.(view);
    if (moment) celebrate(this, moment, pace);
    const bust = view.events.find((event) => pacingOf(event, painter.EVENTS).isBust);
    fly(this, before, flights, pace, pictures, Boolean(bust));
    if (mayFly) this.#showMoods(view.events, bust?.["seat"], pace);
  }

  /** @param {import("./view.js").GameEvent[]} events @param {number | undefined} failed the seat whose turn failed @param {number} pace */
  #showMoods(events, failed, pace) {
    const letter = LETTERS.charAt(failed ?? LETTERS.length);
    const loses = events.some(({ transfers = [] }) => transfers.some(({ source }) => letter && source === letter));
    if (failed !== undefined) show(this, failed, loses ? "sad" : "shrugs", pace);
    for (const { seat, doneTo = [] } of events) {
      for (const robbed of doneTo) show(this, robbed, "robbed", pace);
      if (doneTo.length) show(this, seat, "glad", pace);
    }
  }
}

customElements.define("roost-board", Board);
