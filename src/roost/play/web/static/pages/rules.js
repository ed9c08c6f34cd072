// The rules of a game: numbered, with rulings marked, one tap away from learning and playing it.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { allGames } from "../model/games.js";
import { boxOf, contents, fetchRules, legend, rulesParts } from "../parts/rules.js";
import { gameLinks } from "../parts/game-links.js";

/** @type {import("../lib/router.js").Page} */
export default async function page({ places, fragment }, root) {
  const game = places["game"] ?? "";
  const [rules, box, games] = await Promise.all([fetchRules(game), boxOf(game), allGames()]);
  const title = t("rules.title", { game: rules.title });
  root.append(
    h(
      "div",
      { class: "rules-page" },
      h(
        "header",
        { class: "rules-page__head" },
        gameLinks("rules", game, games),
        h("h1", null, title),
        h(
          "div",
          { class: "row" },
          h("a", { class: "button button--main", href: `/learn/${rules.game}` }, t("rules.learn")),
          h("a", { class: "button", href: `/new/${rules.game}` }, t("rules.play")),
          games.some(({ name, faces }) => name === rules.game && faces.includes("cards")) &&
            h("a", { class: "button", href: `/cards/${rules.game}` }, t("rules.card")),
          h("a", { class: "button button--quiet", href: `/analysis?game=${rules.game}` }, t("rules.analyse")),
        ),
      ),
      h(
        "nav",
        { class: "rules-page__contents", "aria-label": t("rules.contents") },
        h(
          "ul",
          { class: "plain-list" },
          ...contents(rules).map(({ title: name, href }) => h("li", null, h("a", { href }, name))),
        ),
      ),
      h("div", { class: "rules" }, ...rulesParts(rules, box), legend()),
    ),
  );
  // Browsers look for the target of an address before there is a page: now they find it.
  if (fragment) requestAnimationFrame(() => location.replace(`#${fragment}`));
  return { title };
}
