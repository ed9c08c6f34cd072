// Links from a page about one game to the same page about other games.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/**
 * @param {string} area the first word of the address
 * @param {string} here the current game
 * @param {GameInfo[]} games
 */
export function gameLinks(area, here, games) {
  const all = games.map(({ name, short }) => ({ href: `/${area}/${name}`, text: short, isHere: name === here }));
  return links(t("rules.games"), all);
}

/** @param {string} label @param {{href: string, text: string, isHere: boolean}[]} all */
export function links(label, all) {
  const link = (/** @type {typeof all[number]} */ { href, text, isHere }) =>
    h("a.game-links__one.pill.lights", { href, "aria-current": isHere ? "page" : null }, text);
  return h("nav.game-links.wraps.gap-1", { "aria-label": label }, ...all.map(link));
}
