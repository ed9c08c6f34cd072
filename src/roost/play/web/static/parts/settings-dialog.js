// A dialog with this device's settings.

import { h } from "../lib/dom.js";
import { lang, languages, t } from "../lib/i18n.js";
import { ALLOWED, set, setLanguage, settings } from "../lib/settings.js";
import { openDialog } from "./dialog.js";
import { segments } from "./segments.js";

/** @typedef {import("../lib/settings.js").Settings} Settings */

export function showSettings() {
  const language = segments(t("settings.language"), languages(), lang(), setLanguage);
  const others = Object.keys(ALLOWED).map((name) => settingField(/** @type {keyof Settings} */ (name)));
  openDialog(t("common.settings"), [h("div.stack", language, ...others)], { name: "settings" });
}

/** @param {keyof Settings} name */
function settingField(name) {
  /** @type {string[]} */
  const order =
    name === "speed"
      ? ["slow", "normal", "fast", "instant"]
      : name === "sound"
        ? ["off", "soft", "normal", "loud"]
        : ALLOWED[name];
  const choices = order.map((value) => /** @type {[string, string]} */ ([value, t(`settings.${name}_${value}`)]));
  return segments(t(`settings.${name}`), choices, settings()[name], (value) => set(name, /** @type {any} */ (value)));
}
