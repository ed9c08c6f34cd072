// A chart of win shares over a game: a line for each player, a block for each turn, and a triangle for each mistake.

import { LETTERS } from "../art/seats.js";
import { s } from "../lib/dom.js";
import { list, percent, t } from "../lib/i18n.js";

/** Width of the chart; and on a phone, a smaller width, so that letters are not too small. */
const WIDTH = 760;
const NARROW = 390;
const HEIGHT = 300;
const LEFT = 54;
const TOP = 20;
const BOTTOM = 256;
const BLOCK = 8;
/** Lines also differ in their dashes, because not everyone can tell the colours apart. */
const DASHES = ["", "9 4", "3 3", "12 4 3 4", "6 3", "1 4", "14 5"];

/** @param {ReviewView} review */
export function shareCurve({ curve, turns, mistakes, names }) {
  const last = curve.length - 1;
  const width = matchMedia("(max-width: 40rem)").matches ? NARROW : WIDTH;
  const right = width - 26;
  /** @param {number} place */
  const across = (place) => LEFT + ((right - LEFT) * place) / last;
  /** @param {number} share */
  const down = (share) => BOTTOM - (BOTTOM - TOP) * share;
  const ends = /** @type {number[]} */ (curve[last]);
  const players = names.map((name, seat) =>
    t("review.curve_player", { name, start: percent(curve[0]?.[seat] ?? 0), end: percent(ends[seat] ?? 0) }),
  );
  return s(
    "svg.curve",
    {
      viewBox: `0 0 ${width} ${HEIGHT}`,
      role: "img",
      "aria-label": t("review.curve_told", { players: list(players) }),
      style: { "--drawn": width },
    },
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
      s("line.curve__grid", { x1: LEFT, x2: right, y1: down(share), y2: down(share) }),
      s("text.curve__scale", { x: LEFT - 6, y: down(share) + 4 }, percent(share)),
    ]),
    ...turns.flatMap(({ seat, place }, index) => {
      const [x, far] = [across(place), across(turns[index + 1]?.place ?? last)];
      return [
        s("rect.curve__turn", {
          x: x + 0.5,
          y: BOTTOM + 5,
          width: Math.max(1, far - x - 1),
          height: BLOCK,
          style: paint(seat),
        }),
        far - x >= 13 && s("text.curve__letter", { x: (x + far) / 2, y: BOTTOM + 29 }, LETTERS.charAt(seat)),
      ];
    }),
    ...ends.map((_, seat) =>
      s("polyline.curve__line", {
        points: curve
          .map((shares, place) => `${across(place).toFixed(1)},${down(shares[seat] ?? 0).toFixed(1)}`)
          .join(" "),
        "stroke-dasharray": DASHES[seat],
        style: paint(seat),
      }),
    ),
    ...mistakes.map(({ seat, place }) => {
      const [x, y] = [across(place + 1), down(curve[place + 1]?.[seat] ?? 0)];
      return s("path.curve__mistake", { d: `M${x} ${y - 3}l-6 -11h12z`, style: paint(seat) });
    }),
    ...labels(ends, down).map(([seat, y]) =>
      s("text.curve__name", { x: right + 6, y, style: paint(seat) }, LETTERS.charAt(seat)),
    ),
  );
}

/** @param {number} seat */
const paint = (seat) => ({ "--seat": `var(--seat-${seat})` });

/**
 * Return the positions of the letters at the lines' ends; letters that would overlap are moved apart.
 * @param {number[]} ends
 * @param {(share: number) => number} down
 * @returns {[number, number][]}
 */
function labels(ends, down) {
  const order = ends
    .map((share, seat) => /** @type {[number, number]} */ ([seat, down(share) + 5]))
    .sort((a, b) => a[1] - b[1]);
  const lowest = BOTTOM + 5 - 18 * (order.length - 1);
  let y = -100;
  return order.map(([seat, wanted], row) => {
    y = Math.max(y + 18, Math.min(wanted, lowest + 18 * row));
    return [seat, y];
  });
}
