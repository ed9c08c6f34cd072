// Values stored on this device.

/** @typedef {"localStorage" | "sessionStorage"} Where permanently, or while this tab is open */

/**
 * Store a value on this device, as JSON unless it is text. Private windows may refuse to store anything.
 * @param {string} key
 * @param {unknown} value
 * @param {Where} [where]
 */
export function store(key, value, where = "localStorage") {
  try {
    window[where].setItem(key, typeof value === "string" ? value : JSON.stringify(value));
  } catch {
    // Without storage, the value lasts only until the page is closed.
  }
}

/**
 * Return a stored list; empty if there is none or it cannot be read.
 * @param {string} key
 * @returns {any[]}
 */
export function storedList(key) {
  const value = storedJson(key);
  return Array.isArray(value) ? value : [];
}

/**
 * Return a value stored as JSON; null if there is none or it cannot be read.
 * @param {string} key
 * @param {Where} [where]
 * @returns {any}
 */
export function storedJson(key, where) {
  try {
    return JSON.parse(storedText(key, where) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {Where} [where] @returns {string | null} */
export function storedText(key, where = "localStorage") {
  try {
    return window[where].getItem(key);
  } catch {
    return null;
  }
}
