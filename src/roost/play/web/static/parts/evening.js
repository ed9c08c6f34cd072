// An evening's series on a big screen: the standings beside the table, with highlights between games.

import { numeral } from "../art/numerals.js";
import { h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { t } from "../lib/i18n.js";
import { counted, tally, turned } from "../model/race.js";
import { bestTurn } from "../lib/best-turn.js";
import { memberFace, progress } from "./standings.js";

/** Maximum number of players listed beside the table. */
const MOST = 7;

/** @param {HTMLElement} count countdown to the next game */
export function eveningScore(count) {
  const element = h("section.evening.stack", { "aria-label": t("series.title"), hidden: true });
  /** @type {SeriesView | null} the series before the latest game was over */
  let before = null;

  return {
    element,

    /**
     * @param {string} table
     * @param {SeriesView | null | undefined} series
     * @param {boolean} isBetween whether the screen is between games
     */
    show(table, series, isBetween) {
      element.hidden = !series;
      if (!series) return;
      const rows = series.standings.filter(({ here }) => here).slice(0, MOST);
      const [change, best] = [before && turned(before, series), bestTurn(table)];
      const lines = [
        tally(series) && h("p.evening__tally", tally(series).replace(":", " : ")),
        change && h("p", t(`series.turned.${change.how}`, { name: change.name, other: change.other })),
        best && h("p", best),
      ];
      render(
        element,
        h("p.evening__how.soft", progress(series, isBetween)),
        h(
          "ol.evening__list.plain-list",
          ...rows.map((standing) =>
            h(
              "li.evening__row.line",
              { "data-first": (standing.rank === 1 && series.played > 0) || null },
              memberFace(standing),
              h("span.evening__name.grows", standing.name),
              h("b.evening__points", numeral(counted(series, standing))),
            ),
          ),
        ),
        h("div.evening__told", ...(isBetween ? lines : [])),
        count,
      );
      if (!isBetween) before = series;
    },
  };
}
