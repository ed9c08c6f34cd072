// The big screen: a table for everybody in the room. It has no seat and chooses nothing; phones do.

import { stayAwake } from "../lib/awake.js";
import { kitOf } from "../model/kit.js";
import { api } from "../net/api.js";
import { noTable, tableWith } from "../parts/table-code.js";
import { tvScreen } from "../parts/tv-screen.js";
import { Session } from "../table/session.js";

/** @type {import("../lib/router.js").Page} */
export default async function tv({ places }, root) {
  const code = String(places.code).toUpperCase();
  const id = await tableWith(code);
  if (!id) return noTable(code, root);
  /** @type {import("../types/messages").Snapshot} */
  const snapshot = await api.get(`/tables/${id}`);
  const kit = await kitOf(snapshot.spec.game);
  if (!root.isConnected) return { title: "" }; // left meanwhile
  const { dataset } = document.documentElement;
  dataset["far"] = ""; // it is looked at from across the room
  const session = new Session({ ...snapshot, you: null }, kit, tvScreen); // whoever's device this is
  session.open(root);
  const rest = stayAwake();
  return {
    title: session.title,
    leave: () => {
      delete dataset["far"];
      rest();
      session.close();
    },
  };
}
