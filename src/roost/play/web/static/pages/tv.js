// The big screen: a table for everybody in the room. It has no seat and chooses nothing; phones do.

import { stayAwake } from "../lib/awake.js";
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
  if (!visited) return { title: "" }; // left meanwhile
  lookFromFar(true);
  const rest = stayAwake();
  return {
    title: visited.title,
    leave: () => {
      lookFromFar(false);
      rest();
      visited.close();
    },
  };
}
