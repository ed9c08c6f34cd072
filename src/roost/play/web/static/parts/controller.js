// One's own part of a table that a big screen shows, while others play: who one is, clapping, and a guess at their turn.

import { numeral } from "../art/numerals.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "./icons.js";
import { seatName } from "./names.js";
import { face } from "./portrait.js";
import { reactionBar, reactionFace } from "./reactions.js";

/** @typedef {import("../model/table.js").View} View */
/** @typedef {import("../table/guessing.js").Guesses} Guesses */

/** @param {{react: (reaction: string) => void, guess: (holds: boolean) => void}} acts */
export function ownPart({ react, guess }) {
  const seats = h("ul.own__seats.plain-list");
  const [holds, fails] = [true, false].map((isSo) =>
    h(
      "button.button.own__guess",
      { onclick: () => guess(isSo) },
      reactionFace(isSo ? "luck" : "oops"),
      h("span", t(isSo ? "table.guess.holds" : "table.guess.fails")),
    ),
  );
  const score = h("p.own__right", { role: "status" });
  const asked = h("div.own__asked", { role: "group", "aria-label": t("table.guess.title") }, holds, fails);
  const element = h("section.own", { hidden: true }, seats, asked, score, reactionBar(react));
  let drawn = "";

  return {
    element,

    /**
     * @param {View} view
     * @param {Guesses | null} guesses
     */
    show({ seats: all, phase }, guesses) {
      const mine = all.filter((seat) => seat.isMine);
      const now = JSON.stringify([mine, guesses, phase]);
      if (element.hidden || now === drawn) return;
      drawn = now;
      fill(
        seats,
        ...mine.map((seat) =>
          h(
            "li.own__seat",
            face(seat),
            h("b.own__name", seatName(seat)),
            h("span.own__score", numeral(seat.score ?? 0)),
            h("span.unseen", t("table.points_now")),
          ),
        ),
      );
      asked.hidden = !guesses || phase !== "playing";
      for (const [button, isSo] of /** @type {const} */ ([
        [holds, true],
        [fails, false],
      ]))
        button?.setAttribute("aria-pressed", String(guesses?.holds === isSo));
      score.hidden = !guesses?.made;
      if (guesses) fill(score, icon("check"), ` ${guesses.right} / ${guesses.made}`);
    },
  };
}
