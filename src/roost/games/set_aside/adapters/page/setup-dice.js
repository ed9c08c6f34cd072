// The editor for the dice of a set-aside turn.

import { h } from "roost/lib/dom.js";
import { t } from "roost/lib/i18n.js";

/**
 * The dice in the editor. `rolling` says whether they are about to be rolled, if the position does not decide that.
 * @typedef {import("roost/model/setup.js").Setup & {rolling: boolean}} TurnSetup
 */

/** @param {Record<string, any>} state */
export function readDice({ aside = "", roll = "" }) {
  return { aside: String(aside), rolled: roll === "next" ? "" : String(roll), rolling: roll === "next" };
}

/** @param {TurnSetup} setup @returns {string[]} */
export function writeDice({ aside, rolled, rolling }) {
  if (rolled) return [...(aside ? [`aside=${aside}`] : []), `roll=${rolled}`];
  if (!aside) return [];
  return rolling ? [`aside=${aside}`, "roll=next"] : [`aside=${aside}`];
}

/**
 * @template {TurnSetup} S
 * @param {S} setup
 * @param {import("roost/parts/setup.js").Tools<S>} tools
 */
export function drawDice(setup, { ui: { say }, dice, check, change }) {
  return h(
    "div.stack.stack--tight",
    dice("aside", say("setup.dice_aside")),
    dice("rolled", t("analysis.dice_rolled")),
    setup.aside && !setup.rolled
      ? check("rolling", say("setup.about_to_roll"), setup.rolling, (on) => change({ ...setup, rolling: on }))
      : null,
  );
}
