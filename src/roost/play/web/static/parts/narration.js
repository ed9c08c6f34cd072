// What has just happened, in a sentence at a fixed place. A tap shows the latest turn again, or what was missed.

import { fill, h } from "../lib/dom.js";
import { beforePainting } from "../lib/render.js";
import { t } from "../lib/i18n.js";
import { settings } from "../lib/settings.js";
import { speak } from "../lib/voice.js";
import { NOTHING, saying, waitFor } from "../model/held-line.js";
import { icon } from "./icons.js";

/**
 * What else there is to show with a sentence.
 * @typedef {object} Shown
 * @property {boolean} [isMissed] whether it offers to tell what was missed
 * @property {boolean} [mayRepeat] whether there is a turn to show again
 * @property {Node[]} [dice] what is drawn before it
 */

/** @typedef {import("../model/held-line.js").Kind & Shown} About */

/** @param {(() => void) | null} onTap nothing where nobody taps: on a big screen */
export function narration(onTap) {
  const text = h("span.narration__text");
  const before = h("span.narration__before.one-line");
  const dice = h("span.narration__dice.line", { "aria-hidden": "true" });
  const again = h("span.narration__again.soft", { "aria-hidden": "true" }, icon("play"));
  const lines = h("span.narration__lines.grows", before, dice, text);
  const button = onTap && h("button.narration.line", { onclick: onTap }, lines, again);
  const element = button ?? h("p.narration.line", lines);
  /** A sentence that has no room is set smaller, so that it can be read to its end. */
  const fit = beforePainting(() =>
    element.toggleAttribute(
      "data-long",
      text.scrollHeight > text.clientHeight + 1 || element.hasAttribute("data-long"),
    ),
  );
  let held = NOTHING;
  /** @type {number | undefined} */
  let waiting;

  /** @param {string} sentence @param {About} about */
  const show = (sentence, { isMissed = false, mayRepeat = true, ...about }) => {
    held = saying(held, sentence, about, performance.now(), settings().speed);
    before.textContent = held.above;
    text.textContent = sentence;
    speak(sentence);
    fill(dice, ...(about.dice ?? []));
    element.toggleAttribute("data-to-me", held.isToMe);
    element.removeAttribute("data-long");
    fit();
    element.toggleAttribute("data-missed", isMissed);
    if (!button) return;
    button.disabled = !mayRepeat && !isMissed;
    button.title = t(isMissed ? "table.missed_show" : "table.again");
  };

  return {
    element,

    /** @param {string} sentence @param {About} [about] */
    say(sentence, about = {}) {
      const wait = waitFor(held, about, performance.now());
      if (wait === Infinity) return;
      clearTimeout(waiting);
      if (wait > 0) waiting = setTimeout(() => show(sentence, about), wait);
      else show(sentence, about);
    },

    stop: () => clearTimeout(waiting),
  };
}
