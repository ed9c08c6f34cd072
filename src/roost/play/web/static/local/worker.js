// Service worker of a folder of static files: it only keeps files, so that the page opens and plays without a network.
//
// The builder puts two lines before this: BUILD, the fingerprint of all files, and FILES, those to keep at once, by
// language. A new build's worker waits until no page of the old build is open, and then deletes the old build's files.

(() => {
  const worker = /** @type {any} */ (self);
  const CACHE = `roost-${worker.BUILD}`;
  const SCOPE = new URL("./", worker.location.href);
  const LANGUAGE = new URL(worker.location.href).searchParams.get("lang") ?? "en";
  const KEPT = /^(assets|python)\//;

  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep(worker.FILES[LANGUAGE] ?? [])));
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
  worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keep(event.data?.keep ?? [])));
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    const { href, pathname } = new URL(request.url);
    if (request.method !== "GET" || !href.startsWith(SCOPE.href)) return;
    const name = pathname.slice(SCOPE.pathname.length);
    if (request.mode === "navigate" && !/\.(?!html$)\w+$/.test(name)) event.respondWith(page(request, name));
    else if (KEPT.test(name)) event.respondWith(file(request));
  });

  /**
   * Keep files; those that an older build has kept, too, are not fetched again.
   * @param {string[]} names
   */
  async function keep(names) {
    const cache = await caches.open(CACHE);
    const store = async (/** @type {string} */ name) => {
      const address = new URL(name, SCOPE).href;
      if (!address.startsWith(SCOPE.href) || (await cache.match(address))) return;
      const answer = (await caches.match(address)) ?? (await fetch(address));
      if (!answer.ok) throw new TypeError(`${address}: ${answer.status}`);
      await cache.put(address, answer);
    };
    await Promise.all(names.map(store));
  }

  async function begin() {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("roost-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  }

  /** @param {Request} request */
  async function file(request) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.status === 200) await cache.put(request, answer.clone());
    return answer;
  }

  /** @param {Request} request @param {string} name of the page below the folder */
  async function page(request, name) {
    if (name === "" || name === "index.html") {
      return (await (await caches.open(CACHE)).match(SCOPE.href)) ?? fetch(request);
    }
    const address = new URL(SCOPE.href);
    address.searchParams.set("to", `/${name}${new URL(request.url).search}`);
    return Response.redirect(address.href);
  }
})();
