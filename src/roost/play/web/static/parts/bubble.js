// A message in a bubble over the table, which a tap or the next choice closes.

import { bird } from "../art/birds.js";
import { announce } from "../lib/announce.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

export function bubble() {
  const text = h("span");
  const element = h(
    "button.bubble.line",
    { hidden: true, title: t("common.close"), onclick: () => hide() },
    h("span.bubble__bird", { "aria-hidden": "true" }, bird("hen")),
    text,
    h("span.bubble__close", { "aria-hidden": "true" }, "×"),
  );
  const hide = () => {
    element.hidden = true;
  };

  return {
    element,
    hide,

    get isOpen() {
      return !element.hidden;
    },

    /** @param {string} sentence */
    say(sentence) {
      fill(text, sentence);
      element.hidden = false;
      announce(sentence);
    },
  };
}
