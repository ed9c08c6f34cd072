// What the strategy card says about a position, in the words that are printed on it, and whether it is right.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { api, Problem } from "../net/api.js";
import { capital } from "./names.js";
import { exact } from "./shares.js";

/** @typedef {import("../types/messages").CardAdvice} Advice */

/** A card that gives away less than a percentage point of a win is right enough. */
const NEARLY = 0.01;

/**
 * @param {string} game
 * @param {string} position
 * @param {{action: string, share: number}[]} choices every choice, the best first
 * @returns {Promise<HTMLElement | null>} nothing, where the game has no card or the choice goes without saying
 */
export async function cardRule(game, position, choices) {
  /** @type {Advice[]} */
  const found = await api.get("/positions/card", { position }).catch((error) => {
    if (error instanceof Problem) return []; // a game of somebody else, without cards
    throw error;
  });
  const [simple, expert] = found;
  if (!simple?.line || !expert) return null;
  const lost = (/** @type {Advice} */ { action }) =>
    (choices[0]?.share ?? 0) - (choices.find((choice) => choice.action === action)?.share ?? 0);
  const isWrong = lost(simple) >= NEARLY;
  return h(
    "p",
    { class: "puzzle__card", "data-is": isWrong ? "wrong" : "right" },
    h("a", { href: `/cards/${game}` }, t("puzzles.card")),
    " ",
    t("puzzles.card_says", { line: simple.line, rule: `${simple.when} → ${simple.advice}` }),
    isWrong && [
      " ",
      t("puzzles.card_wrong", { choice: capital(simple.text), lost: exact(lost(simple)) }),
      " ",
      t(lost(expert) >= NEARLY ? "puzzles.expert_wrong" : "puzzles.expert_right"),
    ],
  );
}
