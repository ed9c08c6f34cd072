// Requests to the server. A refusal becomes a `Problem`; a request that is safe to repeat is retried until an answer
// comes.

import { lang } from "../lib/i18n.js";
import { send } from "./transport.js";

/** @typedef {Record<string, string | number | boolean | string[] | null | undefined>} Query null and undefined are omitted */

/** How long a move is retried before the player is informed, in milliseconds. */
const RETRY_TIME = 30_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4_000;
/** Timeout for reading, in milliseconds. Even the slowest network is faster, so by then the connection is dead. */
const GET_TIMEOUT = 30_000;
/** Timeout for requests that change something, in milliseconds; such requests are small. */
const CHANGE_TIMEOUT = 10_000;
const NOT_YET = 202;
const NO_CONTENT = 204;

/** Names of the window's events: the server became unreachable, or reachable again. */
export const LOST = "roost-lost";
export const REACHED = "roost-reached";
/** Name of the window's event with the host's notice, or null when it ends. */
export const NOTICE = "roost-notice";
/** The header that marks an answer from this device's cache, used because the server was not reached. */
const CACHED = "x-roost-kept";
let reached = true;

/** Whether the latest request reached the server. */
export const isReached = () => reached;

/** @param {boolean} isReached */
function noteReached(isReached) {
  if (reached === isReached) return;
  reached = isReached;
  dispatchEvent(new Event(isReached ? REACHED : LOST));
}

/** Milliseconds by which the server's clock is ahead of this device's. */
let ahead = 0;

/** A refused request; the error's message is the server's sentence for people. */
export class Problem extends Error {
  /**
   * @param {number} status 0 if no answer came
   * @param {Record<string, any>} body the answer (RFC 9457)
   */
  constructor(status, body) {
    super(typeof body["detail"] === "string" ? body["detail"] : `${status}`);
    this.name = "Problem";
    this.status = status;
    /** The kind of error in a word: `stale`, `illegal`, `out-of-turn` …; `offline` if no answer came. */
    this.kind =
      String(body["type"] ?? "")
        .split(":")
        .at(-1) || "unknown";
    this.detail = this.message;
    /** Seconds to wait, if the server asked for a pause. */
    this.wait = 0;
  }
}

/**
 * Return an answer, or a fallback if the server refuses.
 * @template T
 * @param {Promise<T>} answer
 * @param {T} fallback
 */
export const orElse = (answer, fallback) =>
  answer.catch((error) => {
    if (error instanceof Problem) return fallback;
    throw error;
  });

/** Return the server's time, in seconds since 1970. */
export const serverNow = () => (Date.now() + ahead) / 1000;

export const api = {
  /**
   * Repeat a request as long as the answer is "not yet".
   * @param {string} path below `/api`
   * @param {Query} [query]
   * @param {() => boolean | void} [notYet] called before and after each pause; false gives up
   * @returns {Promise<any>} null after giving up
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
   * Send a request. A body with a `key` is sent again until an answer comes; the server carries it out once.
   * @param {string} path
   * @param {object} [body]
   * @param {() => void} [refused] called each time the server refuses the body
   * @param {Record<string, string>} [headers]
   * @returns {Promise<any>}
   */
  post: (path, body = {}, refused = () => {}, headers = {}) =>
    "key" in body ? retry(() => call("POST", path, {}, body, headers), refused) : call("POST", path, {}, body, headers),

  /** @param {string} path @param {Query} [query] @returns {Promise<any>} */
  delete: (path, query) => call("DELETE", path, query),
};

/**
 * Return the address of a path below `/api`, in the page's language.
 * @param {string} path
 * @param {Query} [query]
 */
export function address(path, query = {}) {
  const params = new URLSearchParams({ lang: lang() });
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) params.append(name, String(item));
  }
  return `/api${path}?${params}`;
}

/** @param {string} table @param {number} [number] of the game; by default the latest @returns {Promise<string>} */
export async function fetchRecord(table, number) {
  const answer = await send(address(`/tables/${table}/record`, { game: number }), { credentials: "same-origin" });
  const text = await answer.text();
  if (answer.ok) return text;
  let body = {};
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy answered; the status says enough.
  }
  throw new Problem(answer.status, body);
}

/**
 * Return random bytes as hexadecimal digits, for secrets and request keys.
 * @param {number} [size]
 */
export function randomHex(size = 16) {
  return Array.from(crypto.getRandomValues(new Uint8Array(size)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Query} [query]
 * @param {object} [body]
 * @param {Record<string, string>} [headers]
 */
const call = async (method, path, query, body, headers) => read(await ask(method, path, query, body, headers));

/**
 * Send a request; throw a `Problem` if the server refuses it.
 * @param {string} method
 * @param {string} path
 * @param {Query} [query]
 * @param {object} [body]
 * @param {Record<string, string>} [headers]
 */
async function ask(method, path, query, body, headers) {
  // @ts-ignore browsers have had this since 2022, but the compiler does not know it yet
  const signal = AbortSignal.timeout(method === "GET" ? GET_TIMEOUT : CHANGE_TIMEOUT);
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin", headers: { ...headers, accept: "application/json" }, signal };
  if (body !== undefined) {
    request.headers = { ...request.headers, "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  const answer = await send(address(path, query), request).catch(failUnreached);
  noteReached(!answer.headers.has(CACHED));
  setClock(answer);
  if (answer.ok) return answer;
  const problem = new Problem(answer.status, await answer.json().catch(() => ({})));
  problem.wait = Number(answer.headers.get("retry-after") ?? 0);
  throw problem;
}

/** @param {Response} answer @returns {Promise<any>} */
const read = async (answer) => (answer.status === NO_CONTENT ? null : answer.json().catch(failUnreached)); // cut short

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** @param {unknown} error @returns {never} */
function failUnreached(error) {
  noteReached(false);
  throw new Problem(0, { type: "offline", detail: error instanceof Error ? error.message : String(error) });
}

/** @param {Response} answer */
function setClock(answer) {
  if (answer.headers.has(CACHED)) return; // its date is from the cached answer
  const date = Date.parse(answer.headers.get("date") ?? "");
  // The header has whole seconds, so half a second is the best guess at the remainder.
  if (Number.isFinite(date)) ahead = date + 500 - Date.now();
}

/**
 * Retry while the server is unreachable, busy or limiting the request rate.
 * @template T
 * @param {() => Promise<T>} attempt
 * @param {() => void} refused
 * @returns {Promise<T>}
 */
async function retry(attempt, refused) {
  const began = Date.now();
  for (let next = FIRST_PAUSE; ; next = Math.min(next * 2, LONGEST_PAUSE)) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status) refused();
      if (![0, 429, 503].includes(error.status) || Date.now() - began > RETRY_TIME) throw error;
      await pause(Math.max(next, error.wait * 1000));
    }
  }
}
