// What is kept on this device.

/** @typedef {"localStorage" | "sessionStorage"} Where for good, or as long as this tab is open */

/**
 * Keep something on this device, where that is allowed: private windows may refuse. Text is kept as it is.
 * @param {string} key
 * @param {unknown} value
 * @param {Where} [where]
 */
export function keep(key, value, where = "localStorage") {
  try {
    window[where].setItem(key, typeof value === "string" ? value : JSON.stringify(value));
  } catch {
    // Then it lasts until the page is closed.
  }
}

/**
 * A list that was kept on this device; an empty one, where there is none or it cannot be read.
 * @param {string} key
 * @returns {any[]}
 */
export function keptList(key) {
  const found = keptJson(key);
  return Array.isArray(found) ? found : [];
}

/**
 * What was kept as JSON; nothing, where there is none or somebody else wrote there.
 * @param {string} key
 * @param {Where} [where]
 * @returns {any}
 */
export function keptJson(key, where) {
  try {
    return JSON.parse(kept(key, where) ?? "null");
  } catch {
    return null;
  }
}

/**
 * What was kept on this device.
 * @param {string} key
 * @param {Where} [where]
 * @returns {string | null}
 */
export function kept(key, where = "localStorage") {
  try {
    return window[where].getItem(key);
  } catch {
    return null;
  }
}
