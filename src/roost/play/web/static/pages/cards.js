// The strategy card of a game, to read on the screen or to print.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { allGames } from "../model/games.js";
import { api } from "../net/api.js";
import { gameLinks, links } from "../parts/game-links.js";

const SIZES = ["beginner", "expert"];
const PAPERS = ["A6", "A4"];

/** @type {Page} */
export default async function page({ places, query }, root) {
  const game = places["game"] ?? "";
  const wanted = query.get("size") ?? "";
  const size = SIZES.includes(wanted) ? wanted : "beginner";
  const address = `/cards/${encodeURIComponent(game)}`;
  /** @type {[CardView, GameInfo[]]} */
  const [card, games] = await Promise.all([api.get(address, { size }), allGames()]);
  const withCards = games.filter(({ adapters }) => adapters.includes("cards"));
  const cardElement = renderCard(card);
  const printOn = (/** @type {string} */ paper) => {
    cardElement.dataset["paper"] = paper;
    print();
  };
  const sizes = SIZES.map((value) => ({
    href: `${address}?size=${value}`,
    text: t(`cards.${value}`),
    isHere: value === size,
  }));
  root.append(
    h(
      "div.card-page.stack",
      h("header.rules-page__head.stack.gap-3", gameLinks("cards", game, withCards), links(t("cards.sizes"), sizes)),
      cardElement,
      h(
        "footer.rules-page__head.stack.gap-3",
        h("p", t("cards.about")),
        h(
          "div.row",
          ...PAPERS.map((paper) =>
            h("button.button.button--main", { onclick: () => printOn(paper) }, `${t("cards.print")} · ${paper}`),
          ),
          h("a.button.button--quiet", { href: `/new/${card.game}` }, t("rules.play")),
        ),
      ),
    ),
  );
  return { title: card.title };
}

/** @param {CardView} card */
function renderCard(card) {
  let number = 0;
  return h(
    "article.strategy-card.stack.gap-3",
    h("h1", card.title),
    h("p.strategy-card__how.soft.small", card.how),
    ...card.sections.map(({ title, lines, tables }) => {
      const first = number + 1;
      number += lines.length;
      return h(
        "section",
        h("h2", title),
        h(
          "ol",
          { start: String(first) },
          ...lines.map(({ when, advice }) => h("li", h("span", `${when} `), h("b", advice))),
        ),
        h("div.strategy-card__tables.wraps.gap-4", ...tables.map(points)),
      );
    }),
    h("p.strategy-card__note.soft.small", card.note),
  );
}

/** @param {CardTable} table */
function points({ title, columns, rows }) {
  const table = h(
    "table.strategy-card__table.small",
    h("caption", title),
    h("thead", h("tr", h("td"), ...columns.map((column) => h("th", { scope: "col" }, column)))),
    h(
      "tbody",
      ...rows.map(({ label, cells }) =>
        h("tr", h("th", { scope: "row" }, label), ...cells.map((cell) => h("td", cell))),
      ),
    ),
  );
  // A table that is wider than the screen scrolls by touch or arrow keys.
  return h("div.strategy-card__wide", { tabindex: "0", role: "group", "aria-label": title }, table);
}
