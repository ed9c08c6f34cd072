// Runs before anything is painted, so that no page flashes up in the wrong colours. lib/settings.js takes over later.
(() => {
  /** @type {Record<string, string>} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("roost-settings") ?? "{}") ?? {};
  } catch {
    // Nothing kept, or nothing may be kept: the defaults are good.
  }
  /** @param {string} query */
  const wants = (query) => matchMedia(query).matches;
  const data = document.documentElement.dataset;
  const theme = kept.theme;
  data.theme = theme === "light" || theme === "dark" ? theme : wants("(prefers-color-scheme: dark)") ? "dark" : "light";
  data.contrast = kept.contrast === "more" || wants("(prefers-contrast: more)") ? "more" : "normal";
  data.motion = kept.motion === "off" || wants("(prefers-reduced-motion: reduce)") ? "off" : "on";
})();
