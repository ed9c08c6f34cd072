// Form fields for a game's options and the house rules, generated from their declarations, for any game.

import { fill, h } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";
import { LETTERS } from "../art/seats.js";
import { field, options, select, yesOrNo } from "./fields.js";

/** @typedef {{name: string, title?: string, meaning: string, default: any, rule?: string}} Declared */
/** @typedef {boolean | number | string} Value an option's value; lists are sent as text */

/**
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {boolean} isPrinted whether the option matters only for other editions of the game
 * @property {() => Value | undefined} read returns the value, or undefined for the default
 * @property {(seats: number) => void} [onSeats] called when the number of seats changes
 */

let count = 0;

/**
 * @param {OptionInfo[]} declared
 * @returns {{element: HTMLElement, read: () => Record<string, Value>, onSeats: (seats: number) => void}}
 */
export function optionsForm(declared) {
  const fields = declared.map((option) => /** @type {const} */ ([option.name, fieldOf(option)]));
  const plain = fields.filter(([, field]) => !field.isPrinted).map(([, field]) => field.element);
  const printed = fields.filter(([, field]) => field.isPrinted).map(([, field]) => field.element);
  return {
    element: h(
      "div.stack",
      ...plain,
      printed.length > 0 &&
        h(
          "details.fold",
          h("summary", t("new.more_options")),
          h("div.stack", h("p.field__hint", t("new.more_options_hint")), ...printed),
        ),
    ),
    read: () => chosenIn(fields),
    onSeats: (seats) => fields.forEach(([, field]) => field.onSeats?.(seats)),
  };
}

/**
 * Make the fields for the house rules. A rule that depends on another rule is shown only while that other rule is on.
 * @param {OfferedRule[]} rules
 * @returns {{element: HTMLElement, read: () => Record<string, Value>}}
 */
export function rulesForm(rules) {
  const fields = rules.map((rule) => {
    const texts = new Map(rule.choices.map(({ value, text }) => [value, text]));
    return {
      rule,
      ...(texts.size > 0 ? choiceOf(rule, [...texts.keys()], (value) => texts.get(value) ?? "") : switchFor(rule)),
    };
  });
  const element = h("div.stack", ...fields.map((field) => field.element));
  const holds = (/** @type {string | null} */ name) =>
    fields.every(({ rule, read }) => rule.name !== name || (read() ?? rule.default));
  const show = () => fields.forEach(({ rule, element }) => (element.hidden = !holds(rule.needs)));
  element.addEventListener("change", show);
  show();
  return {
    element,
    read: () => chosenIn(fields.filter(({ rule }) => holds(rule.needs)).map((field) => [field.rule.name, field])),
  };
}

/**
 * Return the values that differ from their defaults, by name.
 * @param {(readonly [name: string, field: Pick<Field, "read">])[]} fields
 * @returns {Record<string, Value>}
 */
function chosenIn(fields) {
  const values = fields.map(([name, { read }]) => [name, read()]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** @param {OptionInfo} option @returns {Field} */
function fieldOf(option) {
  const { schema } = option;
  if (schema.type === "boolean") return switchFor(option);
  if (Array.isArray(schema.enum)) return choiceOf(option, schema.enum);
  if (option.name === "start") return whoBegins(option);
  const number = [schema, ...(schema.anyOf ?? [])].find((part) => part.type === "integer");
  const count = number ? number.maximum - number.minimum + 1 : Infinity;
  if (count > 100) return text(option);
  const numbers = Array.from({ length: count }, (_, index) => number.minimum + index);
  return choiceOf(option, option.default === null ? [null, ...numbers] : numbers);
}

/** @param {Declared} option @returns {Field} */
function switchFor(option) {
  const { element, input } = yesOrNo(`option-${++count}`, titleOf(option), option.default === true, hint(option));
  return { isPrinted: false, element, read: () => (input.checked === option.default ? undefined : input.checked) };
}

/**
 * @template {string | number | null} T
 * @param {Declared} option
 * @param {T[]} values
 * @param {(value: T) => string} [label] returns the text of a value
 * @returns {Field}
 */
function choiceOf(option, values, label = valueName) {
  const id = `option-${++count}`;
  const list = select(
    values.map((value) => [value ?? "", label(value)]),
    { id, value: String(option.default ?? ""), "aria-describedby": `${id}-hint` },
  );
  return {
    isPrinted: false,
    element: labelled(option, list),
    read: () => {
      const value = values.find((candidate) => String(candidate ?? "") === list.value);
      return value === option.default || value === null ? undefined : value;
    },
  };
}

/**
 * Make a field for the seat that begins, or a random seat.
 * @param {OptionInfo} option
 * @returns {Field}
 */
function whoBegins(option) {
  const id = `option-${++count}`;
  const list = h("select.input", { id, "aria-describedby": `${id}-hint` });
  const letters = [...LETTERS].map((letter, seat) => /** @type {const} */ ([seat, t("new.seat", { letter })]));
  /** @param {number} seats */
  const onSeats = (seats) => {
    const before = list.value || String(option.default);
    fill(list, ...options([...letters.slice(0, seats), ["random", t("new.random")]]));
    list.value = Number(before) >= seats ? String(option.default) : before;
  };
  onSeats(2);
  const read = () => (list.value === "random" ? "random" : Number(list.value));
  const isDefault = () => list.value === String(option.default);
  return { isPrinted: false, element: labelled(option, list), read: () => (isDefault() ? undefined : read()), onSeats };
}

/**
 * Make a text field for a list or mapping, in the notation that the command line and records use.
 * @param {OptionInfo} option
 * @returns {Field}
 */
function text(option) {
  const id = `option-${++count}`;
  const initial = written(option.default);
  const input = h("input.input", {
    id,
    value: initial,
    maxlength: "100",
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": `${id}-hint`,
  });
  return {
    isPrinted: true,
    element: labelled(option, input),
    read: () => (input.value.trim() === initial ? undefined : input.value.trim()),
  };
}

/**
 * Write a value in the command line's notation: `1,1,2,2` or `6:2,8:3`.
 * @param {any} value
 * @returns {string}
 */
function written(value) {
  if (Array.isArray(value)) return value.map(written).join(",");
  if (value !== null && typeof value === "object") return Object.values(value).map(written).join(":");
  return String(value);
}

/** @param {string | number | null} value */
function valueName(value) {
  if (value === null) return t("new.standard");
  return has(`new.value.${value}`) ? t(`new.value.${value}`) : String(value);
}

/** @param {Declared} option */
const titleOf = ({ title, name }) =>
  title ?? (has(`new.called.${name}`) ? t(`new.called.${name}`) : name.replaceAll("_", " "));

/** @param {Declared} option @param {HTMLElement} input */
function labelled(option, input) {
  const { id } = input;
  return field(titleOf(option), input, option.meaning && h("span.field__hint", { id: `${id}-hint` }, hint(option)));
}

/** @param {Declared} option */
function hint({ meaning, rule }) {
  return [`${meaning} `, rule ? h("span.field__rule", t("new.rule", { number: rule })) : null];
}
