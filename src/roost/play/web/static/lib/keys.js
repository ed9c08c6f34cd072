// Keys of the page that is open. The help overlay lists whatever is bound, so that it cannot forget any.

/** @typedef {Record<string, [description: string, run: (event: KeyboardEvent) => void]>} Bindings keys as `event.key` calls them */

/** @type {Set<Bindings>} */
const bound = new Set();
/** @type {Bindings} */
let everywhere = {};

/**
 * Bind keys. Returns a function that frees them again; leaving the page does so too.
 * @param {Bindings} bindings
 */
export function bind(bindings) {
  bound.add(bindings);
  return () => void bound.delete(bindings);
}

/**
 * Bind keys that work on every page.
 * @param {Bindings} bindings
 */
export function bindEverywhere(bindings) {
  everywhere = { ...everywhere, ...bindings };
}

/** Free all keys of a page that is left. */
export function unbindAll() {
  bound.clear();
}

/**
 * The keys that work now, with what they do; keys that do the same stand together.
 * @returns {{keys: string[], description: string}[]}
 */
export function help() {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const bindings of [...bound, everywhere]) {
    for (const [key, [description]] of Object.entries(bindings)) {
      found.set(description, [...(found.get(description) ?? []), key]);
    }
  }
  return [...found].map(([description, keys]) => ({ keys, description }));
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
  if (isOnControl && (event.key === "Enter" || event.key === " ")) return; // it means the control, not the page
  for (const bindings of [...[...bound].reverse(), everywhere]) {
    const found = bindings[event.key] ?? bindings[event.key.toLowerCase()];
    if (found) {
      event.preventDefault();
      found[1](event);
      return;
    }
  }
});

/**
 * The keys 1, 2, 3 …, for choices by their places.
 * @param {string} description
 * @param {(place: number) => void} choose
 * @param {number} [most]
 * @returns {Bindings}
 */
export function numberKeys(description, choose, most = 9) {
  const places = Array.from({ length: most }, (_, place) => place + 1);
  return Object.fromEntries(places.map((place) => [String(place), [description, () => choose(place)]]));
}
