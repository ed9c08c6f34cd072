// What the strategy card says about a position, in the words that are printed on it, and whether it is right.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { api, Problem } from "../net/api.js";
import { capital } from "./names.js";
import { exact } from "./shares.js";

/** @typedef {import("../types/messages").CardAdvice} Advice */

/** A card that gives away less than a percentage point of a win is right enough. */
const NEARLY = 0.01;

/** @typedef {{action: string, share: number}} Choice */

/**
 * Ask what the cards of a game say.
 * @param {string} game
 * @param {string} position
 * @returns {Promise<(choices: Choice[]) => HTMLElement | null>} tells it, given what choices are worth, as far as that is
 *   known; nothing, where the game has no card or the choice goes without saying
 */
export async function cardRule(game, position) {
  /** @type {Advice[]} */
  const found = await api.get("/positions/card", { position }).catch((error) => {
    if (error instanceof Problem) return []; // a game of somebody else, without cards
    throw error;
  });
  const [simple, expert] = found;
  return (choices) => (simple?.line && expert ? told(game, simple, expert, choices) : null);
}

/**
 * @param {string} game
 * @param {Advice} simple
 * @param {Advice} expert
 * @param {Choice[]} choices
 */
function told(game, simple, expert, choices) {
  const best = Math.max(...choices.map(({ share }) => share));
  const lost = (/** @type {Advice} */ { action }) =>
    best - (choices.find((choice) => choice.action === action)?.share ?? best);
  const isWrong = lost(simple) >= NEARLY;
  return h(
    "p.puzzle__card",
    { "data-is": isWrong ? "wrong" : "right" },
    h("a", { href: `/cards/${game}` }, t("puzzles.card")),
    " ",
    t("puzzles.card_says", { line: simple.line, rule: `${simple.when} ${simple.advice}` }),
    isWrong && [
      " ",
      t("puzzles.card_wrong", { choice: capital(simple.text), lost: exact(lost(simple)) }),
      " ",
      t(lost(expert) >= NEARLY ? "puzzles.expert_wrong" : "puzzles.expert_right"),
    ],
  );
}
