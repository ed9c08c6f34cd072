// Where the page begins.

import "./lib/settings.js"; // shows them, wherever one is
import { begin } from "./lib/i18n.js";
import { start } from "./lib/router.js";
import { loadRest } from "./lib/rest.js";
import { whenThere } from "./net/health.js";
import { bar } from "./parts/bar.js";

if (!begin()) await loadRest();
bar();
await start();
void prepare().catch(() => whenThere(() => void prepare().catch(() => undefined))); // a page that needs it says so

/** Fetch what the first view does without. */
async function prepare() {
  await loadRest();
  const { watchConnection } = await import("./parts/offline.js");
  watchConnection();
}
