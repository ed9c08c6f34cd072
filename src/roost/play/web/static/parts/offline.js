// Without a connection: whoever looks is told so, and a worker keeps what the page can do then.

import { h } from "../lib/dom.js";
import { lang, t } from "../lib/i18n.js";
import { isReached, LOST, REACHED } from "../net/api.js";
import { isThere, whenThere } from "../net/health.js";

const notice = h("p.offline", { role: "status" });
/** @type {(() => void) | undefined} */
let stopLooking;

/** Watch the connection, and let the worker prepare this device, where browsers have one: at home, and by HTTPS. */
export function watchConnection() {
  addEventListener(LOST, lost);
  addEventListener(REACHED, reached);
  addEventListener("offline", async () => {
    if (!(await isThere())) lost();
  });
  if (!isReached()) lost();
  void prepare();
}

function lost() {
  if (notice.isConnected) return;
  document.getElementById("bar")?.after(notice);
  notice.textContent = t("problem.kept"); // once it is there, so that it is read out
  stopLooking = whenThere(reached);
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
  // Pages turn no text into code. The address of the worker is the one exception, and always the same.
  const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("roost-worker", {
    createScriptURL: () => address,
  });
  try {
    await workers.register(policy?.createScriptURL("") ?? address);
  } catch {
    // Nothing is kept then, as in a private window.
  }
}
