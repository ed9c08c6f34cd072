// How long a turn may still take, where the table has a limit.

import { h, fill } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { serverNow } from "../net/api.js";
import { numeral } from "../art/numerals.js";

/** Seconds from which on it is close. */
const CLOSE = 10;

/** @param {(seconds: number) => void} onClose called once when a turn's time is nearly up */
export function turnClock(onClose) {
  const element = h("span.clock", { role: "timer", hidden: true });
  /** @type {number | null} */
  let deadline = null;
  let warned = false;
  let most = 0;

  const tick = () => {
    element.hidden = deadline === null;
    if (deadline === null) return;
    const left = Math.max(0, Math.min(most, Math.ceil(deadline - serverNow()))); // it begins when everything was shown
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
     * When the turn under way is over, in seconds since 1970.
     * @param {number | null} at
     * @param {number} whole the seconds of a turn
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
 * When the turn under way is over, in seconds since 1970, where people have a limit.
 * @param {Model} model
 * @param {View} view
 */
export function deadlineOf({ table, spec }, view) {
  const seconds = spec.rules?.turn_seconds;
  const isPersons = view.seats.some((seat) => seat.isTurn && !seat.bot);
  return seconds && table.game && isPersons ? table.game.turn_at + seconds : null;
}

// Seconds that run down to something that then happens by itself.

/** @param {number} seconds @param {() => void} [atZero] */
export function countdown(seconds, atZero = () => {}) {
  const element = h("span.countdown.middle", { role: "timer", hidden: true });
  let counted = "";
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
     * Count down to this, if it is not under way already; or to nothing.
     * @param {string | undefined} key
     */
    to(key = "") {
      if (key === counted) return;
      counted = key;
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
