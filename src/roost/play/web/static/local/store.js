// Keeps the tables of this device in IndexedDB. What rows and heads contain is Python's business.

const NAME = "roost";

/** @type {Promise<IDBDatabase>} */
const database = new Promise((resolve, reject) => {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("log");
    opening.result.createObjectStore("tables");
    opening.result.createObjectStore("kept");
  };
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
});
database.catch(() => undefined); // reported by whoever uses it first

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {string} table @returns {IDBKeyRange} the keys of its rows */
const rowsOf = (table) => IDBKeyRange.bound([table], [table, []]);

/** The functions that `roost.play.local` calls. */
export const bridge = {
  async load() {
    const reading = (await database).transaction(["tables", "kept"]);
    const all = ["tables", "kept"].map(async (name) => {
      const store = reading.objectStore(name);
      const [keys, values] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
      return Object.fromEntries(/** @type {IDBValidKey[]} */ (keys).map((key, at) => [String(key), values[at]]));
    });
    const [tables, kept] = await Promise.all(all);
    return JSON.stringify({ tables, kept });
  },

  /** @param {string} table */
  async read(table) {
    const rows = (await database).transaction("log").objectStore("log");
    return (await result(rows.getAll(rowsOf(table)))).join("\n");
  },

  /** @param {string} batch operations as JSON; all are stored, or none */
  async append(batch) {
    const opened = await database;
    await new Promise((resolve, reject) => {
      const writing = opened.transaction(["log", "tables", "kept"], "readwrite", { durability: "strict" });
      writing.oncomplete = resolve;
      writing.onabort = writing.onerror = () => reject(writing.error ?? new Error("the browser stored nothing"));
      for (const operation of JSON.parse(batch)) apply(writing, operation);
    });
  },
};

/** @param {IDBTransaction} writing @param {any} operation */
function apply(writing, { table, number, row, head, remove, key, value }) {
  const [log, tables, kept] = ["log", "tables", "kept"].map((name) => writing.objectStore(name));
  if (!log || !tables || !kept) return;
  if (key !== undefined) {
    if (remove) kept.delete(key);
    else kept.put(value, key);
  } else if (remove) {
    log.delete(rowsOf(table));
    tables.delete(table);
  } else {
    if (row !== undefined) log.add(row, [table, number]); // a number that exists aborts the transaction
    if (head !== undefined) tables.put(head, table);
  }
}
