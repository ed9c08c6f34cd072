// A table: the server's events are the only truth; this page shows them in order, and sends what people want.

import { tableScreen } from "../parts/screen.js";
import { visit } from "../table/visit.js";

/** @type {Page} */
export default async function table(params, root) {
  return visit(params["table"], root, tableScreen);
}
