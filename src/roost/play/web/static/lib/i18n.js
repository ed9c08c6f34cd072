// The page's messages in the language of the document. The server describes moves in the same language.

/**
 * A message, or those plural forms that its language has, with the name of the value that selects one: `{one, few,
 * many, other, n}`. `in` names the language if it differs from the page's.
 * @typedef {string | Record<string, string>} Message
 */

/** @typedef {(key: string, values?: Record<string, string | number>) => string} Say returns the message with a key */

/** @type {Record<string, Message>} */
let messages = {};
/** @type {Map<string, Record<string, Message>>} messages that games bring, by game */
const gameMessages = new Map();

/** Return the page's language: `en`, `de` … */
export const lang = () => locale().slice(0, 2);

/** Return the locale for numbers and lists: usually the language itself, or `pt-PT` where the region matters. */
const locale = () => document.documentElement.lang;

/**
 * Return the languages to choose from, each named in itself, because readers may know no other language.
 * @returns {[code: string, name: string][]}
 */
export function languages() {
  return (document.documentElement.dataset.languages ?? lang()).split(" ").map((code) => {
    const name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
    return [code, name.charAt(0).toLocaleUpperCase(code) + name.slice(1)];
  });
}

/**
 * Use messages that suffice for the first view: by default those in the document. Return whether there are any.
 * @param {Record<string, Message> | undefined} [first]
 */
export function begin(first = JSON.parse(document.getElementById("words")?.textContent ?? "null")) {
  if (first) messages = first;
  return Boolean(first);
}

/** Fetch all messages. */
export async function load() {
  const answer = await fetch(new URL(`../messages/${lang()}.json`, import.meta.url), { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`the messages cannot be fetched: ${answer.status}`);
  messages = await answer.json();
}

/**
 * Return a message with its placeholders filled: `t("table.yourTurn", {name: "Anna"})`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export const t = (key, values = {}) => format(key, messages[key], values);

/**
 * Fetch the messages that a game brings.
 * @param {string} game
 * @param {string} address
 */
export async function loadWords(game, address) {
  if (gameMessages.has(game)) return;
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`the words of ${game} cannot be fetched: ${answer.status}`);
  gameMessages.set(game, await answer.json());
}

/**
 * Return a function that looks up a game's messages: the game's own first, then the page's.
 * @param {string} game
 * @returns {Say}
 */
export function wordsOf(game) {
  return (key, values = {}) => format(key, gameMessages.get(game)?.[key] ?? messages[key], values);
}

/** @param {string} game @returns {(key: string) => boolean} whether the game brings a message of its own */
export const hasWords = (game) => (key) => gameMessages.get(game)?.[key] !== undefined;

/** @param {string} key @param {Message | undefined} message @param {Record<string, string | number>} values */
function format(key, message, values) {
  if (message === undefined) throw new Error(`no message ${key}`);
  const form =
    typeof message === "string" ? "" : plurals(message.in ?? locale()).select(Number(values[message.n ?? "n"]));
  const text = typeof message === "string" ? message : (message[form] ?? message.other ?? "");
  const [wrong, right] = JSON.parse(document.documentElement.dataset.mend ?? "[]");
  const sentence = text.replace(/\{(\w+)\}/g, (_, place) => {
    const value = values[place];
    if (value === undefined) throw new Error(`${key} wants ${place}`);
    return typeof value === "number" ? number(value) : value;
  });
  return wrong ? sentence.replace(new RegExp(wrong, "gu"), right) : sentence; // elision: d'Anna
}

/**
 * Whether there is a message with this key; games and bots from other packages may have names that our files lack.
 * @param {string} key
 */
export const has = (key) => key in messages;

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export const number = (value, options) => formatter(JSON.stringify(options ?? {})).format(value);

/**
 * Format a share from 0 to 1 as a percentage: `12%` or `12 %`. Below 1 % a decimal is shown, so that small
 * probabilities do not appear as zero.
 * @param {number} share
 */
export function percent(share) {
  return number(share, { style: "percent", maximumFractionDigits: share > 0 && share < 0.01 ? 1 : 0 });
}

/**
 * Say in words how long ago something happened.
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

/** @param {string[]} items @returns {string} `Anna, Ben and Cleo` */
export const list = (items) => new Intl.ListFormat(locale(), { type: "conjunction" }).format(items);

const formatter = memoised((options) => new Intl.NumberFormat(locale(), JSON.parse(options)));
const plurals = memoised((language) => new Intl.PluralRules(language));

/**
 * Cache values by key, because formatters are slow to make.
 * @template T
 * @param {(key: string) => T} make
 * @returns {(key: string) => T}
 */
function memoised(make) {
  /** @type {Map<string, T>} */
  const cache = new Map();
  return (key) => {
    const value = cache.get(key) ?? make(key);
    cache.set(key, value);
    return value;
  };
}

/** @param {string} text a date, such as `2026-11-16` */
export function day(text) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeZone: "UTC" }).format(new Date(text));
}
