// What a phone shows while others play at a table with a big screen: the player's seat, reactions, and a guess.

import { numeral } from "../art/numerals.js";
import { h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { t } from "../lib/i18n.js";
import { guessButtons } from "./guess.js";
import { seatName } from "./names.js";
import { face } from "./portrait.js";
import { reactionBar } from "./reactions.js";

/** @param {{react: (reaction: string) => void, guess: (holds: boolean) => void}} acts */
export function ownPart({ react, guess }) {
  const element = h("section.own.stack", { hidden: true });
  const claps = reactionBar(react);

  return {
    element,

    /** @param {View} view @param {Guesses | null} guesses */
    show({ seats, phase }, guesses) {
      if (element.hidden) return;
      render(
        element,
        h(
          "ul.own__seats.plain-list.wraps.gap-4",
          ...seats
            .filter((seat) => seat.isMine)
            .map((seat) =>
              h(
                "li.own__seat",
                face(seat),
                h("b.own__name.centred.anywhere", seatName(seat)),
                h("span.own__score", numeral(seat.score ?? 0)),
                h("span.unseen", t("table.points_now")),
              ),
            ),
        ),
        ...guessButtons(phase === "playing" ? guesses : null, guess),
        claps,
      );
    },
  };
}
