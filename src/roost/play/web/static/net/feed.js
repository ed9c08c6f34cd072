// What happens at a table, as it happens: a snapshot, then every change once and in order, through any interruption.

import { address, api } from "./api.js";

/** @typedef {"connecting" | "live" | "lost"} Connection */

/**
 * @typedef {object} Listener
 * @property {(snapshot: Snapshot) => void} snapshot the table as it stands; whatever was known before is void
 * @property {(change: ChangeView) => void} change
 * @property {(connection: Connection) => void} connection
 * @property {(presence: import("../table/room-clock.js").Presence) => void} presence who is there
 * @property {(reaction: string) => void} cheer somebody who watches claps, or the like
 */

/** Milliseconds until a connection that the browser has given up is tried again; doubled each time up to the longest. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;
/** Milliseconds after which a page that nobody saw asks for a new connection: its device may have slept through the end. */
const ASLEEP = 20_000;
/** A break shorter than this is no news. */
const UNNOTICED = 1_500;

/** The events of one table. */
export class Feed {
  /** @type {EventSource | null} */
  #source = null;
  #version = 0;
  #pause = FIRST_PAUSE;
  #retry = 0;
  #worry = 0;
  /** @type {Connection} */
  #connection = "connecting";
  #isClosed = false;
  #hiddenAt = Infinity;

  /**
   * @param {string} table
   * @param {Listener} listener
   * @param {boolean} [isBig] whether a big screen listens, which shows the table to everybody
   */
  constructor(table, listener, isBig = false) {
    this.table = table;
    this.isBig = isBig;
    this.listener = listener;
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#cut);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  /**
   * Tell a change that came by another way, such as the answer to a move. The feed tells the same change no second time.
   * @param {ChangeView} change
   */
  tell(change) {
    if (change.version <= this.#version) return;
    if (change.version > this.#version + 1) {
      this.#reconnect(); // something in between is still under way, or lost
      return;
    }
    this.#version = change.version;
    this.listener.change(change);
  }

  /** Ask for whatever has not been told yet: somebody knows that there is more. */
  catchUp() {
    this.#reconnect();
  }

  /** Start over from a fresh snapshot: who sits at this device has changed. */
  restart() {
    this.#version = 0;
    this.#reconnect();
  }

  /** Listen no more. */
  close() {
    this.#isClosed = true;
    this.#source?.close();
    clearTimeout(this.#retry);
    clearTimeout(this.#worry);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#cut);
    document.removeEventListener("visibilitychange", this.#hurry);
  }

  #connect() {
    clearTimeout(this.#retry);
    const source = new EventSource(
      address(`/tables/${this.table}/events`, {
        after: this.#version || null,
        more: true,
        screen: this.isBig || null,
        follow: !this.isBig || null,
      }),
    );
    this.#source = source;
    let isFirst = true;
    source.addEventListener("snapshot", (event) => {
      const snapshot = JSON.parse(event.data);
      this.#version = snapshot.table.version;
      this.listener.snapshot(snapshot);
    });
    source.addEventListener("change", (event) => this.tell(JSON.parse(event.data)));
    source.addEventListener("presence", (event) => {
      this.listener.presence({ ...JSON.parse(event.data), isFirst });
      isFirst = false;
    });
    source.addEventListener("cheer", (event) => this.listener.cheer(JSON.parse(event.data).reaction));
    source.addEventListener("open", () => {
      this.#pause = FIRST_PAUSE;
      this.#show("live");
    });
    source.addEventListener("error", () => {
      if (this.#source !== source) return;
      this.#show("lost");
      // While it is "connecting" the browser tries again by itself; after a refusal it does not.
      if (source.readyState === EventSource.CLOSED) {
        this.#retry = setTimeout(() => this.#connect(), this.#pause);
        this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
      }
    });
  }

  #reconnect() {
    this.#source?.close();
    if (!this.#isClosed) this.#connect();
  }

  /** Somebody who comes back does not want to wait for the next try. */
  #hurry = () => {
    if (document.visibilityState !== "visible") {
      this.#hiddenAt = Date.now();
      return;
    }
    const hasSlept = Date.now() - this.#hiddenAt > ASLEEP;
    this.#hiddenAt = Infinity;
    if (hasSlept || this.#connection !== "live") this.#reconnect();
  };

  /** A device without a network may still reach its own server: try, instead of believing in the open connection. */
  #cut = () => {
    this.#show("lost");
    this.#reconnect();
  };

  /** @param {Connection} connection */
  #show(connection) {
    clearTimeout(this.#worry);
    if (connection === "lost" && this.#connection === "live") {
      this.#connection = "connecting";
      this.#worry = setTimeout(() => this.#show("lost"), UNNOTICED);
      return;
    }
    this.#connection = connection;
    this.listener.connection(connection);
  }
}

// What happened at a table before the page was opened, read in pages.

/**
 * Everything that has happened at a table, as far as the server tells.
 * @param {string} table
 * @param {() => number} latest the version that is known by now
 */
export async function historyOf(table, latest) {
  /** @type {PastChange[]} */
  const past = [];
  for (;;) {
    const more = await api.get(`/tables/${table}/changes`, { after: past.at(-1)?.version ?? 0 }).catch(() => []);
    past.push(...more);
    if (!more.length || (past.at(-1)?.version ?? 0) >= latest()) return past;
  }
}
