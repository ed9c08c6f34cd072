// Dice statistics: how often each symbol was rolled, compared with its expected count.

import { die } from "../art/dice.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { allGames } from "../model/games.js";
import { dieOf } from "../model/game-ui.js";
import { api } from "../net/api.js";
import { badNotice, recordField } from "../parts/record-field.js";
import { diceChart } from "../parts/dice-chart.js";

/** @type {Page} */
export default async function page(_, root) {
  /** @type {DiceReport} */
  const report = await api.get("/dice");
  const recordResult = h("div.stack");

  const games = await allGames();
  /**
   * @param {DieTally} tally
   * @param {string} [title] the chart's title; by default the game's name
   */
  const card = async (tally, title) => {
    const info = games.find(({ name }) => name === tally.game);
    const names = new Map((info?.die.symbols ?? []).map(({ symbol, text }) => [symbol, text]));
    const face = (/** @type {string} */ char) => names.get(char) ?? char;
    return diceChart(tally, title ?? info?.short ?? tally.game, { die: info ? await dieOf(info) : die, face });
  };
  const order = (/** @type {{game: string}} */ { game }) => games.findIndex(({ name }) => name === game);
  const cards = await Promise.all([...report.dice].sort((a, b) => order(a) - order(b)).map((tally) => card(tally)));

  /** @param {string} record */
  const count = async (record) => {
    try {
      /** @type {ReplayView} */
      const replay = await api.post("/replays", { record });
      fill(recordResult, await card(replay.dice, replay.names.join(", ")));
    } catch (error) {
      fill(recordResult, badNotice(error));
    }
  };

  root.append(
    h(
      "div.dice-page.stack",
      h(
        "header.stack.stack--tight",
        h("h1", t("dice.title")),
        h("p.verify__lead", report.dice.length ? t("dice.lead", { n: report.tables }) : t("dice.none")),
        report.dice.length > 0 && h("p.soft.small", t("dice.explained")),
      ),
      h("div.dice-page__kinds.columns.gap-4", ...cards),
      h("p.notice", t("dice.checked"), " ", h("a", { href: "/verify" }, t("verify.title"))),
      h(
        "section.card.stack",
        { "aria-labelledby": "dice-own" },
        h("h2", { id: "dice-own" }, t("dice.of_record")),
        h("p.soft", t("dice.of_record_text")),
        recordField(t("verify.check"), (text) => void count(text)),
        recordResult,
      ),
    ),
  );
  return { title: t("dice.title") };
}
