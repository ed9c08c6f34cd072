// The big screen: a table for everyone in the room. It has no seat and no choices; phones have those.

import { isLocal } from "../lib/place.js";
import { lookFromFar } from "../lib/settings.js";
import { elsewhere } from "../parts/elsewhere.js";
import { noTable, tableWith } from "../parts/table-code.js";
import { tvScreen } from "../parts/tv-screen.js";
import { visit } from "../table/visit.js";

/** @type {Page} */
export default async function tv({ places }, root) {
  if (isLocal) return elsewhere(root);
  const code = String(places.code).toUpperCase();
  const id = await tableWith(code);
  if (!id) return noTable(code, root);
  const session = await visit(id, root, tvScreen, true);
  if (!session.title) return session; // the user has left the page
  lookFromFar(true);
  const leave = () => {
    lookFromFar(false);
    session.leave();
  };
  return { title: session.title, leave };
}
