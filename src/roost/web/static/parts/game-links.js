// From the page of one game to the same page of another.

import { h } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";

/** The games that we drew and wrote pages for, in the order in which the home page shows them. */
export const GAMES = ["heckmeck", "junior", "barbecue", "picnic"];

/**
 * @param {string} area the first word of the address
 * @param {string} here the game that is shown
 */
export function gameLinks(area, here) {
  return h(
    "nav",
    { class: "game-links", "aria-label": t("rules.games") },
    ...GAMES.map((game) =>
      h("a", { class: "game-links__one", href: `/${area}/${game}`, "aria-current": game === here ? "page" : null }, shortTitle(game)),
    ),
  );
}

/**
 * What a game is called where there is little room.
 * @param {string} game
 * @param {string} [title] what it is called where we have no word of our own
 */
export function shortTitle(game, title = game) {
  const key = `rules.short.${game}`;
  return has(key) ? t(key) : title;
}
