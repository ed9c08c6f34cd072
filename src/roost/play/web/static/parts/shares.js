// Shares of a win as numbers: exact to a tenth of a percent of a win, which is more than anybody can feel.

import { number } from "../lib/i18n.js";

/**
 * A share in percent, as the language writes it: `41.7%`.
 * @param {number} share
 */
export function exact(share) {
  return number(share, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/**
 * A change with its sign, in percent of a win: `+4.3`.
 * @param {number} change
 */
export function signed(change) {
  const shown = number(100 * change, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" });
  return shown.replace("-", "−");
}
