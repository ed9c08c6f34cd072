// The engine of a page without a server: a worker that runs Roost's Python. It is started when something is asked of it,
// and again if it dies. One tab leads, because only one engine may write; other tabs wait for it.

import { base, scriptAddress } from "../lib/place.js";

/**
 * What has become of the engine: it waits for another tab, is loaded (bytes), is ready, or cannot be started.
 * @typedef {{is: "waiting" | "ready"} | {is: "loading", loaded: number, total: number} | {is: "failed", why: string}} State
 */
/**
 * @typedef {object} Exchange a request that is under way
 * @property {(data: any) => void} hear takes `{start}`, `{part}` and `{end}`
 * @property {(error: TypeError) => void} fail
 */

/** Name of the window event that announces a new state. */
export const ENGINE = "roost-engine";
const LOCK = `roost-engine ${base}`;
/** Milliseconds after which an engine that says nothing is given up, although a request waits. */
const SILENCE = 90_000;
/** Starts in a row that may fail. */
const MOST_STARTS = 2;

/** @type {State | null} */
let state = null;
/** @type {Worker | null} */
let worker = null;
/** @type {Map<number, Exchange>} */
const exchanges = new Map();
let latest = 0;
let starts = 0;
let heardAt = 0;
/** @type {Promise<void> | null} */
let leading = null;

export const engineState = () => state;

/** @param {State} next */
function show(next) {
  state = next;
  dispatchEvent(new CustomEvent(ENGINE, { detail: next }));
}

/**
 * Ask the engine, and collect its answer.
 * @param {string} method
 * @param {URL} url
 * @param {string} body
 * @returns {Promise<Response>} rejected if the engine dies first
 */
export function ask(method, url, body) {
  return new Promise((resolve, reject) => {
    /** @type {{status: number, headers: Record<string, string>}} */
    let start;
    let text = "";
    const hear = (/** @type {any} */ data) => {
      if (data.start) start = data.start;
      text += data.part ?? "";
      if (data.end) resolve(new Response(start.status === 204 ? null : text, start));
    };
    open({ method, url, body, headers: {} }, { hear, fail: reject });
  });
}

/**
 * @param {{method: string, url: URL, body: string, headers: Record<string, string>}} request
 * @param {Exchange} exchange
 * @returns {() => void} ends it
 */
function open({ method, url, body, headers }, exchange) {
  const id = ++latest;
  exchanges.set(id, exchange);
  const request = { id, method, path: url.pathname, query: url.search.slice(1), headers, body };
  lead()
    .then(() => exchanges.has(id) && running().postMessage(request))
    .catch((error) => drop(id)?.fail(error));
  const watch = () => {
    if (!exchanges.has(id)) return;
    if (state?.is === "ready" && performance.now() - heardAt > SILENCE) giveUp("it does not answer");
    else setTimeout(watch, SILENCE);
  };
  if (method !== "GET" || !url.pathname.endsWith("/events")) setTimeout(watch, SILENCE);
  return () => {
    if (drop(id)) worker?.postMessage({ id, gone: true });
  };
}

/** @param {number} id */
function drop(id) {
  const exchange = exchanges.get(id);
  exchanges.delete(id);
  return exchange;
}

/**
 * Wait until this tab leads. It leads until it is closed, or until another tab takes over.
 * @param {boolean} [now] take over from the tab that leads
 */
export function lead(now = false) {
  const { locks } = navigator;
  if (!locks) return Promise.resolve(); // only pages with HTTPS, or on this machine, have them
  if (leading && !now) return leading;
  return (leading = new Promise((resolve) => {
    const notice = setTimeout(() => show({ is: "waiting" }), 700); // a page that is loaded again waits for itself
    const hold = () => {
      clearTimeout(notice);
      if (state?.is === "waiting") show({ is: "loading", loaded: 0, total: 0 });
      resolve();
      return new Promise(() => {});
    };
    locks.request(LOCK, { steal: now }, hold).catch(() => {
      clearTimeout(notice);
      leading = null;
      stop(new TypeError("another tab has taken over"));
      show({ is: "waiting" });
    });
  }));
}

/** Return the running engine; start it if there is none. */
function running() {
  if (worker) return worker;
  const address = new URL("../local/engine.js", import.meta.url).href;
  const started = new Worker(scriptAddress(address), { type: "module", name: "roost" });
  worker = started;
  starts += 1;
  heardAt = performance.now();
  show({ is: "loading", loaded: 0, total: 0 });
  started.addEventListener("message", ({ data }) => {
    if (worker === started) take(data, started);
  });
  started.addEventListener("error", (event) => {
    event.preventDefault();
    if (worker === started) giveUp(event.message || "it could not be loaded");
  });
  return started;
}

/** @param {any} data @param {Worker} from */
function take(data, from) {
  heardAt = performance.now();
  if (data.progress) show({ is: "loading", ...data.progress });
  else if (data.failed) giveUp(data.failed);
  else if (data.ready) {
    starts = 0;
    show({ is: "ready" });
    keep(data.files);
  } else if (data.alive) {
    // The worker holds this lock as long as it lives, however it ends.
    void navigator.locks.request(data.alive, () => {
      if (worker === from) giveUp("it has ended");
    });
  } else {
    const exchange = data.end ? drop(data.id) : exchanges.get(data.id);
    exchange?.hear(data);
  }
}

/** @param {string} why the engine cannot be used any more */
function giveUp(why) {
  console.warn(`the engine is started again: ${why}`);
  if (starts >= MOST_STARTS) show({ is: "failed", why });
  stop(new TypeError(why));
}

/** @param {TypeError} error */
function stop(error) {
  worker?.terminate();
  worker = null;
  const cut = [...exchanges.values()];
  exchanges.clear();
  for (const { fail } of cut) fail(error);
}

/** @param {string[]} files which the service worker is to keep, so that the next game needs no network */
function keep(files) {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: files }));
}

/** A stream of events from the engine, as far as the page uses an EventSource. */
export class EngineEvents extends EventTarget {
  readyState = 0;
  #rest = "";
  #close;

  /** @param {URL} url */
  constructor(url) {
    super();
    const headers = { accept: "text/event-stream" };
    const end = () => this.#end();
    this.#close = open({ method: "GET", url, body: "", headers }, { hear: (data) => this.#hear(data), fail: end });
  }

  close() {
    this.readyState = 2;
    this.#close();
  }

  /** @param {any} data */
  #hear({ start, part, end }) {
    if (this.readyState === 2) return;
    if (start?.status === 200) {
      this.readyState = 1;
      this.dispatchEvent(new Event("open"));
    }
    if (part && this.readyState === 1) this.#read(part);
    if (end) this.#end();
  }

  #end() {
    if (this.readyState === 2) return;
    this.readyState = 2;
    this.dispatchEvent(new Event("error"));
  }

  /** @param {string} text */
  #read(text) {
    const blocks = (this.#rest + text).split("\n\n");
    this.#rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(
        block.split("\n").map((line) => [line.split(": ", 1)[0], line.slice(line.indexOf(": ") + 2)]),
      );
      const data = fields.get("data");
      if (data !== undefined) this.dispatchEvent(new MessageEvent(fields.get("event") ?? "message", { data }));
    }
  }
}
