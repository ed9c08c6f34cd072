// How this device likes the page: kept in localStorage, shown as `data-*` attributes of the document.

import { keep, keptJson } from "./kept.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"auto" | "more"} contrast
 * @property {"auto" | "off"} motion
 * @property {"normal" | "soft" | "loud" | "off"} sound
 * @property {"auto" | "on" | "off"} aloud whether what happens, and what one may do, is read aloud
 * @property {"slow" | "normal" | "fast" | "instant"} speed how fast what happens is shown
 */

/** Pixels of the root's letters from which on they are large; usual are 16. */
const LARGE = 24;
const KEY = "roost-settings";

/**
 * What each setting may be; the first is the default.
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

const media = {
  dark: matchMedia("(prefers-color-scheme: dark)"),
  contrast: matchMedia("(prefers-contrast: more)"),
  still: matchMedia("(prefers-reduced-motion: reduce)"),
};

/** @type {Settings} */
let current = read();
/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/**
 * The settings as they are now.
 * @returns {Readonly<Settings>}
 */
export function settings() {
  return current;
}

/**
 * Change a setting for good.
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function set(name, value) {
  current = { ...current, [name]: value };
  keep(KEY, current);
  apply();
}

/**
 * Be told of every change. Returns a function that ends it.
 * @param {(settings: Settings) => void} listener
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether things may move: the device and the settings both allow it. */
export const moves = () => current.motion !== "off" && !media.still.matches;

/**
 * Say that the screen is looked at from across a room, or that it is not any more: then letters grow with the screen.
 * @param {boolean} isFar
 */
export function lookFromFar(isFar) {
  document.documentElement.toggleAttribute("data-far", isFar);
  apply();
}

/**
 * Choose the language for this device, and show the page in it.
 * @param {string} language
 */
export function setLanguage(language) {
  document.cookie = `roost-lang=${language}; path=/; max-age=31536000; samesite=lax`;
  const address = new URL(location.href);
  if (address.searchParams.has("lang")) {
    address.searchParams.delete("lang");
    history.replaceState(history.state, "", address);
  }
  location.reload();
}

/** @returns {Settings} */
function read() {
  const found = keptJson(KEY) ?? {}; // where nothing is known, the defaults are good
  const entries = Object.entries(ALLOWED).map(([name, allowed]) => {
    const value = found[name];
    return [name, /** @type {unknown[]} */ (allowed).includes(value) ? value : allowed[0]];
  });
  return Object.fromEntries(entries);
}

function apply() {
  const data = document.documentElement.dataset;
  // Whoever reads large letters has little room: pages may ask for that. On a big screen large letters are usual.
  const isLarge = parseFloat(getComputedStyle(document.documentElement).fontSize) >= LARGE;
  data["letters"] = isLarge && data["far"] === undefined ? "large" : "usual";
  data.theme = current.theme === "auto" ? (media.dark.matches ? "dark" : "light") : current.theme;
  data.contrast = current.contrast === "more" || media.contrast.matches ? "more" : "normal";
  data.motion = moves() ? "on" : "off";
  const paint = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
  if (paint) document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paint);
  for (const listener of listeners) listener(current);
}

for (const query of Object.values(media)) query.addEventListener("change", apply);
addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  current = read();
  apply();
});
apply();
