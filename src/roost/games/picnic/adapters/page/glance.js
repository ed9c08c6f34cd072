// The rules of Picnic Blitz at a glance: the goal, the dice, and what they do.

import { h } from "roost/lib/dom.js";
import { ant, food } from "./art.js";

/** @param {GameUi} ui */
export const glance = ({ die }) => ({
  goal: [ant(0), food(6), ant(0), food(3)],
  need: ["1", "3", "3", "3", "5", "6"].map(die),
  stop: [h("span.glance__aside", ...["3", "3", "3"].map(die)), ant(0), food(3)],
});
