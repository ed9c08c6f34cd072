// The odds of the decision at hand: what each choice is worth, how often it fails, and how the turn may end. Exact.

import { bird } from "../art/birds.js";
import { h } from "../lib/dom.js";
import { released } from "../lib/pointer.js";
import { render } from "../lib/render.js";
import { number, percent, t } from "../lib/i18n.js";
import { hintBox } from "./hint.js";
import { actionLabel } from "./names.js";
import { resultChart } from "./result-chart.js";

/** More choices than these are worth less, and only counted. */
const MOST = 7;

/**
 * @typedef {object} Question
 * @property {OddsView | "waiting" | "none"} odds
 * @property {Record<string, string>} texts what each action does, by its token
 * @property {Say} [say] in the words of the game
 */

/** The panel. */
export function oddsPanel() {
  const hint = hintBox();
  // The hint stays where it is while all around it is drawn again: a button that is put back loses the focus.
  const [above, below] = [h("div.odds__part"), h("div.odds__part")];
  const element = h("div.odds.stack.stack--tight", above, hint.element, below);
  /**
   * The choice whose results are drawn; the best one without.
   * @type {string | null}
   */
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
    const found = odds.choices.find((choice) => choice.action === chosen) ?? odds.choices[0];
    const results = found?.results ?? odds.results ?? {};
    const name = found ? nameOf(found) : t("table.odds.whole_turn");
    return [
      odds.choices.length > 0 && table(odds, found),
      h("h3.odds__title", t("table.odds.ends", { choice: name })),
      resultChart(results, odds.told),
      odds.choices.length === 0 &&
        h(
          "p.small",
          t(isForTheWin(odds) ? "table.odds.turn_win" : "table.odds.turn", {
            fails: percent(odds.fails ?? 0),
            value: worth(odds, odds),
          }),
        ),
      h("p.small.soft", isForTheWin(odds) ? t("table.odds.about_win") : say("odds.about")),
    ];
  };

  /** @param {OddsView} odds */
  const rooster = (odds) => {
    const text = odds.rooster ? question.texts[odds.rooster] : undefined;
    if (!text || odds.choices.length < 2) return null;
    const picture = h("span", { "aria-hidden": "true" }, bird("rooster"));
    return h("p.odds__rooster.line.small", picture, h("span", t("table.odds.rooster", { action: text })));
  };

  /** @param {OddsView} odds @param {ChoiceOdds | undefined} found */
  const table = (odds, found) => {
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
            { "data-key": choice.action, "data-chosen": choice === found || null },
            h(
              "th",
              { scope: "row" },
              h(
                "button.odds__choice.line",
                {
                  "data-token": choice.action,
                  "aria-pressed": String(choice === found),
                  onclick: () => pick(choice.action),
                },
                h("span", nameOf(choice), place === 0 && odds.choices.length > 1 && best()),
              ),
            ),
            h("td", percent(choice.fails)),
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
      const at = typeof next.odds === "string" ? position : (next.odds.position ?? "");
      if (at !== position) {
        [position, chosen] = [at, null];
        hint.about(at);
      }
      await released(); // what gives way to a sentence for a moment loses the tap under way
      if (question === next) draw();
    },
  };
}

/** A mark beside the best choice. */
function best() {
  const name = t("table.odds.best");
  return h("span.odds__best", { title: name }, " ", h("span", { "aria-hidden": "true" }, "★"), h("span.unseen", name));
}

/** @param {OddsView} odds */
const isForTheWin = (odds) => odds.aim === "win";

/**
 * What the turn or a choice is worth: a share of the win, or what the turn brings.
 * @param {OddsView} odds
 * @param {{value: number}} found
 */
function worth(odds, { value }) {
  const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return number(
    value,
    isForTheWin(odds) ? { style: "percent", ...oneDigit } : { signDisplay: "exceptZero", ...oneDigit },
  );
}
