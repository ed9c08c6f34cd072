// A visit to a table: one session after another, because the next game of a series may be another one, with other seats.

import { stayAwake } from "../lib/awake.js";
import { kitOf } from "../model/kit.js";
import { api } from "../net/api.js";
import { whenThere } from "../net/health.js";
import { Session } from "./session.js";

/**
 * Show a table, and whatever is played at it; nothing, if the page was left meanwhile.
 * @param {string} id
 * @param {HTMLElement} root
 * @param {import("./session.js").MakeScreen} makeScreen what shows it
 * @param {boolean} [isBig] whether it is a big screen, which has nobody's seat, whoever's device it is, and follows nobody
 */
export async function visit(id, root, makeScreen, isBig = false) {
  const look = async () => {
    /** @type {Snapshot} */
    const found = await api.get(`/tables/${id}`, { follow: isBig ? null : true });
    const snapshot = isBig ? { ...found, you: null } : found;
    return /** @type {const} */ ([snapshot, await kitOf(snapshot.spec.game)]);
  };
  const [snapshot, kit] = await look();
  if (!root.isConnected) return { title: "", leave: () => {} }; // left meanwhile: the title is another page's
  const rest = stayAwake(); // a phone that waits for its turn is not touched for a while, and a big screen never
  let session = new Session(snapshot, kit, makeScreen, () => void again());
  session.open(root);
  const leave = () => {
    rest();
    session.close();
  };
  return { title: session.title, leave };

  /** Lay the table anew: what was known of it stays known. */
  async function again() {
    try {
      const [fresh, other] = await look();
      if (!root.isConnected) return;
      const before = session.model;
      session.close();
      root.replaceChildren();
      session = new Session(fresh, other, makeScreen, () => void again(), before);
      session.open(root);
    } catch {
      whenThere(() => void again());
    }
  }
}
