// The events of a table as they happen: a snapshot, and then every change once and in order, despite interruptions.

import { address, api, NOTICE } from "./api.js";
import { listen } from "./transport.js";

/** @typedef {"connecting" | "live" | "lost"} Connection */

/**
 * @typedef {object} Listener
 * @property {(snapshot: Snapshot) => void} snapshot called when everything known before is to be replaced
 * @property {(change: ChangeView) => void} change
 * @property {(connection: Connection) => void} connection
 * @property {(presence: import("../table/room-clock.js").Presence) => void} presence who is connected, people and screens
 * @property {(reaction: string) => void} cheer called with a spectator's reaction
 * @property {() => void} renew called once if the table was deleted, or if its past has changed
 */

/** Pause before reconnecting after the browser gave up, in milliseconds; it doubles each time, up to the longest. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;
/** Milliseconds in the background after which a page reconnects: its device may have slept while the connection ended. */
const ASLEEP = 20_000;
/** Length of an interruption, in milliseconds, from which it is shown. */
const UNNOTICED = 1_500;

/** The event stream of one table. */
export class Feed {
  /** @type {import("./transport.js").Events | null} */
  #source = null;
  #version = 0;
  #pause = FIRST_PAUSE;
  #retry = 0;
  worry = 0;
  /** @type {Connection} */
  #connection = "connecting";
  #isClosed = false;
  #hiddenAt = Infinity;

  /**
   * @param {string} table
   * @param {Listener} listener
   * @param {boolean} [isBig] whether the listener is a big screen, which shows the table to everyone present
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
   * Report a change once, even if it also came another way, such as in the answer to a move.
   * @param {ChangeView} change
   */
  report(change) {
    if (change.version <= this.#version) return;
    if (change.version > this.#version + 1) {
      this.#reconnect(); // an earlier change is missing
      return;
    }
    this.#version = change.version;
    this.listener.change(change);
  }

  /** Fetch changes that are known to be missing. */
  catchUp() {
    this.#reconnect();
  }

  /** Start over from a fresh snapshot, because the person at this device has changed. */
  restart() {
    this.#version = 0;
    this.#reconnect();
  }

  close() {
    this.#isClosed = true;
    this.#source?.close();
    clearTimeout(this.#retry);
    clearTimeout(this.worry);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#cut);
    document.removeEventListener("visibilitychange", this.#hurry);
  }

  #connect() {
    clearTimeout(this.#retry);
    const source = listen(
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
    source.addEventListener("change", (event) => this.report(JSON.parse(event.data)));
    source.addEventListener("presence", (event) => {
      this.listener.presence({ ...JSON.parse(event.data), isFirst });
      isFirst = false;
    });
    source.addEventListener("notice", (event) =>
      dispatchEvent(new CustomEvent(NOTICE, { detail: JSON.parse(event.data) })),
    );
    for (const kind of ["reread", "gone"]) source.addEventListener(kind, () => this.#renew());
    source.addEventListener("cheer", (event) => this.listener.cheer(JSON.parse(event.data).reaction));
    source.addEventListener("open", () => {
      this.#pause = FIRST_PAUSE;
      this.#show("live");
    });
    source.addEventListener("error", () => {
      if (this.#source !== source) return;
      this.#show("lost");
      // A browser that is "connecting" retries on its own; after a refusal it does not.
      if (source.readyState === EventSource.CLOSED) {
        void api.get(`/tables/${this.table}`).catch(({ status }) => status === 404 && this.#renew());
        this.#retry = setTimeout(() => this.#connect(), this.#pause);
        this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
      }
    });
  }

  #renew() {
    if (this.#isClosed) return;
    this.close();
    this.listener.renew();
  }

  #reconnect() {
    this.#source?.close();
    if (!this.#isClosed) this.#connect();
  }

  /** Reconnect at once when the page becomes visible again. */
  #hurry = () => {
    if (document.visibilityState !== "visible") {
      this.#hiddenAt = Date.now();
      return;
    }
    const hasSlept = Date.now() - this.#hiddenAt > ASLEEP;
    this.#hiddenAt = Infinity;
    if (hasSlept || this.#connection !== "live") this.#reconnect();
  };

  /** Reconnect when the network is lost, because a device without one may still reach a server that runs on it. */
  #cut = () => {
    this.#show("lost");
    this.#reconnect();
  };

  /** @param {Connection} connection */
  #show(connection) {
    clearTimeout(this.worry);
    if (connection === "lost" && this.#connection === "live") {
      this.#connection = "connecting";
      this.worry = setTimeout(() => this.#show("lost"), UNNOTICED);
      return;
    }
    this.#connection = connection;
    this.listener.connection(connection);
  }
}

// Reads a table's history page by page.

/**
 * Fetch all changes of a table that the server still has.
 * @param {string} table
 * @param {() => number} latest the latest known version
 */
export async function fetchHistory(table, latest) {
  /** @type {PastChange[]} */
  const past = [];
  for (;;) {
    const page = await api.get(`/tables/${table}/changes`, { after: past.at(-1)?.version ?? 0 }).catch(() => []);
    past.push(...page);
    if (!page.length || (past.at(-1)?.version ?? 0) >= latest()) return past;
  }
}
