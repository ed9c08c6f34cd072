// How many games a new table is for; quietly, a single one.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @typedef {NonNullable<import("../types/messages").TableSpec["series"]>} SeriesRules */

/** @type {[SeriesRules["kind"], number][]} */
const LENGTHS = [
  ["round", 1],
  ["best_of", 3],
  ["best_of", 5],
  ["first_to", 2],
  ["first_to", 3],
  ["first_to", 5],
  ["games", 2],
  ["games", 3],
  ["games", 5],
  ["games", 10],
];
/** @type {NonNullable<SeriesRules["points"]>[]} */
const POINTS = ["places", "wins", "points"];

/** @returns {{element: HTMLElement, read: () => SeriesRules | null}} */
export function seriesForm() {
  const length = h(
    "select.input",
    { id: "series-length" },
    h("option", { value: "" }, t("series.single")),
    ...LENGTHS.map(([kind, n]) => h("option", { value: `${kind} ${n}` }, t(`series.kind.${kind}`, { n }))),
  );
  const points = h(
    "select.input",
    { id: "series-points" },
    ...POINTS.map((rule) => h("option", { value: rule }, t(`series.rule.${rule}`))),
  );
  const more = h(
    "div.stack",
    { hidden: true },
    h("div.field", h("label", { for: points.id }, t("series.counts")), points),
    h("p.field__hint", t("series.hint")),
  );
  length.addEventListener("change", () => (more.hidden = !length.value));
  return {
    element: h("div.stack", h("div.field", h("label", { for: length.id }, t("series.length")), length), more),
    read: () => {
      const [kind, count] = length.value.split(" ");
      if (!kind) return null;
      return /** @type {SeriesRules} */ ({ kind, count: Number(count), points: points.value });
    },
  };
}
