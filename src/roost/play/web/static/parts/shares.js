// Shares of a win as numbers: exact to a tenth of a percent of a win, which is more than anybody can feel.

import { h } from "../lib/dom.js";
import { number } from "../lib/i18n.js";

/**
 * A share in percent, as the language writes it: `41.7%`.
 * @param {number} share
 */
export const exact = (share) => number(share, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/**
 * A change with its sign, in percent of a win: `+4.3`.
 * @param {number} change
 */
export function signed(change) {
  const shown = number(100 * change, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" });
  return shown.replace("-", "−");
}

/**
 * A table of figures: a heading for each column, and for each row.
 * @param {"table" | `table.${string}`} name
 * @param {string[]} heads
 * @param {[head: string, ...cells: string[]][]} rows
 */
export function figures(name, heads, rows) {
  const body = rows.map(([head, ...cells]) =>
    h("tr", h("th", { scope: "row" }, head), ...cells.map((cell) => h("td", cell))),
  );
  return h(name, h("thead", h("tr", ...heads.map((head) => h("th", { scope: "col" }, head)))), h("tbody", ...body));
}
