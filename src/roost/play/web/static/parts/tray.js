// Parts of dice trays: dice on the table, dice to be rolled, and dice to be picked.

import { cup } from "../art/dice.js";
import { seatToPlay, standsFor } from "../boards/view.js";
import { h } from "../lib/dom.js";
import { list, number, t } from "../lib/i18n.js";
import { capital } from "./names.js";

/**
 * Return the actions that are chosen by picking dice, because there are too many to list.
 * @param {import("../boards/view.js").Choice[]} actions
 */
export const picks = (actions) => actions.filter(({ picked }) => picked);

/**
 * Count the dice that show each symbol, in the order of the die's symbols.
 * @param {AnyView} view
 * @param {string} dice
 * @returns {[string, number][]}
 */
export function grouped({ ui }, dice) {
  const counts = ui.info.die.symbols.map(
    ({ symbol }) => /** @type {[string, number]} */ ([symbol, dice.split(symbol).length - 1]),
  );
  return counts.filter(([, count]) => count > 0);
}

/**
 * Draw dice that show a symbol.
 * @param {AnyView} view
 * @param {string} symbol
 * @param {number} count
 */
export function dice({ ui }, symbol, count) {
  return Array.from({ length: count }, () => h("span.dice-die", { "data-face": symbol }, ui.die(symbol)));
}

/**
 * Draw the cup with the dice that must or may be rolled.
 * @param {AnyView} view
 * @param {number} count
 */
export function looseDice(view, count) {
  if (!count) return null;
  const roll = view.actions.find(({ kind }) => kind === "roll");
  return h(
    "div.dice-group.dice-cup",
    {
      ...(roll ? standsFor(view, roll.action) : {}),
      "data-roll": view.mayRoll,
      style: { "--cup": `var(--seat-${seatToPlay(view.state) ?? 0})` },
    },
    cup(count),
  );
}

/** @param {string} faces */
const sorted = (faces) => [...faces].sort().join("");

/**
 * Write dice in words: "2 × 5 and 1 × worm".
 * @param {AnyView} view
 * @param {string} faces
 */
export function tellDice(view, faces) {
  return list(grouped(view, faces).map(([symbol, count]) => `${number(count)} × ${view.ui.face(symbol)}`));
}

/**
 * Draw the tray of any game: the dice on the table in the order of the die's symbols, to be picked if needed; and the
 * dice to be rolled.
 * @param {AnyView} view
 * @param {number[]} picked
 * @param {{hint?: string, stands?: (face: string) => Record<string, string>, more?: HTMLElement | null, label?: string}}
 *   own a game's own hint for picking, attributes of a die, element beside the dice, and label of the tray
 */
export function plainTray(view, picked, { hint = t("board.dice.pick"), stands, more = null, label } = {}) {
  const { to_roll: toRoll = 0, on = 0, rolled: faces = "" } = view.facts;
  const waiting = toRoll || (faces ? 0 : on);
  const mayPick = picks(view.actions).length > 0;
  if (!faces && !waiting) return [];
  // Clicking a die chooses its face.
  const choosing = (/** @type {string} */ face) => {
    const action = view.actions.find(({ kind, dice: faces = "" }) => kind === "dice" && faces.includes(face));
    return action ? standsFor(view, action.action) : {};
  };
  const diceElements = [...faces].map((face, place) =>
    mayPick
      ? toPick(view, face, place, picked.includes(place))
      : h("div.dice-group", { ...(stands ?? choosing)(face) }, ...dice(view, face, 1)),
  );
  const table = faces
    ? t("board.dice.rolled", { dice: tellDice(view, faces) })
    : t("board.dice.to_roll", { n: waiting });
  const role = mayPick ? { role: "group", "aria-label": hint } : { role: "img", "aria-label": label ?? table };
  const chosen = picked.map((place) => faces.charAt(place)).join("");
  return [
    h(
      "div.dice-tray.dice-tray--plain",
      { style: { "--dice": faces.length + waiting + 1 }, ...role },
      h("div.dice-rolled.row", ...diceElements, looseDice(view, waiting)),
      mayPick ? (chosenBy(view, chosen) ?? h("p.dice-hint.line", hint)) : more,
    ),
  ];
}

/** @param {AnyView} view @param {string} face @param {number} place @param {boolean} isPicked */
function toPick({ ui }, face, place, isPicked) {
  const props = { "aria-pressed": String(isPicked), "aria-label": ui.face(face) };
  const name = /** @type {const} */ (`button.dice-die.dice-die--pick${isPicked ? ".dice-die--picked" : ""}`);
  return h(name, { "data-pick": place, "data-face": face, ...props }, ui.die(face));
}

/**
 * Make the button for the action that the picked dice stand for, if there is one.
 * @param {AnyView} view
 * @param {string} picked
 */
function chosenBy({ actions }, picked) {
  const choice = picks(actions).find(({ dice: dice = "" }) => sorted(dice) === sorted(picked));
  if (!choice) return null;
  const { action, text } = choice;
  return h("button.button.button--main.dice-reroll", { "data-choose": action }, capital(text ?? action));
}
