// A question about a position: shows choices to tap, and after the answer, each choice's value with the reason.

import { announce } from "../lib/announce.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { render } from "../lib/render.js";
import { api, orElse } from "../net/api.js";
import { capital } from "./names.js";
import { exact } from "./shares.js";
import { stage } from "./stage.js";

/**
 * @typedef {object} Question
 * @property {GameUi} ui of the game
 * @property {Record<string, any>} state the position as JSON
 * @property {BoardFacts} facts
 * @property {number[]} scores
 * @property {ActionView[]} actions
 * @property {string} position as text
 * @property {string[]} names of the seats
 * @property {number} seat to move
 * @property {ChoiceShares[]} choices
 * @property {string} best
 * @property {string} [note] added to the answer
 */

/** Maximum loss, in win share, at which an answer or a strategy card's advice is nearly right. */
const NEARLY = 0.01;

/** @param {Question} question @param {{onAnswer?: (isRight: boolean) => void}} listeners */
export function puzzle(
  { ui, state, facts, scores, actions: legal, position, names, seat, choices, best, note },
  { onAnswer } = {},
) {
  const actions = legal.filter(({ action }) => choices.some((choice) => choice.action === action));
  const table = stage({ onChoose: (token) => answer(token) });
  const element = h("div.puzzle.list.gap-3");
  let chosen = "";
  let why = "";
  /** @type {HTMLElement | null} the strategy card's advice */
  let card = null;

  /** @param {string} token */
  const shareOf = (token) => choices.find((choice) => choice.action === token)?.shares[seat] ?? 0;

  /** Return the verdict on the answer. */
  const verdict = () => {
    const lost = shareOf(best) - shareOf(chosen);
    const kind = chosen === best ? "right" : lost < NEARLY ? "nearly" : "wrong";
    return { is: kind, sentence: t(`puzzles.${kind}`, { lost: exact(lost), share: exact(shareOf(best)) }) };
  };

  const draw = () => {
    const { is, sentence } = verdict();
    const ranked = [...choices].sort((a, b) => shareOf(b.action) - shareOf(a.action));
    render(
      element,
      table.element,
      h(
        "div.list.gap-3",
        chosen
          ? h("p.puzzle__verdict.strong.large", { "data-is": is }, sentence)
          : h("h3.puzzle__ask", t("puzzles.ask", { name: names[seat] || "ABCDEFG".charAt(seat) })),
        h("ul.puzzle__choices.plain-list", ...(chosen ? ranked.map(worth) : choices.map(offer))),
        why && h("p.puzzle__why.soft", why),
        h("div", card),
      ),
    );
  };

  const view = { ui, state, facts, scores, names, viewer: seat };

  /** @param {string} token */
  const answer = (token) => {
    if (chosen || !choices.some((choice) => choice.action === token)) return;
    [chosen, why] = [token, note ?? ""];
    table.show(view);
    draw();
    announce(`${verdict().sentence} ${why}`);
    onAnswer?.(chosen === best);
    void explain();
  };

  const explain = async () => {
    const rule = await cardRule(ui.info.name, position);
    card = rule(choices.map(({ action }) => ({ action, share: shareOf(action) })));
    draw();
    /** @type {HintView | null} */
    const hint = await orElse(api.get("/positions/hint", { position }), null);
    if (!hint) return; // without a hint, the numbers are enough
    why = `${hint.text} ${note ?? ""}`.trim();
    card = rule(hint.choices); // includes the card's choice, which the question may omit
    draw();
  };

  /** @param {ChoiceShares} choice */
  const offer = ({ action, text }) =>
    h("li", h("button.button.button--wide.puzzle__choice", { onclick: () => answer(action) }, capital(text)));

  /** @param {ChoiceShares} choice */
  const worth = (choice) => {
    const share = choice.shares[seat] ?? 0;
    const marks = [
      choice.action === best && t("puzzles.is_best"),
      choice.action === chosen && t("puzzles.is_yours"),
    ].filter(Boolean);
    return h(
      "li.puzzle__worth",
      { "data-best": choice.action === best, "data-chosen": choice.action === chosen },
      h("span.puzzle__text.wraps", capital(choice.text), marks.length > 0 && h("span.chip", marks.join(" · "))),
      h("b.puzzle__share.numbers", exact(share)),
      h("span.puzzle__bar", { "aria-hidden": "true" }, h("span", { style: { width: `${100 * share}%` } })),
    );
  };

  draw();
  table.show({ ...view, actions });
  return element;
}

// The strategy card's advice on a position, in the words printed on the card, and whether the advice is right.

/** @typedef {{action: string, share: number}} Choice */

/**
 * Fetch the card's advice on a position.
 * @param {string} game
 * @param {string} position
 * @returns {Promise<(choices: Choice[]) => HTMLElement | null>} a function that shows the advice, given the known
 *   values of choices; it returns null if the game has no card, or the choice is obvious
 */
export async function cardRule(game, position) {
  /** @type {CardAdvice[]} */
  const advice = await orElse(api.get("/positions/card", { position }), []); // games from other packages have no cards
  const [simple, expert] = advice;
  return (choices) => (simple?.line && expert ? adviceLine(game, simple, expert, choices) : null);
}

/** @param {string} game @param {CardAdvice} simple @param {CardAdvice} expert @param {Choice[]} choices */
function adviceLine(game, simple, expert, choices) {
  const best = Math.max(...choices.map(({ share }) => share));
  const lost = (/** @type {CardAdvice} */ { action }) =>
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

// The choices that a question offers: a few, in the order of the rulebook.

/**
 * Return the best choices and the chosen one, because a re-roll can have dozens. Rulebook order hides which is best.
 * @template {{action: string}} Choice
 * @param {Choice[]} choices best first
 * @param {string} chosen
 * @param {{action: string}[]} legal in the order of the rules
 * @param {number} most
 * @returns {Choice[]}
 */
export function offered(choices, chosen, legal, most) {
  const selected = choices.filter((choice, rank) => rank < most - 1 || choice.action === chosen);
  const order = legal.map(({ action }) => action);
  return selected.sort((a, b) => order.indexOf(a.action) - order.indexOf(b.action));
}
