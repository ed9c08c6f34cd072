// Without a connection: whoever looks is told so, and a worker keeps what the page can do then.

import { h } from "../lib/dom.js";
import { lang, t } from "../lib/i18n.js";
import { refresh } from "../lib/router.js";
import { isReached, LOST, REACHED } from "../net/api.js";

/** How often a server that was lost is looked for, in milliseconds. */
const LOOK_AGAIN = 3_000;

const notice = h("p", { class: "offline", role: "status" });
/** @type {number | undefined} */
let timer;

/** Watch the connection, and let the worker prepare this device, where browsers have one: at home, and by HTTPS. */
export function watchConnection() {
  addEventListener(LOST, lost);
  addEventListener(REACHED, reached);
  // A device without any network still reaches a server of its own: only asking tells.
  addEventListener("offline", () => void look());
  addEventListener("online", () => void look());
  if (!isReached()) lost();
  void prepare();
}

function lost() {
  if (notice.isConnected) return;
  document.getElementById("bar")?.after(notice);
  notice.textContent = t("problem.kept"); // once it is there, so that it is read out
  timer = setTimeout(look, LOOK_AGAIN);
}

function reached() {
  clearTimeout(timer);
  if (!notice.isConnected) return;
  notice.remove();
  notice.textContent = "";
  if (document.body.dataset.page === "problem") void refresh();
}

/** Whether the server is there again. */
async function look() {
  clearTimeout(timer);
  const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) reached();
  else if (notice.isConnected) timer = setTimeout(look, LOOK_AGAIN);
  else lost();
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
