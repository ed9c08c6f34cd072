// Drawing what is there already once more, and measuring it: what the first view does without.

import { listenAs, nodes } from "./dom.js";

/** Elements that are more than their attributes and contents: alike, they may still differ. */
const MORE = "[data-listens], input, select";

/**
 * Draw what stands in an element anew: whatever is there already and alike stays, and only what is other about it
 * changes. So nothing is laid out without need, and a button that somebody is about to press stays the same. What is
 * alike has the same name, the same first class and the same `data-key`. An element that lives on is put again as it is.
 * Listeners read what they want to know from their event: the element that they were made with may not be the one there.
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
    let found = old;
    while (found && !isAlike(found, fresh)) found = found.nextSibling;
    if (found) {
      drop(found);
      old = found.nextSibling;
      if (found !== fresh) redraw(found, fresh);
    } else place.insertBefore(fresh, old);
  }
  drop(null);
}

/** @param {Node} old @param {Node} fresh */
function isAlike(old, fresh) {
  if (fresh.parentNode === old.parentNode) return old === fresh; // it lives on
  if (!(old instanceof HTMLElement) || !(fresh instanceof HTMLElement)) return old.nodeName === fresh.nodeName;
  const isNamed = old.tagName === fresh.tagName && old.classList[0] === fresh.classList[0];
  return isNamed && old.dataset["key"] === fresh.dataset["key"];
}

/**
 * @param {ChildNode} old
 * @param {Node} fresh alike
 */
function redraw(old, fresh) {
  const isMore = fresh instanceof HTMLElement && (fresh.matches(MORE) || fresh.querySelector(MORE));
  if (!isMore && old.isEqualNode(fresh)) return;
  if (old instanceof Text) {
    old.data = fresh.nodeValue ?? "";
    return;
  }
  if (!(old instanceof HTMLElement) || !(fresh instanceof HTMLElement)) return old.replaceWith(fresh);
  listenAs(old, fresh);
  // What a reader has opened stays open.
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "style") old.style.cssText = value; // the policy allows no other way
    else old.setAttribute(name, value);
  }
  render(old, [...fresh.childNodes]);
  if (!fresh.matches("input, select")) return;
  for (const name of ["value", "checked"])
    // what was chosen is no attribute
    if (Reflect.get(old, name) !== Reflect.get(fresh, name)) Reflect.set(old, name, Reflect.get(fresh, name));
}

/**
 * The same, done once before the next picture however often it is asked for: to measure after every change would have
 * everything laid out each time.
 * @param {() => void} run
 */
export function beforePainting(run) {
  let isComing = false;
  return () => {
    if (isComing) return;
    isComing = true;
    requestAnimationFrame(() => {
      isComing = false;
      run();
    });
  };
}
