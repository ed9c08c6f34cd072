// Runs in 404.html, which hosts show for addresses that are no files, such as /table/7f3a… Opens the page in the folder
// above. The document tries this script in its own folder and in those above, because it does not know how deep it is.
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const folder = new URL(".", script);
  const page = `/${location.pathname.slice(folder.pathname.length)}${location.search}`;
  folder.searchParams.set("to", page);
  folder.hash = location.hash;
  location.replace(folder.href);
})();
