// Dice in the pictures of the rules at a glance.

import { h } from "roost/lib/dom.js";

/**
 * Draw the dice of a turn: those set aside, and those on the table.
 * @param {GameUi} ui
 * @param {string[]} aside symbols
 * @param {string[]} rolled symbols
 */
export const turnDice = ({ die }, aside, rolled) => [h("span.glance__aside", ...aside.map(die)), ...rolled.map(die)];
