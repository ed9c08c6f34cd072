// The big screen: a table for everybody in the room. It has no seat and chooses nothing; phones do.

import { stayAwake } from "../lib/awake.js";
import { noTable, tableWith } from "../parts/table-code.js";
import { tvScreen } from "../parts/tv-screen.js";
import { visit } from "../table/visit.js";

/** @type {import("../lib/router.js").Page} */
export default async function tv({ places }, root) {
  const code = String(places.code).toUpperCase();
  const id = await tableWith(code);
  if (!id) return noTable(code, root);
  const { dataset } = document.documentElement;
  dataset["far"] = ""; // it is looked at from across the room
  const near = () => delete dataset["far"];
  const visited = await visit(id, root, tvScreen, (snapshot) => ({ ...snapshot, you: null })).catch((error) => {
    near();
    throw error;
  }); // nobody's seat, whoever's device this is
  if (!visited) near();
  if (!visited) return { title: "" }; // left meanwhile
  const rest = stayAwake();
  return {
    title: visited.title,
    leave: () => {
      near();
      rest();
      visited.close();
    },
  };
}
