// The bar above every page: home, help, settings. The dialogs that the bar's buttons open are loaded on demand.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { bindEverywhere } from "../lib/keys.js";
import { go } from "../lib/router.js";
import { iconButton } from "./icons.js";

/** Fill the bar, and bind the keys that work on every page. */
export function bar() {
  const place = document.getElementById("bar");
  if (!place) return;
  const mark = h("img", {
    src: new URL("../art/icon.svg", import.meta.url).href,
    alt: "",
    width: "30",
    height: "30",
  });
  fill(
    place,
    h("a.bar__brand", { href: "/", "aria-label": `Roost, ${t("common.home")}` }, mark, "Roost"),
    iconButton("keys", t("common.keys"), showKeys, "bar__keys"),
    iconButton("settings", t("common.settings"), showSettings),
  );
  bindEverywhere({
    "?": [t("keys.help"), showKeys],
    ",": [t("keys.settings"), showSettings],
    h: [t("keys.home"), () => void go("/")],
  });
}

async function showKeys() {
  (await import("./keys-help.js")).showKeys();
}

async function showSettings() {
  (await import("./settings-dialog.js")).showSettings();
}
