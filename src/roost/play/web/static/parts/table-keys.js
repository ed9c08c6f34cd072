// The keys of the table.

import { t } from "../lib/i18n.js";
import { bind } from "../lib/keys.js";

/** @typedef {{space: () => void, undo: () => void, menu: () => void, skip: () => void}} Acts */

/**
 * @param {Pick<ReturnType<typeof import("./screen.js").tableScreen>, "pick" | "choices" | "panel" | "toggle">} screen
 * @param {Acts} acts
 * @returns {() => void} lets the keys go
 */
export function bindTableKeys(screen, { space, undo, menu, skip }) {
  /** @type {import("../lib/keys.js").Bindings} */
  const numbers = {};
  for (let place = 1; place <= 9; place++) {
    numbers[String(place)] = [t("table.keys.choose"), () => void (screen.pick(place) || screen.choices.press(place))];
  }
  return bind({
    ...numbers,
    " ": [t("table.keys.roll"), space],
    k: [t("table.keys.keep"), () => screen.choices.leave()],
    o: [t("table.keys.odds"), () => screen.toggle("odds")],
    l: [t("table.keys.log"), () => screen.toggle("log")],
    r: [t("table.keys.react"), () => screen.toggle("react")],
    u: [t("table.keys.undo"), undo],
    m: [t("table.keys.menu"), menu],
    Escape: [t("table.keys.escape"), () => (screen.panel ? screen.toggle(null) : skip())],
  });
}
