// What a device shows without a connection: the page itself, the rules, and whatever answers it was given before.
//
// The server puts two lines before this: BUILD, the fingerprint of the page's files, and FILES, what to keep of that build
// in the reader's language. Files of other builds are none of this worker's business, so versions never mix: a worker of
// a new build waits until no page of the old one is open, and then forgets what the old one kept.

const worker = /** @type {any} */ (self);
const build = /** @type {string} */ (worker.BUILD);
const FILES_KEPT = `roost-${build}`;
const ANSWERS_KEPT = `roost-answers-${build}`;
/** How many answers a device keeps: the oldest go first. */
const MOST_ANSWERS = 300;
/** How long a page is waited for, in milliseconds, on a network that does not say that it is dead. */
const LONGEST_WAIT = 5_000;
/** The document that opens every page: its script shows what the address names. */
const DOCUMENT = "/";
/** The answers that stay worth reading: all that is known about games and positions, and games that are over. */
const WORTH_KEEPING = /^\/api\/(games|rules|cards|puzzles|positions|tables\/[0-9a-f]+\/(replay|record|review))\b/;
/** The answers of a proxy whose server is gone. */
const GONE = [502, 503, 504];

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepFiles()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (pathname.startsWith(`/assets/${build}/`)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
  else if (WORTH_KEEPING.test(pathname)) event.respondWith(answer(request));
});

async function keepFiles() {
  const kept = await caches.open(FILES_KEPT);
  await kept.addAll(worker.FILES);
}

async function forgetOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith("roost-") && name !== FILES_KEPT && name !== ANSWERS_KEPT);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** @param {Request} request */
const file = async (request) => (await caches.match(request)) ?? fetch(request);

/** @param {Request} request */
async function page(request) {
  try {
    // @ts-ignore browsers have this since 2022, and the compiler does not know it yet
    const found = await fetch(request, { signal: AbortSignal.timeout(LONGEST_WAIT) });
    if (!GONE.includes(found.status)) return found;
  } catch {
    // nobody answers
  }
  return (await caches.match(DOCUMENT)) ?? Response.error();
}

/** @param {Request} request */
async function answer(request) {
  const kept = await caches.open(ANSWERS_KEPT);
  try {
    const found = await fetch(request);
    if (GONE.includes(found.status)) throw new TypeError("the server is gone");
    if (found.status === 200) await keep(kept, request, found.clone());
    return found;
  } catch (error) {
    const before = (await kept.match(request)) ?? (await caches.match(request));
    if (!before) throw error;
    const headers = new Headers(before.headers);
    headers.set("x-roost-kept", "1");
    return new Response(before.body, { status: before.status, headers });
  }
}

/** @param {Cache} kept @param {Request} request @param {Response} found */
async function keep(kept, request, found) {
  await kept.delete(request); // so that it is the latest again
  await kept.put(request, found);
  const all = await kept.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST_ANSWERS)).map((old) => kept.delete(old)));
}
