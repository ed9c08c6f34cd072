// A form field for the length of a new table's series; the default is a single game.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { field, select } from "./fields.js";

/** @typedef {NonNullable<TableSpec["series"]>} SeriesRules */

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
  const lengths = LENGTHS.map(([kind, n]) => /** @type {const} */ ([`${kind} ${n}`, t(`series.kind.${kind}`, { n })]));
  const length = select([["", t("series.single")], ...lengths], {
    id: "series-length",
    onchange: () => (more.hidden = !length.value),
  });
  const rules = POINTS.map((rule) => /** @type {const} */ ([rule, t(`series.rule.${rule}`)]));
  const points = select(rules, { id: "series-points" });
  const hint = h("p.field__hint", t("series.hint"));
  const more = h("div.stack", { hidden: true }, field(t("series.counts"), points), hint);
  return {
    element: h("div.stack", field(t("series.length"), length), more),
    read: () => {
      const [kind, count] = length.value.split(" ");
      if (!kind) return null;
      return /** @type {SeriesRules} */ ({ kind, count: Number(count), points: points.value });
    },
  };
}
