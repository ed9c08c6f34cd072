// Writes win shares as numbers, to a tenth of a percent, which is finer than anyone notices in play.

import { h } from "../lib/dom.js";
import { number } from "../lib/i18n.js";

/** @param {number} share @returns {string} such as `41.7%` */
export const exact = (share) => number(share, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/**
 * Write a signed change in percentage points: `+4.3`.
 * @param {number} change
 */
export function signed(change) {
  const text = number(100 * change, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" });
  return text.replace("-", "−");
}

/**
 * Make a table of numbers with column and row headings.
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
