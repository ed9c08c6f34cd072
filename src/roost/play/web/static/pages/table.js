// A table: the server's events are the only truth; this page shows them in order, and sends what people want.

import { tableScreen } from "../parts/screen.js";
import { visit } from "../table/visit.js";

/** @type {import("../lib/router.js").Page} */
export default async function table(params, root) {
  const visited = await visit(params["table"], root, tableScreen);
  if (!visited) return { title: "" }; // left meanwhile: the title is another page's
  return { title: visited.title, leave: visited.close };
}
