// Where the page begins.

import { begin } from "./lib/i18n.js";
import { start } from "./lib/router.js";
import { whole } from "./lib/whole.js";
import { bar } from "./parts/bar.js";

if (!begin()) await whole();
bar();
await start();
void whole().catch(() => undefined); // the page that needs it says so
