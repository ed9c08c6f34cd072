// Buttons for a player who waits: will the turn of another player succeed?

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "./icons.js";
import { reactionFace } from "./reactions.js";

/**
 * Draw the two answers, and how many answers were right so far.
 * @param {Guesses | null} guesses null if there is nothing to guess
 * @param {(holds: boolean) => void} guess
 */
export const guessButtons = (guesses, guess) => [
  h(
    "div.guess",
    { role: "group", "aria-label": t("table.guess.title"), hidden: !guesses },
    ...[true, false].map((holds) =>
      h(
        "button.button.guess__answer",
        { "aria-pressed": String(guesses?.holds === holds), onclick: () => guess(holds) },
        reactionFace(holds ? "luck" : "oops"),
        h("span", t(holds ? "table.guess.holds" : "table.guess.fails")),
      ),
    ),
  ),
  h(
    "p.guess__right.small",
    { role: "status", hidden: !guesses?.made },
    icon("check"),
    guesses && ` ${guesses.right} / ${guesses.made}`,
  ),
];
