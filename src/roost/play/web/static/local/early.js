// Runs before anything is painted on a page without a server: chooses the language, as a server would, and links what
// depends on it.
(() => {
  const root = document.documentElement;
  /** @type {Record<string, {locale: string, mend: string, title: string, skip: string}>} */
  const languages = JSON.parse(root.dataset["locales"] ?? "{}");
  const asked = new URLSearchParams(location.search).get("lang");
  const stored = /(?:^|; )roost-lang=(\w+)/.exec(document.cookie)?.[1];
  const preferred = navigator.languages.map((language) => language.slice(0, 2).toLowerCase());
  const code = [asked, stored, ...preferred].find((code) => code && Object.hasOwn(languages, code)) ?? "en";
  const language = languages[code];
  if (!language) return;
  root.lang = language.locale;
  root.dataset["mend"] = language.mend;
  root.dataset["skip"] = language.skip;
  document.title = language.title;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript).src; // FOLDER/assets/BUILD/local/early.js
  const folder = new URL("../../..", script).pathname;
  if (code === asked) document.cookie = `roost-lang=${code}; path=${folder}; max-age=31536000; samesite=lax`;
  /** @param {Record<string, string>} attributes @param {string} address */
  const link = (attributes, address) => {
    const element = document.createElement("link");
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.href = new URL(address, script).href;
    document.head.append(element);
  };
  const fetched = { rel: "preload", as: "fetch", crossorigin: "anonymous" };
  link(fetched, `../data/${code}/first.json`);
  if (!location.search.includes("to=")) link(fetched, `../data/${code}/games.json`); // home lists them
  link({ rel: "manifest" }, `../../../manifest.${code}.webmanifest`);
  link({ rel: "icon", type: "image/svg+xml" }, "../art/icon.svg");
  link({ rel: "apple-touch-icon" }, "../art/icon-whole.png");
})();
