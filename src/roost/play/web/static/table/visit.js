// A visit to a table. It has one session after another, because a series' next game may be of another kind, with other
// seats.

import { stayAwake } from "../lib/awake.js";
import { loadUi } from "../model/game-ui.js";
import { api } from "../net/api.js";
import { whenServerUp } from "../net/health.js";
import { Session } from "./session.js";

/**
 * Show a table and the games played at it. Show nothing if the user leaves the page while it is loading.
 * @param {string} id
 * @param {HTMLElement} root
 * @param {import("./session.js").MakeScreen} makeScreen
 * @param {boolean} [isBig] whether this is a big screen, which never has a seat and follows no other screen
 */
export async function visit(id, root, makeScreen, isBig = false) {
  const load = async () => {
    /** @type {Snapshot} */
    const answer = await api.get(`/tables/${id}`, { follow: isBig ? null : true });
    const snapshot = isBig ? { ...answer, you: null } : answer;
    return /** @type {const} */ ([snapshot, await loadUi(snapshot.spec.game)]);
  };
  const [snapshot, ui] = await load();
  if (!root.isConnected) return { title: "", leave: () => {} }; // the user has left the page
  const allowSleep = stayAwake(); // nobody touches a big screen or a waiting phone
  let session = new Session(snapshot, ui, makeScreen, () => void layAgain());
  session.open(root);
  const leave = () => {
    allowSleep();
    session.close();
  };
  return { title: session.title, leave };

  /** Lay the table out again for another game, and keep what is known about the table. */
  async function layAgain() {
    try {
      const [fresh, freshKit] = await load();
      if (!root.isConnected) return;
      const before = session.model;
      session.close();
      root.replaceChildren();
      session = new Session(fresh, freshKit, makeScreen, () => void layAgain(), before);
      session.open(root);
    } catch {
      whenServerUp(() => void layAgain());
    }
  }
}
