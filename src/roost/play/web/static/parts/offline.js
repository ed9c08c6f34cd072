// Shows a notice when the connection is lost, and registers the service worker.

import { h } from "../lib/dom.js";
import { lang, t } from "../lib/i18n.js";
import { scriptAddress, under } from "../lib/place.js";
import { isReached, LOST, REACHED } from "../net/api.js";
import { isServerUp, whenServerUp } from "../net/health.js";

const notice = h("p.offline", { role: "status" });
/** @type {(() => void) | undefined} */
let stopLooking;

/** Watch the connection, and register the service worker where browsers allow it: on localhost, and over HTTPS. */
export function watchConnection() {
  addEventListener(LOST, lost);
  addEventListener(REACHED, reached);
  addEventListener("offline", async () => {
    if (!(await isServerUp())) lost();
  });
  if (!isReached()) lost();
  void prepare();
}

function lost() {
  if (notice.isConnected) return;
  document.getElementById("bar")?.after(notice);
  notice.textContent = t("problem.kept"); // set late, so that screen readers announce it
  stopLooking = whenServerUp(reached);
}

function reached() {
  stopLooking?.();
  notice.remove();
  notice.textContent = "";
}

async function prepare() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const address = under(`/worker.js?lang=${lang()}`);
  try {
    await workers.register(scriptAddress(address));
  } catch {
    // The browser refused, as in a private window, so nothing is cached.
  }
}
