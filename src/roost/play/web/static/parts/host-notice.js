// Shows the notice of the server's host on every page.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { NOTICE, serverNow } from "../net/api.js";
import { hostNotice } from "../net/transport.js";
import { iconButton } from "./icons.js";

/** Milliseconds between looks for a notice. Tables hear of it at once. */
const LOOK_EVERY = 60_000;
/** Longest time, in seconds, for which browsers can set a timer. */
const LONGEST = 2 ** 31 / 1000 - 1;

const bar = h("div.engine.host-notice", { role: "status" });
let shown = "null";
let ending = 0;

/** Look for notices from now on. */
export function watchNotice() {
  const look = async () => document.hidden || show(await hostNotice());
  addEventListener(NOTICE, (event) => show(/** @type {CustomEvent} */ (event).detail));
  addEventListener("roost-page", () => void look());
  setInterval(() => void look(), LOOK_EVERY);
  void look();
}

/**
 * Show a notice until it ends, or until the person closes it.
 * @param {Notice | null} notice
 */
function show(notice) {
  if (JSON.stringify(notice) === shown) return;
  shown = JSON.stringify(notice);
  clearTimeout(ending);
  bar.remove();
  if (!notice) return;
  document.body.append(bar);
  const close = iconButton("close", t("common.close"), () => bar.remove());
  fill(bar, h("span", notice.text), close); // set late, so that screen readers announce it
  ending = setTimeout(() => bar.remove(), 1000 * Math.min(notice.until - serverNow(), LONGEST));
}
