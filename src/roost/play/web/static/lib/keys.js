// Keyboard shortcuts for the open page. The help overlay lists all bound keys, so it is always complete.

/** @typedef {Record<string, [description: string, run: (event: KeyboardEvent) => void]>} Bindings by `event.key` */

/** @type {Set<Bindings>} */
const pageKeys = new Set();
/** @type {Bindings} */
let globalKeys = {};

/**
 * Bind keys. Return a function that unbinds them; leaving the page also unbinds them.
 * @param {Bindings} bindings
 */
export function bind(bindings) {
  pageKeys.add(bindings);
  return () => void pageKeys.delete(bindings);
}

/** @param {Bindings} bindings that work on every page */
export function bindEverywhere(bindings) {
  globalKeys = { ...globalKeys, ...bindings };
}

/** Unbind all keys of a page when the user leaves it. */
export function unbindAll() {
  pageKeys.clear();
}

/**
 * Return the keys that work now and what they do; keys that do the same are listed together.
 * @returns {{keys: string[], description: string}[]}
 */
export function help() {
  /** @type {Map<string, string[]>} */
  const keysByDescription = new Map();
  for (const bindings of [...pageKeys, globalKeys]) {
    for (const [key, [description]] of Object.entries(bindings)) {
      keysByDescription.set(description, [...(keysByDescription.get(description) ?? []), key]);
    }
  }
  return [...keysByDescription].map(([description, keys]) => ({ keys, description }));
}

/** @param {Event} event */
function isTyping(event) {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "range", "button", "submit"].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || isTyping(event)) return;
  if (document.querySelector("dialog[open]")) return; // a dialog has its own keys
  const isOnControl =
    event.target instanceof Element && event.target.closest("a, button, summary, input, [role=slider]");
  if (isOnControl && (event.key === "Enter" || event.key === " ")) return; // the key activates the control
  for (const bindings of [...[...pageKeys].reverse(), globalKeys]) {
    const binding = bindings[event.key] ?? bindings[event.key.toLowerCase()];
    if (binding) {
      event.preventDefault();
      binding[1](event);
      return;
    }
  }
});

/**
 * Return bindings for the keys 1, 2, 3 …, which choose by position.
 * @param {string} description
 * @param {(place: number) => void} choose
 * @param {number} [most]
 * @returns {Bindings}
 */
export function numberKeys(description, choose, most = 9) {
  const places = Array.from({ length: most }, (_, place) => place + 1);
  return Object.fromEntries(places.map((place) => [String(place), [description, () => choose(place)]]));
}
