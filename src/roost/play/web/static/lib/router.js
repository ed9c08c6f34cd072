// From an address to a page. Links are plain links; only what they lead to is fetched without leaving the document.

import { h } from "./dom.js";
import { unbindAll } from "./keys.js";
import { loadRest } from "./rest.js";
import { problem } from "../parts/problem.js";

/** @typedef {Record<string, string> & {query: never}} Places */
/**
 * @typedef {object} Params
 * @property {Record<string, string>} places what the address says at its places: `{table: "x7k2"}`
 * @property {URLSearchParams} query
 * @property {string} fragment what follows the `#`, without it
 */
/**
 * @typedef {object} Shown
 * @property {string} title
 * @property {() => void} [leave] cleans up
 */
/** @typedef {(params: Params & Record<string, any>, root: HTMLElement) => Promise<Shown>} Page */

/** The page that needs only what its document brings. */
const FIRST = "home";

/** @type {Shown | null} */
let open = null;
let turn = 0;
let path = "";

/** @type {[RegExp, string][]} */
const patterns = Object.entries(JSON.parse(document.getElementById("pages")?.textContent ?? "{}")).map(
  ([address, page]) => [new RegExp(`^${address.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}/?$`), String(page)],
);

/**
 * Go to another address of the page.
 * @param {string} address
 * @param {{replace?: boolean}} options with `replace` the way back skips the present address
 */
export async function go(address, { replace = false } = {}) {
  history.replaceState({ ...history.state, scroll: scrollY }, "");
  history[replace ? "replaceState" : "pushState"]({}, "", address);
  await show();
}

/** Begin: show the page of the address, and follow links from now on. */
export async function start() {
  history.scrollRestoration = "manual";
  addEventListener("popstate", () => {
    if (location.pathname + location.search !== path) void show(history.state?.scroll ?? 0);
  });
  addEventListener("click", follow); // after all listeners of elements, which the document tells
  await show();
}

/** @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (!find(link.pathname)) return;
  if (link.hash && link.pathname + link.search === location.pathname + location.search) return; // within the page
  event.preventDefault();
  void go(link.href);
}

/** @param {string} pathname */
function find(pathname) {
  for (const [pattern, page] of patterns) {
    const found = pattern.exec(pathname);
    if (found) return { page, places: { ...found.groups } };
  }
  return null;
}

/** @param {number} [scroll] where the page was left, on the way back */
async function show(scroll = 0) {
  const mine = ++turn;
  const isFirst = open === null;
  path = location.pathname + location.search;
  const { page, places } = find(location.pathname) ?? { page: "not-found", places: {} };
  for (const key of Object.keys(places)) places[key] = decoded(places[key] ?? "");
  const params = { places, ...places, query: new URLSearchParams(location.search), fragment: location.hash.slice(1) };
  document.documentElement.dataset.busy = "";
  let shown;
  try {
    const module = await fetched(page);
    if (mine !== turn) return;
    shown = await module.default(params, enter(page));
  } catch (error) {
    if (mine !== turn) return;
    shown = problem(error, enter("problem"));
  }
  if (mine !== turn) {
    shown.leave?.();
    return;
  }
  open = shown;
  delete document.documentElement.dataset.busy;
  document.title = shown.title ? `${shown.title} · Roost` : "Roost";
  scrollTo(0, scroll);
  if (!isFirst) focusHeading();
}

/**
 * The module of a page. A server that has been updated does not know the files of the page that is open here: then
 * the whole document is loaded again.
 * @param {string} page
 * @returns {Promise<{default: Page}>}
 */
async function fetched(page) {
  try {
    const [module] = await Promise.all([import(`../pages/${page}.js`), page !== FIRST && loadRest()]);
    return module;
  } catch (error) {
    if (await isUpdated()) location.reload();
    throw error;
  }
}

/** Whether the server has other files than this page was made of. */
async function isUpdated() {
  const answer = await fetch(import.meta.url, { cache: "no-store" }).catch(() => null);
  return answer?.status === 404;
}

/**
 * Leave the page that is open, and make room for another.
 * @param {string} page
 */
function enter(page) {
  open?.leave?.();
  open = { title: "" };
  unbindAll();
  document.body.dataset.page = page;
  const root = h("main.page", { id: "page" });
  document.getElementById("page")?.replaceWith(root);
  dispatchEvent(new CustomEvent("roost-page", { detail: page }));
  return root;
}

/** People who do not see the page learn that it is another one. */
function focusHeading() {
  const heading = document.querySelector("#page h1");
  if (!(heading instanceof HTMLElement) || document.querySelector("#page [autofocus]:focus")) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign
  }
}
