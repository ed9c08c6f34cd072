// A chart for one kind of dice: a bar for each symbol, a line at the expected count, and a band for its usual range.

import { h, s } from "../lib/dom.js";
import { number, percent, t } from "../lib/i18n.js";
import { exact, figures } from "./shares.js";

/** @typedef {{die: (char?: string) => SVGSVGElement, face: (char: string) => string}} Look to draw and name symbols */

const WIDTH = 320;
const ROW = 46;
const LEFT = 48;
const RIGHT = 56;
/** Half the band's width, in standard deviations: 19 of 20 counts lie in the band. */
const USUAL = 1.96;

/**
 * @param {DieTally} tally
 * @param {string} name of the game
 * @param {Look} look
 */
export function diceChart(tally, name, look) {
  const unusual = tally.chance >= 0.05 ? "usual" : tally.chance >= 0.001 ? "odd" : "wrong";
  return h(
    "section.card.tally.stack.stack--tight",
    h("h2", name),
    h("p.small.soft", t("dice.counted", { dice: tally.dice, rolls: tally.rolls })),
    chart(tally, name, look),
    key(),
    h("p", t("dice.chance", { chance: percent(tally.chance) }), " ", t(`dice.chance_${unusual}`)),
    h(
      "details",
      h("summary.small", t("dice.as_table")),
      table(tally, look),
      h(
        "p.small.soft",
        t("dice.chi_square", {
          value: number(tally.chi_square, { maximumFractionDigits: 2 }),
          degrees: tally.faces.length - 1,
        }),
      ),
    ),
  );
}

/** @param {DieTally} tally @param {string} name @param {Look} look */
function chart(tally, name, { die, face: nameOf }) {
  const { faces, dice } = tally;
  const spreadOf = (/** @type {FaceTally} */ face) =>
    USUAL * Math.sqrt(face.expected * (1 - face.expected / Math.max(dice, 1)));
  const most = Math.max(...faces.map((face) => Math.max(face.seen, face.expected + spreadOf(face))), 1);
  const scale = (/** @type {number} */ count) => (Math.max(count, 0) / most) * (WIDTH - LEFT - RIGHT);
  const summary = faces
    .map((face) =>
      t("dice.face", {
        name: nameOf(face.symbol),
        n: face.seen,
        expected: number(face.expected, { maximumFractionDigits: 0 }),
      }),
    )
    .join("; ");
  const rows = faces.map((face, place) => {
    const y = place * ROW;
    const low = scale(face.expected - spreadOf(face));
    const picture = die(face.symbol);
    for (const [key, value] of Object.entries({ x: 2, y: y + 4, width: 38, height: 38 }))
      picture.setAttribute(key, String(value));
    return s(
      "g",
      picture,
      s("rect.tally__band", {
        x: LEFT + low,
        y: y + 3,
        width: scale(face.expected + spreadOf(face)) - low,
        height: ROW - 8,
        rx: 4,
      }),
      s("rect.tally__bar", { x: LEFT, y: y + 11, width: scale(face.seen), height: ROW - 24, rx: 4 }),
      s("line.tally__expected", {
        x1: LEFT + scale(face.expected),
        x2: LEFT + scale(face.expected),
        y1: y + 3,
        y2: y + ROW - 5,
      }),
      s("text.tally__count", { x: WIDTH - 2, y: y + ROW / 2 + 4, "text-anchor": "end" }, number(face.seen)),
    );
  });
  return s(
    "svg.tally__chart",
    {
      viewBox: `0 0 ${WIDTH} ${ROW * faces.length}`,
      role: "img",
      "aria-label": t("dice.chart", { game: name, told: summary }),
    },
    ...rows,
  );
}

function key() {
  return h(
    "p.tally__key.small.soft.wraps",
    { "aria-hidden": "true" },
    ...["seen", "expected", "range"].map((kind) => h(`span.tally__sign.tally__sign--${kind}`, t(`dice.${kind}`))),
  );
}

/** @param {DieTally} tally @param {Look} look */
function table({ faces, dice }, { face: nameOf }) {
  const heads = ["symbol", "seen", "expected", "share"].map((name) => t(`dice.${name}`));
  const rows = faces.map(({ symbol, seen, expected }) => {
    const expectedText = number(expected, { maximumFractionDigits: 1 });
    return /** @type {[string, ...string[]]} */ ([
      nameOf(symbol),
      number(seen),
      expectedText,
      exact(seen / Math.max(dice, 1)),
    ]);
  });
  return figures("table.tally__table.figures.small", heads, rows);
}
