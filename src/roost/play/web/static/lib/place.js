// Where this page comes from: a server, or a folder of static files (data-local). Both may lie below a path.

/** Whether the page has no server: a worker beside it runs the tables, and they stay on this device. */
export const isLocal = typeof document !== "undefined" && "local" in document.documentElement.dataset;

/** The path above the home page without its last slash; empty at the root of a host. This file is in assets/BUILD/lib. */
export const base = typeof document === "undefined" ? "" : new URL("../../..", import.meta.url).pathname.slice(0, -1);

/** The address of the home page without its last slash. */
export const origin = () => location.origin + base;

/** @param {string} address an address within the page, such as `/rules/x` @returns {string} what the browser needs */
export const under = (address) => (address.startsWith("/") ? base + address : address);

/** @param {string} pathname as the browser has it @returns {string} the address within the page */
export const within = (pathname) =>
  pathname === base ? "/" : pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;

/** @type {any} */
let policy;

/**
 * Return an address that the browser accepts for a worker: the page's security policy forbids scripts whose address is made
 * from text, except the workers of this build.
 * @param {string} address
 * @returns {any} text where browsers have no trusted types
 */
export function scriptAddress(address) {
  const types = /** @type {any} */ (globalThis).trustedTypes;
  policy ??= types?.createPolicy("roost-worker", { createScriptURL: checked });
  return policy?.createScriptURL(address) ?? address;
}

/** @param {string} address */
function checked(address) {
  const { origin, pathname } = new URL(address, location.href);
  if (origin !== location.origin || !/\/(worker|engine)\.js$/.test(pathname))
    throw new TypeError(`no worker: ${address}`);
  return address;
}
