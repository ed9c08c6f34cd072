// A small shield: every roll was checked in this very browser, and here is how many.

import { h, s } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";
import { openDialog } from "./dialog.js";

/** @typedef {import("../model/trust.js").Trust} Trust */

/** @param {() => {trust: Trust | null, table: string, game: number}} ask */
export function shield(ask) {
  const picture = s("path", { d: "M12 3l7 2.500v5.500c0 4.500-3 8-7 9.700-4-1.700-7-5.200-7-9.700V5.500z" });
  const sign = s("path", { d: "M8.500 12l2.500 2.500 4.500-5" });
  const count = h("span", { class: "shield__count" });
  const element = h(
    "button",
    { type: "button", class: "button button--icon shield", onclick: () => explain(ask()) },
    s(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": "2",
        "stroke-linecap": "round", "stroke-linejoin": "round" },
      picture,
      sign,
    ),
    count,
  );

  return {
    element,

    /** @param {Trust | null} trust */
    show(trust) {
      element.hidden = trust === null;
      if (!trust) return;
      element.dataset["state"] = trust.broken ? "broken" : trust.checked ? "good" : "waiting";
      sign.setAttribute("d", trust.broken ? "M9 9l6 6M15 9l-6 6" : "M8.500 12l2.500 2.500 4.500-5");
      count.textContent = trust.checked ? String(trust.checked) : "";
      const name = trust.broken ? t("table.dice_broken") : t("table.dice_checked", { n: trust.checked });
      element.setAttribute("aria-label", name);
      element.title = name;
    },
  };
}

/** @param {{trust: Trust | null, table: string, game: number}} asked */
function explain({ trust, table, game }) {
  if (!trust) return;
  const told = h("div", { class: "stack" }, h("p", null, ...trustLine(trust, table, game)), h("p", null, t("table.dice_why")));
  openDialog(t("table.dice_title"), [told], { name: "dice" });
}

/**
 * What is known of a game's dice, with the way to check them all again.
 * @param {Trust | null} trust
 * @param {string} table
 * @param {number} game
 * @returns {(Node | string)[]}
 */
export function trustLine(trust, table, game) {
  if (!trust) return [];
  const link = h("a", { href: `/verify?table=${table}&game=${game}` }, t("table.dice_verify"));
  if (!trust.broken) return [t("table.dice_checked", { n: trust.checked }), " ", link];
  const { number, reason } = trust.broken;
  const why = has(`verify.reason.${reason}`) ? t(`verify.reason.${reason}`) : reason;
  return [h("b", { class: "bad" }, t("table.dice_broken_at", { number })), ` ${why} `, link];
}
