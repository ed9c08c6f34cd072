// A series between games and at its end: the standings, the next game, and buttons to choose it.

import { numeral } from "../art/numerals.js";
import { fill, h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { list, t } from "../lib/i18n.js";
import { allGames } from "../model/games.js";
import { counted, tally } from "../model/race.js";
import { address } from "../net/api.js";
import { memberFace, standingsTable, tellNext } from "./standings.js";

/** @param {{chooseNext: (game: string) => void} | null} acts null on a big screen */
export function seriesEnd(acts) {
  const table = h("div.series__table");
  const next = h("p.series__next.bold.centred");
  const games = h("div.series__games.columns");
  const other = h(
    "details.series__other",
    { ontoggle: () => other.open && void offer() },
    h("summary.button.button--wide", t("series.choose")),
    games,
  );
  const element = h("section.series.stack.stack--tight", { "aria-label": t("series.title") }, table, other);

  async function offer() {
    if (games.childElementCount) return;
    const choose = (/** @type {string} */ name) => {
      other.open = false;
      acts?.chooseNext(name);
    };
    fill(
      games,
      ...(await allGames()).map(({ name, short }) => h("button.button", { onclick: () => choose(name) }, short)),
    );
  }

  return {
    element,
    next,

    /** @param {Model} model @param {View} view */
    show({ table: { series, status }, person }, view) {
      element.hidden = next.hidden = !series;
      if (!series) return;
      render(table, standingsTable(series, person));
      next.textContent = status === "closed" ? "" : tellNext(series);
      next.hidden = !next.textContent;
      other.hidden = !acts || !view.isHost || series.kind === "round" || series.over || status === "closed";
    },
  };
}

/** @param {SeriesView} series @param {number | null} person @returns {string} the sentence about the winners */
export function tellWinner(series, person) {
  const winners = series.standings.filter(({ rank }) => rank === 1);
  const score = tally(series) && ` ${tally(series)}`;
  if (winners.length === 1 && winners[0]?.person === person && person !== null) {
    const rows = series.standings.filter((standing) => standing.person === person);
    if (rows.length === 1) return t("series.you_won", { score });
  }
  return t("series.won", { n: winners.length, names: list(winners.map(({ name }) => name)), score });
}

/** @param {SeriesView} series */
export function podium(series) {
  const played = series.standings.filter((standing) => standing.played).slice(0, 7);
  const most = Math.max(...played.map((standing) => counted(series, standing)));
  return played.map((standing) =>
    step(standing.rank, standing.rank === 1, memberFace(standing), standing.name, counted(series, standing), most),
  );
}

/** Largest number of pieces that fall onto a perch. */
const MOST_PIECES = 12;

/**
 * Draw a player's perch. Its height is the score, and pieces fall onto it one by one.
 * @param {number} place
 * @param {boolean} hasWon
 * @param {HTMLElement} bird
 * @param {string} name
 * @param {number} score
 * @param {number} most the highest score
 * @param {() => SVGElement} [piece] what the score counts
 */
export function step(place, hasWon, bird, name, score, most, piece) {
  const share = Math.min(1, Math.max(0, score / Math.max(1, most)));
  const count = piece ? Math.max(0, Math.min(MOST_PIECES, score)) : 0;
  const pieces = Array.from({ length: count }, (_, order) =>
    h("i.finale__piece", { "aria-hidden": "true", style: { "--order": order } }, piece?.() ?? null),
  );
  return h(
    "li.finale__seat",
    {
      "data-won": hasWon || null,
      "data-place": `podium-${place}`,
      style: { "--place": place, "--share": share.toFixed(3), "--pieces": count },
    },
    ...pieces,
    h("span.finale__place", { "aria-hidden": "true" }, numeral(place)),
    bird,
    h("span.finale__name.bold.one-line", name),
    h("b.finale__score.numbers", numeral(score)),
    hasWon && h("span.unseen", t("table.winner")),
  );
}

/** @param {string} table */
export function seriesLinks(table) {
  return [
    h("a.button", { href: `/series/${table}` }, t("series.whole")),
    h("a.button", { href: address(`/tables/${table}/records`), download: "" }, t("series.records")),
  ];
}
