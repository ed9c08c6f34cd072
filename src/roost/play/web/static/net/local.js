// The transport of a page without a server. Answers that never change are files; a worker answers everything else.

import { lang } from "../lib/i18n.js";
import { base, under, within } from "../lib/place.js";
import { loadRest } from "../lib/rest.js";
import { ask, ENGINE, EngineEvents } from "./engine.js";
import { setTransport } from "./transport.js";

/** Paths below /api whose answers are files: `early.js` and the builder of the folder know them as well. */
const FIXED = /^\/api\/(games|rules|cards|house-rules|schema)(\/|$)/;

/** Use this transport, and show the page that a link has asked for. @returns {Promise<any>} the first view's messages */
export async function start() {
  setTransport({
    send,
    listen: (address) => new EngineEvents(new URL(address, location.origin)),
    health: async () => ({}),
  });
  document.addEventListener("click", download);
  addEventListener(ENGINE, watch, { once: true });
  addEventListener("roost-page", (event) => {
    if (/** @type {CustomEvent} */ (event).detail === "home") void showKept();
  });
  const asked = new URLSearchParams(location.search).get("to");
  if (asked && /^\/(?!\/)/.test(asked)) history.replaceState(history.state, "", under(asked) + location.hash);
  const skip = document.querySelector(".skip");
  if (skip) skip.textContent = document.documentElement.dataset["skip"] ?? skip.textContent;
  const first = await fetch(`${base}/${fileOf("/first")}`, { credentials: "same-origin" });
  return first.ok ? first.json() : undefined;
}

/** Offer the games of this device on the home page. */
async function showKept() {
  await loadRest(); // for the messages
  const { keptGames } = await import("../parts/kept-games.js");
  document.querySelector(".home")?.append(keptGames());
}

/** Show what the engine does, from its first sign of life. */
const watch = () => void import("../parts/engine-notice.js").then(({ watchEngine }) => watchEngine());

/** @param {string} address @param {RequestInit} request @returns {Promise<Response>} */
async function send(address, { method = "GET", body = "" }) {
  const url = new URL(address, location.origin);
  if (method === "GET" && FIXED.test(url.pathname)) {
    const file = fileOf(url.pathname.slice(4), url.searchParams.get("size"));
    return fetch(`${base}/${file}`, { credentials: "same-origin" });
  }
  try {
    return await ask(method, url, String(body));
  } catch (error) {
    if (method === "GET") return ask(method, url, ""); // the engine has been started again
    throw error;
  }
}

/** @param {string} path @param {string | null} [size] of a card */
function fileOf(path, size) {
  const data = new URL("../data/", import.meta.url).pathname.slice(base.length + 1);
  return `${data}${lang()}${path}${size ? `.${size}` : ""}.json`;
}

/** @param {MouseEvent} event on a link to a file that the engine writes */
async function download(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.hasAttribute("download") || !within(link.pathname).startsWith("/api/")) return;
  event.preventDefault();
  const answer = await send(within(link.pathname) + link.search, {});
  if (!answer.ok) return;
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  saveAs(await answer.text(), name ?? "roost.txt");
}

/** @param {string} text @param {string} name of the file that the browser saves */
export function saveAs(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
