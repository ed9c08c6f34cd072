// A chart of how a turn may end: each result has a column, whose height is the result's probability.

import { s } from "../lib/dom.js";
import { list, percent, t } from "../lib/i18n.js";

const WIDTH = 320;
const HEIGHT = 112;
const FOOT = 18;
const HEAD = 15;
/** Maximum number of columns; the least likely results share one. */
const MOST = 12;

/**
 * @typedef {object} Column
 * @property {string} short
 * @property {string} text
 * @property {number} chance
 * @property {boolean} isFailure
 */

/**
 * Return the chart's columns: failure first, then from the lowest result to the highest.
 * @param {Record<string, number>} results
 * @param {OddsView["result_texts"]} texts
 * @returns {Column[]}
 */
export function columnsOf(results, texts) {
  const all = Object.entries(results)
    .filter(([, chance]) => chance > 0)
    .map(([token, chance]) => ({
      short: texts?.[token]?.short ?? token,
      text: texts?.[token]?.text ?? token,
      chance,
      isFailure: token === "fails",
    }))
    .sort((a, b) => b.chance - a.chance);
  const failures = all.filter((column) => column.isFailure);
  const others = all.filter((column) => !column.isFailure);
  const room = MOST - failures.length;
  const likeliest = others.length > room ? others.slice(0, room - 1) : others;
  const rest = others.slice(likeliest.length).reduce((sum, column) => sum + column.chance, 0);
  likeliest.sort((a, b) => a.short.localeCompare(b.short, undefined, { numeric: true }));
  const more = rest > 0 ? [{ short: "…", text: t("table.odds.otherwise"), chance: rest, isFailure: false }] : [];
  return [...failures, ...likeliest, ...more];
}

/** @param {Record<string, number>} results @param {OddsView["result_texts"]} texts */
export function resultChart(results, texts) {
  const columns = columnsOf(results, texts);
  const highest = Math.max(...columns.map((column) => column.chance), 0.01);
  const step = WIDTH / Math.max(columns.length, 5);
  const likely = [...columns].sort((a, b) => b.chance - a.chance).slice(0, 4);
  const words = likely.map((column) => `${column.text} ${percent(column.chance)}`);
  return s(
    "svg.spread",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": t("table.odds.spread_told", { results: list(words) }),
    },
    s("line.spread__ground", { x1: 0, x2: WIDTH, y1: HEIGHT - FOOT, y2: HEIGHT - FOOT }),
    ...columns.flatMap((column, place) => columnElements(column, place * step, step, highest)),
  );
}

/** @param {Column} column @param {number} x @param {number} step @param {number} highest */
function columnElements(column, x, step, highest) {
  const room = HEIGHT - FOOT - HEAD;
  const height = Math.max(1.5, (column.chance / highest) * room);
  const y = HEIGHT - FOOT - height;
  const middle = x + step / 2;
  const width = Math.min(step * 0.72, 34);
  return [
    s(
      `rect.spread__bar${column.isFailure ? ".spread__bar--fails" : ""}`,
      { x: middle - width / 2, y, width, height, rx: 3 },
      s("title", `${column.text}: ${percent(column.chance)}`),
    ),
    s("text.spread__chance", { x: middle, y: y - 4 }, percent(column.chance)),
    s("text.spread__label", { x: middle, y: HEIGHT - 4 }, column.short),
  ];
}
