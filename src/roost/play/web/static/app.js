// Entry point of the page.

import "./lib/settings.js"; // applies the settings to every page
import { begin } from "./lib/i18n.js";
import { isLocal } from "./lib/place.js";
import { start } from "./lib/router.js";
import { loadRest } from "./lib/rest.js";
import { whenServerUp } from "./net/health.js";
import { bar } from "./parts/bar.js";

/** Milliseconds until the page loads what nobody needs at once. */
const LATER = 3_000;

if (!begin(isLocal ? await (await import("./net/local.js")).start() : undefined)) await loadRest();
bar();
await start();
void prepare().catch(() => whenServerUp(() => void prepare().catch(() => undefined))); // retry later

/** Load what the first view does not need. */
async function prepare() {
  await loadRest();
  const { watchConnection } = await import("./parts/offline.js");
  watchConnection();
  setTimeout(() => void import("./parts/host-notice.js").then(({ watchNotice }) => watchNotice()), LATER);
}
