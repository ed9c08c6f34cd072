// How a turn may end, as a small chart: a column for each result, as high as it is likely.

import { s } from "../lib/dom.js";
import { list, percent, t } from "../lib/i18n.js";

const WIDTH = 320;
const HEIGHT = 112;
const FOOT = 18;
const HEAD = 15;
/** As many columns as one can read; the least likely results share one. */
const MOST = 12;

/**
 * @typedef {object} Column
 * @property {string} short
 * @property {string} text
 * @property {number} chance
 * @property {boolean} isFailure
 */

/**
 * The columns of a chart: failing first, then from the lowest result to the highest.
 * @param {Record<string, number>} results
 * @param {OddsView["told"]} told
 * @returns {Column[]}
 */
export function columnsOf(results, told) {
  const all = Object.entries(results)
    .filter(([, chance]) => chance > 0)
    .map(([token, chance]) => ({
      short: told?.[token]?.short ?? token,
      text: told?.[token]?.text ?? token,
      chance,
      isFailure: token === "fails",
    }))
    .sort((one, other) => other.chance - one.chance);
  const failures = all.filter((column) => column.isFailure);
  const others = all.filter((column) => !column.isFailure);
  const room = MOST - failures.length;
  const shown = others.length > room ? others.slice(0, room - 1) : others;
  const rest = others.slice(shown.length).reduce((sum, column) => sum + column.chance, 0);
  shown.sort((one, other) => one.short.localeCompare(other.short, undefined, { numeric: true }));
  const more = rest > 0 ? [{ short: "…", text: t("table.odds.otherwise"), chance: rest, isFailure: false }] : [];
  return [...failures, ...shown, ...more];
}

/**
 * The chart.
 * @param {Record<string, number>} results
 * @param {OddsView["told"]} told
 */
export function resultChart(results, told) {
  const columns = columnsOf(results, told);
  const highest = Math.max(...columns.map((column) => column.chance), 0.01);
  const step = WIDTH / Math.max(columns.length, 5);
  const likely = [...columns].sort((one, other) => other.chance - one.chance).slice(0, 4);
  const words = likely.map((column) => `${column.text} ${percent(column.chance)}`);
  return s(
    "svg.spread",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": t("table.odds.spread_told", { results: list(words) }),
    },
    s("line.spread__ground", { x1: 0, x2: WIDTH, y1: HEIGHT - FOOT, y2: HEIGHT - FOOT }),
    ...columns.flatMap((column, place) => drawn(column, place * step, step, highest)),
  );
}

/** @param {Column} column @param {number} x @param {number} step @param {number} highest */
function drawn(column, x, step, highest) {
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
