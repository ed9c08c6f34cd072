// What the page says, in the language of the document. Sentences about plays come from the server, in the same language.

/**
 * A sentence, or its forms and the name of the value that counts: `{one, few, many, other, n}`, as many as the language
 * has; `in` names the language where it is another than the page's.
 * @typedef {string | Record<string, string>} Message
 */

/** @typedef {(key: string, values?: Record<string, string | number>) => string} Say says a message by its key */

/** @type {Record<string, Message>} */
let messages = {};
/** @type {Map<string, Record<string, Message>>} what games say in their own words */
const own = new Map();

/** The language of the page: `en`, `de` … */
export const lang = () => locale().slice(0, 2);

/** How the page writes numbers and lists: mostly that of the language, `pt-PT` where it has to be more exact. */
const locale = () => document.documentElement.lang;

/**
 * The languages that can be chosen, each by its own name: whoever looks for theirs may not read any other.
 * @returns {[code: string, name: string][]}
 */
export function languages() {
  return (document.documentElement.dataset.languages ?? lang()).split(" ").map((code) => {
    const name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
    return [code, name.charAt(0).toLocaleUpperCase(code) + name.slice(1)];
  });
}

/** Begin with the messages that the document brings, if it does: enough for the first view. */
export function begin() {
  const told = document.getElementById("words")?.textContent;
  if (told) messages = JSON.parse(told);
  return Boolean(told);
}

/** Fetch all messages. Nothing else can be said before. */
export async function load() {
  const answer = await fetch(new URL(`../messages/${lang()}.json`, import.meta.url), { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`the messages cannot be fetched: ${answer.status}`);
  messages = await answer.json();
}

/**
 * The message with its places filled: `t("table.yourTurn", {name: "Anna"})`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export const t = (key, values = {}) => filled(key, messages[key], values);

/**
 * Fetch what a game says in its own words.
 * @param {string} game
 * @param {string} address
 */
export async function loadWords(game, address) {
  if (own.has(game)) return;
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`the words of ${game} cannot be fetched: ${answer.status}`);
  own.set(game, await answer.json());
}

/**
 * How a game says something: in its own words, or in the page's.
 * @param {string} game
 * @returns {Say}
 */
export function wordsOf(game) {
  return (key, values = {}) => filled(key, own.get(game)?.[key] ?? messages[key], values);
}

/**
 * Whether a game has its own words for something.
 * @param {string} game
 */
export const hasWords = (game) => (/** @type {string} */ key) => own.get(game)?.[key] !== undefined;

/** @param {string} key @param {Message | undefined} message @param {Record<string, string | number>} values */
function filled(key, message, values) {
  if (message === undefined) throw new Error(`no message ${key}`);
  const counted =
    typeof message === "string" ? "" : plurals(message.in ?? locale()).select(Number(values[message.n ?? "n"]));
  const text = typeof message === "string" ? message : (message[counted] ?? message.other ?? "");
  const [wrong, right] = JSON.parse(document.documentElement.dataset.mend ?? "[]");
  const said = text.replace(/\{(\w+)\}/g, (_, place) => {
    const value = values[place];
    if (value === undefined) throw new Error(`${key} wants ${place}`);
    return typeof value === "number" ? number(value) : value;
  });
  return wrong ? said.replace(new RegExp(wrong, "gu"), right) : said; // d'Anna, as people say it
}

/**
 * Whether there is such a message: for words of games and bots from outside, which our files cannot have.
 * @param {string} key
 */
export const has = (key) => key in messages;

/**
 * A number as this language writes it.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export const number = (value, options) => formatter(JSON.stringify(options ?? {})).format(value);

/**
 * A share of one as a percentage: `12%` or `12 %`. Small chances that are not nothing do not read as nothing.
 * @param {number} share
 */
export function percent(share) {
  return number(share, { style: "percent", maximumFractionDigits: share > 0 && share < 0.01 ? 1 : 0 });
}

/**
 * How long ago something was, in words.
 * @param {number} at seconds since 1970
 * @param {number} [now]
 */
export function ago(at, now = Date.now() / 1000) {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const seconds = Math.max(0, now - at);
  if (seconds < 3600) return format.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86_400) return format.format(-Math.floor(seconds / 3600), "hour");
  return format.format(-Math.floor(seconds / 86_400), "day");
}

/**
 * Several things in a sentence: "Anna, Ben and Cleo".
 * @param {string[]} items
 */
export const list = (items) => new Intl.ListFormat(locale(), { type: "conjunction" }).format(items);

const formatter = once((options) => new Intl.NumberFormat(locale(), JSON.parse(options)));
const plurals = once((language) => new Intl.PluralRules(language));

/**
 * Made once for each key: to make it is slow.
 * @template T
 * @param {(key: string) => T} make
 * @returns {(key: string) => T}
 */
function once(make) {
  /** @type {Map<string, T>} */
  const made = new Map();
  return (key) => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
}

/**
 * A day as the language writes it.
 * @param {string} text `2026-11-16`
 */
export function day(text) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeZone: "UTC" }).format(new Date(text));
}
