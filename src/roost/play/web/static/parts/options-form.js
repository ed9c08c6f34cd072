// The options of a game and the rules of the house as fields, generated from what is declared. Nothing here knows any
// game, or any rule.

import { fill, h } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";
import { LETTERS } from "../art/seats.js";
import { field, options, select, yesOrNo } from "./fields.js";

/** @typedef {{name: string, title?: string, meaning: string, default: any, rule?: string}} Declared */
/** @typedef {boolean | number | string} Value what a table is made with; lists travel as their text */

/**
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {boolean} isPrinted whether it is only for other editions of the game
 * @property {() => Value | undefined} read the value, or nothing where it is the default
 * @property {(seats: number) => void} [onSeats] the number of seats has changed
 */

let made = 0;

/**
 * The fields of all options.
 * @param {OptionInfo[]} declared
 * @returns {{element: HTMLElement, read: () => Record<string, Value>, onSeats: (seats: number) => void}}
 */
export function optionsForm(declared) {
  const fields = declared.map((option) => /** @type {const} */ ([option.name, fieldOf(option)]));
  const plain = fields.filter(([, one]) => !one.isPrinted).map(([, one]) => one.element);
  const printed = fields.filter(([, one]) => one.isPrinted).map(([, one]) => one.element);
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
    onSeats: (seats) => fields.forEach(([, one]) => one.onSeats?.(seats)),
  };
}

/**
 * The fields of the rules of the house. A rule that needs another one is asked for only where that one holds.
 * @param {OfferedRule[]} rules
 * @returns {{element: HTMLElement, read: () => Record<string, Value>}}
 */
export function rulesForm(rules) {
  const fields = rules.map((rule) => {
    const texts = new Map(rule.choices.map(({ value, text }) => [value, text]));
    return {
      rule,
      ...(texts.size > 0 ? oneOf(rule, [...texts.keys()], (value) => texts.get(value) ?? "") : isSo(rule)),
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
    read: () => chosenIn(fields.filter(({ rule }) => holds(rule.needs)).map((one) => [one.rule.name, one])),
  };
}

/**
 * What was chosen and is not the default, by name.
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
  if (schema.type === "boolean") return isSo(option);
  if (Array.isArray(schema.enum)) return oneOf(option, schema.enum);
  if (option.name === "start") return whoBegins(option);
  const number = [schema, ...(schema.anyOf ?? [])].find((part) => part.type === "integer");
  const count = number ? number.maximum - number.minimum + 1 : Infinity;
  if (count > 100) return text(option);
  const numbers = Array.from({ length: count }, (_, index) => number.minimum + index);
  return oneOf(option, option.default === null ? [null, ...numbers] : numbers);
}

/** @param {Declared} option @returns {Field} */
function isSo(option) {
  const { element, input } = yesOrNo(`option-${++made}`, titleOf(option), option.default === true, hint(option));
  return { isPrinted: false, element, read: () => (input.checked === option.default ? undefined : input.checked) };
}

/**
 * @template {string | number | null} T
 * @param {Declared} option
 * @param {T[]} values
 * @param {(value: T) => string} [told] what a value is called
 * @returns {Field}
 */
function oneOf(option, values, told = valueName) {
  const id = `option-${++made}`;
  const list = select(
    values.map((value) => [value ?? "", told(value)]),
    { id, value: String(option.default ?? ""), "aria-describedby": `${id}-hint` },
  );
  return {
    isPrinted: false,
    element: labelled(option, list),
    read: () => {
      const value = values.find((one) => String(one ?? "") === list.value);
      return value === option.default || value === null ? undefined : value;
    },
  };
}

/**
 * The seat that begins: as many as there are, or the lot.
 * @param {OptionInfo} option
 * @returns {Field}
 */
function whoBegins(option) {
  const id = `option-${++made}`;
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
 * Lists and the like, as text: what the command line and the record write, too.
 * @param {OptionInfo} option
 * @returns {Field}
 */
function text(option) {
  const id = `option-${++made}`;
  const before = written(option.default);
  const input = h("input.input", {
    id,
    value: before,
    maxlength: "100",
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": `${id}-hint`,
  });
  return {
    isPrinted: true,
    element: labelled(option, input),
    read: () => (input.value.trim() === before ? undefined : input.value.trim()),
  };
}

/**
 * A value as text: `1,1,2,2` or `6:2,8:3`.
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
