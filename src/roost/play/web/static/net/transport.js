// How requests and streams of events reach the tables: a server over HTTP, unless the page says otherwise.

import { under } from "../lib/place.js";

/**
 * @typedef {{readyState: number, close: () => void, addEventListener: (type: string, hear: (event: any) => void) => void}} Events
 * @typedef {object} Transport
 * @property {(address: string, request: RequestInit) => Promise<Response>} send rejects if no answer came
 * @property {(address: string) => Events} listen
 * @property {() => Promise<boolean>} isUp
 */

/** @type {Transport} of a server */
let transport = {
  send: (address, request) => fetch(under(address), request),
  listen: (address) => new EventSource(under(address)),
  isUp: async () => (await fetch(under("/health"), { cache: "no-store" }).catch(() => null))?.ok ?? false,
};

/** @param {Transport} other */
export function setTransport(other) {
  transport = other;
}

/** @param {string} address @param {RequestInit} request */
export const send = (address, request) => transport.send(address, request);

/** @param {string} address */
export const listen = (address) => transport.listen(address);

export const isUp = () => transport.isUp();
