// The rules of a game: each rule is numbered, and rulings are marked.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { allGames } from "../model/games.js";
import { boxOf, contents, fetchRules, legend, rulesParts } from "../parts/rules.js";
import { gameLinks } from "../parts/game-links.js";

/** @type {Page} */
export default async function page({ places, fragment }, root) {
  const game = places["game"] ?? "";
  const [rules, box, games] = await Promise.all([fetchRules(game), boxOf(game), allGames()]);
  const title = t("rules.title", { game: rules.title });
  root.append(
    h(
      "div.rules-page",
      h(
        "header.rules-page__head.stack.gap-3",
        gameLinks("rules", game, games),
        h("h1", title),
        h(
          "div.row",
          h("a.button.button--main", { href: `/learn/${rules.game}` }, t("rules.learn")),
          h("a.button", { href: `/new/${rules.game}` }, t("rules.play")),
          games.some(({ name, adapters }) => name === rules.game && adapters.includes("cards")) &&
            h("a.button", { href: `/cards/${rules.game}` }, t("rules.card")),
          h("a.button.button--quiet", { href: `/analysis?game=${rules.game}` }, t("rules.analyse")),
        ),
      ),
      h(
        "nav.rules-page__contents",
        { "aria-label": t("rules.contents") },
        h(
          "ul.plain-list.wraps",
          ...contents(rules).map(({ title: name, href }) => h("li", h("a.pill.lights", { href }, name))),
        ),
      ),
      h("div.rules.stack", ...rulesParts(rules, box), legend()),
    ),
  );
  // Browsers look for the fragment's target before the page is drawn, so set the fragment again.
  if (fragment) requestAnimationFrame(() => location.replace(`#${fragment}`));
  return { title };
}
