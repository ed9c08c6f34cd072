// A line at the top while the games are loaded, or while another tab plays. Only for pages without a server.

import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { render } from "../lib/render.js";
import { loadRest } from "../lib/rest.js";
import { ENGINE, engineState, lead } from "../net/engine.js";

/** Milliseconds of loading before the line is shown; engines that this device has kept are often ready sooner. */
const UNNOTICED = 400;
const MEGABYTE = 1e6;

const notice = h("div.engine", { role: "status" });
let timer = 0;

/** Show the line from now on whenever there is something to say. */
export async function watchEngine() {
  await loadRest(); // for the messages
  addEventListener(ENGINE, later);
  later();
}

function later() {
  const state = engineState();
  if (state?.is === "loading" && !notice.isConnected) timer ||= setTimeout(show, UNNOTICED);
  else show();
}

function show() {
  clearTimeout(timer);
  timer = 0;
  const state = engineState();
  if (!state || state.is === "ready") {
    notice.remove();
    return;
  }
  if (!notice.isConnected) document.getElementById("bar")?.after(notice);
  if (state.is === "loading") render(notice, ...loading(state));
  else if (state.is === "failed") render(notice, t("local.failed"), " ", h("span.soft.small", state.why.slice(0, 200)));
  else {
    const take = h("button.button", { onclick: () => lead(true) }, t("local.take"));
    render(notice, h("span", t("local.waiting")), " ", take);
  }
}

/** @param {{loaded: number, total: number}} state */
function loading({ loaded, total }) {
  const megabytes = (/** @type {number} */ bytes) => number(bytes / MEGABYTE, { maximumFractionDigits: 1 });
  const isFetched = loaded >= total;
  return [
    h(
      "span",
      isFetched ? t("local.starting") : t("local.loading", { loaded: megabytes(loaded), total: megabytes(total) }),
    ),
    h("progress.engine__progress", { max: total || 1, value: isFetched ? null : loaded, "aria-hidden": "true" }),
  ];
}
