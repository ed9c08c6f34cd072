// Builds elements without markup in strings, so text that people typed is never read as HTML.

import { under } from "./place.js";

/** @typedef {Node | string | number | null | undefined | false} Child of an element; null, undefined and false are skipped */
/** @typedef {Child | Child[]} Children */
/**
 * Properties of an element: `class`, `hidden`, `aria-*`, `data-*` and other attributes; `style` as an object;
 * listeners of any type as functions (`onclick`); `value`, `checked` and the like as properties.
 * @typedef {Record<string, any>} Props
 */
/** @typedef {[Props, ...Children[]] | Children[]} Content The properties of an element, if any, and then its children. */
/**
 * The name of an element with its classes: `div.board.wide`.
 * @template M
 * @typedef {(keyof M & string) | `${keyof M & string}.${string}`} TagName
 */
/**
 * The type of the element that a name creates.
 * @template M, T
 * @typedef {T extends keyof M ? M[T] : T extends `${infer N extends keyof M & string}.${string}` ? M[N] : never} ElementOf
 */

const SVG = "http://www.w3.org/2000/svg";
const AS_PROPERTIES = new Set(["value", "checked", "selected", "disabled", "indeterminate", "textContent"]);

/**
 * Make an HTML element. A button gets the type `button` unless its properties name another.
 * @template {TagName<HTMLElementTagNameMap>} T
 * @param {T} name `tag.class.class`
 * @param {Content} content
 * @returns {ElementOf<HTMLElementTagNameMap, T>}
 */
export function h(name, ...content) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(/** @type {string} */ (tag));
  if (element instanceof HTMLButtonElement) element.type = "button";
  return /** @type {any} */ (put(element, classes, content));
}

/**
 * Make an SVG element.
 * @template {TagName<SVGElementTagNameMap>} T
 * @param {T} name `tag.class.class`
 * @param {Content} content
 * @returns {ElementOf<SVGElementTagNameMap, T>}
 */
export function s(name, ...content) {
  const [tag, ...classes] = name.split(".");
  return /** @type {any} */ (put(document.createElementNS(SVG, /** @type {string} */ (tag)), classes, content));
}

/** @param {any} element @param {string[]} classes @param {Content} content */
function put(element, classes, [first, ...rest]) {
  const props = first?.constructor === Object ? /** @type {Props} */ (first) : null;
  if (classes.length) element.setAttribute("class", classes.join(" "));
  if (props) setProps(element, props);
  element.append(...nodes(/** @type {Children[]} */ (props ? rest : [first, ...rest])));
  if (props && element instanceof HTMLSelectElement && "value" in props) element.value = props.value; // needs its options
  return element;
}

/**
 * Replace the children of an element.
 * @param {Element} element
 * @param {...Children} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/** @param {HTMLElement | SVGElement} element @param {Props} props */
function setProps(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) {
      if (AS_PROPERTIES.has(name) && value === false) Reflect.set(element, name, false);
    } else if (typeof value === "function" && name.startsWith("on")) {
      addListener(element, name.slice(2), value);
    } else if (name === "style") {
      for (const [key, setting] of Object.entries(value)) element.style.setProperty(key, String(setting));
    } else if (AS_PROPERTIES.has(name) && element instanceof HTMLElement) {
      Reflect.set(element, name, value);
    } else {
      const text = value === true ? "" : String(value);
      element.setAttribute(name, name === "href" || name === "src" ? under(text) : text);
    }
  }
}

/**
 * The listeners of each element, by event type. The document handles all events and looks up their listeners here: a
 * redrawn element has the listeners of its latest drawing. Only elements in the document receive events.
 * @type {WeakMap<EventTarget, Record<string, (event: any) => void>>}
 */
const listeners = new WeakMap();
/** @type {Set<string>} */
const delegated = new Set();

/**
 * Add a listener, and mark the element, because an element does not reveal its listeners.
 * @param {Element} element
 * @param {string} type
 * @param {(event: any) => void} run
 */
function addListener(element, type, run) {
  element.setAttribute("data-listens", "");
  listeners.set(element, { ...listeners.get(element), [type]: run });
  if (delegated.has(type)) return;
  delegated.add(type);
  for (const isDown of [true, false]) document.addEventListener(type, dispatch, isDown);
}

/** @param {Event} event handled while it bubbles up, or on its way down if it does not bubble */
function dispatch(event) {
  const isDown = event.eventPhase === Event.CAPTURING_PHASE;
  if (event.bubbles === isDown) return;
  for (const place of isDown ? [event.target] : event.composedPath())
    if (place instanceof Element && !place.matches(":disabled")) listeners.get(place)?.[event.type]?.(event);
}

/**
 * Give an element the listeners that its new drawing has.
 * @param {Element} old
 * @param {Element} fresh
 */
export function listenAs(old, fresh) {
  const listening = listeners.get(fresh);
  if (listening) listeners.set(old, listening);
  else listeners.delete(old);
}

/**
 * Convert children to the form that DOM methods accept.
 * @param {Children[]} children
 * @returns {(Node | string)[]}
 */
export function nodes(children) {
  return children.flat().flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    return [typeof child === "number" ? String(child) : child];
  });
}

/**
 * Cache drawings by their arguments, and return copies, because copying is much faster than drawing.
 * @template {(string | number | null | undefined)[]} A
 * @template {Element} E
 * @param {(...how: A) => E} draw
 * @returns {(...how: A) => E}
 */
export function drawnOnce(draw) {
  /** @type {Map<string, E>} */
  const cache = new Map();
  return (...args) => {
    const key = args.join(" ");
    const drawing = cache.get(key) ?? draw(...args);
    cache.set(key, drawing);
    return /** @type {E} */ (drawing.cloneNode(true));
  };
}
