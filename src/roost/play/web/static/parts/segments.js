// A form field of a few choices side by side, one of which is selected.

import { h } from "../lib/dom.js";

let count = 0;

/**
 * @param {string} name of the setting
 * @param {[value: string, text: string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} onChoose
 * @param {{hint?: string}} options
 * @returns {HTMLFieldSetElement}
 */
export function segments(name, choices, chosen, onChoose, { hint } = {}) {
  const group = `segments-${++count}`;
  return h(
    "fieldset.field",
    h("legend.field__name", name),
    hint && h("p.field__hint", hint),
    h(
      "div.segments",
      ...choices.map(([value, text]) =>
        h(
          "label",
          h("input", { type: "radio", name: group, value, checked: value === chosen, onchange: () => onChoose(value) }),
          h("span", text),
        ),
      ),
    ),
  );
}
