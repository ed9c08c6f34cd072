// Seconds that run down to something that then happens by itself.

import { numeral } from "../art/numerals.js";
import { fill, h } from "../lib/dom.js";

/**
 * @param {number} seconds
 * @param {() => void} [atZero]
 */
export function countdown(seconds, atZero = () => {}) {
  const element = h("span.countdown", { role: "timer", hidden: true });
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
