// Redraws elements in place, and defers measuring. The first view does not need this module.

import { listenAs, nodes } from "./dom.js";

/** Matches elements with state of their own, which may differ even if their attributes and contents are equal. */
const STATEFUL = "[data-listens], input, select";

/**
 * Redraw the contents of a place: existing elements that match new ones are kept, and only the differences are applied.
 * That saves layout, and a button that someone is about to press stays the same element. Elements match if they have
 * the same name, the same first class and the same `data-key`. A child that is already in the place is kept as it is.
 * Listeners must read from their event, because the element that they were made with may not be the one in the page.
 * @param {Element} place
 * @param {...Children} children
 */
export function render(place, ...children) {
  let old = place.firstChild;
  const drop = (/** @type {ChildNode | null} */ until) => {
    while (old && old !== until) {
      const next = old.nextSibling;
      old.remove();
      old = next;
    }
  };
  for (const child of nodes(children)) {
    const fresh = typeof child === "string" ? document.createTextNode(child) : child;
    let match = old;
    while (match && !isAlike(match, fresh)) match = match.nextSibling;
    if (match) {
      drop(match);
      old = match.nextSibling;
      if (match !== fresh) redraw(match, fresh);
    } else place.insertBefore(fresh, old);
  }
  drop(null);
}

/** @param {Node} old @param {Node} fresh */
function isAlike(old, fresh) {
  if (fresh.parentNode === old.parentNode) return old === fresh; // the child is the element itself
  if (!(old instanceof HTMLElement) || !(fresh instanceof HTMLElement)) return old.nodeName === fresh.nodeName;
  const isNamed = old.tagName === fresh.tagName && old.classList[0] === fresh.classList[0];
  return isNamed && old.dataset["key"] === fresh.dataset["key"];
}

/**
 * @param {ChildNode} old
 * @param {Node} fresh an element that matches the old one
 */
function redraw(old, fresh) {
  const isStateful = fresh instanceof HTMLElement && (fresh.matches(STATEFUL) || fresh.querySelector(STATEFUL));
  if (!isStateful && old.isEqualNode(fresh)) return;
  if (old instanceof Text) {
    old.data = fresh.nodeValue ?? "";
    return;
  }
  if (!(old instanceof HTMLElement) || !(fresh instanceof HTMLElement)) return old.replaceWith(fresh);
  listenAs(old, fresh);
  // A reader may have opened a <details>; it stays open.
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "style") old.style.cssText = value; // the content security policy forbids a style attribute
    else old.setAttribute(name, value);
  }
  render(old, [...fresh.childNodes]);
  if (!fresh.matches("input, select")) return;
  for (const name of ["value", "checked"])
    // a user's input is a property, not an attribute
    if (Reflect.get(old, name) !== Reflect.get(fresh, name)) Reflect.set(old, name, Reflect.get(fresh, name));
}

/**
 * Return a function that calls `run` once before the next frame, however often it is called itself, because measuring
 * after every change would force a layout each time.
 * @param {() => void} run
 */
export function beforePainting(run) {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      run();
    });
  };
}
