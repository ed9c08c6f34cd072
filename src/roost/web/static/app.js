// Where the page begins.

import { load } from "./lib/i18n.js";
import { start } from "./lib/router.js";
import { bar } from "./parts/bar.js";

await load();
bar();
await start();
