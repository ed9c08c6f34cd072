// The score of the evening, beside the table on a big screen: how the series stands, where one is played.

import { numeral } from "../art/numerals.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { memberFace, progress } from "./standings.js";

/** @typedef {import("../types/messages").SeriesView} SeriesView */

/** So many have room beside the table. */
const MOST = 7;

export function eveningScore() {
  const how = h("p", { class: "evening__how" });
  const list = h("ol", { class: "evening__list plain-list" });
  const element = h("section", { class: "evening", "aria-label": t("series.title"), hidden: true }, how, list);
  let drawn = "";

  return {
    element,

    /** @param {SeriesView | null | undefined} series */
    show(series) {
      element.hidden = !series;
      const now = JSON.stringify(series ?? null);
      if (!series || now === drawn) return;
      drawn = now;
      how.textContent = progress(series);
      const rows = series.standings.filter(({ here }) => here).slice(0, MOST);
      fill(
        list,
        ...rows.map((one) =>
          h(
            "li",
            { class: "evening__row", "data-first": (one.rank === 1 && series.played > 0) || null },
            memberFace(one),
            h("span", { class: "evening__name" }, one.name),
            h("b", { class: "evening__points" }, numeral(one.points)),
          ),
        ),
      );
    },
  };
}
