// Display settings of this device: stored in localStorage, applied as `data-*` attributes of the document.

import { base } from "./place.js";
import { store, storedJson } from "./storage.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"auto" | "more"} contrast
 * @property {"auto" | "off"} motion
 * @property {"normal" | "soft" | "loud" | "off"} sound
 * @property {"auto" | "on" | "off"} aloud whether events and choices are read aloud
 * @property {"slow" | "normal" | "fast" | "instant"} speed of the animations
 */

/** Root font size, in pixels, from which letters count as large; the usual size is 16. */
const LARGE = 24;
/** Largest size of letters that grow with the screen (style/table.css), as a share of its height. */
const GROWN = 0.0177;
const KEY = "roost-settings";

/**
 * The allowed values of each setting; the first is the default.
 * @type {{[K in keyof Settings]: Settings[K][]}}
 */
export const ALLOWED = {
  theme: ["auto", "light", "dark"],
  contrast: ["auto", "more"],
  motion: ["auto", "off"],
  sound: ["normal", "soft", "loud", "off"],
  aloud: ["auto", "on", "off"],
  speed: ["normal", "slow", "fast", "instant"],
};

const queries = {
  dark: matchMedia("(prefers-color-scheme: dark)"),
  contrast: matchMedia("(prefers-contrast: more)"),
  motion: matchMedia("(prefers-reduced-motion: reduce)"),
};

/** @type {Settings} */
let current = loadSettings();
/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** @returns {Readonly<Settings>} */
export function settings() {
  return current;
}

/**
 * Change and store a setting.
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function set(name, value) {
  current = { ...current, [name]: value };
  store(KEY, current);
  apply();
}

/**
 * Call a listener on every change. Return a function that removes it.
 * @param {(settings: Settings) => void} listener
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether animations are on: both the device and the settings allow them. */
export const moves = () => current.motion !== "off" && !queries.motion.matches;

/**
 * Set whether the screen is viewed from across a room, in which case letters grow with the screen.
 * @param {boolean} isFar
 */
export function lookFromFar(isFar) {
  document.documentElement.toggleAttribute("data-far", isFar);
  apply();
}

/**
 * Store this device's language, and reload the page in that language.
 * @param {string} language
 */
export function setLanguage(language) {
  document.cookie = `roost-lang=${language}; path=${base}/; max-age=31536000; samesite=lax`;
  const address = new URL(location.href);
  if (address.searchParams.has("lang")) {
    address.searchParams.delete("lang");
    history.replaceState(history.state, "", address);
  }
  location.reload();
}

/** @returns {Settings} */
function loadSettings() {
  const stored = storedJson(KEY) ?? {};
  const entries = Object.entries(ALLOWED).map(([name, allowed]) => {
    const value = stored[name];
    return [name, /** @type {unknown[]} */ (allowed).includes(value) ? value : allowed[0]];
  });
  return Object.fromEntries(entries);
}

function apply() {
  const data = document.documentElement.dataset;
  // Large letters leave little room, and pages may adapt to that. On a big screen large letters are usual.
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isLarge = size >= LARGE && size > 1 + GROWN * innerHeight; // letters that grow with the screen are usual
  data["letters"] = isLarge && data["far"] === undefined ? "large" : "usual";
  data.theme = current.theme === "auto" ? (queries.dark.matches ? "dark" : "light") : current.theme;
  data.contrast = current.contrast === "more" || queries.contrast.matches ? "more" : "normal";
  data.motion = moves() ? "on" : "off";
  const paint = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
  if (paint) document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paint);
  for (const listener of listeners) listener(current);
}

for (const query of Object.values(queries)) query.addEventListener("change", apply);
addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  current = loadSettings();
  apply();
});
apply();
