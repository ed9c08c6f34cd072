// The exact odds of the current decision: each choice's value, how often it fails, and how the turn may end.

import { bird } from "../art/birds.js";
import { h } from "../lib/dom.js";
import { released } from "../lib/pointer.js";
import { render } from "../lib/render.js";
import { number, percent, t } from "../lib/i18n.js";
import { hintBox } from "./hint.js";
import { actionLabel } from "./names.js";
import { resultChart } from "./result-chart.js";

/** Maximum number of choices in the table; further choices, which are worse, are only counted. */
const MOST = 7;

/**
 * @typedef {object} Question
 * @property {OddsView | "waiting" | "none"} odds
 * @property {Record<string, string>} texts of actions, by token
 * @property {Say} [say] messages of the game
 */

export function oddsPanel() {
  const hint = hintBox();
  // The hint is not redrawn with the parts around it, because a button that is moved loses the focus.
  const [above, below] = [h("div.odds__part"), h("div.odds__part")];
  const element = h("div.odds.stack.stack--tight", above, hint.element, below);
  /** @type {string | null} the choice whose results are shown; null shows the best */
  let chosen = null;
  let position = "";
  /** @type {Question} */
  let question = { odds: "none", texts: {} };

  const draw = () => {
    const { odds } = question;
    const isKnown = typeof odds !== "string";
    hint.element.hidden = !isKnown || odds.choices.length < 2;
    render(above, isKnown && rooster(odds));
    render(below, ...content());
  };

  const nameOf = (/** @type {ChoiceOdds} */ { action }) => actionLabel(question.texts[action] ?? action);

  const content = () => {
    const { odds, say = t } = question;
    if (odds === "waiting") return [h("p.soft", t("table.odds.calculating"))];
    if (odds === "none") return [h("p.soft", t("table.odds.nothing"))];
    const choice = odds.choices.find((choice) => choice.action === chosen) ?? odds.choices[0];
    const results = choice?.results ?? odds.results ?? {};
    const name = choice ? nameOf(choice) : t("table.odds.whole_turn");
    return [
      odds.choices.length > 0 && table(odds, choice),
      h("h3.odds__title", t("table.odds.ends", { choice: name })),
      resultChart(results, odds.result_texts),
      isCut(odds) && h("p.small", t("table.odds.unseen")),
      odds.choices.length === 0 &&
        !isCut(odds) &&
        h(
          "p.small",
          t(isForTheWin(odds) ? "table.odds.turn_win" : "table.odds.turn", {
            fails: percent(odds.fails ?? 0),
            value: worth(odds, odds),
          }),
        ),
      h(
        "p.small.soft",
        isForTheWin(odds) ? t("table.odds.about_win") : say(odds.lowest_wins ? "odds.about_lowest" : "odds.about"),
      ),
    ];
  };

  /** @param {OddsView} odds */
  const rooster = (odds) => {
    const text = odds.rooster ? question.texts[odds.rooster] : undefined;
    if (!text || odds.choices.length < 2) return null;
    const picture = h("span", { "aria-hidden": "true" }, bird("rooster"));
    return h("p.odds__rooster.line.small", picture, h("span", t("table.odds.rooster", { action: text })));
  };

  /** @param {OddsView} odds @param {ChoiceOdds | undefined} selected */
  const table = (odds, selected) => {
    const listed = odds.choices.slice(0, MOST);
    const more = odds.choices.length - listed.length;
    return h(
      "table.odds__table.figures.small",
      h(
        "thead",
        h(
          "tr",
          ...["choice", "fails", isForTheWin(odds) ? "win" : "value"].map((name) =>
            h("th", { scope: "col" }, t(`table.odds.${name}`)),
          ),
        ),
      ),
      h(
        "tbody",
        ...listed.map((choice, place) =>
          h(
            "tr",
            { "data-key": choice.action, "data-chosen": choice === selected || null },
            h(
              "th",
              { scope: "row" },
              h(
                "button.odds__choice.line",
                {
                  "data-token": choice.action,
                  "aria-pressed": String(choice === selected),
                  onclick: () => pick(choice.action),
                },
                h("span", nameOf(choice), place === 0 && odds.choices.length > 1 && best()),
              ),
            ),
            h("td", risk(choice)),
            h("td", worth(odds, choice)),
          ),
        ),
      ),
      more > 0 && h("tfoot", h("tr", h("td.soft", { colspan: "3" }, t("table.odds.more", { n: more })))),
    );
  };

  /** @param {string} token */
  const pick = (token) => {
    chosen = token;
    draw();
  };

  return {
    element,

    /** @param {Question} next */
    async show(next) {
      question = next;
      const nextPosition = typeof next.odds === "string" ? position : (next.odds.position ?? "");
      if (nextPosition !== position) {
        [position, chosen] = [nextPosition, null];
        hint.about(nextPosition);
      }
      await released(); // redrawing would lose the tap
      if (question === next) draw();
    },
  };
}

function best() {
  const name = t("table.odds.best");
  return h("span.odds__best", { title: name }, " ", h("span", { "aria-hidden": "true" }, "★"), h("span.unseen", name));
}

/** @param {OddsView} odds */
const isForTheWin = (odds) => odds.aim === "win";

/** @param {OddsView} odds @returns {boolean} whether the turn was not searched to its end */
const isCut = (odds) => [odds, ...odds.choices].some(({ value, unseen }) => value === null || (unseen ?? 0) > 0);

/**
 * Write how often the turn fails, as a range if the turn was not searched to its end.
 * @param {ChoiceOdds} choice
 */
const risk = ({ fails, unseen = 0 }) => (unseen ? `${percent(fails)} … ${percent(fails + unseen)}` : percent(fails));

/**
 * Write the value of a turn or a choice: a win share, or the points that the turn brings. An unknown value is written as
 * the range that it is in, or as a question mark.
 * @param {OddsView} odds
 * @param {Pick<ChoiceOdds, "value" | "between">} choice
 */
function worth(odds, { value, between }) {
  const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  /** @type {Intl.NumberFormatOptions} */
  const format = isForTheWin(odds) ? { style: "percent", ...oneDigit } : { signDisplay: "exceptZero", ...oneDigit };
  if (value !== null) return number(value, format);
  return between ? between.map((limit) => number(limit, format)).join(" … ") : "?";
}
