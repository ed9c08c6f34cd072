// Service worker: without a connection, it serves the page itself, the rules, and answers that the device has cached.
//
// The server puts three lines before this: BASE, the path above the page, BUILD, the fingerprint of the page's files, and
// FILES, the files of that build to cache in the reader's language. A worker ignores files from other builds, so versions never mix. A new build's
// worker waits until no page of the old build is open, and then deletes the old caches.

const worker = /** @type {any} */ (self);
const base = /** @type {string} */ (worker.BASE);
const build = /** @type {string} */ (worker.BUILD);
const FILES_CACHE = `roost-${build}`;
const ANSWERS_CACHE = `roost-answers-${build}`;
/** Maximum number of cached answers; the oldest are evicted first. */
const MOST_RESPONSES = 300;
/** Timeout for loading a page, in milliseconds: a dead network may not report an error. */
const TIMEOUT = 5_000;
/** The document that opens every page; its script shows the page of the address. */
const DOCUMENT = `${base}/`;
/** Paths whose answers stay useful offline: facts about games and positions, and finished games. */
const CACHED_PATHS = /^\/api\/(games|rules|cards|puzzles|positions|tables\/[0-9a-f]+\/(replay|record|review))\b/;
/** Status codes that a proxy sends if its server does not answer. */
const GONE = [502, 503, 504];

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(cacheFiles()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(deleteOldCaches()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (pathname.startsWith(`${base}/assets/${build}/`)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
  else if (CACHED_PATHS.test(pathname.slice(base.length))) event.respondWith(answerFor(request));
});

async function cacheFiles() {
  const cache = await caches.open(FILES_CACHE);
  await cache.addAll(worker.FILES);
}

async function deleteOldCaches() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith("roost-") && name !== FILES_CACHE && name !== ANSWERS_CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** @param {Request} request */
const file = async (request) => (await caches.match(request)) ?? fetch(request);

/** @param {Request} request */
async function page(request) {
  try {
    // @ts-ignore browsers have had this since 2022, but the compiler does not know it yet
    const response = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT) });
    if (!GONE.includes(response.status)) return response;
  } catch {
    // offline, or the request timed out
  }
  return (await caches.match(DOCUMENT)) ?? Response.error();
}

/** @param {Request} request */
async function answerFor(request) {
  const cache = await caches.open(ANSWERS_CACHE);
  try {
    const response = await fetch(request);
    if (GONE.includes(response.status)) throw new TypeError("the server is gone");
    if (response.status === 200) await store(cache, request, response.clone());
    return response;
  } catch (error) {
    const cached = (await cache.match(request)) ?? (await caches.match(request));
    if (!cached) throw error;
    const headers = new Headers(cached.headers);
    headers.set("x-roost-kept", "1");
    return new Response(cached.body, { status: cached.status, headers });
  }
}

/** @param {Cache} cache @param {Request} request @param {Response} response */
async function store(cache, request, response) {
  await cache.delete(request); // so that put() stores it as the newest entry
  await cache.put(request, response);
  const requests = await cache.keys();
  await Promise.all(
    requests.slice(0, Math.max(0, requests.length - MOST_RESPONSES)).map((request) => cache.delete(request)),
  );
}
