// What has just happened, in a sentence at a fixed place. A tap shows the latest turn again, or what was missed.

import { beforePainting, fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { settings } from "../lib/settings.js";
import { icon } from "./icons.js";

/**
 * What else there is to know about a sentence.
 * @typedef {object} About
 * @property {boolean} [isMissed] whether it offers to tell what was missed
 * @property {boolean} [mayRepeat] whether there is a turn to show again
 * @property {boolean} [isRoutine] whether it may wait until a more important one has been read
 * @property {Node[]} [dice] what is drawn before it
 * @property {boolean} [isTurn] whether it tells a whole turn: there was nothing else to read meanwhile
 * @property {boolean} [isToMe] whether something was done to whoever reads: it stays until they act
 */

/** Milliseconds that an important sentence stays at least: to begin with, and for each character. */
const TO_READ = { slow: [1200, 45], normal: [700, 28], fast: [300, 12], instant: [0, 0] };

/** Milliseconds that the line about a whole turn stays at least. */
const TURN = { slow: 4000, normal: 2500, fast: 1200, instant: 0 };

/** @param {(() => void) | null} onTap nothing where nobody taps: on a big screen */
export function narration(onTap) {
  const text = h("span", { class: "narration__text" });
  const before = h("span", { class: "narration__before" });
  const dice = h("span", { class: "narration__dice", "aria-hidden": "true" });
  const again = h("span", { class: "narration__again", "aria-hidden": "true" }, icon("play"));
  const lines = h("span", { class: "narration__lines" }, before, dice, text);
  const button = onTap && h("button", { type: "button", class: "narration", onclick: onTap }, lines, again);
  const element = button ?? h("p", { class: "narration" }, lines);
  /** A sentence that has no room is set smaller, so that it can be read to its end. */
  const fit = beforePainting(() =>
    element.toggleAttribute(
      "data-long",
      text.scrollHeight > text.clientHeight + 1 || element.hasAttribute("data-long"),
    ),
  );
  let until = 0;
  let isKept = false;
  let isTurn = false;
  /** @type {number | undefined} */
  let waiting;

  /**
   * @param {string} sentence
   * @param {About} about
   */
  const show = (sentence, { isMissed = false, mayRepeat = true, isRoutine = false, ...about }) => {
    const { speed } = settings();
    const [least = 0, each = 0] = TO_READ[speed];
    // The line about a turn that nobody can have read yet stays above the one about the next.
    const isUnread = isTurn && about.isTurn && performance.now() < until;
    before.textContent = isUnread ? text.textContent : "";
    isTurn = about.isTurn ?? false;
    const toRead = Math.max(least + each * sentence.length, about.isTurn ? TURN[speed] : 0);
    until = isRoutine ? 0 : performance.now() + toRead;
    isKept = about.isToMe ?? false;
    text.textContent = sentence;
    fill(dice, ...(about.dice ?? []));
    element.toggleAttribute("data-to-me", isKept);
    element.removeAttribute("data-long");
    fit();
    element.toggleAttribute("data-missed", isMissed);
    if (!button) return;
    button.disabled = !mayRepeat && !isMissed;
    button.title = t(isMissed ? "table.missed_show" : "table.again");
  };

  return {
    element,

    /**
     * @param {string} sentence
     * @param {About} [about]
     */
    say(sentence, about = {}) {
      if (isKept && about.isTurn && !about.isToMe) return;
      clearTimeout(waiting);
      const left = until - performance.now();
      if (about.isRoutine && left > 0) waiting = setTimeout(() => show(sentence, about), left);
      else show(sentence, about);
    },

    stop: () => clearTimeout(waiting),
  };
}
