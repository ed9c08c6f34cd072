// What happened at a table before the page was opened, read in pages.

import { api } from "./api.js";

/** @typedef {import("../types/messages").PastChange} Past */

/**
 * Everything that has happened at a table, as far as the server tells.
 * @param {string} table
 * @param {() => number} latest the version that is known by now
 */
export async function historyOf(table, latest) {
  /** @type {Past[]} */
  const past = [];
  for (;;) {
    const more = await api.get(`/tables/${table}/changes`, { after: past.at(-1)?.version ?? 0 }).catch(() => []);
    past.push(...more);
    if (!more.length || (past.at(-1)?.version ?? 0) >= latest()) return past;
  }
}
