// The worker in which Roost's Python runs. It answers requests of the page as a server does.
//
// The builder of the folder puts a line before this: PYTHON, where Pyodide lies, and the sizes of the files to fetch.

import { bridge } from "./store.js";

const worker = /** @type {any} */ (self);
/** @type {{folder: string, modules: string, files: Record<string, {raw: number, sent: number}>, lock: object}} */
const { folder, modules, files, lock } = worker.PYTHON;
/** @type {any[]} requests that came before Python was ready */
const early = [];
/** @type {Map<number, any>} */
const exchanges = new Map();

worker.onmessage = (/** @type {MessageEvent} */ { data }) => early.push(data);
worker.onunhandledrejection = (/** @type {PromiseRejectionEvent} */ { reason }) => fail(reason);
if (navigator.locks) {
  const alive = `roost-alive-${Math.random()}`;
  void navigator.locks.request(alive, () => {
    postMessage({ alive });
    return new Promise(() => {}); // held until this worker ends
  });
}

/** @param {unknown} error */
const fail = (error) => postMessage({ failed: String(error) });

/** @param {string} address */
const here = (address) => new URL(address, import.meta.url).href;

const total = Object.values(files).reduce((sum, { sent }) => sum + sent, 0);
let loaded = 0;
const network = worker.fetch.bind(worker);
// Count what is fetched, and unpack the pack that Python itself cannot unpack yet.
worker.fetch = async (/** @type {RequestInfo | URL} */ input, /** @type {RequestInit | undefined} */ init) => {
  /** @type {Response} */
  const answer = await network(input, init);
  const name = new URL(answer.url).pathname.split("/").at(-1) ?? "";
  const size = files[name];
  if (!size || !answer.ok || !answer.body) return answer;
  const count = new TransformStream({
    transform(chunk, controller) {
      loaded += (chunk.byteLength * size.sent) / size.raw;
      postMessage({ progress: { loaded: Math.min(loaded, total), total } });
      controller.enqueue(chunk);
    },
  });
  const counted = answer.body.pipeThrough(count);
  const body = name === "python.pack" ? counted.pipeThrough(new worker.DecompressionStream("gzip")) : counted;
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(body, { headers: { "content-type": type } });
};

try {
  const ours = worker
    .fetch(here(`${modules}roost.pack`))
    .then((/** @type {Response} */ answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(here(`${folder}pyodide.mjs`));
  const python = await loadPyodide({
    indexURL: here(folder),
    stdLibURL: here(`${modules}python.pack`),
    lockFileContents: JSON.stringify(lock),
    // Python reads this pack as soon as it starts (importer.py).
    fsInit: async (/** @type {any} */ FS) => FS.writeFile("/roost.pack", new Uint8Array(await ours)),
  });
  const local = await python.pyimport("roost.play.local").start(bridge);
  worker.onmessage = (/** @type {MessageEvent} */ { data }) => take(local, data);
  for (const data of early) take(local, data);
  const names = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"].map((name) => here(folder + name));
  const own = [`${modules}python.pack`, `${modules}roost.pack`, "./engine.js", "./store.js"].map(here);
  postMessage({ ready: true, files: [...names, ...own] });
} catch (error) {
  fail(error);
}

/** @param {any} local @param {any} data */
function take(local, data) {
  const { id } = data;
  if (data.gone) {
    exchanges.get(id)?.close();
    drop(id);
    return;
  }
  const hear = (/** @type {string} */ kind, /** @type {string} */ text) => {
    if (kind === "end") drop(id);
    postMessage({ id, [kind]: kind === "start" ? JSON.parse(text) : kind === "end" || text });
  };
  try {
    exchanges.set(id, local.open(data.method, data.path, data.query, JSON.stringify(data.headers), data.body, hear));
  } catch (error) {
    fail(error);
  }
}

/** @param {number} id */
function drop(id) {
  const exchange = exchanges.get(id);
  exchanges.delete(id);
  setTimeout(() => exchange?.destroy()); // not while it is calling
}
