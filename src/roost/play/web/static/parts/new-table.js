// Creates tables on a server that may ask for its host's code.

import { store, storedText } from "../lib/storage.js";
import { api, Problem } from "../net/api.js";

const KEY = "roost-host-code";

/**
 * Send a request that creates a table. Ask for the host's code if the server wants one, and remember it.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<NewTable>}
 */
export async function createTable(path, body) {
  const attempt = (/** @type {string} */ code) =>
    api.post(path, body, undefined, code ? { "x-roost-code": encodeURIComponent(code) } : {});
  try {
    return await attempt(storedText(KEY) ?? "");
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== "needs-code") throw error;
    const { askForCode } = await import("./code-form.js"); // loaded on demand
    return await askForCode(error, async (code) => {
      const table = await attempt(code);
      store(KEY, code);
      return table;
    });
  }
}
