// Shows the latest sentence at a fixed place. A tap replays the latest turn, or lists missed sentences.

import { fill, h } from "../lib/dom.js";
import { beforePainting } from "../lib/render.js";
import { t } from "../lib/i18n.js";
import { settings } from "../lib/settings.js";
import { speak } from "../lib/voice.js";
import { NOTHING, saying, waitFor } from "../model/shown-line.js";
import { icon } from "./icons.js";

/**
 * Details of a sentence.
 * @typedef {object} Shown
 * @property {boolean} [isMissed] whether a tap lists missed sentences
 * @property {boolean} [mayRepeat] whether a tap replays a turn
 * @property {Node[]} [dice] drawn before the sentence
 */

/** @typedef {import("../model/shown-line.js").Kind & Shown} About */

/** @param {(() => void) | null} onTap null on a big screen */
export function narration(onTap) {
  const text = h("span.narration__text");
  const before = h("span.narration__before.one-line");
  const dice = h("span.narration__dice.line", { "aria-hidden": "true" });
  const again = h("span.narration__again.soft", { "aria-hidden": "true" }, icon("play"));
  const lines = h("span.narration__lines.grows", before, dice, text);
  const button = onTap && h("button.narration.line", { onclick: onTap }, lines, again);
  const element = button ?? h("p.narration.line", lines);
  /** Use smaller type for a sentence that would not fit. */
  const fit = beforePainting(() =>
    element.toggleAttribute(
      "data-long",
      text.scrollHeight > text.clientHeight + 1 || element.hasAttribute("data-long"),
    ),
  );
  let line = NOTHING;
  /** @type {number | undefined} */
  let timer;

  /** @param {string} sentence @param {About} about */
  const show = (sentence, { isMissed = false, mayRepeat = true, ...about }) => {
    line = saying(line, sentence, about, performance.now(), settings().speed);
    before.textContent = line.above;
    text.textContent = sentence;
    speak(sentence);
    fill(dice, ...(about.dice ?? []));
    element.toggleAttribute("data-to-me", line.isToMe);
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
      const wait = waitFor(line, about, performance.now());
      if (wait === Infinity) return;
      clearTimeout(timer);
      if (wait > 0) timer = setTimeout(() => show(sentence, about), wait);
      else show(sentence, about);
    },

    stop: () => clearTimeout(timer),
  };
}
