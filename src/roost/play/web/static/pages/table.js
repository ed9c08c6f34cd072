// A table: this page shows the server's events in order, and sends the player's actions.

import { tableScreen } from "../parts/screen.js";
import { visit } from "../table/visit.js";

/** @type {Page} */
export default async function table(params, root) {
  return visit(params["table"], root, tableScreen);
}
