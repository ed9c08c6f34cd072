// The big screen: a table for everybody in the room. It has no seat and chooses nothing; phones do.

import { lookFromFar } from "../lib/settings.js";
import { noTable, tableWith } from "../parts/table-code.js";
import { tvScreen } from "../parts/tv-screen.js";
import { visit } from "../table/visit.js";

/** @type {Page} */
export default async function tv({ places }, root) {
  const code = String(places.code).toUpperCase();
  const id = await tableWith(code);
  if (!id) return noTable(code, root);
  const visited = await visit(id, root, tvScreen, true);
  if (!visited.title) return visited; // left meanwhile
  lookFromFar(true);
  const leave = () => {
    lookFromFar(false);
    visited.leave();
  };
  return { title: visited.title, leave };
}
