// Nobody is there yet: bots play on the big screen, so that whoever comes by sees what it is about. It stops when somebody
// comes.

import { h } from "../lib/dom.js";
import { api } from "../net/api.js";
import { visit } from "./visit.js";

/** Milliseconds that nobody must have been there, and between two games of the bots. */
const ALONE = 20_000;
const BETWEEN = 12_000;
const BOTS = ["hen", "rooster", "pullet"];

/**
 * @param {HTMLElement} place where they play
 * @param {string} game
 * @param {import("./session.js").MakeScreen} makeScreen what shows it
 */
export function attract(place, game, makeScreen) {
  let waiting = 0;
  /** The way to end it, once it is on. */
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
    const visited = await visit(id, root, makeScreen, true);
    const again = setInterval(() => {
      if (root.querySelector('[data-phase="over"]')) void api.post(`/tables/${id}/rematch`).catch(() => null);
    }, BETWEEN);
    const stop = () => {
      clearInterval(again);
      visited.leave();
      root.remove();
      void api.post(`/tables/${id}/close`).catch(() => null);
    };
    if (isOn) end = stop;
    else stop();
  }

  return {
    /** @param {boolean} isAlone whether nobody is there */
    look(isAlone) {
      if (isAlone && !waiting) waiting = setTimeout(() => void begin().catch(() => end()), ALONE);
      if (!isAlone && waiting) this.stop();
    },

    stop() {
      clearTimeout(waiting);
      waiting = 0;
      end();
      end = () => {};
    },
  };
}
