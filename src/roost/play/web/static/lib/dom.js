// Building elements without markup in strings: whatever people typed is always text, never HTML.

/** @typedef {Node | string | number | null | undefined | false} Child What may stand inside an element; nothing shows nothing. */
/** @typedef {Child | Child[]} Children */
/**
 * What an element is given: `class`, `hidden`, `aria-*`, `data-*` and other attributes; `style` as an object;
 * listeners of any type as functions (`onclick`); `value`, `checked` and the like as properties.
 * @typedef {Record<string, any>} Props
 */
/** @typedef {[Props, ...Children[]] | Children[]} Given What an element gets: what it is given, if anything, and what stands in it. */
/**
 * The name of an element with its classes, and the element that it makes.
 * @template M
 * @typedef {(keyof M & string) | `${keyof M & string}.${string}`} Named
 */
/**
 * @template M, T
 * @typedef {T extends keyof M ? M[T] : T extends `${infer N extends keyof M & string}.${string}` ? M[N] : never} Made
 */

const SVG = "http://www.w3.org/2000/svg";
const AS_PROPERTIES = new Set(["value", "checked", "selected", "disabled", "indeterminate", "textContent"]);

/**
 * An HTML element. A button does nothing of its own, unless it is told to be another one.
 * @template {Named<HTMLElementTagNameMap>} T
 * @param {T} name `tag.class.class`
 * @param {Given} given
 * @returns {Made<HTMLElementTagNameMap, T>}
 */
export function h(name, ...given) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(/** @type {string} */ (tag));
  if (element instanceof HTMLButtonElement) element.type = "button";
  return /** @type {any} */ (put(element, classes, given));
}

/**
 * An SVG element.
 * @template {Named<SVGElementTagNameMap>} T
 * @param {T} name `tag.class.class`
 * @param {Given} given
 * @returns {Made<SVGElementTagNameMap, T>}
 */
export function s(name, ...given) {
  const [tag, ...classes] = name.split(".");
  return /** @type {any} */ (put(document.createElementNS(SVG, /** @type {string} */ (tag)), classes, given));
}

/** @param {any} element @param {string[]} classes @param {Given} given */
function put(element, classes, [first, ...others]) {
  const props = first?.constructor === Object ? /** @type {Props} */ (first) : null;
  if (classes.length) element.setAttribute("class", classes.join(" "));
  if (props) give(element, props);
  element.append(...nodes(/** @type {Children[]} */ (props ? others : [first, ...others])));
  if (props && element instanceof HTMLSelectElement && "value" in props) element.value = props.value; // now it has options
  return element;
}

/**
 * Put other children into an element, in place of those it has.
 * @param {Element} element
 * @param {...Children} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/** @param {HTMLElement | SVGElement} element @param {Props} props */
function give(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) {
      if (AS_PROPERTIES.has(name) && value === false) Reflect.set(element, name, false);
    } else if (typeof value === "function" && name.startsWith("on")) {
      listen(element, name.slice(2), value);
    } else if (name === "style") {
      for (const [key, of] of Object.entries(value)) element.style.setProperty(key, String(of));
    } else if (AS_PROPERTIES.has(name) && element instanceof HTMLElement) {
      Reflect.set(element, name, value);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * The listeners of each element by their types. The document hears all events and looks here who is to be told: an element
 * that is drawn again has the listeners of its last drawing. Only elements in the document are heard.
 * @type {WeakMap<EventTarget, Record<string, (event: any) => void>>}
 */
const listeners = new WeakMap();
/** @type {Set<string>} */
const heard = new Set();

/**
 * Listeners cannot be seen from outside, so that an element that has any is marked.
 * @param {Element} element
 * @param {string} type
 * @param {(event: any) => void} run
 */
function listen(element, type, run) {
  element.setAttribute("data-listens", "");
  listeners.set(element, { ...listeners.get(element), [type]: run });
  if (heard.has(type)) return;
  heard.add(type);
  for (const isDown of [true, false]) document.addEventListener(type, tell, isDown);
}

/** @param {Event} event which is met on its way up, or down if it has no way up */
function tell(event) {
  const isDown = event.eventPhase === Event.CAPTURING_PHASE;
  if (event.bubbles === isDown) return;
  for (const place of isDown ? [event.target] : event.composedPath())
    if (place instanceof Element && !place.matches(":disabled")) listeners.get(place)?.[event.type]?.(event);
}

/**
 * Let an element that stays listen as its new drawing does.
 * @param {Element} old
 * @param {Element} fresh
 */
export function listenAs(old, fresh) {
  const found = listeners.get(fresh);
  if (found) listeners.set(old, found);
  else listeners.delete(old);
}

/**
 * What stands inside an element, as the browser wants it.
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
 * A drawing that is made once for each way to ask for it, and copied from then on, which takes a fraction of the time.
 * @template {(string | number | null | undefined)[]} A
 * @template {Element} E
 * @param {(...how: A) => E} draw
 * @returns {(...how: A) => E}
 */
export function drawnOnce(draw) {
  /** @type {Map<string, E>} */
  const kept = new Map();
  return (...how) => {
    const key = how.join(" ");
    const drawn = kept.get(key) ?? draw(...how);
    kept.set(key, drawn);
    return /** @type {E} */ (drawn.cloneNode(true));
  };
}
