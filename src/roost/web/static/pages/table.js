// A table: the server's events are the only truth; this page shows them in order, and sends what people want.

import { kitOf } from "../model/kit.js";
import { api } from "../net/api.js";
import { tableScreen } from "../parts/screen.js";
import { Session } from "../table/session.js";

/** @type {import("../lib/router.js").Page} */
export default async function table(params, root) {
  /** @type {import("../types/messages").Snapshot} */
  const snapshot = await api.get(`/tables/${params["table"]}`);
  const kit = await kitOf(snapshot.spec.game);
  if (!root.isConnected) return { title: "" }; // left meanwhile: the title is another page's
  const session = new Session(snapshot, kit, tableScreen);
  session.open(root);
  return { title: session.title, leave: () => session.close() };
}
