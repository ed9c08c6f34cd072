// One's own part of a table that a big screen shows: who one is there, while others play.

import { numeral } from "../art/numerals.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { seatName } from "./names.js";
import { face } from "./portrait.js";

/** @typedef {import("../model/table.js").View} View */

export function ownPart() {
  const seats = h("ul", { class: "own__seats plain-list" });
  const element = h(
    "section",
    { class: "own", hidden: true },
    seats,
    h("p", { class: "own__where soft" }, t("table.on_screen")),
  );
  let drawn = "";

  return {
    element,

    /** @param {View} view */
    show({ seats: all }) {
      const mine = all.filter((seat) => seat.isMine);
      const now = JSON.stringify(mine);
      if (element.hidden || now === drawn) return;
      drawn = now;
      fill(
        seats,
        ...mine.map((seat) =>
          h(
            "li",
            { class: "own__seat" },
            face(seat),
            h("b", { class: "own__name" }, seatName(seat)),
            h("span", { class: "own__score" }, numeral(seat.score ?? 0)),
            h("span", { class: "unseen" }, t("table.points_now")),
          ),
        ),
      );
    },
  };
}
