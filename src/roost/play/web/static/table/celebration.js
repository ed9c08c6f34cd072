// What a table celebrates: a win with a big picture and confetti, and whoever comes back from far behind.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { viewOf, winners } from "../model/table.js";
import { confetti } from "../parts/confetti.js";
import { seatName } from "../parts/names.js";
import { face } from "../parts/portrait.js";

/** @typedef {import("../model/table.js").Model} Model */

export class Celebration {
  /** Whether the end of a game was shown, and the result not yet. */
  #isDue = false;
  /** Ends the confetti of the latest win. */
  #sweep = () => {};

  /**
   * @param {import("./session.js").AnyScreen} screen
   * @param {() => SVGElement} [trophy] what winning is about
   */
  constructor(screen, trophy) {
    this.screen = screen;
    this.trophy = trophy;
  }

  /**
   * A game has ended: a big picture of whoever has won, once the last piece has been seen to move.
   * @param {Model} model
   * @param {number} pace
   */
  ended(model, pace) {
    this.#isDue = true;
    const { seats } = viewOf(model, false);
    const birds = winners(model.table.game).flatMap((seat) => (seats[seat] ? [face(seats[seat])] : []));
    const side = () => this.trophy && h("div.moment__side", this.trophy());
    const picture = h("div.moment__bust", side(), ...birds, side());
    queueMicrotask(() => this.screen.celebrate({ picture, mood: "glad", isBig: true }, pace));
  }

  /**
   * The result is seen: confetti, if it is the winner's device, or everybody's.
   * @param {Model} model
   */
  seen(model) {
    if (!this.#isDue) return;
    this.#isDue = false;
    const isOurs = viewOf(model).seats.some(
      ({ hasWon, kind, isMine }) => hasWon && (this.screen.isBig ? kind === "person" : isMine),
    );
    if (!isOurs && !model.table.series?.over) return;
    this.#sweep();
    this.#sweep = confetti();
  }

  /**
   * A picture and a sentence for whoever has taken the lead from far behind, if somebody has.
   * @param {ReturnType<import("./story-so-far.js").StorySoFar["takeComeback"]>} back
   * @param {Model} model
   * @param {number} pace
   */
  cameBack(back, model, pace) {
    const seat = back && viewOf(model, false).seats[back.seat];
    if (!seat) return undefined;
    this.screen.celebrate({ picture: face(seat), mood: "glad" }, pace);
    return t("table.comeback", { name: seatName(seat), n: back.n });
  }

  stop() {
    this.#sweep();
  }
}
