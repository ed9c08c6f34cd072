// Shows a notice when the connection is lost, and registers the service worker.

import { h } from "../lib/dom.js";
import { lang, t } from "../lib/i18n.js";
import { isReached, LOST, REACHED } from "../net/api.js";
import { isServerUp, whenServerUp } from "../net/health.js";

const notice = h("p.offline", { role: "status" });
/** @type {(() => void) | undefined} */
let stopLooking;

/** Watch the connection, and register the worker where browsers allow it: on localhost, and over HTTPS. */
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
  notice.textContent = t("problem.kept"); // only then, so that screen readers announce it
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
  const address = `/worker.js?lang=${lang()}`;
  // The page's policy forbids addresses of scripts made from text, except this fixed address of the worker.
  const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("roost-worker", {
    createScriptURL: () => address,
  });
  try {
    await workers.register(policy?.createScriptURL("") ?? address);
  } catch {
    // Refused, as in a private window: nothing is cached.
  }
}
