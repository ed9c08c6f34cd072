// The help overlay: every key that works now.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { help } from "../lib/keys.js";
import { openDialog } from "./dialog.js";

/** @type {Record<string, string>} */
const SIGNS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "␣", Enter: "⏎", Escape: "Esc" };

/** Show the keys. */
export function showKeys() {
  const rows = help().flatMap(({ keys, description }) => [
    h("dt", null, ...keys.map((key) => h("kbd", null, SIGNS[key] ?? key))),
    h("dd", null, description),
  ]);
  openDialog(t("common.keys"), [h("dl", { class: "keys" }, ...rows)], { name: "keys" });
}
