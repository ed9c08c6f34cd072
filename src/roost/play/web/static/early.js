// Runs before anything is painted, so that no page flashes in the wrong colours. lib/settings.js takes over later.
(() => {
  /** @type {Record<string, string>} */
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem("roost-settings") ?? "{}") ?? {};
  } catch {
    // No settings are stored, or storage is blocked: use the defaults.
  }
  /** @param {string} query */
  const wants = (query) => matchMedia(query).matches;
  const data = document.documentElement.dataset;
  const theme = stored.theme;
  data.theme = theme === "light" || theme === "dark" ? theme : wants("(prefers-color-scheme: dark)") ? "dark" : "light";
  data.contrast = stored.contrast === "more" || wants("(prefers-contrast: more)") ? "more" : "normal";
  data.motion = stored.motion === "off" || wants("(prefers-reduced-motion: reduce)") ? "off" : "on";
})();
