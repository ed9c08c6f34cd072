// Requests to the server. A refusal becomes a `Problem`; a request that may be repeated safely is, until it is answered.

import { lang } from "../lib/i18n.js";

/** @typedef {Record<string, string | number | boolean | string[] | null | undefined>} Query what is nothing is left out */

/** How long a move is sent again and again, in milliseconds, before its sender is told. */
const PATIENCE = 30_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4_000;
/** How long an answer may take, in milliseconds, on the slowest network: after this the connection is dead. */
const LONGEST_ANSWER = 30_000;
/** The same for what changes something, which is small. */
const LONGEST_CHANGE = 10_000;
const NOT_YET = 202;
const NOTHING_MORE = 204;

/** Events of the window: the server was not reached, or was reached again. */
export const LOST = "roost-lost";
export const REACHED = "roost-reached";
/** Says that an answer was kept by this device, because the server was not reached. */
const KEPT = "x-roost-kept";
let reached = true;

/** Whether the latest request reached the server. */
export const isReached = () => reached;

/** @param {boolean} isSo */
function noteReached(isSo) {
  if (reached === isSo) return;
  reached = isSo;
  dispatchEvent(new Event(isSo ? REACHED : LOST));
}

/** By how many milliseconds the server's clock is ahead of this device's. */
let ahead = 0;

/** A refusal, with the server's sentence for people as its message. */
export class Problem extends Error {
  /**
   * @param {number} status 0 where no answer came
   * @param {Record<string, any>} body the answer (RFC 9457)
   */
  constructor(status, body) {
    super(typeof body["detail"] === "string" ? body["detail"] : `${status}`);
    this.name = "Problem";
    this.status = status;
    /** The kind of fault, as a word: `stale`, `illegal`, `out-of-turn` …; `offline` where no answer came. */
    this.kind =
      String(body["type"] ?? "")
        .split(":")
        .at(-1) || "unknown";
    this.detail = this.message;
    /** Seconds to wait, where the server asked for it. */
    this.wait = 0;
  }
}

/**
 * An answer, or something else where the server gives none.
 * @template T
 * @param {Promise<T>} coming
 * @param {T} otherwise
 */
export const orElse = (coming, otherwise) =>
  coming.catch((error) => {
    if (error instanceof Problem) return otherwise;
    throw error;
  });

/** The time by the server's clock, in seconds since 1970. */
export const serverNow = () => (Date.now() + ahead) / 1000;

export const api = {
  /**
   * Where the answer is "not yet", the question is asked again.
   * @param {string} path below `/api`
   * @param {Query} [query]
   * @param {() => boolean | void} [notYet] told so before and after each pause; if it gives false, the answer is wanted no more
   * @returns {Promise<any>} nothing, if the answer is wanted no more
   */
  get: async (path, query, notYet) => {
    for (;;) {
      const answer = await ask("GET", path, query);
      if (answer.status !== NOT_YET) return read(answer);
      if (notYet?.() === false) return null;
      await pause(Number(answer.headers.get("retry-after") ?? 1) * 1000);
      if (notYet?.() === false) return null;
    }
  },

  /**
   * A body with a `key` is sent again until an answer comes: the server does it once.
   * @param {string} path
   * @param {object} [body]
   * @param {() => void} [refused] called each time that a server which has seen the body does nothing of it
   * @returns {Promise<any>}
   */
  post: (path, body = {}, refused = () => {}) =>
    "key" in body ? patiently(() => call("POST", path, {}, body), refused) : call("POST", path, {}, body),

  /** @param {string} path @param {Query} [query] @returns {Promise<any>} */
  delete: (path, query) => call("DELETE", path, query),
};

/**
 * The address of something below `/api`, in the language of the page.
 * @param {string} path
 * @param {Query} [query]
 */
export function address(path, query = {}) {
  const words = new URLSearchParams({ lang: lang() });
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) words.append(name, String(one));
  }
  return `/api${path}?${words}`;
}

/**
 * The text of a game's record.
 * @param {string} table
 * @param {number} [number] the latest game without
 * @returns {Promise<string>}
 */
export async function fetchRecord(table, number) {
  const answer = await fetch(address(`/tables/${table}/record`, { game: number }), { credentials: "same-origin" });
  const text = await answer.text();
  if (answer.ok) return text;
  let body = {};
  try {
    body = JSON.parse(text);
  } catch {
    // Something in between answered; the status tells enough.
  }
  throw new Problem(answer.status, body);
}

/**
 * Random bytes as hexadecimal digits: a secret, or the key of a request.
 * @param {number} [size]
 */
export function randomHex(size = 16) {
  return Array.from(crypto.getRandomValues(new Uint8Array(size)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

/** @param {string} method @param {string} path @param {Query} [query] @param {object} [body] */
const call = async (method, path, query, body) => read(await ask(method, path, query, body));

/**
 * Send a request. A refusal is thrown.
 * @param {string} method
 * @param {string} path
 * @param {Query} [query]
 * @param {object} [body]
 */
async function ask(method, path, query, body) {
  // @ts-ignore browsers have this since 2022, and the compiler does not know it yet
  const signal = AbortSignal.timeout(method === "GET" ? LONGEST_ANSWER : LONGEST_CHANGE);
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin", headers: { accept: "application/json" }, signal };
  if (body !== undefined) {
    request.headers = { ...request.headers, "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  const answer = await fetch(address(path, query), request).catch(unreached);
  noteReached(!answer.headers.has(KEPT));
  setClock(answer);
  if (answer.ok) return answer;
  const problem = new Problem(answer.status, await answer.json().catch(() => ({})));
  problem.wait = Number(answer.headers.get("retry-after") ?? 0);
  throw problem;
}

/** @param {Response} answer @returns {Promise<any>} */
const read = async (answer) => (answer.status === NOTHING_MORE ? null : answer.json().catch(unreached)); // an answer that breaks off is none

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** @param {unknown} error @returns {never} */
function unreached(error) {
  noteReached(false);
  throw new Problem(0, { type: "offline", detail: error instanceof Error ? error.message : String(error) });
}

/** @param {Response} answer */
function setClock(answer) {
  if (answer.headers.has(KEPT)) return; // it tells the time of then
  const date = Date.parse(answer.headers.get("date") ?? "");
  // The header has whole seconds: half a second is the best guess at the rest.
  if (Number.isFinite(date)) ahead = date + 500 - Date.now();
}

/**
 * Send again after what was nobody's fault.
 * @template T
 * @param {() => Promise<T>} send
 * @param {() => void} refused
 * @returns {Promise<T>}
 */
async function patiently(send, refused) {
  const began = Date.now();
  for (let next = FIRST_PAUSE; ; next = Math.min(next * 2, LONGEST_PAUSE)) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status) refused();
      if (![0, 429, 503].includes(error.status) || Date.now() - began > PATIENCE) throw error;
      await pause(Math.max(next, error.wait * 1000));
    }
  }
}
