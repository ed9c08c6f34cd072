// Shows the time left for a turn, if the table has a time limit.

import { h, fill } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { serverNow } from "../net/api.js";
import { numeral } from "../art/numerals.js";

/** Number of remaining seconds at which the player is warned. */
const CLOSE = 10;

/** @param {(seconds: number) => void} onClose called once when a turn's time is almost over */
export function turnClock(onClose) {
  const element = h("span.clock", { role: "timer", hidden: true });
  /** @type {number | null} */
  let deadline = null;
  let warned = false;
  let most = 0;

  const tick = () => {
    element.hidden = deadline === null;
    if (deadline === null) return;
    const left = Math.max(0, Math.min(most, Math.ceil(deadline - serverNow()))); // full until every event has been shown
    element.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    element.setAttribute("aria-label", t("table.time_left", { n: left }));
    element.toggleAttribute("data-close", left <= CLOSE);
    if (left <= CLOSE && left > 0 && !warned) {
      warned = true;
      onClose(left);
    }
  };
  const timer = setInterval(tick, 500);

  return {
    element,

    /**
     * Set the end of the current turn.
     * @param {number | null} at seconds since 1970; null without a limit
     * @param {number} whole the turn's whole length in seconds
     */
    until(at, whole) {
      most = whole;
      if (at !== deadline) warned = false;
      deadline = at;
      tick();
    },

    stop: () => clearInterval(timer),
  };
}

/**
 * Return the end of the current turn in seconds since 1970; null without a limit or for bots.
 * @param {Model} model
 * @param {View} view
 */
export function deadlineOf({ table, spec }, view) {
  const seconds = spec.rules?.turn_seconds;
  const isPersons = view.seats.some((seat) => seat.isTurn && !seat.bot);
  return seconds && table.game && isPersons ? table.game.turn_at + seconds : null;
}

// A countdown to an automatic action, such as the start of the next game.

/** @param {number} seconds @param {() => void} [atZero] */
export function countdown(seconds, atZero = () => {}) {
  const element = h("span.countdown.middle", { role: "timer", hidden: true });
  let currentKey = "";
  let left = 0;
  /** @type {number | undefined} */
  let timer;

  const tick = () => {
    element.hidden = left <= 0;
    fill(element, numeral(left));
    if (left <= 0) {
      clearInterval(timer);
      atZero();
    }
    left -= 1;
  };

  return {
    element,

    /**
     * Start the countdown, unless one with this key is already running; an empty key stops it.
     * @param {string | undefined} key
     */
    to(key = "") {
      if (key === currentKey) return;
      currentKey = key;
      clearInterval(timer);
      element.hidden = true;
      if (!key) return;
      left = seconds;
      timer = setInterval(tick, 1000);
      tick();
    },

    stop: () => clearInterval(timer),
  };
}
