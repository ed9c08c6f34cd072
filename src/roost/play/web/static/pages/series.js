// The standings of a series, game by game.

import { h } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { picture } from "../art/pictures.js";
import { numeral } from "../art/numerals.js";
import { api } from "../net/api.js";
import { seriesLinks, tellWinner } from "../parts/series-end.js";
import { capital } from "../parts/names.js";
import { kindOf, standingsTable, tellNext } from "../parts/standings.js";

/** @type {Page} */
export default async function page({ places }, root) {
  const id = String(places.table);
  /** @type {[SeriesReport, Snapshot]} */
  const [{ series, results }, { you }] = await Promise.all([api.get(`/tables/${id}/series`), api.get(`/tables/${id}`)]);
  const person = you?.person ?? null;
  const title = t("series.title");
  root.classList.add("page--narrow");
  root.append(
    h(
      "div.series-page.stack",
      h(
        "header.stack.stack--tight",
        h("h1", title),
        h("p.soft", `${capital(kindOf(series))} · ${t(`series.rule.${series.points}`)}`),
        series.over && h("p.series-page__won.strong.large", tellWinner(series, person)),
      ),
      h("section.card", standingsTable(series, person)),
      !series.over && h("p", tellNext(series)),
      h(
        "section.card.stack",
        { "aria-labelledby": "series-games" },
        h("h2", { id: "series-games" }, t("series.game_by_game")),
        results.length
          ? h("ol.plain-list.series-page__games.list.gap-4", ...results.map((result) => gameItem(result, series, id)))
          : h("p.soft", t("series.none")),
      ),
      h(
        "div.series-page__links.wraps",
        h("a.button.button--main", { href: `/table/${id}` }, t("series.to_table")),
        results.length > 0 && seriesLinks(id)[1],
      ),
    ),
  );
  return { title };
}

/**
 * Draw one game of a series: the players' places, and links to watch it.
 * @param {SeriesReport["results"][number]} result
 * @param {SeriesView} series
 * @param {string} id of the table
 */
function gameItem({ game, title, number, places, sat_out: out }, { standings }, id) {
  const name = (/** @type {number} */ member) => standings.find((standing) => standing.member === member)?.name ?? "–";
  const ranked = [...places].sort((a, b) => a.place - b.place || b.points - a.points);
  return h(
    "li.series-page__game",
    h("span.series-page__picture", { "aria-hidden": "true" }, picture(game)),
    h(
      "div.stack.stack--tight",
      h("h3", title),
      h(
        "ol.plain-list.series-page__places",
        ...ranked.map(({ member, place, score, points }) =>
          h(
            "li",
            { "data-won": place === 1 || null },
            h("span", numeral(place), " ", name(member)),
            h("span.soft", t("series.score", { n: score })),
            h("b", t("series.earned", { n: points })),
          ),
        ),
      ),
      out.length > 0 && h("p.small.soft", t("series.sat_out", { n: out.length, names: list(out.map(name)) })),
      h(
        "p.small",
        h("a", { href: `/game/${id}/${number}` }, t("table.watch_again")),
        " · ",
        h("a", { href: `/review/${id}/${number}` }, t("review.link")),
      ),
    ),
  );
}
