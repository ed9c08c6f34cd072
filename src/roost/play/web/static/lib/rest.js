// Loads the messages and styles that every page needs except the first view.

import { h } from "./dom.js";
import { load } from "./i18n.js";

/** @type {Promise<unknown> | null} */
let loading = null;

/** Load all messages and styles, once. */
export function loadRest() {
  return (loading ??= Promise.all([load(), loadStyle()]).catch((error) => {
    loading = null; // the next call tries again
    throw error;
  }));
}

async function loadStyle() {
  const { href } = new URL("../style.css", import.meta.url);
  const sheets = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]"));
  if ([...sheets].some((sheet) => sheet.href === href)) return; // the document links it already
  const link = h("link", { rel: "stylesheet", href });
  await new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove();
      reject(new TypeError("the styles cannot be fetched"));
    });
    document.head.append(link);
  });
}
