// Charts of progress: the player's rating on a scale of bots, and the cost of mistakes over time.

import { h, s } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { botName } from "./names.js";
import { exact } from "./shares.js";

/** The lowest rating at which a review compares a player with each bot. */
const BOTS = /** @type {const} */ ([
  ["chick", 700],
  ["pullet", 864],
  ["hen", 1000],
  ["rooster", 1181],
  ["fox", 1454],
]);
const LOWEST = 700;
const HIGHEST = 1600;

/** @param {number} rating @returns {number} the position on the scale, in percent */
const along = (rating) => (100 * (Math.min(HIGHEST, Math.max(LOWEST, rating)) - LOWEST)) / (HIGHEST - LOWEST);

/** @param {GameProgress} progress whose rating is drawn with its interval */
export function ratingScale({ rating }) {
  const ends = rating.low === null || rating.high === null ? null : [along(rating.low), along(rating.high)];
  return h(
    "div.rating__scale",
    { "aria-hidden": "true" },
    ...BOTS.map(([bot, from], rank) => {
      const to = BOTS[rank + 1]?.[1] ?? HIGHEST;
      const style = { left: `${along(from)}%`, width: `${along(to) - along(from)}%` };
      return h("span.rating__bot", { style }, botName(bot));
    }),
    ends && h("span.rating__range", { style: { left: `${ends[0]}%`, width: `${ends[1] - ends[0]}%` } }),
    h("span.rating__mark", { style: { left: `${along(rating.value)}%` } }),
  );
}

const WIDTH = 360;
const HEIGHT = 150;
const LEFT = 52;
const TOP = 10;
const BOTTOM = 122;

/**
 * Draw the cost of mistakes per game, in groups of games with their intervals.
 * @param {GameProgress} progress
 */
export function progressCurve({ spans }) {
  const most = Math.max(
    0.05,
    ...spans.map(({ mistakes }) => Math.min(mistakes.high ?? mistakes.value, 2 * mistakes.value + 0.1)),
  );
  const step = (WIDTH - LEFT - 8) / spans.length;
  /** @param {number} place */
  const across = (place) => LEFT + step * (place + 0.5);
  /** @param {number} share */
  const down = (share) => BOTTOM - (BOTTOM - TOP) * Math.min(1, share / most);
  const [first, last] = [spans[0], spans[spans.length - 1]];
  const summary = t("progress.curve_told", {
    n: spans.length,
    start: exact(first?.mistakes.value ?? 0),
    end: exact(last?.mistakes.value ?? 0),
  });
  return s(
    "svg.curve",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": summary, style: { "--drawn": WIDTH } },
    ...[0, 0.5, 1].flatMap((part) => [
      s("line.curve__grid", { x1: LEFT, x2: WIDTH - 8, y1: down(part * most), y2: down(part * most) }),
      s("text.curve__scale", { x: LEFT - 6, y: down(part * most) + 5 }, exact(part * most)),
    ]),
    ...spans.map(({ mistakes }, place) =>
      mistakes.low === null || mistakes.high === null
        ? ""
        : s("line.curve__range", {
            x1: across(place),
            x2: across(place),
            y1: down(mistakes.low),
            y2: down(mistakes.high),
          }),
    ),
    s("polyline.curve__line.curve__line--own", {
      points: spans
        .map(({ mistakes }, place) => `${across(place).toFixed(1)},${down(mistakes.value).toFixed(1)}`)
        .join(" "),
    }),
    ...spans.map(({ mistakes }, place) =>
      s("circle.curve__point", { cx: across(place), cy: down(mistakes.value), r: 4 }),
    ),
    ...spans.map(({ games }, place) => s("text.curve__letter", { x: across(place), y: BOTTOM + 20 }, number(games))),
  );
}
