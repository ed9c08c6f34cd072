// Maps addresses to pages. Links are plain links, but the router loads their pages without leaving the document.

import { h } from "./dom.js";
import { unbindAll } from "./keys.js";
import { under, within } from "./place.js";
import { loadRest } from "./rest.js";
import { problem } from "../parts/problem.js";

/** @typedef {Record<string, string> & {query: never}} Places */
/**
 * @typedef {object} Params
 * @property {Record<string, string>} places values of the address's placeholders: `{table: "x7k2"}`
 * @property {URLSearchParams} query
 * @property {string} fragment what follows the `#`, without it
 */
/**
 * @typedef {object} Shown
 * @property {string} title
 * @property {() => void} [leave] clean up
 */
/** @typedef {(params: Params & Record<string, any>, root: HTMLElement) => Promise<Shown>} Page */

/** The page whose document contains all that it needs. */
const FIRST = "home";

/** @type {Shown | null} */
let open = null;
let latest = 0;
let path = "";

/** @type {[RegExp, string][]} */
const routes = Object.entries(JSON.parse(document.getElementById("pages")?.textContent ?? "{}")).map(
  ([address, page]) => [new RegExp(`^${address.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}/?$`), String(page)],
);

/**
 * Go to another address within the page.
 * @param {string} address
 * @param {{replace?: boolean}} options `replace` replaces the current history entry
 */
export async function go(address, { replace = false } = {}) {
  history.replaceState({ ...history.state, scroll: scrollY }, "");
  history[replace ? "replaceState" : "pushState"]({}, "", under(address));
  await show();
}

/** Show the page of the address, and follow links from now on. */
export async function start() {
  history.scrollRestoration = "manual";
  addEventListener("popstate", () => {
    if (location.pathname + location.search !== path) void show(history.state?.scroll ?? 0);
  });
  addEventListener("click", follow); // after the listeners of elements, which the document dispatches
  await show();
}

/** @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (!match(within(link.pathname))) return;
  if (link.hash && link.pathname + link.search === location.pathname + location.search) return; // on the same page
  event.preventDefault();
  void go(link.href);
}

/** @param {string} pathname */
function match(pathname) {
  for (const [pattern, page] of routes) {
    const result = pattern.exec(pathname);
    if (result) return { page, places: { ...result.groups } };
  }
  return null;
}

/** @param {number} [scroll] scroll position to restore when going back */
async function show(scroll = 0) {
  const id = ++latest;
  const isFirst = open === null;
  path = location.pathname + location.search;
  const { page, places } = match(within(location.pathname)) ?? { page: "not-found", places: {} };
  for (const key of Object.keys(places)) places[key] = decode(places[key] ?? "");
  const params = { places, ...places, query: new URLSearchParams(location.search), fragment: location.hash.slice(1) };
  document.documentElement.dataset.busy = "";
  let result;
  try {
    const module = await loadPage(page);
    if (id !== latest) return;
    result = await module.default(params, enter(page));
  } catch (error) {
    if (id !== latest) return;
    result = problem(error, enter("problem"));
  }
  if (id !== latest) {
    result.leave?.();
    return;
  }
  open = result;
  delete document.documentElement.dataset.busy;
  document.title = result.title ? `${result.title} · Roost` : "Roost";
  scrollTo(0, scroll);
  if (!isFirst) focusHeading();
}

/**
 * Load a page's module. After an update the server no longer has the open page's files; the whole document is then
 * loaded again.
 * @param {string} page
 * @returns {Promise<{default: Page}>}
 */
async function loadPage(page) {
  try {
    const [module] = await Promise.all([import(`../pages/${page}.js`), page !== FIRST && loadRest()]);
    return module;
  } catch (error) {
    if (await isUpdated()) location.reload();
    throw error;
  }
}

/** Whether the server no longer has this page's files. */
async function isUpdated() {
  const answer = await fetch(import.meta.url, { cache: "no-store" }).catch(() => null);
  return answer?.status === 404;
}

/**
 * Leave the open page, and make an empty root element for the next page.
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

/** Focus the new page's heading, so screen readers announce the change. */
function focusHeading() {
  const heading = document.querySelector("#page h1");
  if (!(heading instanceof HTMLElement) || document.querySelector("#page [autofocus]:focus")) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // the text contains a stray percent sign
  }
}
