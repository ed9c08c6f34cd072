// From the page of one game to the same page of another.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/**
 * @param {string} area the first word of the address
 * @param {string} here the game that is shown
 * @param {GameInfo[]} games
 */
export function gameLinks(area, here, games) {
  return h(
    "nav.game-links.wraps",
    { "aria-label": t("rules.games") },
    ...games.map(({ name, short }) =>
      h("a.game-links__one", { href: `/${area}/${name}`, "aria-current": name === here ? "page" : null }, short),
    ),
  );
}
