// What has just happened, in a sentence at a fixed place. A tap shows the latest turn again, or what was missed.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "./icons.js";

/** A sentence with more characters is set smaller, so that it can be read to its end. */
const LONG = 68;

/** @param {() => void} onTap */
export function narration(onTap) {
  const text = h("span", { class: "narration__text" });
  const again = h("span", { class: "narration__again", "aria-hidden": "true" }, icon("undo"));
  const element = h("button", { type: "button", class: "narration", title: t("table.again"), onclick: onTap }, text, again);

  return {
    element,

    /**
     * @param {string} sentence
     * @param {{isMissed?: boolean, mayRepeat?: boolean}} [about]
     */
    say(sentence, about = {}) {
      const { isMissed = false, mayRepeat = true } = about;
      text.textContent = sentence;
      element.toggleAttribute("data-long", sentence.length > LONG);
      element.toggleAttribute("data-missed", isMissed);
      element.disabled = !mayRepeat && !isMissed;
      element.title = t(isMissed ? "table.missed_show" : "table.again");
    },
  };
}
