// The help overlay, which lists all keys that work now.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { help } from "../lib/keys.js";
import { openDialog } from "./dialog.js";

/** @type {Record<string, string>} */
const SIGNS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "␣", Enter: "⏎", Escape: "Esc" };

export function showKeys() {
  const rows = help().flatMap(({ keys, description }) => [
    h("dt", ...keys.map((key) => h("kbd", SIGNS[key] ?? key))),
    h("dd", description),
  ]);
  openDialog(t("common.keys"), [h("dl.keys", ...rows)], { name: "keys" });
}
