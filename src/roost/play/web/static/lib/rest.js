// What the first view does without and every other page needs: the other words and styles.

import { h } from "./dom.js";
import { load } from "./i18n.js";

/** @type {Promise<unknown> | null} */
let coming = null;

/** All words and styles, fetched once. */
export function loadRest() {
  return (coming ??= Promise.all([load(), style()]).catch((error) => {
    coming = null; // the next one who needs them may be luckier
    throw error;
  }));
}

/** The other styles. */
async function style() {
  const href = new URL("../style.css", import.meta.url).pathname;
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return; // the document has asked for it
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
