// Where the page begins.

import { begin } from "./lib/i18n.js";
import { start } from "./lib/router.js";
import { loadRest } from "./lib/rest.js";
import { bar } from "./parts/bar.js";

if (!begin()) await loadRest();
bar();
await start();
void loadRest()
  .then(() => import("./parts/offline.js"))
  .then(({ watchConnection }) => watchConnection())
  .catch(() => undefined); // the page that needs what is missing says so
