// Draw the dice of a set-aside turn: those on the table, where a tap sets a symbol aside, and those set aside.

import { numeral } from "roost/art/numerals.js";
import { standsFor } from "roost/boards/view.js";
import { h } from "roost/lib/dom.js";
import { t } from "roost/lib/i18n.js";
import { dice, grouped, looseDice, tellDice } from "roost/parts/tray.js";
import { worm } from "./worm.js";

/** @typedef {AnyView} TurnView */

/** Dice grow larger as there are fewer of them, down to this many. */
const FEW = 5;

/** @param {TurnView} view */
export function tray(view) {
  const { aside = "" } = view.facts;
  const { say } = view.ui;
  const { shown, hidden } = onTable(view);
  const hasWorm = aside.includes("w");
  const rolled = shown
    ? grouped(view, shown).map(([symbol, count]) => {
        const attributes = { "data-symbol": symbol, ...standsFor(view, symbol) };
        const isUsed = aside.includes(symbol);
        return h(`div.dice-group${isUsed ? ".dice-group--used" : ""}`, attributes, ...dice(view, symbol, count));
      })
    : [looseDice(view, hidden)];
  const dieGroups = grouped(view, aside).map(([symbol, count]) =>
    h("div.dice-group", { "data-symbol": symbol }, ...dice(view, symbol, count)),
  );
  const title = say(hasWorm ? "dice.worm" : "dice.no_worm");
  const mark = h(`span.dice-worm${hasWorm ? "" : ".dice-worm--missing"}`, { title }, worm());
  const sum = sumOf(view);
  const least = leastOf(view);
  const isShort = sum < least && least < Infinity;
  // A meter: how much is still missing, and a worm.
  const result = aside
    ? [
        h("span.dice-hint.line", say(hasWorm ? "dice.sum" : "dice.worm_missing")),
        h("output.dice-sum", numeral(sum)),
        isShort ? h("span.dice-hint.dice-least", say("dice.of", { n: least })) : null,
        mark,
      ]
    : [h("span.dice-hint.line", say("dice.nothing_aside"))];
  return [
    h(
      "div.dice-tray",
      {
        role: "img",
        "aria-label": describe(view),
        style: { "--dice": Math.max(FEW, shown.length + hidden), "--fewest": FEW },
      },
      h("div.dice-rolled.row", ...rolled),
      h("div.dice-aside.line", aside ? h("div.dice-kept.wraps", ...dieGroups) : null, ...result),
    ),
  ];
}

/**
 * Return the dice on the table: their symbols, or how many are about to be rolled.
 * @param {TurnView} view
 * @returns {{shown: string, hidden: number}}
 */
function onTable({ ui, facts: { aside = "", rolled = "" } }) {
  return { shown: rolled, hidden: rolled ? 0 : ui.info.dice - aside.length };
}

/**
 * Draw the sum of the dice set aside.
 * @param {TurnView} view
 */
const sumOf = ({ ui, facts: { aside = "" } }) =>
  ui.info.die.symbols.reduce((sum, { symbol, value }) => sum + value * (aside.split(symbol).length - 1), 0);

/**
 * Return the lowest result within reach that earns something; Infinity if there is none.
 * @param {TurnView} view
 */
function leastOf({ facts: { shown = {} } }) {
  const aims = shown["earning"] ?? [...(shown["tiles"] ?? []), ...(shown["tops"] ?? [])];
  return Math.min(...aims);
}

/**
 * Say in a few words what a player who has set dice aside still needs.
 * @param {TurnView} view
 */
export function intent(view) {
  const { aside = "" } = view.facts;
  if (!aside) return "";
  const [n, least] = [sumOf(view), leastOf(view)];
  if (!aside.includes("w")) return view.ui.say("intent.worm", { n });
  if (n >= least) return view.ui.say("intent.more", { n });
  return least < Infinity ? view.ui.say("intent.least", { n, least }) : "";
}

/** @param {TurnView} view */
function describe(view) {
  const { aside = "" } = view.facts;
  const { shown, hidden } = onTable(view);
  const table = shown
    ? t("board.dice.rolled", { dice: tellDice(view, shown) })
    : t("board.dice.to_roll", { n: hidden });
  if (!aside) return table;
  return `${table} ${view.ui.say("dice.aside", { dice: tellDice(view, aside), total: sumOf(view) })}`;
}
