// The fields of forms: a list to choose from, a name above what is typed, and a switch with what it means.

import { h } from "../lib/dom.js";

/** @typedef {readonly (readonly [value: string | number, text: string | number])[]} Choices */

/**
 * A list to choose from.
 * @param {Choices} choices
 * @param {import("../lib/dom.js").Props} [given]
 * @param {(value: string) => void} [onChoose]
 */
export function select(choices, given = {}, onChoose) {
  const onchange = onChoose && ((/** @type {{target: HTMLSelectElement}} */ { target }) => onChoose(target.value));
  return h("select.input", { onchange, ...given }, ...options(choices));
}

/** @param {Choices} choices */
export const options = (choices) => choices.map(([value, text]) => h("option", { value: String(value) }, text));

/**
 * A field, with its name above it and a hint below.
 * @param {string} name
 * @param {HTMLElement} input which has an id
 * @param {Node | string} [hint]
 */
export const field = (name, input, hint) => h("div.field", h("label", { for: input.id }, name), input, hint);

/**
 * A yes or no, with a hint below its name.
 * @param {string} id
 * @param {string} name
 * @param {boolean} isOn
 * @param {Children} hint
 */
export function yesOrNo(id, name, isOn, hint) {
  const input = h("input", { type: "checkbox", role: "switch", id, checked: isOn, "aria-describedby": `${id}-hint` });
  const told = h("span.field__hint", { id: `${id}-hint` }, hint);
  const text = h("label.switch__text", { for: id }, h("span.field__name", name), told);
  return { element: h("div.switch", text, input), input };
}
