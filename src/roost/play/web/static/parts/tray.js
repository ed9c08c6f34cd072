// What dice trays are made of: dice that lie on the table, dice that wait to be rolled, and dice to be picked.

import { standsFor } from "../boards/view.js";
import { h } from "../lib/dom.js";
import { list, number, t } from "../lib/i18n.js";
import { capital } from "./names.js";

/**
 * The choices that are made by picking dice: there are too many for a list.
 * @param {import("../boards/view.js").Choice[]} actions
 */
export const picks = (actions) => actions.filter(({ picked }) => picked);

/**
 * How often each symbol is there, in the order of the die.
 * @param {AnyView} view
 * @param {string} dice
 * @returns {[string, number][]}
 */
export function grouped({ kit }, dice) {
  const counts = kit.info.die.symbols.map(
    ({ symbol }) => /** @type {[string, number]} */ ([symbol, dice.split(symbol).length - 1]),
  );
  return counts.filter(([, count]) => count > 0);
}

/**
 * Dice with the same symbol, or blank ones.
 * @param {AnyView} view
 * @param {string} symbol
 * @param {number} count
 * @param {string} [kind] a class
 */
export function dice({ kit }, symbol, count, kind = "") {
  return Array.from({ length: count }, () =>
    h(`span.dice-die${kind && `.${kind}`}`, { "data-face": symbol || null }, kit.die(symbol)),
  );
}

/**
 * Dice that wait to be rolled: because they must be, or if the player dares.
 * @param {AnyView} view
 * @param {number} count
 */
export function looseDice(view, count) {
  if (!count) return null;
  const on = view.actions.find(({ kind }) => kind === "roll");
  return h(
    "div.dice-group",
    { ...(on ? standsFor(view, on.action) : {}), "data-roll": view.mayRoll },
    ...dice(view, "", count, "dice-die--blank"),
  );
}

/** @param {string} faces */
const sorted = (faces) => [...faces].sort().join("");

/**
 * Dice in words: "2 × 5 and 1 × worm".
 * @param {AnyView} view
 * @param {string} faces
 */
export function tellDice(view, faces) {
  return list(grouped(view, faces).map(([symbol, count]) => `${number(count)} × ${view.kit.face(symbol)}`));
}

/**
 * The tray of any game: the dice on the table in its order, to be picked where that is the choice; and those that wait.
 * @param {AnyView} view
 * @param {number[]} picked
 * @param {{hint?: string, stands?: (face: string) => Record<string, string>, more?: HTMLElement | null, told?: string}} own
 *   what a game knows better: what to say to whoever picks, what a die stands for, what is beside the dice, and how it is told
 */
export function plainTray(view, picked, { hint = t("board.dice.pick"), stands, more = null, told } = {}) {
  const { due = 0, on = 0, rolled: faces = "" } = view.sight;
  const waiting = due || (faces ? 0 : on);
  const mayPick = picks(view.actions).length > 0;
  if (!faces && !waiting) return [];
  // A die stands for the choice that is about it alone.
  const choosing = (/** @type {string} */ face) => {
    const about = view.actions.find(({ kind, dice: its = "" }) => kind === "dice" && its.includes(face));
    return about ? standsFor(view, about.action) : {};
  };
  const shown = [...faces].map((face, place) =>
    mayPick
      ? toPick(view, face, place, picked.includes(place))
      : h("div.dice-group", { ...(stands ?? choosing)(face) }, ...dice(view, face, 1)),
  );
  const table = faces
    ? t("board.dice.rolled", { dice: tellDice(view, faces) })
    : t("board.dice.to_roll", { n: waiting });
  const role = mayPick ? { role: "group", "aria-label": hint } : { role: "img", "aria-label": told ?? table };
  const chosen = picked.map((place) => faces.charAt(place)).join("");
  return [
    h(
      "div.dice-tray.dice-tray--plain",
      { style: { "--dice": faces.length + waiting + 1 }, ...role },
      h("div.dice-rolled.row", ...shown, looseDice(view, waiting)),
      mayPick ? (chosenBy(view, chosen) ?? h("p.dice-hint.line", hint)) : more,
    ),
  ];
}

/**
 * A die to be picked.
 * @param {AnyView} view
 * @param {string} face
 * @param {number} place
 * @param {boolean} isPicked
 */
function toPick({ kit }, face, place, isPicked) {
  const told = { "aria-pressed": String(isPicked), "aria-label": kit.face(face) };
  const name = /** @type {const} */ (`button.dice-die.dice-die--pick${isPicked ? ".dice-die--picked" : ""}`);
  return h(name, { "data-pick": place, "data-face": face, ...told }, kit.die(face));
}

/**
 * The button for what the picked dice choose; nothing, where they choose nothing.
 * @param {AnyView} view
 * @param {string} picked
 */
function chosenBy({ actions }, picked) {
  const choice = picks(actions).find(({ dice: its = "" }) => sorted(its) === sorted(picked));
  if (!choice) return null;
  const { action, text } = choice;
  return h("button.button.button--main.dice-reroll", { "data-choose": action }, capital(text ?? action));
}
