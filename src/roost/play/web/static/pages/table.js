// A table: the server's events are the only truth; this page shows them in order, and sends what people want.

import { stayAwake } from "../lib/awake.js";
import { tableScreen } from "../parts/screen.js";
import { visit } from "../table/visit.js";

/** @type {Page} */
export default async function table(params, root) {
  const visited = await visit(params["table"], root, tableScreen);
  if (!visited) return { title: "" }; // left meanwhile: the title is another page's
  const rest = stayAwake(); // a phone that waits for its turn is not touched for a while
  const leave = () => {
    rest();
    visited.close();
  };
  return { title: visited.title, leave };
}
