// Form fields: a choice from a list, a labelled input, and a switch with a hint.

import { h } from "../lib/dom.js";

/** @typedef {readonly (readonly [value: string | number, text: string | number])[]} Choices */

/** @param {Choices} choices @param {import("../lib/dom.js").Props} [props] @param {(value: string) => void} [onChoose] */
export function select(choices, props = {}, onChoose) {
  const onchange = onChoose && ((/** @type {{target: HTMLSelectElement}} */ { target }) => onChoose(target.value));
  return h("select.input", { onchange, ...props }, ...options(choices));
}

/** @param {Choices} choices */
export const options = (choices) => choices.map(([value, text]) => h("option", { value: String(value) }, text));

/** @param {string} name @param {HTMLElement} input with an id @param {Node | string} [hint] */
export const field = (name, input, hint) => h("div.field", h("label", { for: input.id }, name), input, hint);

/** @param {string} id @param {string} name @param {boolean} isOn @param {Children} hint */
export function yesOrNo(id, name, isOn, hint) {
  const input = h("input", { type: "checkbox", role: "switch", id, checked: isOn, "aria-describedby": `${id}-hint` });
  const description = h("span.field__hint", { id: `${id}-hint` }, hint);
  const text = h("label.switch__text", { for: id }, h("span.field__name", name), description);
  return { element: h("div.switch", text, input), input };
}
