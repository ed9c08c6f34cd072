// While the table is empty, bots play on the big screen as a demonstration. It stops as soon as a person comes.

import { h } from "../lib/dom.js";
import { api } from "../net/api.js";
import { visit } from "./visit.js";

/** Milliseconds without people before the demonstration starts, and milliseconds between two of its games. */
const ALONE = 20_000;
const BETWEEN = 12_000;
const BOTS = ["hen", "rooster", "pullet"];

/**
 * @param {HTMLElement} place
 * @param {string} game
 * @param {import("./session.js").MakeScreen} makeScreen
 */
export function attract(place, game, makeScreen) {
  let timer = 0;
  /** Ends the running demonstration; unset until it starts. */
  let end = () => {};

  async function begin() {
    const root = h("div.tv__demo", { "aria-hidden": "true" });
    let isOn = true;
    end = () => {
      isOn = false;
      root.remove();
    };
    place.append(root);
    const seats = BOTS.map((bot) => ({ kind: "bot", bot }));
    const { id } = await api.post("/tables", { game, seats });
    await api.post(`/tables/${id}/start`);
    const session = await visit(id, root, makeScreen, true);
    const restart = setInterval(() => {
      if (root.querySelector('[data-phase="over"]')) void api.post(`/tables/${id}/rematch`).catch(() => null);
    }, BETWEEN);
    const stop = () => {
      clearInterval(restart);
      session.leave();
      root.remove();
      void api.post(`/tables/${id}/close`).catch(() => null);
    };
    if (isOn) end = stop;
    else stop();
  }

  return {
    /** @param {boolean} isEmpty whether no person is at the table */
    look(isEmpty) {
      if (isEmpty && !timer) timer = setTimeout(() => void begin().catch(() => end()), ALONE);
      if (!isEmpty && timer) this.stop();
    },

    stop() {
      clearTimeout(timer);
      timer = 0;
      end();
      end = () => {};
    },
  };
}
