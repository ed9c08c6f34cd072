// How requests and streams of events reach the tables: a server over HTTP, unless the page says otherwise.

import { under } from "../lib/place.js";

/**
 * @typedef {{readyState: number, close: () => void, addEventListener: (type: string, hear: (event: any) => void) => void}} Events
 * @typedef {object} Transport
 * @property {(address: string, request: RequestInit) => Promise<Response>} send rejects if no answer came
 * @property {(address: string) => Events} listen
 * @property {() => Promise<Partial<Health> | null>} health null if the tables cannot be reached
 */

/** @type {Transport} of a server */
let transport = {
  send: (address, request) => fetch(under(address), request),
  listen: (address) => new EventSource(under(address)),
  health: async () => {
    const answer = await fetch(under("/health"), { cache: "no-store" }).catch(() => null);
    return answer?.ok ? answer.json().catch(() => null) : null; // a proxy may answer otherwise
  },
};

/** @param {Transport} other */
export function setTransport(other) {
  transport = other;
}

/** @param {string} address @param {RequestInit} request */
export const send = (address, request) => transport.send(address, request);

/** @param {string} address */
export const listen = (address) => transport.listen(address);

export const isUp = async () => (await transport.health()) !== null;

/** The notice of the server's host to all pages; null if there is none. */
export const hostNotice = async () => (await transport.health())?.notice ?? null;
